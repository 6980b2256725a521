/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two numbers meet whatever is read: every run ends, some by an error call.
 * DATA-MODEL: ILP32
 * PROPERTY: termination
 * INPUT: low 15:23#1 8
 * INPUT: high 16:24#1 8
 * FAILS-IFF: false
 */
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

extern void reach_error(void);

int main(void) {
  unsigned char low = __VERIFIER_nondet_uchar();
  unsigned char high = __VERIFIER_nondet_uchar();
  while (low < high) {
    if (__VERIFIER_nondet_int())
      low++;
    else
      high--;
  }
  if (low == 7) reach_error();
  return 0;
}
