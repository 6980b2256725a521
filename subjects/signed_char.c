/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The same byte read as signed and as unsigned.
 * DATA-MODEL: ILP32
 * INPUT: c 11:19#1 8
 * FAILS-IFF: (and (bvsge c #xec) (bvslt c #x00))
 */
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);

int main(void) {
  signed char c = __VERIFIER_nondet_char();
  unsigned char u = c;
  if (u > 200 && c >= -20) reach_error();
  return 0;
}
