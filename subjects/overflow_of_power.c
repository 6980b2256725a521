/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A loop doubles a number until it does not fit any more.
 * DATA-MODEL: ILP32
 * PROPERTY: no-overflow
 * INPUT: n 11:11#1 32
 * FAILS-IFF: (bvsge n #x0000001f)
 */
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  int power = 1;
  for (int i = 0; i < n; i++) power *= 2;
  return power == 0;
}
