/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A number that is cut after some of its digits: strtol says by errno that it is out of range.
 * DATA-MODEL: ILP32
 * INPUT: n 16:11#1 32
 * FAILS-IFF: (or (= n #x00000000) (= n #x0000000b))
 */
#include <errno.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  char digits[] = "-2147483649", *end;
  errno = 0;
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0 && n <= 11);
  digits[n] = '\0';
  long number = strtol(digits, &end, 10);
  if (errno == ERANGE && number == -2147483647 - 1) reach_error();
  if (n == 0 && end == digits) reach_error();
  return 0;
}
