/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A switch whose last case is promised not to be reached.
 * DATA-MODEL: ILP32
 * PROPERTY: runtime-errors
 * INPUT: x 11:11#1 32
 * FAILS-IFF: (= ((_ extract 1 0) x) #b11)
 */
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  switch (x & 3) {
  case 0: return 4;
  case 1: return 7;
  case 2: return 9;
  default: __builtin_unreachable();
  }
}
