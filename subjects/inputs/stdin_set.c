/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Letters of a set, and a comma behind them.
 * DATA-MODEL: ILP32
 * OPTIONS: --stdin-length 3
 * ALPHABET: ab,x
 * INPUT: a =stdin[0] 16
 * INPUT: b =stdin[1] 16
 * INPUT: c =stdin[2] 16
 * FAILS-IFF: (and (bvsle #x0061 a) (bvsle a #x0063) (bvsle #x0061 b) (bvsle b #x0063) (= c #x002c))
 */
#include <stdio.h>
extern void reach_error(void);

int main(void) {
  char letters[4], comma;
  if (scanf("%3[a-c]%c", letters, &comma) == 2 && letters[1] && comma == ',') reach_error();
  return 0;
}
