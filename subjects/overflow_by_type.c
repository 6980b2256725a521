/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What overflows depends on the type: narrow numbers are promoted, unsigned ones wrap.  Of the signed ones, the
 * least is the one that has no negative.
 * DATA-MODEL: ILP32
 * PROPERTY: no-overflow
 * INPUT: x 13:11#1 32
 * INPUT: y 14:11#1 32
 * FAILS-IFF: (and (= x #x80000000) (or (= y #xffffffff) (= y #x00000005)))
 */
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  short narrow = (short)x;
  unsigned wraps = (unsigned)x;
  long long wide = x;
  narrow++;
  wraps++;
  wide--;
  if (y == -1) return x / y > 0;
  if (y == 5) return -x > 0;
  return narrow + wraps + wide > 0;
}
