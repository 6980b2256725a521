/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An array is written at an index that is an input.
 * DATA-MODEL: ILP32
 * PROPERTY: valid-deref
 * INPUT: n 11:11#1 32
 * FAILS-IFF: (and (bvsge n (bvneg #x00000005)) (bvsle n #x0000000e) (or (bvslt n #x00000000) (bvsge n #x0000000a)))
 */
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  int a[10];
  if (n < -5 || n > 14) return 0;
  a[n] = 1;
  return 0;
}
