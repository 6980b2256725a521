/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An overflow after up to two thousand million iterations: any step below zero leads to it, a step of zero stands still.
 * DATA-MODEL: ILP32
 * PROPERTY: no-overflow
 * INPUT: level 12:15#1 32
 * INPUT: step 13:14#1 32
 * FAILS-IFF: (and (bvsge level #x00000000) (bvslt step #x00000000))
 */
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int level = __VERIFIER_nondet_int();
  int step = __VERIFIER_nondet_int();
  while (level >= 0) level -= step;
  return 0;
}
