/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The divisor is a difference of inputs, which is zero where they are equal.
 * DATA-MODEL: ILP32
 * PROPERTY: runtime-errors
 * INPUT: x 12:16#1 32
 * INPUT: y 13:16#1 32
 * FAILS-IFF: (= x y)
 */
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  unsigned y = __VERIFIER_nondet_uint();
  return 100 / (x - y) == 3;
}
