/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two words are changed by the same input in every turn; how they differ never changes.
 * DATA-MODEL: ILP32
 * INPUT: go 12:10#1 32
 * INPUT: r 13:18#1 32
 * FAILS-IFF: false
 */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned x = 3, y = 0;
  while (__VERIFIER_nondet_uint()) {
    unsigned r = __VERIFIER_nondet_uint();
    x = x ^ r;
    y = y ^ r;
  }
  if (x == 5 && y == 9) reach_error();
  return 0;
}
