/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A number of one digit with a letter behind it: bytes, because of the width.
 * DATA-MODEL: LP64
 * OPTIONS: --stdin-length 2
 * ALPHABET: 7k0\s-
 * INPUT: a =stdin[0] 16
 * INPUT: b =stdin[1] 16
 * FAILS-IFF: (and (= a #x0037) (= b #x006b))
 */
#include <stdio.h>
extern void reach_error(void);

int main(void) {
  int n;
  char unit;
  if (scanf("%1d%c", &n, &unit) == 2 && n == 7 && unit == 'k') reach_error();
  return 0;
}
