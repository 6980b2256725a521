/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A large unsigned number is written with a minus sign.
 * DATA-MODEL: LP64
 * OPTIONS: --stdin-length 2
 * ALPHABET: 19-\sx
 * INPUT: s =scanf_status#1 8
 * INPUT: x =scanf(%u)#1 32
 * FAILS-IFF: (and (= s #x01) (bvule #xfffffff7 x))
 */
#include <stdio.h>
extern void reach_error(void);

int main(void) {
  unsigned x;
  if (scanf("%u", &x) == 1 && x > 1000) reach_error();
  return 0;
}
