/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A number with a fraction: all of them are read, also infinity, and what is none.
 * DATA-MODEL: LP64
 * OPTIONS: --stdin-length 30
 * ALPHABET: 0159.-
 * SCANS: %lf
 * INPUT: s =scanf_status#1 8
 * INPUT: x =scanf(%lf)#1 64
 * FAILS-IFF: (and (= s #x01) (not (fp.lt ((_ to_fp 11 53) x) ((_ to_fp 11 53) #x4059000000000000)))
 *   (fp.eq ((_ to_fp 11 53) x) ((_ to_fp 11 53) x)))
 */
#include <stdio.h>
extern void reach_error(void);

int main(void) {
  double x;
  if (scanf("%lf", &x) != 1 || x < 100) return 0;
  if (x == x) reach_error();
  return 0;
}
