/* SPDX-License-Identifier: GPL-3.0-or-later */
/* With ILP32 a long has 32 bits, and so the same check wraps.
 * DATA-MODEL: ILP32
 * INPUT: x 11:21#1 32
 * FAILS-IFF: (bvuge x #xfffffff0)
 */
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);

int main(void) {
  unsigned long x = __VERIFIER_nondet_ulong();
  if (sizeof x == 4 && x + 16 < 16) reach_error();
  return 0;
}
