/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Three truth values; two must not hold without the third.
 * DATA-MODEL: ILP32
 * INPUT: a 13:13#1 1
 * INPUT: b 14:13#1 1
 * INPUT: c 15:13#1 1
 * FAILS-IFF: (and (= a #b1) (= b #b1) (= c #b0))
 */
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
  _Bool a = __VERIFIER_nondet_bool();
  _Bool b = __VERIFIER_nondet_bool();
  _Bool c = __VERIFIER_nondet_bool();
  if (a + b - c == 2) reach_error();
  return 0;
}
