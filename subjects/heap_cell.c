/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two cells from the heap; one is freed before the check.
 * DATA-MODEL: ILP32
 * INPUT: x 16:8#1 32
 * INPUT: y 17:8#1 32
 * FAILS-IFF: (= (bvadd x y) #x0000002a)
 */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int *a = malloc(sizeof *a);
  int *b = malloc(sizeof *b);
  if (!a || !b) return 0;
  *a = __VERIFIER_nondet_int();
  *b = __VERIFIER_nondet_int();
  *b += *a;
  free(a);
  if (*b == 42) reach_error();
  free(b);
  return 0;
}
