/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory from calloc is zero where it was not written.
 * DATA-MODEL: ILP32
 * INPUT: i 12:20#1 32
 * FAILS-IFF: (and (bvult i #x00000004) (not (= i #x00000003)))
 */
#include <stdlib.h>
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned int i = __VERIFIER_nondet_uint();
  unsigned char *bytes = calloc(4, 1);
  if (!bytes || i >= 4) return 0;
  bytes[i] = 1;
  if (bytes[3] == 0) reach_error();
  free(bytes);
  return 0;
}
