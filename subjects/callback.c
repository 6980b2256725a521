/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A function pointer as a parameter, chosen by an input.
 * DATA-MODEL: ILP32
 * INPUT: up 18:14#1 1
 * INPUT: a 19:11#1 32
 * INPUT: b 20:11#1 32
 * FAILS-IFF: (and (not (= a b)) (ite (= up #b1) (bvsgt a b) (bvslt a b)) (= (bvsub a b) #x00000009))
 */
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static _Bool greater(int a, int b) { return a > b; }
static _Bool less(int a, int b) { return a < b; }
static _Bool out_of_order(_Bool (*compare)(int, int), int a, int b) { return compare(a, b); }

int main(void) {
  _Bool up = __VERIFIER_nondet_bool();
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  if (out_of_order(up ? greater : less, a, b) && a - b == 9) reach_error();
  return 0;
}
