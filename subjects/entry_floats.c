/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parameters that are floating-point numbers, and an input that is read.
 * DATA-MODEL: ILP32
 * ENTRY: scale
 * INPUT: x 15:17#1 32 parameter
 * INPUT: y 15:27#1 64 parameter
 * INPUT: n 16:11#1 32
 * FAILS-IFF: (and (= n #x00000002)
 *   (fp.lt ((_ to_fp 8 24) #x3f800000) ((_ to_fp 8 24) x)) (fp.lt ((_ to_fp 8 24) x) ((_ to_fp 8 24) #x40000000))
 *   (fp.eq ((_ to_fp 11 53) y) ((_ to_fp 11 53) #x3fe0000000000000)))
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int scale(float x, double y) {
  int n = __VERIFIER_nondet_int();
  if (n == 2 && x > 1.0f && x < 2.0f && y == 0.5) reach_error();
  return 0;
}

int main(void) { return 0; }
