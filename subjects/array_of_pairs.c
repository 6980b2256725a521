/* SPDX-License-Identifier: GPL-3.0-or-later */
/* No input fails: the two fields of every element of a large array keep their order.
 * DATA-MODEL: ILP32
 * INPUT: limit 15:15#1 32
 * FAILS-IFF: false
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct pair {
  short low;
  int high;
} pairs[30000];
int main(void) {
  int limit = __VERIFIER_nondet_int();
  for (int i = 0; i < 30000; i++) {
    pairs[i].low = 5;
    pairs[i].high = 9;
  }
  for (int i = 0; i < 30000 && i < limit; i++) pairs[i].high = 7;
  for (int i = 0; i < 30000; i++)
    if (pairs[i].low >= pairs[i].high) reach_error();
  return 0;
}
