/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The width of what is shifted decides, not that of the amount.
 * DATA-MODEL: ILP32
 * PROPERTY: runtime-errors
 * INPUT: x 11:21#1 8
 * FAILS-IFF: (bvuge x #x40)
 */
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  unsigned long long wide = 1;
  return (wide << x) == 0;
}
