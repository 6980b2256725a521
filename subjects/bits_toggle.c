/* SPDX-License-Identifier: GPL-3.0-or-later */
/* No input fails: two bits are toggled together, again and again, and stay equal.
 * DATA-MODEL: ILP32
 * INPUT: n 11:11#1 32
 * FAILS-IFF: false
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  unsigned state = 0;
  for (int i = 0; i < n; i++) state ^= 5;
  if (state == 1 || state == 4) reach_error();
  return 0;
}
