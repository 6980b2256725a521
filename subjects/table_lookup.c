/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A constant table at a symbolic index.
 * DATA-MODEL: ILP32
 * INPUT: i 13:20#1 32
 * FAILS-IFF: (or (= i #x00000002) (= i #x00000005))
 */
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static const int table[8] = {4, 8, 15, 16, 23, 42, 0, -1};

int main(void) {
  unsigned int i = __VERIFIER_nondet_uint();
  if (i >= 8) return 0;
  if (table[i] == 15 || table[i] == 42) reach_error();
  return 0;
}
