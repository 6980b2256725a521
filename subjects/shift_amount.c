/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A shift by the width or more takes the amount modulo the width.
 * DATA-MODEL: ILP32
 * INPUT: s 11:20#1 32
 * FAILS-IFF: (= ((_ extract 4 0) s) #b00100)
 */
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned int s = __VERIFIER_nondet_uint();
  unsigned int bit = 1u << s;
  if (bit == 16) reach_error();
  return 0;
}
