/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A failing assert, a trap of the compiler and an assumption: the first one that a run meets decides.
 * DATA-MODEL: ILP32
 * PROPERTY: runtime-errors
 * INPUT: x 13:11#1 32
 * FAILS-IFF: (or (= x #x00000003) (and (bvsgt x #x0000000a) (bvslt x #x00000014)))
 */
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
extern void __VERIFIER_assume(int);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 3) __assert_fail("x != 3", "abort_or_assert.c", 14, "main");
  __VERIFIER_assume(x < 20);
  if (x > 10) __builtin_trap();
  return 0;
}
