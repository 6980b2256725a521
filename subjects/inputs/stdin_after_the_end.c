/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The end is met, a byte is pushed back behind it, and then it is met again.
 * DATA-MODEL: ILP32
 * OPTIONS: --stdin-length 2
 * ALPHABET: aq
 * INPUT: a =stdin[0] 16
 * INPUT: b =stdin[1] 16
 * FAILS-IFF: (and (= a #x0061) (= b #xffff))
 */
#include <stdio.h>
extern void reach_error(void);

int main(void) {
  if (getchar() != 'a' || getchar() != EOF || !feof(stdin)) return 0;
  ungetc('q', stdin);
  if (!feof(stdin) && getchar() == 'q' && getchar() == EOF && feof(stdin)) reach_error();
  return 0;
}
