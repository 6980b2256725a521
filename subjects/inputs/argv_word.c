/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An argument compared as a whole.
 * DATA-MODEL: ILP32
 * OPTIONS: --args 1 --arg-length 3
 * ALPHABET: ofnm
 * INPUT: n =argc 32
 * INPUT: a =argv[1][0] 8
 * INPUT: b =argv[1][1] 8
 * INPUT: c =argv[1][2] 8
 * INPUT: d =argv[1][3] 8
 * FAILS-IFF: (and (= n #x00000002) (= a #x6f) (= b #x6e) (= c #x00) (= d #x00))
 */
#include <string.h>
extern void reach_error(void);

int main(int argc, char **argv) {
  if (strcmp(argv[1], "on") == 0) reach_error();
  return 0;
}
