/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The right operand of && is only evaluated, and its input only read, when the left one holds.
 * DATA-MODEL: ILP32
 * INPUT: x 18:36#1 32
 * INPUT: y 15:10#1 32
 * FAILS-IFF: (and (bvsgt x #x00000000) (bvsle y #x00000005))
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int reads;

static int next(void) {
  reads++;
  return __VERIFIER_nondet_int();
}

static int positive(void) { return __VERIFIER_nondet_int() > 0; }

int main(void) {
  if (positive() && next() > 5) return 0;
  if (reads == 1) reach_error();
  return 0;
}
