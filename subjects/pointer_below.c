/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A pointer walks down an array, and stops when it is below its start.
 * DATA-MODEL: ILP32
 * INPUT: n 12:11#1 32
 * FAILS-IFF: (bvsge n #x00000004)
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int a[4] = {0, 1, 2, 3};
  int n = __VERIFIER_nondet_int();
  int *p = a + 3;
  int steps = 0;
  while (p >= a && steps < n) {
    p--;
    steps++;
  }
  if (steps == 4) reach_error();
  return 0;
}
