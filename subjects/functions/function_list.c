/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A list of two: what is behind the pointers of a struct, as deep as they are followed.
 * DATA-MODEL: LP64
 * ENTRY: total
 * OPTIONS: --pointee 'list->next=1?'
 * INPUT: v0 list->value 32 parameter
 * INPUT: short_one list->next 1 parameter
 * INPUT: v1 list->next->value 32 parameter
 * FAILS-IFF: (= (bvadd v0 (ite (= short_one #b1) #x00000000 v1)) #x00000009)
 */
extern void reach_error(void);

struct node {
  int value;
  struct node *next;
};

int total(struct node *list) {
  int sum = 0;
  for (; list; list = list->next) sum += list->value;
  if (sum == 9) reach_error();
  return sum;
}

#ifdef GOLDEN_VALUE
int subject_main(void) {
  struct node b = {GOLDEN_VALUE(2), 0}, a = {GOLDEN_VALUE(0), GOLDEN_VALUE(1) ? 0 : &b};
  total(&a);
  return 0;
}
#endif
