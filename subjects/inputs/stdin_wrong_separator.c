/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The literal that is not there is known not to come next; behind it are three bytes more at most.
 * DATA-MODEL: ILP32
 * OPTIONS: --stdin-length 4
 * ALPHABET: 19,;-
 * SCANS: %d,%d
 * SCANS: %c%d
 * INPUT: s =scanf_status#1 8
 * INPUT: t =scanf_status#2 8
 * INPUT: u =scanf_status#3 8
 * INPUT: v =scanf_status#4 8
 * INPUT: w =scanf_status#5 8
 * INPUT: x =scanf(%d)#1 32
 * INPUT: c =scanf(%c)#4 8
 * INPUT: y =scanf(%d)#5 32
 * FAILS-IFF: (and (= v #x01) (= w #x01) (= y #x00000063)
 *   (or (and (= s #x01) (= t #x00) (bvsle #x00000000 x) (bvsle x #x00000009) (= c #x3b))
 *     (and (= s #x00) (or (= c #x3b) (= c #x2c)))))
 */
#include <stdio.h>
extern void reach_error(void);

int main(void) {
  int x = 0, y = 0, z = 0;
  char c = 'a';
  if (scanf("%d,%d", &x, &y) == 2) return 0;
  if (scanf("%c%d", &c, &z) == 2 && z == 99 && (c == ';' || c == ',')) reach_error();
  return 0;
}
