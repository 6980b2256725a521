/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sum of two inputs is too large for their type, or too small.
 * DATA-MODEL: ILP32
 * PROPERTY: no-overflow
 * INPUT: x 13:11#1 32
 * INPUT: y 14:11#1 32
 * FAILS-IFF: (let ((s (bvadd ((_ sign_extend 1) x) ((_ sign_extend 1) y))))
 *   (or (bvsgt s #b001111111111111111111111111111111) (bvslt s #b110000000000000000000000000000000)))
 */
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  return x + y > 0;
}
