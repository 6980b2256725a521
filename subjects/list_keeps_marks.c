/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A list without bound, in which the first two nodes say whether the search for a mark succeeds.
 * DATA-MODEL: ILP32
 * INPUT: more 22:20#1 32
 * INPUT: again 22:20#2 32
 * FAILS-IFF: (or (= more #x00000000) (= again #x00000000))
 */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
  int mark;
  struct node *next;
};

int main(void) {
  struct node *first = malloc(sizeof *first), *last = first;
  int count = 0;
  first->mark = 0;
  first->next = NULL;
  while (count < 2 || __VERIFIER_nondet_int()) {
    last->next = malloc(sizeof *last);
    last = last->next;
    last->mark = ++count;
    last->next = NULL;
  }
  int found = 0;
  for (struct node *p = first; p; p = p->next)
    if (p->mark == 4) found = 1;
  if (!found) reach_error();
  return 0;
}
