/* SPDX-License-Identifier: GPL-3.0-or-later */
/* No input fails: the mask keeps the value below the bound.
 * DATA-MODEL: ILP32
 * INPUT: x 11:11#1 32
 * FAILS-IFF: false
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = (x & 15) * 3;
  if (y > 45) reach_error();
  return 0;
}
