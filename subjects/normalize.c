/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loop ends because a bit arrives at the top: only a solver sees that it never turns 64 times.
 * DATA-MODEL: ILP32
 * INPUT: mantissa 12:27#1 32
 * FAILS-IFF: (and (bvuge mantissa #x00040000) (bvult mantissa #x00080000) (not (= ((_ extract 0 0) mantissa) #b0)))
 */
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  int exponent = 0;
  unsigned int mantissa = __VERIFIER_nondet_uint();
  if (mantissa == 0) return 0;
  unsigned int m = mantissa;
  while ((m & 0x80000000u) == 0) {
    m <<= 1;
    exponent--;
  }
  if (exponent == -13 && (m & (1u << 13))) reach_error();
  return 0;
}
