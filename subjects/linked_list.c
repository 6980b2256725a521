/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A list of three nodes from the heap that must be sorted.
 * DATA-MODEL: ILP32
 * INPUT: last 23:16#1 32
 * INPUT: middle 23:16#2 32
 * INPUT: first 23:16#3 32
 * FAILS-IFF: (or (bvsgt first middle) (bvsgt middle last))
 */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *head = NULL;
  for (int i = 0; i < 3; i++) {
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
    n->value = __VERIFIER_nondet_int();
    n->next = head;
    head = n;
  }
  for (struct node *n = head; n->next; n = n->next)
    if (n->value > n->next->value) reach_error();
  return 0;
}
