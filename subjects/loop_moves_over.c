/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What one counter loses the other gains, so at the end it holds all: every input fails.
 * DATA-MODEL: ILP32
 * INPUT: n 11:16#1 32
 * FAILS-IFF: (= n n)
 */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  unsigned from = n, to = 0;
  while (from > 0) {
    from--;
    to++;
  }
  if (to == n) reach_error();
  return 0;
}
