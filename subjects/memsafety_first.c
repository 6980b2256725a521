/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The first failure decides: an access past the end, then a second free, then a leak.
 * DATA-MODEL: ILP32
 * PROPERTY: valid-memsafety
 * INPUT: x 13:11#1 32
 * FAILS-IFF: (or (= x #x00000001) (= x #x00000002) (= x #x00000003))
 */
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned);
extern void free(void *);

int main(void) {
  int x = __VERIFIER_nondet_int();
  char *p = malloc(4);
  if (x == 1) p[4] = 0;
  if (x == 2) free(p);
  if (x != 3) free(p);
  return 0;
}
