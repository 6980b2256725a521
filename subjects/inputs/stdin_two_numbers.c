/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two numbers within four bytes: what is read is the numbers, whatever their text.
 * DATA-MODEL: LP64
 * OPTIONS: --stdin-length 4
 * ALPHABET: 19-\sx
 * INPUT: s =scanf_status#1 8
 * INPUT: t =scanf_status#2 8
 * INPUT: x =scanf(%d)#1 32
 * INPUT: y =scanf(%d)#2 32
 * FAILS-IFF: (and (= s #x01) (= t #x01) (= (bvadd x y) #x0000000c)
 *   (or (and (bvsle #x00000000 x) (bvsle x #x00000009) (bvsle #x00000000 y) (bvsle y #x00000063))
 *     (and (bvsle #x0000000a x) (bvsle x #x00000063) (bvsle (bvneg #x00000009) y) (bvsle y #x00000009))
 *     (and (bvsle (bvneg #x00000009) x) (bvslt x #x00000000) (bvsle #x00000000 y) (bvsle y #x00000009))))
 */
#include <stdio.h>
extern void reach_error(void);

int main(void) {
  int x, y;
  if (scanf("%d %d", &x, &y) == 2 && x + y == 12) reach_error();
  return 0;
}
