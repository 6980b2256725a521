/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Only a NaN differs from itself.
 * DATA-MODEL: ILP32
 * INPUT: f 11:13#1 32
 * FAILS-IFF: (bvugt (bvand f #x7fffffff) #x7f800000)
 */
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

int main(void) {
  float f = __VERIFIER_nondet_float();
  if (f != f) reach_error();
  return 0;
}
