/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A pointer walks over an array until it finds what the input asks for.
 * DATA-MODEL: ILP32
 * INPUT: wanted 12:16#1 32
 * FAILS-IFF: (= wanted #x00000007)
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int primes[] = {2, 3, 5, 7, 11};
  int wanted = __VERIFIER_nondet_int();
  int *p = primes;
  int *end = primes + 5;
  while (p < end && *p != wanted)
    p++;
  if (p - primes == 3) reach_error();
  return 0;
}
