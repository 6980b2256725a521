/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A character between two numbers, with white space or without.
 * DATA-MODEL: LP64
 * OPTIONS: --stdin-length 40
 * ALPHABET: 0/\s
 * SCANS: %d %c %d
 * INPUT: s =scanf_status#1 8
 * INPUT: t =scanf_status#2 8
 * INPUT: u =scanf_status#3 8
 * INPUT: op =scanf(%c)#2 8
 * INPUT: b =scanf(%d)#3 32
 * FAILS-IFF: (and (= s #x01) (= t #x01) (= u #x01) (= op #x2f) (= b #x00000000))
 */
#include <stdio.h>
extern void reach_error(void);

int main(void) {
  int a, b;
  char op;
  if (scanf("%d %c %d", &a, &op, &b) != 3) return 1;
  switch (op) {
  case '+': printf("%lld\n", (long long)a + b); break;
  case '-': printf("%lld\n", (long long)a - b); break;
  case '/':
    if (b == 0) reach_error();
    printf("%lld\n", (long long)a / b);
    break;
  default: return 1;
  }
  return 0;
}
