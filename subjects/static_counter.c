/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A static local variable counts the calls.
 * DATA-MODEL: ILP32
 * INPUT: a 17:7#1 32
 * INPUT: b 18:7#1 32
 * FAILS-IFF: (and (bvsgt a #x00000000) (bvsgt b #x00000000))
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void used(void) {
  static int calls = 0;
  if (++calls == 2) reach_error();
}

int main(void) {
  if (__VERIFIER_nondet_int() > 0) used();
  if (__VERIFIER_nondet_int() > 0) used();
  return 0;
}
