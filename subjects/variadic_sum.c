/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A function with a variable number of arguments.
 * EXPECT: bounded
 * DATA-MODEL: ILP32
 * INPUT: x 24:11#1 32
 * INPUT: y 25:11#1 32
 * FAILS-IFF: (= (bvadd x y) #x00000064)
 */
#include <stdarg.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int sum(int n, ...) {
  va_list list;
  int total = 0;
  va_start(list, n);
  while (n-- > 0)
    total += va_arg(list, int);
  va_end(list);
  return total;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  if (sum(3, x, -50, y) == 50) reach_error();
  return 0;
}
