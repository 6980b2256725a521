/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The library sorts three numbers, and finds one in them.
 * DATA-MODEL: LP64
 * INPUT: x 18:11#1 32
 * INPUT: y 19:11#1 32
 * FAILS-IFF: (or (and (bvslt x #x00000007) (bvslt #x00000007 y)) (and (bvslt y #x00000007) (bvslt #x00000007 x)))
 */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int compare(const void *a, const void *b) {
  const int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  int numbers[3] = {x, 7, y}, wanted = 7;
  qsort(numbers, 3, sizeof *numbers, compare);
  int *found = bsearch(&wanted, numbers, 3, sizeof *numbers, compare);
  if (numbers[0] < 7 && numbers[2] > 7 && found == numbers + 1) reach_error();
  return 0;
}
