/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pointers lead to objects of their own.
 * DATA-MODEL: LP64
 * ENTRY: swap
 * INPUT: a *a 64 parameter
 * INPUT: b *b 64 parameter
 * FAILS-IFF: (= a (bvadd b #x0000000000000003))
 */
extern void reach_error(void);

void swap(long *a, long *b) {
  *a ^= *b;
  *b ^= *a;
  *a ^= *b;
  if (*b == *a + 3) reach_error();
}

#ifdef GOLDEN_VALUE
int subject_main(void) {
  long a = GOLDEN_VALUE(0), b = GOLDEN_VALUE(1);
  swap(&a, &b);
  return 0;
}
#endif
