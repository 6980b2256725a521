/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sixty-four bits on a 32-bit machine: 6 * a == 36 has two solutions.
 * DATA-MODEL: ILP32
 * INPUT: a 11:17#1 64
 * FAILS-IFF: (or (= a #x0000000000000006) (= a #x8000000000000006))
 */
extern long long __VERIFIER_nondet_longlong(void);
extern void reach_error(void);

int main(void) {
  long long a = __VERIFIER_nondet_longlong();
  if (a * 6 == 36) reach_error();
  return 0;
}
