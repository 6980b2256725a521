/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Elements of two bytes, of which only whole ones count.
 * DATA-MODEL: LP64
 * OPTIONS: --stdin-length 5
 * ALPHABET: ab
 * INPUT: a =stdin[0] 16
 * INPUT: b =stdin[1] 16
 * INPUT: c =stdin[2] 16
 * INPUT: d =stdin[3] 16
 * FAILS-IFF: (and (bvsle #x0000 a) (bvsle a #x00ff) (bvsle #x0000 b) (bvsle b #x00ff) (= c #x0062)
 *   (bvsle #x0000 d) (bvsle d #x00ff))
 */
#include <stdio.h>
extern void reach_error(void);

int main(void) {
  char pairs[2][2];
  if (fread(pairs, 2, 2, stdin) == 2 && pairs[1][0] == 'b') reach_error();
  return 0;
}
