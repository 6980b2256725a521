/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One variable says how often the loop goes round, another is counted: it depends on three inputs which of them ends first.
 * DATA-MODEL: ILP32
 * PROPERTY: no-overflow
 * INPUT: from 14:14#1 32
 * INPUT: to 15:12#1 32
 * INPUT: count 16:15#1 32
 * FAILS-IFF: (and (bvslt from to) (bvsge (bvsub (bvadd ((_ sign_extend 32) count) ((_ sign_extend 32) to))
 *                                               ((_ sign_extend 32) from)) #x0000000080000000))
 */
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int from = __VERIFIER_nondet_int();
  int to = __VERIFIER_nondet_int();
  int count = __VERIFIER_nondet_int();
  for (; from < to; from++) count++;
  return count > 7;
}
