/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An argument in hexadecimal digits.
 * DATA-MODEL: LP64
 * OPTIONS: --args 1 --arg-length 2
 * ALPHABET: 0f1-X
 * INPUT: n =argc 32
 * INPUT: x =strtol(argv[1],16) 64
 * FAILS-IFF: (and (= n #x00000002) (bvsle #x00000000000000f1 x) (bvsle x #x00000000000000ff))
 */
#include <stdlib.h>
extern void reach_error(void);

int main(int argc, char **argv) {
  if (strtol(argv[1], NULL, 16) > 0xf0) reach_error();
  return 0;
}
