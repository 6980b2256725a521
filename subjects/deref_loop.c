/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A loop that writes as many elements as its input says, past the end of the array.
 * DATA-MODEL: ILP32
 * PROPERTY: valid-deref
 * INPUT: n 13:11#1 32
 * FAILS-IFF: (bvsge n #x0000000b)
 */
extern int __VERIFIER_nondet_int(void);

int table[10];

int main(void) {
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) table[i] = i;
  return table[0];
}
