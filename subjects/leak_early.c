/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A return that forgets to free.
 * DATA-MODEL: ILP32
 * PROPERTY: valid-memtrack
 * INPUT: x 13:11#1 32
 * FAILS-IFF: (bvsgt x #x00000064)
 */
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned);
extern void free(void *);

int main(void) {
  int x = __VERIFIER_nondet_int();
  char *p = malloc(5);
  if (x > 100) return 1;
  free(p);
  return 0;
}
