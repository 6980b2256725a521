/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memcpy between bytes and an int: the machine is little-endian.
 * DATA-MODEL: ILP32
 * INPUT: x 12:11#1 32
 * FAILS-IFF: (and (= ((_ extract 7 0) x) #x01) (= ((_ extract 23 16) x) #x03) (bvsgt x #x00000000))
 */
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned char bytes[4];
  int y;
  memcpy(bytes, &x, sizeof x);
  memcpy(&y, bytes, sizeof y);
  if (bytes[0] == 1 && bytes[2] == 3 && y > 0) reach_error();
  return 0;
}
