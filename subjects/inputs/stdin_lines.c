/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two ends of lines within three bytes.
 * DATA-MODEL: LP64
 * OPTIONS: --stdin-length 3
 * ALPHABET: ab\n
 * INPUT: a =stdin[0] 16
 * INPUT: b =stdin[1] 16
 * INPUT: c =stdin[2] 16
 * FAILS-IFF: (and (bvsle #x0000 a) (bvsle a #x00ff) (bvsle #x0000 b) (bvsle b #x00ff) (bvsle #xffff c)
 *   (bvsle c #x00ff) (or (and (= a #x000a) (= b #x000a) (not (= c #x000a)))
 *     (and (= a #x000a) (not (= b #x000a)) (= c #x000a)) (and (not (= a #x000a)) (= b #x000a) (= c #x000a))))
 */
#include <stdio.h>
extern void reach_error(void);

int main(void) {
  int c, lines = 0;
  while ((c = getchar()) != EOF)
    if (c == '\n') lines++;
  if (lines == 2) reach_error();
  return 0;
}
