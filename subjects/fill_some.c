/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much is filled, and how much of it is copied, are inputs.
 * DATA-MODEL: ILP32
 * INPUT: n 15:16#1 32
 * INPUT: m 16:16#1 32
 * FAILS-IFF: (and (bvule n #x00000008) (bvule m #x00000008) (bvult #x00000005 m) (bvule n #x00000005))
 */
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  char from[8] = "abcdefg";
  char to[8] = {0};
  unsigned n = __VERIFIER_nondet_uint();
  unsigned m = __VERIFIER_nondet_uint();
  if (n > sizeof from || m > sizeof to) return 0;
  memset(from, 'x', n);
  memcpy(to, from, m);
  if (to[5] == 'f') reach_error();
  return 0;
}
