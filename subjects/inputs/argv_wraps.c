/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ten digits denote every int: 2147483648 is the least of them.
 * DATA-MODEL: LP64
 * OPTIONS: --args 1 --arg-length 10
 * ALPHABET: 2194-
 * INPUT: n =argc 32
 * INPUT: x =atoi(argv[1]) 32
 * FAILS-IFF: (and (= n #x00000002) (bvslt x (bvneg #x77359400)))
 */
#include <stdlib.h>
extern void reach_error(void);

int main(int argc, char **argv) {
  if (atoi(argv[1]) < -2000000000) reach_error();
  return 0;
}
