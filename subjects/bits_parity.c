/* SPDX-License-Identifier: GPL-3.0-or-later */
/* No input fails: a parity bit beside a quantity that moves from one counter to another.
 * DATA-MODEL: ILP32
 * INPUT: n 11:11#1 32
 * FAILS-IFF: false
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), left = n, moved = 0;
  unsigned parity = 0;
  while (left > 0) {
    left--;
    moved++;
    parity ^= 1;
  }
  if (parity > 1 || (n > 0 && moved + left != n)) reach_error();
  return 0;
}
