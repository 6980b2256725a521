/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A number with a letter right behind it.
 * DATA-MODEL: LP64
 * OPTIONS: --stdin-length 2
 * ALPHABET: 7k0\s-
 * SCANS: %d%c
 * INPUT: s =scanf_status#1 8
 * INPUT: t =scanf_status#2 8
 * INPUT: n =scanf(%d)#1 32
 * INPUT: unit =scanf(%c)#2 8
 * FAILS-IFF: (and (= s #x01) (= t #x01) (= n #x00000007) (= unit #x6b))
 */
#include <stdio.h>
extern void reach_error(void);

int main(void) {
  int n;
  char unit;
  if (scanf("%d%c", &n, &unit) == 2 && n == 7 && unit == 'k') reach_error();
  return 0;
}
