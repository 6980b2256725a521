/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memset over part of an array of ints.
 * DATA-MODEL: ILP32
 * INPUT: fill 13:13#1 8
 * FAILS-IFF: (= fill #x80)
 */
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  int a[3] = {1, 2, 3};
  memset(a, __VERIFIER_nondet_uchar(), 2 * sizeof a[0]);
  if (a[0] == a[1] && a[1] == (int)0x80808080 && a[2] == 3) reach_error();
  return 0;
}
