/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two arguments, used for nothing but the numbers that they denote.
 * DATA-MODEL: LP64
 * OPTIONS: --args 2 --arg-length 3
 * ALPHABET: 3715-
 * INPUT: n =argc 32
 * INPUT: x =atoi(argv[1]) 32
 * INPUT: y =atoi(argv[2]) 32
 * FAILS-IFF: (and (= n #x00000003) (bvsle (bvneg #x00000063) x) (bvsle x #x000003e7)
 *   (bvsle (bvneg #x00000063) y) (bvsle y #x000003e7) (= (bvmul #x00000002 x) (bvadd y #x00000007)))
 */
#include <stdlib.h>
extern void reach_error(void);

int main(int argc, char **argv) {
  int x = atoi(argv[1]), y = atoi(argv[2]);
  if (2 * x == y + 7) reach_error();
  return 0;
}
