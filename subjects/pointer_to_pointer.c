/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A write through a pointer to a pointer to one of two variables.
 * DATA-MODEL: ILP32
 * INPUT: which 15:7#1 32
 * INPUT: v 16:9#1 32
 * FAILS-IFF: (and (= which #x00000000) (= v #x00000005))
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int a = 1, b = 2;
  int *p = &b;
  int **q = &p;
  if (__VERIFIER_nondet_int()) *q = &a;
  **q = __VERIFIER_nondet_int();
  if (b == 5) reach_error();
  return 0;
}
