/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A do-while loop counts decimal digits.
 * DATA-MODEL: ILP32
 * INPUT: n 11:22#1 16
 * FAILS-IFF: (and (bvuge n #x03e8) (bvult n #x2710))
 */
extern unsigned short __VERIFIER_nondet_ushort(void);
extern void reach_error(void);

int main(void) {
  unsigned short n = __VERIFIER_nondet_ushort();
  int digits = 0;
  do {
    digits++;
    n /= 10;
  } while (n);
  if (digits == 4) reach_error();
  return 0;
}
