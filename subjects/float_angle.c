/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An angle brought back into a turn: the conversions stay in range, though the angle does not; the last of the
 * four quarters is not provided for.
 * DATA-MODEL: ILP32
 * INPUT: angle 12:18#1 64
 * FAILS-IFF: (and (bvuge angle #x4070e00000000000) (bvult angle #x4076800000000000))
 */
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);

int main(void) {
  double angle = __VERIFIER_nondet_double();
  if (!(angle >= 0.0 && angle <= 1e10)) return 0;
  double within = angle - 360.0 * (int)(angle / 360.0);
  int quarter = (int)(within / 90.0);
  if (quarter == 3 && angle < 360.0) reach_error();
  return 0;
}
