/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Of "--5" the first conversion reads a sign that has no number, and the second reads -5: three bytes at least.
 * DATA-MODEL: LP64
 * OPTIONS: --stdin-length 3
 * ALPHABET: 19-\sx
 * INPUT: s =scanf_status#1 8
 * INPUT: t =scanf_status#2 8
 * INPUT: x =scanf(%d)#2 32
 * FAILS-IFF: (and (= s #x00) (= t #x01) (bvsle (bvneg #x00000009) x) (bvslt x #x00000000))
 */
#include <stdio.h>
extern void reach_error(void);

int main(void) {
  int x = 0;
  int first = scanf("%d", &x), second = scanf("%d", &x);
  if (first == 0 && second == 1 && x < 0) reach_error();
  return 0;
}
