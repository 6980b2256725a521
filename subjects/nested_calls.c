/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls within calls: what is clamped and scaled must not be 30.
 * DATA-MODEL: ILP32
 * INPUT: x 19:11#1 32
 * FAILS-IFF: (or (= x #x00000006) (bvsgt x #x0000000a))
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int minimum(int a, int b) { return a < b ? a : b; }
static int maximum(int a, int b) { return a > b ? a : b; }
static int clamp(int x, int low, int high) { return minimum(maximum(x, low), high); }

static void check(int ok) {
  if (!ok) reach_error();
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  int scaled = 5 * clamp(x, -1, 11);
  check(scaled != 30 && scaled <= 50);
  return 0;
}
