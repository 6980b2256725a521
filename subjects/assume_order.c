/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Assumptions only hold back what comes after them: the first error is not restricted by the second assumption.
 * DATA-MODEL: ILP32
 * INPUT: x 13:11#1 32
 * INPUT: y 14:11#1 32
 * FAILS-IFF: (and (bvsgt x y) (or (= y #x00000000) (and (bvsgt y #x0000000a) (= (bvsub x y) #x00000001))))
 */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  __VERIFIER_assume(x > y);
  if (y == 0) __VERIFIER_error();
  __VERIFIER_assume(y > 10);
  if (x - y == 1) __VERIFIER_error();
  return 0;
}
