/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Models, and the evaluation of terms under them. */
#include "formula/store.h"
#include "formula/floats.h"

struct Model {
  IdMap index; /* leaf -> position in entries */
  GArray *entries;
  guint64 seed; /* of the values of leaves that are not mentioned; 0: they are 0 */
  ModelChooser choose;
  gpointer choose_data;
};

typedef struct {
  const Term *leaf;
  guint64 value;
} Entry;

Model *model_new(void) {
  Model *m = g_new0(Model, 1);
  m->entries = g_array_new(FALSE, FALSE, sizeof(Entry));
  return m;
}

Model *model_copy(const Model *m) {
  Model *copy = model_new();
  copy->seed = m->seed;
  model_set_chooser(copy, m->choose, m->choose_data);
  for (guint i = 0; i < m->entries->len; i++) {
    const Entry *e = &g_array_index(m->entries, Entry, i);
    model_set(copy, e->leaf, e->value);
  }
  return copy;
}

void model_free(Model *m) {
  if (!m) return;
  id_map_clear(&m->index);
  g_array_free(m->entries, TRUE);
  g_free(m);
}

void model_set(Model *m, const Term *leaf, guint64 value) {
  g_assert(leaf->op == TERM_INPUT || leaf->op == TERM_HAVOC);
  Entry entry = {leaf, value & term_mask(leaf->width)};
  const guint64 *position = id_map_find(&m->index, leaf->id);
  if (position) {
    g_array_index(m->entries, Entry, *position) = entry;
    return;
  }
  id_map_set(&m->index, leaf->id, m->entries->len);
  g_array_append_val(m->entries, entry);
}

gboolean model_lookup(const Model *m, const Term *leaf, guint64 *value) {
  const guint64 *position = id_map_find(&m->index, leaf->id);
  if (position && value) *value = g_array_index(m->entries, Entry, *position).value;
  return position != NULL;
}

void model_set_random(Model *m, guint64 seed) { m->seed = seed; }

void model_set_chooser(Model *m, ModelChooser choose, gpointer data) {
  m->choose = choose;
  m->choose_data = data;
}

static guint64 scramble(guint64 x) {
  x = (x ^ (x >> 30)) * G_GUINT64_CONSTANT(0xbf58476d1ce4e5b9);
  x = (x ^ (x >> 27)) * G_GUINT64_CONSTANT(0x94d049bb133111eb);
  return x ^ (x >> 31);
}

/* A small fraction as floating-point bits. */
static guint64 random_float(guint64 h, guint width) {
  double d = ((double)(h >> 44 & 0xffff) - 32768) / (double)(1u << (h & 15));
  return bits_of_number(width, d);
}

/* The first seeds give every input one value; the others mostly small numbers of either sign: they decide
 * more branches than arbitrary bits. */
static guint64 random_value(guint64 seed, const Term *leaf) {
  static const gint64 uniform[] = {0, 1, -1, 2, 10};
  if (seed < G_N_ELEMENTS(uniform)) return (guint64)uniform[seed];
  guint64 h = scramble(scramble(seed) ^ scramble(leaf->param + leaf->op)), small = h >> 40;
  switch (h & 7) {
  case 0: return h;
  case 1: return small % 300;
  case 2: return -(small % 16);
  case 3: return small % 2;
  case 4: return leaf->width >= 32 ? random_float(h, leaf->width) : small % 8;
  default: return small % 8;
  }
}

guint64 model_value(const Model *m, const Term *leaf) {
  guint64 value;
  if (model_lookup(m, leaf, &value)) return value;
  if (leaf->op != TERM_INPUT) return 0;
  if (m->choose) return m->choose(m->choose_data, leaf) & term_mask(leaf->width);
  return m->seed ? random_value(m->seed, leaf) & term_mask(leaf->width) : 0;
}

guint model_size(const Model *m) { return m->entries->len; }

void model_foreach(const Model *m, void (*visit)(const Term *leaf, guint64 value, gpointer data),
                   gpointer data) {
  for (guint i = 0; i < m->entries->len; i++) {
    const Entry *e = &g_array_index(m->entries, Entry, i);
    visit(e->leaf, e->value, data);
  }
}

/* A term under evaluation: which argument is looked at, and for a read, how far down the array it has come.
 */
typedef struct {
  const Term *term;
  const Term *array;
  guint next;
} Frame;

struct Evaluator {
  const Model *model;
  IdMap values;
  GArray *stack; /* of Frame */
};

Evaluator *evaluator_new(const Model *m) {
  Evaluator *e = g_new0(Evaluator, 1);
  e->model = m;
  e->stack = g_array_new(FALSE, FALSE, sizeof(Frame));
  return e;
}

void evaluator_free(Evaluator *e) {
  if (!e) return;
  id_map_clear(&e->values);
  g_array_free(e->stack, TRUE);
  g_free(e);
}

/* The value if it is at hand. */
static gboolean known(const Evaluator *e, const Term *t, guint64 *value) {
  if (t->op == TERM_CONST) {
    *value = t->param;
    return TRUE;
  }
  if (t->op == TERM_INPUT || t->op == TERM_HAVOC) {
    *value = model_value(e->model, t);
    return TRUE;
  }
  const guint64 *found = id_map_find(&e->values, t->id);
  if (found) *value = *found;
  return found != NULL;
}

/* Each step gives the value and returns NULL, or returns the term whose value is needed first. */
static const Term *step_ite(const Evaluator *e, const Term *t, guint64 *value) {
  guint64 c;
  if (!known(e, t->args[0], &c)) return t->args[0];
  const Term *chosen = t->args[c ? 1 : 2];
  return known(e, chosen, value) ? NULL : chosen;
}

static const Term *step_logic(const Evaluator *e, Frame *f, guint64 *value) {
  const Term *t = f->term;
  guint64 decisive = t->op == TERM_OR;
  for (; f->next < t->n_args; f->next++) {
    if (!known(e, t->args[f->next], value)) return t->args[f->next];
    if (*value == decisive) return NULL;
  }
  *value = !decisive;
  return NULL;
}

static const Term *step_select(const Evaluator *e, Frame *f, guint64 *value) {
  guint64 index, other;
  if (!known(e, f->term->args[1], &index)) return f->term->args[1];
  if (!f->array) f->array = f->term->args[0];
  for (;;) {
    const Term *a = f->array;
    switch (a->op) {
    case TERM_STORE:
      if (!known(e, a->args[1], &other)) return a->args[1];
      if (index == other) return known(e, a->args[2], value) ? NULL : a->args[2];
      f->array = a->args[0];
      break;
    case TERM_ITE:
      if (!known(e, a->args[0], &other)) return a->args[0];
      f->array = a->args[other ? 1 : 2];
      break;
    case TERM_ARRAY: return known(e, a->args[0], value) ? NULL : a->args[0];
    default: /* an unknown array: 0 everywhere */ *value = 0; return NULL;
    }
  }
}

static const Term *step_strict(const Evaluator *e, Frame *f, guint64 *value) {
  const Term *t = f->term;
  guint64 values[2] = {0};
  guint widths[2] = {0};
  for (guint i = 0; i < t->n_args; i++) {
    if (!known(e, t->args[i], &values[i])) return t->args[i];
    widths[i] = t->args[i]->width;
  }
  if (!term_fold(t->op, t->width, t->param, values, widths, t->n_args, value))
    *value =
        G_GUINT64_CONSTANT(1) << (t->width - 1); /* a conversion out of range: what the processor gives */
  return NULL;
}

static const Term *step(const Evaluator *e, Frame *f, guint64 *value) {
  const Term *t = f->term;
  if (t->op == TERM_ITE) return step_ite(e, t, value);
  if (t->width == 1 && (t->op == TERM_AND || t->op == TERM_OR)) return step_logic(e, f, value);
  return t->op == TERM_SELECT ? step_select(e, f, value) : step_strict(e, f, value);
}

guint64 evaluator_value(Evaluator *e, const Term *t) {
  guint64 value = 0;
  g_assert(!t->index_width);
  if (known(e, t, &value)) return value;
  Frame root = {t, NULL, 0};
  g_array_append_val(e->stack, root);
  while (e->stack->len) {
    Frame *top = &g_array_index(e->stack, Frame, e->stack->len - 1);
    const Term *needed = step(e, top, &value);
    if (needed) {
      Frame frame = {needed, NULL, 0};
      g_array_append_val(e->stack, frame);
    } else {
      id_map_set(&e->values, top->term->id, value);
      g_array_set_size(e->stack, e->stack->len - 1);
    }
  }
  return value;
}

guint64 term_eval(const Term *t, const Model *m) {
  Evaluator *e = evaluator_new(m);
  guint64 value = evaluator_value(e, t);
  evaluator_free(e);
  return value;
}
