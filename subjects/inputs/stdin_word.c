/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A word of at most two letters behind a space, which may be there.
 * DATA-MODEL: LP64
 * OPTIONS: --stdin-length 3
 * ALPHABET: go\sx
 * INPUT: a =stdin[0] 16
 * INPUT: b =stdin[1] 16
 * INPUT: c =stdin[2] 16
 * FAILS-IFF: (or (and (= a #x0067) (= b #x006f))
 *   (and (or (= a #x0020) (and (bvsle #x0009 a) (bvsle a #x000d))) (= b #x0067) (= c #x006f)))
 */
#include <stdio.h>
#include <string.h>
extern void reach_error(void);

int main(void) {
  char word[3];
  if (scanf("%2s", word) == 1 && strcmp(word, "go") == 0) reach_error();
  return 0;
}
