/* SPDX-License-Identifier: GPL-3.0-or-later */
/* No input fails: what starts as one bit and is shifted below a bound has one bit set.
 * DATA-MODEL: ILP32
 * INPUT: n 11:11#1 32
 * FAILS-IFF: false
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), steps = 0;
  unsigned x = 1;
  while (x < 256 && steps < n) {
    x <<= 1;
    steps++;
  }
  if ((x & (x - 1)) || (n >= 0 && steps > n)) reach_error();
  return 0;
}
