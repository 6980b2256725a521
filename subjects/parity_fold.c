/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parity by folding halves onto each other.
 * DATA-MODEL: ILP32
 * INPUT: x 12:21#1 8
 * FAILS-IFF: (and (bvugt x #xf0) (= #b1 (bvxor ((_ extract 0 0) x) ((_ extract 1 1) x) ((_ extract 2 2) x)
 *   ((_ extract 3 3) x) ((_ extract 4 4) x) ((_ extract 5 5) x) ((_ extract 6 6) x) ((_ extract 7 7) x))))
 */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  unsigned char p = x;
  p ^= p >> 4;
  p ^= p >> 2;
  p ^= p >> 1;
  if ((p & 1) && x > 0xf0) reach_error();
  return 0;
}
