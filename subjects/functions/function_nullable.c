/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pointers that may be null, and one that is.
 * DATA-MODEL: ILP32
 * ENTRY: sum_of
 * OPTIONS: --pointee p=1? --pointee q=null
 * INPUT: none p 1 parameter
 * INPUT: x *p 32 parameter
 * INPUT: r *r 32 parameter
 * FAILS-IFF: (= (bvadd (ite (= none #b1) #x00000000 x) r) #x0000002a)
 */
extern void reach_error(void);

void sum_of(const int *p, const int *q, int *r) {
  if (p) *r += *p;
  if (q) *r += *q;
  if (*r == 42) reach_error();
}

#ifdef GOLDEN_VALUE
int subject_main(void) {
  int x = GOLDEN_VALUE(1), r = GOLDEN_VALUE(2);
  sum_of(GOLDEN_VALUE(0) ? 0 : &x, 0, &r);
  return 0;
}
#endif
