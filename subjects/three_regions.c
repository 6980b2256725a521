/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Three separate intervals of one input.
 * DATA-MODEL: ILP32
 * INPUT: t 17:11#1 32
 * FAILS-IFF: (or (bvslt t (bvneg #x00000028)) (and (bvsge t #x00000050) (bvslt t #x0000005a)) (= t #x7fffffff))
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int alarm_level(int t) {
  if (t < -40) return 3;
  if (t >= 80 && t < 90) return 2;
  return t == 2147483647;
}

int main(void) {
  int t = __VERIFIER_nondet_int();
  if (alarm_level(t)) reach_error();
  return 0;
}
