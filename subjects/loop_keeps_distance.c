/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two counters walk side by side up to an input; their distance never changes.
 * DATA-MODEL: ILP32
 * INPUT: n 11:11#1 32
 * FAILS-IFF: false
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  int a = 0, b = 3;
  while (a < n) {
    a++;
    b++;
  }
  if (b - a != 3) reach_error();
  return 0;
}
