/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How often a loop turns is found out by running it: among 1 to 8 only 7 needs more than ten steps.
 * DATA-MODEL: ILP32
 * INPUT: n 11:20#1 32
 * FAILS-IFF: (= n #x00000007)
 */
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned int n = __VERIFIER_nondet_uint();
  int steps = 0;
  if (n < 1 || n > 8) return 0;
  while (n != 1) {
    n = n % 2 ? 3 * n + 1 : n / 2;
    steps++;
  }
  if (steps > 10) reach_error();
  return 0;
}
