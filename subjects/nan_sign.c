/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sign of a NaN that a division made differs between machines: where it decides, nothing is claimed.
 * EXPECT: bounded
 * DATA-MODEL: LP64
 * INPUT: a 19:11#1 32
 * FAILS-IFF: (= a #x00000007)
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

union bits {
  float f;
  int i;
};

int main(void) {
  union bits u;
  volatile float zero = 0;
  int a = __VERIFIER_nondet_int();
  u.f = zero / zero;
  if ((u.i < 0 || u.i >= 0) && a == 7) reach_error();
  return 0;
}
