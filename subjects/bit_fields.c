/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bit-fields cut what is stored in them; a signed one extends its sign.
 * DATA-MODEL: ILP32
 * INPUT: x 19:12#1 32
 * INPUT: y 20:13#1 32
 * FAILS-IFF: (and (= ((_ extract 2 0) x) #b101) (= ((_ extract 4 0) y) #b10000))
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct flags {
  unsigned int mode : 3;
  int level : 5;
  unsigned int rest : 24;
};

int main(void) {
  struct flags f = {0, 0, 7};
  f.mode = __VERIFIER_nondet_int();
  f.level = __VERIFIER_nondet_int();
  if (f.mode == 5 && f.level == -16 && f.rest == 7) reach_error();
  return 0;
}
