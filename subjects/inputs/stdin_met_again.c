/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is no number is met again by the next conversion, but for a sign: "--" gives a minus sign, "5" never a digit.
 * DATA-MODEL: LP64
 * OPTIONS: --stdin-length 2
 * ALPHABET: 5-x\s
 * SCANS: %d
 * SCANS: %c
 * INPUT: s =scanf_status#1 8
 * INPUT: t =scanf_status#2 8
 * INPUT: c =scanf(%c)#2 8
 * FAILS-IFF: (and (= s #x00) (= t #x01) (= c #x2d))
 */
#include <stdio.h>
extern void reach_error(void);

int main(void) {
  int n;
  char c = 'a';
  int first = scanf("%d", &n);
  scanf("%c", &c);
  if (first == 0 && (c == '-' || c == '5')) reach_error();
  return 0;
}
