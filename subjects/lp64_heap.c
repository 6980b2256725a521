/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pointers of 64 bits, stored in heap memory and compared.
 * DATA-MODEL: LP64
 * INPUT: pick 19:14#1 32
 * INPUT: n 21:18#1 64
 * FAILS-IFF: (and (= pick #x00000001) (= n #x0000000000000003))
 */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);
extern void reach_error(void);

int main(void) {
  long **slots = malloc(2 * sizeof *slots);
  long a = 0, b = 0;
  if (!slots) return 0;
  slots[0] = &a;
  slots[1] = &b;
  int pick = __VERIFIER_nondet_int();
  if (pick != 0 && pick != 1) return 0;
  *slots[pick] = __VERIFIER_nondet_long();
  if (b == sizeof(void *) - 5 && slots[0] != slots[1]) reach_error();
  free(slots);
  return 0;
}
