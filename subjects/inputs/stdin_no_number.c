/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is no number stops scanf; the end is something else.
 * DATA-MODEL: ILP32
 * OPTIONS: --stdin-length 2
 * ALPHABET: 19-\sx
 * INPUT: s =scanf_status#1 8
 * FAILS-IFF: (= s #x00)
 */
#include <stdio.h>
extern void reach_error(void);

int main(void) {
  int x = 7;
  if (scanf("%d", &x) == 0 && x == 7) reach_error();
  return 0;
}
