/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A variable that is read before anything was written to it is an input as well.
 * DATA-MODEL: ILP32
 * INPUT: x 12:11#1 32
 * INPUT: y 13:7#1 32 uninitialised
 * FAILS-IFF: (and (bvsgt x #x00000000) (= y #x0000000d))
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y;
  if (x <= 0) y = 0;
  if (y == 13) reach_error();
  return 0;
}
