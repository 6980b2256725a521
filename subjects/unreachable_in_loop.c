/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A loop is promised to find what it looks for.
 * DATA-MODEL: ILP32
 * PROPERTY: runtime-errors
 * INPUT: n 11:11#1 32
 * FAILS-IFF: (not (= ((_ extract 2 0) n) #b000))
 */
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  unsigned u = (unsigned)n % 8;
  for (unsigned i = 0; i < 20; i += 8)
    if (u == i) return 0;
  __builtin_unreachable();
}
