/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two functions that call each other tell even from odd, below zero too.
 * DATA-MODEL: ILP32
 * INPUT: n 23:11#1 32
 * FAILS-IFF: (and (bvslt n #xfffffff6) (bvsge n #xfffff448) (= ((_ extract 0 0) n) #b1))
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int is_odd(int n);

static int is_even(int n) {
  if (n == 0) return 1;
  return n > 0 ? is_odd(n - 1) : is_odd(n + 1);
}

static int is_odd(int n) {
  if (n == 0) return 0;
  return n > 0 ? is_even(n - 1) : is_even(n + 1);
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < -3000 || n > 3000) return 0;
  if (is_even(n) != (n % 2 == 0)) reach_error(); /* never */
  if (is_odd(n) && n < -10) reach_error();
  return 0;
}
