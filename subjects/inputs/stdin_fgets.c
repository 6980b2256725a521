/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A line of at most three bytes.
 * DATA-MODEL: LP64
 * OPTIONS: --stdin-length 4
 * ALPHABET: qa\n
 * INPUT: a =stdin[0] 16
 * INPUT: b =stdin[1] 16
 * FAILS-IFF: (and (= a #x0071) (= b #x000a))
 */
#include <stdio.h>
extern void reach_error(void);

int main(void) {
  char line[4];
  if (fgets(line, sizeof line, stdin) && line[0] == 'q' && line[1] == '\n') reach_error();
  return 0;
}
