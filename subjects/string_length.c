/* SPDX-License-Identifier: GPL-3.0-or-later */
/* strlen of a short string whose end the inputs decide.
 * DATA-MODEL: ILP32
 * INPUT: a 16:12#1 8
 * INPUT: b 16:12#2 8
 * INPUT: c 16:12#3 8
 * FAILS-IFF: (and (not (= a #x00)) (not (= b #x00)) (= c #x00))
 */
#include <string.h>
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);

int main(void) {
  char s[4];
  for (int i = 0; i < 3; i++)
    s[i] = __VERIFIER_nondet_char();
  s[3] = '\0';
  if (strlen(s) == 2) reach_error();
  return 0;
}
