/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A right shift of a negative number keeps its sign.
 * DATA-MODEL: ILP32
 * INPUT: x 11:11#1 32
 * FAILS-IFF: (= ((_ extract 31 4) x) #xffffffe)
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x >> 4 == -2) reach_error();
  return 0;
}
