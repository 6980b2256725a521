/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The first event decides: a run that calls an error function ends there, and does not overflow.
 * DATA-MODEL: ILP32
 * PROPERTY: no-overflow
 * INPUT: x 12:11#1 32
 * FAILS-IFF: (and (bvsgt x #x00000032) (bvsle x #x00000064))
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 100) reach_error();
  return x + (2147483647 - 50) > 0;
}
