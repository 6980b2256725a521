/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An int converted to double, halved, and compared.
 * DATA-MODEL: ILP32
 * INPUT: n 11:13#1 16
 * FAILS-IFF: (= n #xfffb)
 */
extern short __VERIFIER_nondet_short(void);
extern void reach_error(void);

int main(void) {
  short n = __VERIFIER_nondet_short();
  double half = n * 0.5;
  if (half == -2.5) reach_error();
  return 0;
}
