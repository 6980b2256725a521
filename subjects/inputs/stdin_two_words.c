/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two words with a space between them, after a byte that is pushed back.
 * DATA-MODEL: LP64
 * OPTIONS: --stdin-length 3
 * ALPHABET: xy\sz
 * INPUT: a =stdin[0] 16
 * INPUT: b =stdin[1] 16
 * INPUT: c =stdin[2] 16
 * FAILS-IFF: (and (= a #x0078) (or (= b #x0020) (and (bvsle #x0009 b) (bvsle b #x000d))) (= c #x0079))
 */
#include <stdio.h>
extern void reach_error(void);

int main(void) {
  char first[8], second[8];
  ungetc(getchar(), stdin);
  if (scanf("%s%s", first, second) == 2 && first[0] == 'x' && second[0] == 'y') reach_error();
  return 0;
}
