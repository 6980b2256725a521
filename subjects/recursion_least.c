/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The least number is its own opposite, so this recursion does not end there; all others below -5 fail.
 * DATA-MODEL: ILP32
 * INPUT: n 13:11#1 32
 * FAILS-IFF: (and (bvslt n #xfffffffb) (not (= n #x80000000)))
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int size(int n) { return n == 0 ? 0 : n < 0 ? size(-n) : 1 + size(n - 1); }

int main(void) {
  int n = __VERIFIER_nondet_int();
  int s = size(n);
  if (n < -5 && s > 5) reach_error();
  return 0;
}
