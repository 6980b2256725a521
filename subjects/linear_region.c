/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One convex region over two inputs.
 * DATA-MODEL: ILP32
 * INPUT: x 13:11#1 32
 * INPUT: y 14:11#1 32
 * FAILS-IFF: (and (bvsge x #x00000000) (bvsle x #x00000032) (bvsge y (bvneg #x00000014)) (bvsle y #x00000014)
 *   (bvsgt (bvsub (bvmul #x00000003 x) y) #x00000064))
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  if (x < 0 || x > 50) return 0;
  if (y < -20 || y > 20) return 0;
  if (3 * x - y > 100) reach_error();
  return 0;
}
