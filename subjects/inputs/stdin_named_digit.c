/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Behind two literals there is room for one digit.
 * DATA-MODEL: LP64
 * OPTIONS: --stdin-length 3
 * ALPHABET: x=01-
 * SCANS: x=%d
 * INPUT: s =scanf_status#1 8
 * INPUT: t =scanf_status#2 8
 * INPUT: u =scanf_status#3 8
 * INPUT: n =scanf(%d)#3 32
 * FAILS-IFF: (and (= s #x01) (= t #x01) (= u #x01) (bvsle #x00000000 n) (bvsle n #x00000009))
 */
#include <stdio.h>
extern void reach_error(void);

int main(void) {
  int n;
  if (scanf("x=%d", &n) == 1) reach_error();
  return 0;
}
