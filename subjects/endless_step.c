/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A loop whose step is an input: it stands still when that is zero.
 * DATA-MODEL: ILP32
 * PROPERTY: termination
 * INPUT: x 12:11#1 32
 * INPUT: y 13:11#1 32
 * FAILS-IFF: (and (bvsge x #x00000000) (bvsle x #x000003e8) (= y #x00000000))
 */
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  if (x > 1000 || y < 0) return 0;
  while (x >= 0) x = x - y;
  return 0;
}
