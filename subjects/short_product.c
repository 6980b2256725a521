/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shorts are promoted before they are multiplied: nothing wraps.
 * DATA-MODEL: ILP32
 * INPUT: a 13:13#1 16
 * INPUT: b 14:22#1 16
 * FAILS-IFF: (bvsgt (bvmul ((_ sign_extend 16) a) ((_ zero_extend 16) b)) #x7ffe0000)
 */
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern void reach_error(void);

int main(void) {
  short a = __VERIFIER_nondet_short();
  unsigned short b = __VERIFIER_nondet_ushort();
  if (a * b > 0x7ffe0000) reach_error();
  return 0;
}
