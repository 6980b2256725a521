/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Doubling fills a word with ones: from 16 on there are no more.
 * DATA-MODEL: ILP32
 * INPUT: n 13:11#1 32
 * FAILS-IFF: (and (bvsge n #x00000010) (bvsle n #x00000bb8))
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static unsigned short ones(int n) { return n == 1 ? 1 : 2 * ones(n - 1) + 1; }

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 3000) return 0;
  if (ones(n) == 0xffff) reach_error();
  return 0;
}
