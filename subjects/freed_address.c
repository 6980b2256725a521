/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The address of freed memory stays what it was: no null pointer, and equal to its copies.
 * DATA-MODEL: ILP32
 * INPUT: k 17:11#1 32
 * FAILS-IFF: (or (= k #x00000007) (and (bvsge k #x0000000a) (bvsle k #x00000014)))
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned);
extern void free(void *);

struct node {
  struct node *next;
};

int main(void) {
  int k = __VERIFIER_nondet_int();
  struct node *first = malloc(sizeof *first), *second = malloc(sizeof *second), *copy = first;
  first->next = second;
  second->next = first;
  free(first);
  if (k == 7 && copy == first) reach_error();
  if (k == 8 && !copy) reach_error();
  if (k >= 10 && k <= 20 && second->next) reach_error();
  free(second);
  return 0;
}
