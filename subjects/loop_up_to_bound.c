/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A loop that goes up to and including its bound: for the largest number it never ends.  Later turns do
 * nothing more.
 * DATA-MODEL: ILP32
 * INPUT: n 14:11#1 32
 * FAILS-IFF: (and (bvsge n #x00000006) (not (= n #x7fffffff)))
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void abort(void);

int main(void) {
  int i, pay = 0;
  int n = __VERIFIER_nondet_int();
  for (i = 1; i <= n; i++)
    if (i < 6) pay += 3;
  if (pay != 3 * n && pay != 0) reach_error();
  return 0;
}
