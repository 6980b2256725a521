/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two inputs count down together: the failing ones lie on a line.
 * DATA-MODEL: LP64
 * INPUT: a 12:11#1 32
 * INPUT: b 13:11#1 32
 * FAILS-IFF: (and (bvsle #x00000000 b) (bvsle a #x000186a0) (= a (bvadd b #x00000007)) (bvsle b #x000186a0))
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  if (a < 0 || a > 100000 || b < 0 || b > 100000) return 0;
  while (a > 0 && b > 0) {
    a--;
    b--;
  }
  if (a == 7) reach_error();
  return 0;
}
