/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A loop gives up when it has come far enough.
 * DATA-MODEL: ILP32
 * PROPERTY: runtime-errors
 * INPUT: n 12:11#1 32
 * FAILS-IFF: (bvsgt n #x0000000c)
 */
extern int __VERIFIER_nondet_int(void);
extern void abort(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++)
    if (i == 12) abort();
  return 0;
}
