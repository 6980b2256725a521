/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A bit trick: exactly one bit is set.
 * DATA-MODEL: ILP32
 * INPUT: x 11:20#1 32
 * FAILS-IFF: (and (bvugt x #x000003e8) (= (bvand x (bvsub x #x00000001)) #x00000000))
 */
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned int x = __VERIFIER_nondet_uint();
  if (x <= 1000) return 0;
  if ((x & (x - 1)) == 0) reach_error();
  return 0;
}
