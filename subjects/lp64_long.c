/* SPDX-License-Identifier: GPL-3.0-or-later */
/* With LP64 a long has 64 bits.
 * DATA-MODEL: LP64
 * INPUT: x 11:21#1 64
 * FAILS-IFF: (and (bvugt x #x00000000ffffffff) (= ((_ extract 7 0) x) #x01))
 */
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);

int main(void) {
  unsigned long x = __VERIFIER_nondet_ulong();
  if (x > 0xffffffffu && (x & 255) == 1) reach_error();
  return 0;
}
