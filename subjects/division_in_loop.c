/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A loop divides by the distance to a counter, which meets small inputs.
 * DATA-MODEL: ILP32
 * PROPERTY: runtime-errors
 * INPUT: n 11:11#1 32
 * FAILS-IFF: (and (bvsge n #x00000000) (bvsle n #x00000014))
 */
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  int last = 0;
  if (n < -1000 || n > 1000) return 0;
  for (int i = 0; i <= 20; i++) last = 1000 / (n - i);
  return last == 7;
}
