/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every input fails, on one way or the other.
 * DATA-MODEL: ILP32
 * INPUT: x 11:11#1 32
 * FAILS-IFF: true
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 10)
    reach_error();
  else if (x >= 10)
    reach_error();
  return 0;
}
