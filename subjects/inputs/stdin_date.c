/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers between slashes.
 * DATA-MODEL: LP64
 * OPTIONS: --stdin-length 40
 * ALPHABET: 12/
 * SCANS: %d/%d/%d
 * INPUT: s =scanf_status#1 8
 * INPUT: t =scanf_status#2 8
 * INPUT: u =scanf_status#3 8
 * INPUT: v =scanf_status#4 8
 * INPUT: w =scanf_status#5 8
 * INPUT: day =scanf(%d)#1 32
 * INPUT: month =scanf(%d)#3 32
 * FAILS-IFF: (and (= s #x01) (= t #x01) (= u #x01) (= v #x01) (= w #x01)
 *   (or (bvsgt day #x0000001f) (bvsgt month #x0000000c)))
 */
#include <stdio.h>
extern void reach_error(void);

int main(void) {
  int day, month, year;
  if (scanf("%d/%d/%d", &day, &month, &year) == 3 && (day > 31 || month > 12)) reach_error();
  return 0;
}
