/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A recursion by twos that never ends for odd numbers: they do not fail.
 * DATA-MODEL: ILP32
 * INPUT: n 13:16#1 32
 * FAILS-IFF: (and (= ((_ extract 0 0) n) #b0) (bvuge n #x000000c8))
 */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static unsigned half(unsigned n) { return n == 0 ? 0 : 1 + half(n - 2); }

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (half(n) >= 100) reach_error();
  return 0;
}
