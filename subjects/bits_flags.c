/* SPDX-License-Identifier: GPL-3.0-or-later */
/* No input fails: a loop sets one flag and clears another, while two counters share its turns.
 * DATA-MODEL: ILP32
 * INPUT: n 12:11#1 32
 * INPUT: k 12:40#1 32
 * FAILS-IFF: false
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int(), below = 0, rest = 0;
  unsigned flags = 9;
  for (int i = 0; i < n; i++) {
    flags = (flags | 4) & ~2u;
    if (i < k)
      below++;
    else
      rest++;
  }
  if ((flags & 2) || (n > 0 && below + rest != n)) reach_error();
  return 0;
}
