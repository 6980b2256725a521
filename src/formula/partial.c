/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Evaluation at partial points. */
#include "formula/partial.h"
#include "formula/store.h"

typedef struct {
  const Term *term;
  guint first; /* of its arguments, in PartialFormulas.args */
  gboolean known;
  guint64 value;
} Node;

struct PartialFormulas {
  Node *nodes; /* arguments first */
  guint n_nodes;
  guint *args;       /* nodes */
  guint *roots;      /* nodes */
  GPtrArray *inputs; /* Term* */
  guint *leaves;     /* by input: its node */
  guint done;        /* so many nodes have been evaluated at the present point */
};

/* Constants and open leaves; done once for all points. */
static void set_leaf(Node *n) {
  n->known = n->term->op == TERM_CONST;
  n->value = n->known ? n->term->param : 0;
}

static void lay_out(PartialFormulas *f, const GPtrArray *order, IdMap *place) {
  guint at = 0;
  for (guint i = 0; i < order->len; i++) {
    const Term *t = order->pdata[i];
    f->nodes[i] = (Node){.term = t, .first = at};
    for (guint a = 0; a < t->n_args; a++) f->args[at++] = (guint)*id_map_find(place, t->args[a]->id);
    id_map_set(place, t->id, i);
    if (t->n_args == 0) set_leaf(&f->nodes[i]);
    if (t->op == TERM_INPUT) g_ptr_array_add(f->inputs, (gpointer)t);
  }
}

PartialFormulas *partial_new(const Term *const *roots, guint n) {
  PartialFormulas *f = g_new0(PartialFormulas, 1);
  g_autoptr(GPtrArray) order = term_postorder(roots, n);
  IdMap place = {0};
  gsize edges = 0;
  for (guint i = 0; i < order->len; i++) edges += ((const Term *)order->pdata[i])->n_args;
  f->n_nodes = order->len;
  f->nodes = g_new0(Node, order->len);
  f->args = g_new(guint, edges);
  f->inputs = g_ptr_array_new();
  lay_out(f, order, &place);
  term_sort_inputs(f->inputs);
  f->roots = g_new(guint, n);
  f->leaves = g_new(guint, f->inputs->len);
  for (guint i = 0; i < n; i++) f->roots[i] = (guint)*id_map_find(&place, roots[i]->id);
  for (guint i = 0; i < f->inputs->len; i++)
    f->leaves[i] = (guint)*id_map_find(&place, ((const Term *)f->inputs->pdata[i])->id);
  id_map_clear(&place);
  return f;
}

void partial_free(PartialFormulas *f) {
  if (!f) return;
  g_free(f->nodes);
  g_free(f->args);
  g_free(f->roots);
  g_free(f->leaves);
  g_ptr_array_unref(f->inputs);
  g_free(f);
}

const GPtrArray *partial_inputs(const PartialFormulas *f) { return f->inputs; }

void partial_begin(PartialFormulas *f) {
  f->done = 0;
  for (guint i = 0; i < f->inputs->len; i++) f->nodes[f->leaves[i]].known = FALSE;
}

void partial_set(PartialFormulas *f, guint index, guint64 value) {
  Node *n = &f->nodes[f->leaves[index]];
  g_assert(f->done == 0);
  n->known = TRUE;
  n->value = value & term_mask(n->term->width);
}

static const Node *argument(const PartialFormulas *f, const Node *n, guint i) {
  return &f->nodes[f->args[n->first + i]];
}

static void set_known(Node *n, guint64 value) {
  n->known = TRUE;
  n->value = value;
}

static void set_as(Node *n, const Node *other) {
  n->known = other->known;
  n->value = other->value;
}

/* A condition that is open decides nothing where both sides agree. */
static void eval_ite(const PartialFormulas *f, Node *n) {
  const Node *c = argument(f, n, 0), *yes = argument(f, n, 1), *no = argument(f, n, 2);
  if (c->known)
    set_as(n, c->value ? yes : no);
  else if (yes->known && no->known && yes->value == no->value)
    set_as(n, yes);
}

/* Of any width: all zeros decide a conjunction, all ones a disjunction. */
static void eval_logic(const PartialFormulas *f, Node *n) {
  const gboolean is_and = n->term->op == TERM_AND;
  const guint64 mask = term_mask(n->term->width), decisive = is_and ? 0 : mask;
  guint64 value = mask - decisive;
  gboolean all = TRUE;
  for (guint i = 0; i < n->term->n_args; i++) {
    const Node *a = argument(f, n, i);
    if (a->known && a->value == decisive) {
      set_known(n, decisive);
      return;
    }
    all = all && a->known;
    if (a->known) value = is_and ? value & a->value : value | a->value;
  }
  if (all) set_known(n, value);
}

/* Down the array to the element; where it comes to what is open, so is the value. */
static void eval_select(const PartialFormulas *f, Node *n) {
  const Node *array = argument(f, n, 0), *index = argument(f, n, 1);
  if (!index->known) return;
  while (array->term->op == TERM_STORE || array->term->op == TERM_ITE) {
    const gboolean store = array->term->op == TERM_STORE;
    const Node *decides = argument(f, array, store ? 1 : 0);
    if (!decides->known) return;
    if (store && decides->value == index->value) {
      set_as(n, argument(f, array, 2));
      return;
    }
    array = argument(f, array, store ? 0 : decides->value ? 1 : 2);
  }
  if (array->term->op == TERM_ARRAY) set_as(n, argument(f, array, 0));
}

/* What cannot be folded is a conversion out of range, whose value is not specified. */
static void eval_strict(const PartialFormulas *f, Node *n) {
  const Term *t = n->term;
  guint64 values[2] = {0}, result;
  guint widths[2] = {0};
  for (guint i = 0; i < t->n_args; i++) {
    const Node *a = argument(f, n, i);
    if (!a->known) return;
    values[i] = a->value;
    widths[i] = a->term->width;
  }
  if (term_fold(t->op, t->width, t->param, values, widths, t->n_args, &result)) set_known(n, result);
}

static void eval(const PartialFormulas *f, Node *n) {
  const Term *t = n->term;
  if (t->n_args == 0) return;
  n->known = FALSE;
  if (t->index_width > 0) return; /* arrays are read through */
  switch (t->op) {
  case TERM_ITE: eval_ite(f, n); break;
  case TERM_AND:
  case TERM_OR: eval_logic(f, n); break;
  case TERM_SELECT: eval_select(f, n); break;
  default: eval_strict(f, n); break;
  }
}

gboolean partial_value(PartialFormulas *f, guint root, guint64 *value) {
  const guint node = f->roots[root];
  for (; f->done <= node; f->done++) eval(f, &f->nodes[f->done]);
  *value = f->nodes[node].value;
  return f->nodes[node].known;
}
