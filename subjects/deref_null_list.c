/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The n-th element of a list of three.
 * DATA-MODEL: ILP32
 * PROPERTY: valid-deref
 * INPUT: n 16:11#1 32
 * FAILS-IFF: (and (bvsge n #x00000003) (bvsle n #x00000014))
 */
extern int __VERIFIER_nondet_int(void);

struct element {
  struct element *next;
  int value;
};

int main(void) {
  int n = __VERIFIER_nondet_int();
  struct element c = {0, 3}, b = {&c, 2}, a = {&b, 1}, *at = &a;
  if (n < 0 || n > 20) return 0;
  for (int i = 0; i < n; i++) at = at->next;
  return at->value;
}
