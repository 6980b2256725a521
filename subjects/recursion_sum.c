/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An addition by counting, which wraps around.
 * DATA-MODEL: ILP32
 * INPUT: a 14:16#1 32
 * INPUT: b 15:16#1 32
 * FAILS-IFF: (and (bvule a #x00000bb8) (= (bvadd a b) #x000000ff))
 */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static unsigned add(unsigned a, unsigned b) { return a == 0 ? b : add(a - 1, b + 1); }

int main(void) {
  unsigned a = __VERIFIER_nondet_uint();
  unsigned b = __VERIFIER_nondet_uint();
  if (a > 3000) return 0;
  if (add(a, b) == 255) reach_error();
  return 0;
}
