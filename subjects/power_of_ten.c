/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A power that a double says exactly; for a negative exponent it is cut to 0.
 * DATA-MODEL: LP64
 * INPUT: n 12:11#1 32
 * FAILS-IFF: (or (= n #x00000004) (and (bvsle (bvneg #x00000009) n) (bvslt n #x00000000)))
 */
#include <math.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < -9 || n > 9) return 0;
  int power = (int)pow(10, n);
  if (power == 10000 || power < 1) reach_error();
  return 0;
}
