/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The remainder has the sign of the dividend.
 * DATA-MODEL: ILP32
 * INPUT: x 11:11#1 32
 * FAILS-IFF: (and (= (bvsrem x #x00000007) #xfffffffd) (bvsgt x #xffffff9c))
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x % 7 == -3 && x > -100) reach_error();
  return 0;
}
