/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads until there is a 0, but gets stuck in the third round.
 * DATA-MODEL: ILP32
 * PROPERTY: termination
 * INPUT: a 16:10#1 32
 * INPUT: b 16:10#2 32
 * INPUT: c 16:10#3 32
 * FAILS-IFF: (not (or (= a #x00000000) (= b #x00000000) (= c #x00000000)))
 */
extern int __VERIFIER_nondet_int(void);

int seen[3];

int main(void) {
  int i = 0;
  while (__VERIFIER_nondet_int()) {
    seen[i] = 1 - seen[i];
    i = (i + 1) % 3;
    while (seen[0] && seen[1] && seen[2]) {
    }
  }
  return 0;
}
