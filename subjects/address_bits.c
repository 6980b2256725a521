/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An assumption on the number that an address is, which nobody knows: it must not make the rest look safe.
 * EXPECT: bounded
 * DATA-MODEL: LP64
 * INPUT: x 13:11#1 32
 * FAILS-IFF: (bvsgt x #x00000005)
 */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y[2];
  __VERIFIER_assume((((unsigned long)y) >> 4) != 0);
  if (x > 5) reach_error();
  return 0;
}
