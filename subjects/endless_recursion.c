/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A function that calls itself without end for some arguments; a caller has work left to do.
 * DATA-MODEL: ILP32
 * PROPERTY: termination
 * INPUT: n 19:21#1 32
 * FAILS-IFF: (or (= n #x00000005) (= n #x00000006))
 */
extern int __VERIFIER_nondet_int(void);

static int walk(int n) {
  if (n == 5) return 1 + walk(6);
  if (n == 6) return 2 + walk(5);
  return n;
}

int main(void) {
  int sum = 0;
  for (int i = 0; i < 3; i++) sum += i;
  return sum + walk(__VERIFIER_nondet_int());
}
