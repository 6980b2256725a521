/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A store at a symbolic index, read back at a fixed one and at another symbolic one.
 * DATA-MODEL: ILP32
 * INPUT: i 14:11#1 32
 * INPUT: v 15:14#1 32
 * INPUT: j 16:11#1 32
 * FAILS-IFF: (and (= ((_ extract 1 0) i) #b10) (= v #x0000004d) (not (= ((_ extract 1 0) j) #b10)))
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int a[4] = {0, 0, 0, 0};
  int i = __VERIFIER_nondet_int();
  a[i & 3] = __VERIFIER_nondet_int();
  int j = __VERIFIER_nondet_int();
  if (a[2] == 77 && a[j & 3] == 0) reach_error();
  return 0;
}
