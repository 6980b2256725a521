/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A polynomial of a float that grows: beyond 2 it is too large.
 * DATA-MODEL: ILP32
 * INPUT: x 11:13#1 32
 * FAILS-IFF: (and (bvugt x #x40000000) (bvule x #x40800000))
 */
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

int main(void) {
  float x = __VERIFIER_nondet_float();
  if (!(x >= 0.0f && x <= 4.0f)) return 0;
  float y = x * x * x + x;
  if (y > 10.0f) reach_error();
  return 0;
}
