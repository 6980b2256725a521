/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recursion whose depth an assumption bounds.
 * DATA-MODEL: ILP32
 * INPUT: n 14:11#1 32
 * FAILS-IFF: (= n #x00000005)
 */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static int factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0 && n <= 6);
  if (factorial(n) == 120) reach_error();
  return 0;
}
