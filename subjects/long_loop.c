/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Forty thousand turns that read as many inputs, of which two matter.
 * DATA-MODEL: ILP32
 * INPUT: first 12:45#12346 32
 * INPUT: last 12:45#40000 32
 * FAILS-IFF: (= first last)
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int kept[40000];
int main(void) {
  for (int i = 0; i < 40000; i++) kept[i] = __VERIFIER_nondet_int();
  if (kept[12345] == kept[39999]) reach_error();
  return 0;
}
