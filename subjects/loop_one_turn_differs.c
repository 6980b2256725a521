/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One turn of many takes away what the others gave: the sum is right by chance once.
 * DATA-MODEL: ILP32
 * INPUT: n 13:16#1 32
 * FAILS-IFF: (and (bvuge n #x00000003) (not (= n #x00000007)))
 */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void abort(void);

int main(void) {
  unsigned i, sum = 0;
  unsigned n = __VERIFIER_nondet_uint();
  for (i = 0; i < n; i++) {
    sum += 1;
    if (i == 2) sum = -4;
  }
  if (sum != n && sum != 0) reach_error();
  return 0;
}
