/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A conversion to short loses the upper half.
 * DATA-MODEL: ILP32
 * INPUT: x 11:11#1 32
 * FAILS-IFF: (and (= ((_ extract 15 0) x) #xfff9) (not (= x #xfffffff9)))
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  short s = (short)x;
  if (s == -7 && s != x) reach_error();
  return 0;
}
