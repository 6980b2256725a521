/* SPDX-License-Identifier: GPL-3.0-or-later */
/* read() without stdio.
 * DATA-MODEL: ILP32
 * OPTIONS: --stdin-length 3
 * ALPHABET: ab
 * INPUT: a =stdin[0] 16
 * INPUT: b =stdin[1] 16
 * FAILS-IFF: (and (= a #x0061) (= b #xffff))
 */
#include <unistd.h>
extern void reach_error(void);

int main(void) {
  char buffer[2];
  if (read(0, buffer, 2) == 1 && buffer[0] == 'a') reach_error();
  return 0;
}
