/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory is read when it may have been freed already.
 * DATA-MODEL: ILP32
 * PROPERTY: valid-deref
 * INPUT: x 14:11#1 32
 * INPUT: y 15:11#1 32
 * FAILS-IFF: (and (bvsgt x #x00000000) (= y #x00000007))
 */
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned);
extern void free(void *);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  int *p = malloc(sizeof(int));
  *p = 3;
  if (x > 0) free(p);
  if (y == 7) y = *p;
  if (x <= 0) free(p);
  return y;
}
