/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The second line, if there is one.
 * DATA-MODEL: LP64
 * OPTIONS: --stdin-length 3
 * ALPHABET: ab\n
 * INPUT: a =stdin[0] 16
 * INPUT: b =stdin[1] 16
 * INPUT: c =stdin[2] 16
 * FAILS-IFF: (or (and (= a #x000a) (= b #x0062) (= c #xffff))
 *   (and (bvsle #x0000 a) (bvsle a #x00ff) (not (= a #x000a)) (= b #x000a) (= c #x0062)))
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
  char *line = NULL;
  size_t size = 0;
  if (getline(&line, &size, stdin) < 0) return 0;
  if (getline(&line, &size, stdin) == 1 && line[0] == 'b') reach_error();
  free(line);
  return 0;
}
