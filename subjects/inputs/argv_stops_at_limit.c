/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where long has 32 bits, a number of ten digits stops at its limit, and no negative number is beyond -999999999.
 * DATA-MODEL: ILP32
 * OPTIONS: --args 1 --arg-length 10
 * ALPHABET: 9912
 * INPUT: n =argc 32
 * INPUT: x =atoi(argv[1]) 32
 * FAILS-IFF: (and (= n #x00000002) (= x #x7fffffff))
 */
#include <stdlib.h>
extern void reach_error(void);

int main(int argc, char **argv) {
  int x = atoi(argv[1]);
  if (x == 2147483647 || x < -999999999) reach_error();
  return 0;
}
