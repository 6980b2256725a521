/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The square root by Newton's steps, until they are small; it stays between 1.4 and 3.
 * DATA-MODEL: ILP32
 * INPUT: a 11:14#1 64
 * FAILS-IFF: false
 */
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);

int main(void) {
  double a = __VERIFIER_nondet_double();
  if (!(a >= 2.0 && a <= 8.0)) return 0;
  double x = a, step;
  do {
    double y = 0.5 * (x + a / x);
    step = x - y;
    x = y;
  } while (step > 0.01);
  if (!(x > 1.4 && x < 3.0)) reach_error();
  return 0;
}
