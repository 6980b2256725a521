/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One byte, and then the end.
 * DATA-MODEL: ILP32
 * OPTIONS: --stdin-length 3
 * ALPHABET: ab\n
 * INPUT: a =stdin[0] 16
 * INPUT: b =stdin[1] 16
 * FAILS-IFF: (and (= a #x0061) (= b #xffff))
 */
#include <stdio.h>
extern void reach_error(void);

int main(void) {
  if (getchar() == 'a' && getchar() == EOF) reach_error();
  return 0;
}
