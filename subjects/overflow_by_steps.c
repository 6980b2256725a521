/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps down lead to an end, steps up to an overflow, after too many iterations to follow.
 * DATA-MODEL: ILP32
 * PROPERTY: no-overflow
 * INPUT: level 14:11#1 32
 * INPUT: step 15:10#1 32
 * FAILS-IFF: (and (bvsgt level #x00000064) (bvslt step #x00000000))
 */
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int level, step;

  level = __VERIFIER_nondet_int();
  step = __VERIFIER_nondet_int();
  if (step > 10) return 0;
  while (level > 100) level -= step;
  return 0;
}
