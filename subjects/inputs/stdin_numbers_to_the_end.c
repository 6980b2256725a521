/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers until there are no more, of which two fit.
 * DATA-MODEL: ILP32
 * OPTIONS: --stdin-length 3
 * ALPHABET: 98-\sx
 * INPUT: s =scanf_status#1 8
 * INPUT: t =scanf_status#2 8
 * INPUT: u =scanf_status#3 8
 * INPUT: x =scanf(%d)#1 32
 * INPUT: y =scanf(%d)#2 32
 * FAILS-IFF: (and (= s #x01) (= t #x01) (= u #xff) (bvsle #x00000000 x) (bvsle x #x00000009)
 *   (bvsle #x00000000 y) (bvsle y #x00000009) (= (bvadd x y) #x00000011))
 */
#include <stdio.h>
extern void reach_error(void);

int main(void) {
  int x, sum = 0, n = 0;
  while (scanf("%d", &x) == 1) {
    sum += x;
    n++;
  }
  if (n == 2 && sum == 17 && scanf("%d", &x) == EOF) reach_error();
  return 0;
}
