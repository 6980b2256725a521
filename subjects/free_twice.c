/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory is freed twice for one input.
 * DATA-MODEL: ILP32
 * PROPERTY: valid-free
 * INPUT: x 13:11#1 32
 * FAILS-IFF: (= x #x0000002a)
 */
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned);
extern void free(void *);

int main(void) {
  int x = __VERIFIER_nondet_int();
  char *p = malloc(5);
  if (x == 42) free(p);
  free(p);
  return 0;
}
