/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two error calls, each with a region of its own; the second one is only reached when the first is not.
 * DATA-MODEL: ILP32
 * INPUT: x 12:11#1 32
 * INPUT: y 14:11#1 32
 * FAILS-IFF: (or (= x (bvneg #x00000001)) (and (bvsgt x #x00000064) (= y x)))
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == -1) reach_error();
  int y = __VERIFIER_nondet_int();
  if (x > 100) {
    if (x == y) reach_error();
  }
  return 0;
}
