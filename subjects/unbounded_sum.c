/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A loop as long as the input is large: 2 * n wraps to 10 at two points.
 * EXPECT: bounded
 * DATA-MODEL: ILP32
 * INPUT: n 12:20#1 32
 * FAILS-IFF: (or (= n #x00000005) (= n #x80000005))
 */
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned int n = __VERIFIER_nondet_uint();
  unsigned int sum = 0;
  for (unsigned int i = 0; i < n; i++)
    sum += 2;
  if (sum == 10) reach_error();
  return 0;
}
