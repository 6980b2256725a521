/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A division that is guarded, and one that is not: where the program crashes it does not reach the error.
 * DATA-MODEL: ILP32
 * INPUT: d 12:20#1 32
 * INPUT: e 13:20#1 32
 * FAILS-IFF: (and (= d #x00000003) (not (= e #x00000000)) (bvugt (bvudiv #x000003e8 e) #x00000063))
 */
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned int d = __VERIFIER_nondet_uint();
  unsigned int e = __VERIFIER_nondet_uint();
  if (d == 0 || 100 / d != 33) return 0;
  if (1000 / e > 99) reach_error();
  return 0;
}
