/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two numbers that change places until one of them is zero.
 * DATA-MODEL: ILP32
 * PROPERTY: termination
 * INPUT: a 12:11#1 32
 * INPUT: b 13:11#1 32
 * FAILS-IFF: (and (distinct a #x00000000) (distinct b #x00000000))
 */
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  while (a != 0 && b != 0) {
    int t = a;
    a = b;
    b = t;
  }
  return 0;
}
