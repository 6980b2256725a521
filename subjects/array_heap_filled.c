/* SPDX-License-Identifier: GPL-3.0-or-later */
/* No input fails: all elements of an array, as many as an input says, are written downwards before they are read.
 * DATA-MODEL: ILP32
 * INPUT: n 11:11#1 32
 * FAILS-IFF: false
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned size);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 50000) return 0;
  int *a = malloc(sizeof(int) * n);
  for (int i = n - 1; i >= 0; i--) a[i] = 2 * i;
  for (int i = 0; i < n; i++)
    if (a[i] != 2 * i) reach_error();
  return 0;
}
