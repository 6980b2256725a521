/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A recursion that goes through the opposite number: it tells how large one is.
 * DATA-MODEL: ILP32
 * INPUT: n 13:11#1 32
 * FAILS-IFF: (and (bvslt n #xfffffffb) (bvsge n #xfffff448))
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int size(int n) { return n == 0 ? 0 : n < 0 ? size(-n) : 1 + size(n - 1); }

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < -3000 || n > 3000) return 0;
  int s = size(n);
  if (n < -5 && s > 5) reach_error();
  return 0;
}
