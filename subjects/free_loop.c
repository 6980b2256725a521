/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A loop frees the elements of a table one by one; two of them may be the same.
 * DATA-MODEL: ILP32
 * PROPERTY: valid-free
 * INPUT: i 14:11#1 32
 * INPUT: k 15:11#1 32
 * FAILS-IFF: (and (bvult i #x00000003) (bvult k #x00000003) (not (= i k)))
 */
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned);
extern void free(void *);

int main(void) {
  int i = __VERIFIER_nondet_int();
  int k = __VERIFIER_nondet_int();
  char *all[3];
  for (int n = 0; n < 3; n++) all[n] = malloc(1);
  if (i < 0 || i > 2 || k < 0 || k > 2) return 0;
  all[i] = all[k];
  for (int n = 0; n < 3; n++) free(all[n]);
  return 0;
}
