/* SPDX-License-Identifier: GPL-3.0-or-later */
/* No input fails: the two fields of every element of a large array are in order.
 * DATA-MODEL: ILP32
 * INPUT: low 15:13#1 32
 * FAILS-IFF: false
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct pair {
  short low;
  int high;
} pairs[30000];
int main(void) {
  int low = __VERIFIER_nondet_int();
  if (low < 0 || low > 8) return 0;
  for (int i = 0; i < 30000; i++) {
    pairs[i].low = low;
    pairs[i].high = 9;
  }
  for (int i = 0; i < 30000; i++)
    if (pairs[i].low >= pairs[i].high) reach_error();
  return 0;
}
