/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walks over term DAGs, each node once and without recursion. */
#include "formula/store.h"

typedef struct {
  const Term *term;
  guint next; /* the argument to visit next */
} Frame;

static void push(GArray *stack, IdMap *seen, const Term *t) {
  if (id_map_has(seen, t->id)) return;
  id_map_set(seen, t->id, 1);
  Frame frame = {t, 0};
  g_array_append_val(stack, frame);
}

GPtrArray *term_postorder(const Term *const *roots, guint n_roots) {
  GPtrArray *order = g_ptr_array_new();
  GArray *stack = g_array_new(FALSE, FALSE, sizeof(Frame));
  IdMap seen = {0};
  for (guint i = 0; i < n_roots; i++) {
    push(stack, &seen, roots[i]);
    while (stack->len) {
      Frame *top = &g_array_index(stack, Frame, stack->len - 1);
      if (top->next < top->term->n_args) {
        push(stack, &seen, top->term->args[top->next++]);
      } else {
        g_ptr_array_add(order, (gpointer)top->term);
        g_array_set_size(stack, stack->len - 1);
      }
    }
  }
  id_map_clear(&seen);
  g_array_free(stack, TRUE);
  return order;
}

guint term_dag_size(const Term *t, guint limit) {
  GPtrArray *stack = g_ptr_array_new();
  IdMap seen = {0};
  id_map_set(&seen, t->id, 1);
  g_ptr_array_add(stack, (gpointer)t);
  while (stack->len && seen.n < limit) {
    const Term *top = g_ptr_array_steal_index_fast(stack, stack->len - 1);
    for (guint i = 0; i < top->n_args && seen.n < limit; i++)
      if (!id_map_has(&seen, top->args[i]->id)) {
        id_map_set(&seen, top->args[i]->id, 1);
        g_ptr_array_add(stack, (gpointer)top->args[i]);
      }
  }
  guint size = MIN(seen.n, limit);
  id_map_clear(&seen);
  g_ptr_array_free(stack, TRUE);
  return size;
}

static gint compare_inputs(gconstpointer a, gconstpointer b) {
  const Term *x = *(const Term *const *)a, *y = *(const Term *const *)b;
  if (x->param != y->param) return x->param < y->param ? -1 : 1;
  return (gint)x->width - (gint)y->width;
}

void term_sort_inputs(GPtrArray *inputs) { g_ptr_array_sort(inputs, compare_inputs); }

/* Only what has an input below is entered. */
GPtrArray *term_inputs(const Term *t) {
  GPtrArray *inputs = g_ptr_array_new(), *stack = g_ptr_array_new();
  IdMap seen = {0};
  g_ptr_array_add(stack, (gpointer)t);
  while (stack->len) {
    const Term *top = g_ptr_array_steal_index_fast(stack, stack->len - 1);
    if (!top->has_input || id_map_has(&seen, top->id)) continue;
    id_map_set(&seen, top->id, 1);
    if (top->op == TERM_INPUT) g_ptr_array_add(inputs, (gpointer)top);
    for (guint i = 0; i < top->n_args; i++) g_ptr_array_add(stack, (gpointer)top->args[i]);
  }
  id_map_clear(&seen);
  g_ptr_array_free(stack, TRUE);
  term_sort_inputs(inputs);
  return inputs;
}

static const Term *mapped(const IdMap *done, const Term *t) {
  return GSIZE_TO_POINTER((gsize)*id_map_find(done, t->id));
}

/* The same operation on the images of the arguments. */
static const Term *rebuild(const IdMap *done, const Term *t, GPtrArray *args) {
  gboolean changed = FALSE;
  g_ptr_array_set_size(args, 0);
  for (guint i = 0; i < t->n_args; i++) {
    const Term *a = mapped(done, t->args[i]);
    changed |= a != t->args[i];
    g_ptr_array_add(args, (gpointer)a);
  }
  return changed ? term_make(t->op, t->width, t->param, (const Term *const *)args->pdata, t->n_args) : t;
}

const Term *term_substitute(const Term *t, GHashTable *map) {
  GPtrArray *args = g_ptr_array_new();
  GArray *stack = g_array_new(FALSE, FALSE, sizeof(Frame));
  IdMap seen = {0}, done = {0};
  push(stack, &seen, t);
  while (stack->len) {
    Frame *top = &g_array_index(stack, Frame, stack->len - 1);
    const Term *here = top->term, *image = top->next == 0 ? g_hash_table_lookup(map, here) : NULL;
    if (!image && top->next < here->n_args) {
      push(stack, &seen, here->args[top->next++]);
      continue;
    }
    if (!image) image = rebuild(&done, here, args);
    id_map_set(&done, here->id, GPOINTER_TO_SIZE(image));
    g_array_set_size(stack, stack->len - 1);
  }
  const Term *result = mapped(&done, t);
  id_map_clear(&seen);
  id_map_clear(&done);
  g_array_free(stack, TRUE);
  g_ptr_array_free(args, TRUE);
  return result;
}
