/* SPDX-License-Identifier: GPL-3.0-or-later */
/* No input fails: a recursive function returns a mask of bits within the one it got.
 * DATA-MODEL: ILP32
 * INPUT: n 15:18#1 32
 * FAILS-IFF: false
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static unsigned clear(unsigned mask, int depth) {
  return depth <= 0 ? mask : clear(mask & 0xaaaaaaaau, depth - 1) & 0xfffffff7u;
}

int main(void) {
  unsigned got = __VERIFIER_nondet_int() > 0 ? clear(15, 3) : clear(12, 5);
  if (got & ~15u) reach_error();
  return 0;
}
