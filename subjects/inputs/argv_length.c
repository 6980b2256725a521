/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long an argument is: no byte before its end is 0.
 * DATA-MODEL: LP64
 * OPTIONS: --args 1 --arg-length 3
 * INPUT: n =argc 32
 * INPUT: a =argv[1][0] 8
 * INPUT: b =argv[1][1] 8
 * INPUT: c =argv[1][2] 8
 * INPUT: d =argv[1][3] 8
 * FAILS-IFF: (and (= n #x00000002) (not (= a #x00)) (not (= b #x00)) (= c #x00) (= d #x00))
 */
#include <string.h>
extern void reach_error(void);

int main(int argc, char **argv) {
  if (strlen(argv[1]) == 2) reach_error();
  return 0;
}
