/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A loop that ends for every input, after up to two thousand million turns, and an error that does not depend on it.
 * DATA-MODEL: ILP32
 * INPUT: n 11:11#1 32
 * FAILS-IFF: (bvsgt n #x0000000a)
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  int turns = 0;
  while (n > 0) {
    n--;
    turns++;
  }
  if (turns > 10) reach_error();
  return 0;
}
