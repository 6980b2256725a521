/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A float between two bounds; its bits are those of positive numbers, in order.
 * DATA-MODEL: ILP32
 * INPUT: f 11:13#1 32
 * FAILS-IFF: (and (bvugt f #x3fc00000) (bvult f #x40000000))
 */
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

int main(void) {
  float f = __VERIFIER_nondet_float();
  if (f > 1.5f && f < 2.0f) reach_error();
  return 0;
}
