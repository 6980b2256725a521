/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A list is freed up to the element that is looked for.
 * DATA-MODEL: ILP32
 * PROPERTY: valid-memtrack
 * INPUT: n 19:11#1 32
 * INPUT: v 20:11#1 32
 * FAILS-IFF: (and (bvsge n #x00000001) (bvsle n #x00000003) (bvsge v #x00000000) (bvslt v n))
 */
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned);
extern void free(void *);

struct element {
  struct element *next;
  int value;
};

int main(void) {
  int n = __VERIFIER_nondet_int();
  int v = __VERIFIER_nondet_int();
  struct element *list = 0;
  if (n < 0 || n > 3) return 0;
  for (int i = 0; i < n; i++) {
    struct element *e = malloc(sizeof *e);
    e->next = list;
    e->value = i;
    list = e;
  }
  while (list && list->value != v) {
    struct element *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
