/* SPDX-License-Identifier: GPL-3.0-or-later */
/* strcmp on a string made of inputs.
 * DATA-MODEL: ILP32
 * INPUT: c1 15:13#1 8
 * INPUT: c2 16:13#1 8
 * INPUT: c3 17:13#1 8
 * FAILS-IFF: (and (= c1 #x6f) (= c2 #x6b) (= c3 #x00))
 */
#include <string.h>
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);

int main(void) {
  char word[4];
  word[0] = __VERIFIER_nondet_char();
  word[1] = __VERIFIER_nondet_char();
  word[2] = __VERIFIER_nondet_char();
  word[3] = '\0';
  if (strcmp(word, "ok") == 0) reach_error();
  return 0;
}
