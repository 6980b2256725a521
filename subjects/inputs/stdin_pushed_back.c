/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A byte that is read, pushed back and read again.
 * DATA-MODEL: ILP32
 * OPTIONS: --stdin-length 2
 * ALPHABET: #1a
 * INPUT: a =stdin[0] 16
 * INPUT: b =stdin[1] 16
 * FAILS-IFF: (and (= a #x0023) (= b #x0031))
 */
#include <stdio.h>
extern void reach_error(void);

int main(void) {
  int c = getchar();
  ungetc(c, stdin);
  if (c == '#' && fgetc(stdin) == '#' && getc(stdin) == '1') reach_error();
  return 0;
}
