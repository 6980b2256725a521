/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inputs decide how often the loop turns: exactly three values before the zero.
 * DATA-MODEL: ILP32
 * INPUT: a 16:9#1 8
 * INPUT: b 16:9#2 8
 * INPUT: c 16:9#3 8
 * INPUT: d 16:9#4 8
 * FAILS-IFF: (and (not (= a #x00)) (not (= b #x00)) (not (= c #x00)) (= d #x00))
 */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  int n = 0;
  while (n < 5) {
    if (__VERIFIER_nondet_uchar() == 0) break;
    n++;
  }
  if (n == 3) reach_error();
  return 0;
}
