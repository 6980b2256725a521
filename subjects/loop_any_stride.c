/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps of any size lead past a bound, even where they overflow on the way.
 * DATA-MODEL: ILP32
 * INPUT: at 14:8#1 32
 * INPUT: step 15:10#1 32
 * FAILS-IFF: (bvsge step #x00000001)
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void abort(void);

int main(void) {
  int at, step;
  at = __VERIFIER_nondet_int();
  step = __VERIFIER_nondet_int();
  if (step <= 0) return 0;
  while (at < 60) at += step;
  if (at >= 60) reach_error();
  return 0;
}
