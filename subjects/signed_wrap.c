/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Signed arithmetic wraps: the sum of x and 100 is below x at the upper end only.
 * DATA-MODEL: ILP32
 * INPUT: x 11:11#1 32
 * FAILS-IFF: (bvsgt x #x7fffff9b)
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x + 100 < x) reach_error();
  return 0;
}
