/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A number that may be missing.
 * DATA-MODEL: ILP32
 * OPTIONS: --args 0..2 --arg-length 2
 * INPUT: n =argc 32
 * INPUT: x =atoi(argv[1]) 32
 * FAILS-IFF: (and (bvsle #x00000001 n) (bvsle n #x00000003) (bvsle (bvneg #x00000009) x) (bvsle x #x00000063)
 *   (or (= n #x00000001) (bvsgt x #x00000032)))
 */
#include <stdlib.h>
extern void reach_error(void);

int main(int argc, char **argv) {
  int limit = 99;
  if (argc > 1) limit = atoi(argv[1]);
  if (limit > 50) reach_error();
  return 0;
}
