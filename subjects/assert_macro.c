/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A failing assert() is a failure.
 * DATA-MODEL: ILP32
 * INPUT: x 12:11#1 32
 * INPUT: y 13:11#1 32
 * FAILS-IFF: (and (= x #x00000007) (bvslt y #x00000000))
 */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  assert(x != 7 || y >= 0);
  return 0;
}
