/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A counter that grows: it wraps round and ends, unless it does not move.
 * DATA-MODEL: ILP32
 * PROPERTY: termination
 * EXPECT: bounded
 * INPUT: x 13:11#1 32
 * INPUT: step 14:14#1 32
 * FAILS-IFF: (and (bvsgt x #x00000000) (= step #x00000000))
 */
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int step = __VERIFIER_nondet_int();
  if (step < 0 || step > 3 || (step > 0 && x < 2147483000)) return 0;
  while (x > 0) x = x + step;
  return 0;
}
