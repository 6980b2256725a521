/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exit and abort end the run before the error.
 * DATA-MODEL: ILP32
 * INPUT: x 12:11#1 32
 * FAILS-IFF: (and (bvsgt x #x00000000) (bvsle x #x00000032))
 */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x <= 0) exit(0);
  if (x > 50) abort();
  reach_error();
  return 0;
}
