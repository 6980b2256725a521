/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A function that calls itself on what it returned.
 * DATA-MODEL: ILP32
 * INPUT: n 13:11#1 32
 * FAILS-IFF: (or (= n #x00000033) (= n #x00000034))
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int descend(int n) { return n > 50 ? n - 5 : descend(descend(n + 6)); }

int main(void) {
  int n = __VERIFIER_nondet_int();
  int d = descend(n);
  if (n > 50 && d < 48) reach_error();
  return 0;
}
