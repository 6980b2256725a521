/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The amount grows with every iteration.
 * DATA-MODEL: ILP32
 * PROPERTY: runtime-errors
 * INPUT: n 11:11#1 32
 * FAILS-IFF: (bvsge n #x0000000c)
 */
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  unsigned bits = 0;
  for (int i = 0; i < n; i++) bits |= 1u << (3 * i);
  return bits == 77;
}
