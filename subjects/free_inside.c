/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A pointer into the middle of an allocation, or to a variable, is freed; null may be.
 * DATA-MODEL: ILP32
 * PROPERTY: valid-free
 * INPUT: x 13:11#1 32
 * FAILS-IFF: (and (bvsge x #x00000001) (bvsle x #x00000006))
 */
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned);
extern void free(void *);

int main(void) {
  int x = __VERIFIER_nondet_int();
  char *p = malloc(8), *q = 0;
  if (x >= 0 && x <= 5) q = p + x;
  if (x == 6) q = (char *)&x;
  int same = q == p;
  free(q);
  if (!same) free(p);
  return 0;
}
