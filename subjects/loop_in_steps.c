/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps of two from zero: the loop meets its end only from below.
 * DATA-MODEL: ILP32
 * INPUT: n 13:16#1 32
 * FAILS-IFF: (and (bvuge n #x00000007) (bvule n #x000f4240))
 */
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
extern void abort(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n <= 1000000);
  unsigned at = 0;
  while (at < n) at += 2;
  if (at >= 8) reach_error();
  return 0;
}
