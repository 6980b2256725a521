/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An overflow check that is one: the sum wrapped around.
 * DATA-MODEL: ILP32
 * INPUT: a 12:20#1 32
 * INPUT: b 13:20#1 32
 * FAILS-IFF: (bvult (bvadd a b) a)
 */
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned int a = __VERIFIER_nondet_uint();
  unsigned int b = __VERIFIER_nondet_uint();
  unsigned int sum = a + b;
  if (sum < a) reach_error();
  return 0;
}
