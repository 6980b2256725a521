/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inputs are read for ever, but only the first one can arm what the second one sets off: after that, nothing
 * fails any more.  Exact only by a proof about all that is read later.
 * DATA-MODEL: ILP32
 * INPUT: x1 15:13#1 32
 * INPUT: x2 15:13#2 32
 * FAILS-IFF: (and (= x1 #x00000003) (= x2 #x00000007))
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int armed = 0, used = 0;
  while (1) {
    int x = __VERIFIER_nondet_int();
    if (armed && x == 7) reach_error();
    armed = !used && x == 3;
    used = 1;
  }
}
