/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A two-dimensional array: the trace of a 2 x 2 matrix from four inputs.
 * DATA-MODEL: ILP32
 * INPUT: a 17:24#1 8
 * INPUT: b 17:24#2 8
 * INPUT: c 17:24#3 8
 * INPUT: d 17:24#4 8
 * FAILS-IFF: (and (= b c) (bvugt (bvadd ((_ zero_extend 24) a) ((_ zero_extend 24) d)) #x000001f4))
 */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  int m[2][2];
  for (int row = 0; row < 2; row++)
    for (int column = 0; column < 2; column++)
      m[row][column] = __VERIFIER_nondet_uchar();
  int symmetric = m[0][1] == m[1][0];
  if (symmetric && m[0][0] + m[1][1] > 500) reach_error();
  return 0;
}
