/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An argument read by sscanf, which stops where it does not match.
 * DATA-MODEL: LP64
 * OPTIONS: --args 1 --arg-length 3
 * EXPECT: bounded
 * ALPHABET: 18:aA
 * INPUT: n =argc 32
 * INPUT: a =argv[1][0] 8
 * INPUT: b =argv[1][1] 8
 * INPUT: c =argv[1][2] 8
 * INPUT: d =argv[1][3] 8
 * FAILS-IFF: (and (= n #x00000002) (= a #x38) (= b #x3a) (or (= c #x31) (= c #x41) (= c #x61)) (= d #x00))
 */
#include <stdio.h>
extern void reach_error(void);

int main(int argc, char **argv) {
  int hour;
  unsigned minute;
  if (sscanf(argv[1], "%d:%x", &hour, &minute) == 2 && hour == 8 && (minute == 1 || minute == 10)) reach_error();
  return 0;
}
