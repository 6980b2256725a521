/* SPDX-License-Identifier: GPL-3.0-or-later */
/* At the end all memory is to be freed, though a variable still points to it.
 * DATA-MODEL: ILP32
 * PROPERTY: valid-memcleanup
 * INPUT: x 15:11#1 32
 * FAILS-IFF: (bvsge x #x00000005)
 */
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned);
extern void free(void *);

char *kept;

int main(void) {
  int x = __VERIFIER_nondet_int();
  kept = malloc(4);
  if (x < 5) free(kept);
  return 0;
}
