/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a variable still points to at the end is no leak, also into its middle and through another object.
 * DATA-MODEL: ILP32
 * PROPERTY: valid-memtrack
 * INPUT: x 14:11#1 32
 * FAILS-IFF: (bvslt x #x00000000)
 */
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned);

char **kept;

int main(void) {
  int x = __VERIFIER_nondet_int();
  kept = malloc(4 * sizeof(char *));
  for (int i = 0; i < 4; i++) kept[i] = malloc(8);
  kept[1] += 3;
  if (x < 0) kept[2] = 0;
  return 0;
}
