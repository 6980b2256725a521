/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps of two over zero: odd numbers never meet it, and wrap round.
 * DATA-MODEL: ILP32
 * PROPERTY: termination
 * INPUT: x 11:21#1 8
 * FAILS-IFF: (= ((_ extract 0 0) x) #b1)
 */
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  while (x != 0) x -= 2;
  return 0;
}
