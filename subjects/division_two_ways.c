/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A remainder fails in two ways: the divisor is zero, or the quotient does not fit.
 * DATA-MODEL: ILP32
 * PROPERTY: runtime-errors
 * INPUT: x 12:11#1 32
 * INPUT: y 13:11#1 32
 * FAILS-IFF: (or (= y #x00000000) (and (= x #x80000000) (= y #xffffffff)))
 */
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  return x % y == 1;
}
