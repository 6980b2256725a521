/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A polynomial over doubles, which solvers do not like: the failing set is stated all the same.
 * DATA-MODEL: LP64
 * INPUT: x 15:14#1 64
 * FAILS-IFF: (let ((v ((_ to_fp 11 53) x)) (one ((_ to_fp 11 53) #x3ff0000000000000)))
 *   (let ((p (fp.add RNE (fp.mul RNE v v) v)))
 *   (and (fp.leq ((_ to_fp 11 53) #x0000000000000000) v) (fp.leq v one) (fp.gt p one))))
 */
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);
extern void abort(void);


int main(void) {
  double x = __VERIFIER_nondet_double();
  if (!(x >= 0.0 && x <= 1.0)) return 0;
  if (x * x + x > 1.0) reach_error();
  return 0;
}
