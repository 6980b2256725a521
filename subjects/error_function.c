/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Only calls of two functions with names of their own are failures.
 * DATA-MODEL: ILP32
 * ERRORS: give_up ring_bell
 * INPUT: x 14:11#1 32
 * FAILS-IFF: (or (= x #x00000003) (= x #x00000005))
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void give_up(void);
extern void ring_bell(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 3) give_up();
  if (x == 4) reach_error();
  if (x == 5) ring_bell();
  return 0;
}
