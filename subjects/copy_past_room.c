/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Four bytes for each item: a linear relation between two inputs says when they do not fit.
 * DATA-MODEL: LP64
 * INPUT: items 13:15#1 32
 * INPUT: room 14:14#1 32
 * FAILS-IFF: (and (bvsle #x00000000 room) (bvsle room #x000f4240) (bvsle #x00000000 items)
 *   (bvsle items #x000186a0) (bvslt room (bvmul #x00000004 items)))
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int items = __VERIFIER_nondet_int();
  int room = __VERIFIER_nondet_int();
  if (items < 0 || items > 100000 || room < 0 || room > 1000000) return 0;
  int used = 0;
  for (int i = 0; i < items; i++) {
    if (used + 4 > room) reach_error();
    used += 4;
  }
  return 0;
}
