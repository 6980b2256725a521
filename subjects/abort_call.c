/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Abort is a failure here, exit is none.
 * DATA-MODEL: ILP32
 * PROPERTY: runtime-errors
 * INPUT: x 14:11#1 32
 * INPUT: y 15:11#1 32
 * FAILS-IFF: (and (not (bvslt x #x00000000)) (bvsgt y x))
 */
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void exit(int);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  if (x < 0) exit(3);
  if (y > x) abort();
  return 0;
}
