/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two failures overlap: the first on the run decides which it is.
 * DATA-MODEL: ILP32
 * PROPERTY: runtime-errors
 * INPUT: x 11:11#1 32
 * FAILS-IFF: (or (= x #x00000000) (bvsgt x #x0000000a))
 */
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int quotient = 100 / x;
  if (x == 0 || x > 10) __builtin_unreachable();
  return quotient == 3;
}
