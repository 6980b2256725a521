/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A loop of as many turns as the input says, and a counter that goes along: exact for all of them only by a
 * proof that such a loop ends in the error.
 * DATA-MODEL: ILP32
 * INPUT: n 12:11#1 32
 * FAILS-IFF: (bvsgt n #x00000019)
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  int seen = 0;
  for (int i = 0; i < n; i++) seen++;
  if (seen > 25) reach_error();
  return 0;
}
