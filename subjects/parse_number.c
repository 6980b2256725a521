/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Three characters read as a decimal number.
 * DATA-MODEL: ILP32
 * INPUT: a 16:14#1 8
 * INPUT: b 16:14#2 8
 * INPUT: c 16:14#3 8
 * FAILS-IFF: (and (bvuge a #x30) (bvule a #x39) (bvuge b #x30) (bvule b #x39) (bvuge c #x30) (bvule c #x39)
 *   (or (bvugt a #x32) (and (= a #x32) (or (bvugt b #x35) (and (= b #x35) (bvugt c #x35))))))
 */
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);

int main(void) {
  int number = 0;
  for (int i = 0; i < 3; i++) {
    char c = __VERIFIER_nondet_char();
    if (c < '0' || c > '9') return 0;
    number = 10 * number + (c - '0');
  }
  if (number > 255) reach_error();
  return 0;
}
