/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A countdown that is stuck above a threshold.
 * DATA-MODEL: ILP32
 * PROPERTY: termination
 * INPUT: x 11:11#1 32
 * FAILS-IFF: (bvsgt x #x00000014)
 */
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  while (x > 0) {
    if (x > 20)
      x = 25;
    else
      x--;
  }
  return 0;
}
