/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A doubly linked list from which every marked node is taken out and freed before the check.
 * DATA-MODEL: ILP32
 * FAILS-IFF: false
 */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
  int marked;
  struct node *next, *previous;
};

static struct node *make(int marked) {
  struct node *x = malloc(sizeof *x);
  if (!x) exit(0);
  x->marked = marked;
  x->next = x->previous = 0;
  return x;
}

int main(void) {
  struct node *list = make(0), *p;
  while (__VERIFIER_nondet_int()) {
    struct node *x = make(__VERIFIER_nondet_int() ? 1 : 0);
    x->next = list->next;
    x->previous = list;
    if (x->next) x->next->previous = x;
    list->next = x;
  }
  for (p = list->next; p;) {
    struct node *next = p->next;
    if (p->marked) {
      p->previous->next = next;
      if (next) next->previous = p->previous;
      free(p);
    }
    p = next;
  }
  for (p = list; p; p = p->next)
    if (p->marked) reach_error();
  return 0;
}
