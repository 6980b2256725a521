/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An inner loop goes round a clock until it meets a mark that may not be on it.
 * DATA-MODEL: ILP32
 * PROPERTY: termination
 * INPUT: mark 11:24#1 8
 * FAILS-IFF: (bvugt mark #x03)
 */
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char mark = __VERIFIER_nondet_uchar();
  for (int i = 0; i < 3; i++) {
    unsigned char hand = i;
    while (hand != mark) hand = hand == 3 ? 0 : hand + 1;
  }
  return 0;
}
