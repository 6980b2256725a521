/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers, as many as there are arguments.
 * DATA-MODEL: LP64
 * OPTIONS: --args 0..2 --arg-length 1
 * ALPHABET: 5236-
 * INPUT: n =argc 32
 * INPUT: x =atoi(argv[1]) 32
 * INPUT: y =atoi(argv[2]) 32
 * FAILS-IFF: (and (bvsle #x00000001 n) (bvsle n #x00000003) (bvsle #x00000000 x) (bvsle x #x00000009)
 *   (bvsle #x00000000 y) (bvsle y #x00000009)
 *   (or (and (= n #x00000002) (= x #x00000005)) (and (= n #x00000003) (= (bvadd x y) #x00000005))))
 */
#include <stdlib.h>
extern void reach_error(void);

int main(int argc, char **argv) {
  int sum = 0;
  for (int i = 1; i < argc; i++) sum += atoi(argv[i]);
  if (sum == 5) reach_error();
  return 0;
}
