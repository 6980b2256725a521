/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shifts by a negative amount, or by all bits and more.  What is shifted out does not matter.
 * DATA-MODEL: ILP32
 * PROPERTY: runtime-errors
 * INPUT: x 11:11#1 32
 * FAILS-IFF: (or (bvslt x #x00000000) (bvsge x #x00000020))
 */
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  return -5 << x == 0;
}
