/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trials, then the atoms that agree with all of them. */
#include "learn/decisive-inputs.h"
#include "base/limits.h"
#include "ir/compared.h"
#include "ir/interpret.h"

#define MAX_FIRST 4 /* a dimension of arrays */

typedef struct {
  guint64 values[MAX_FIRST]; /* of the first inputs */
  gboolean fails;
} Trial;

typedef struct {
  const Term *condition;
  guint covered; /* trials that fail under it */
  guint64 where; /* a hash of which */
} Atom;

typedef struct {
  Interpreter *interpreter;
  GArray *constants;            /* gint64: 0, and some that the program compares with */
  const Term *first[MAX_FIRST]; /* the inputs that were read first, by place */
  guint n_first;
  GArray *trials; /* Trial */
  guint64 rest;   /* what all other inputs are */
  gint64 deadline;
} Force;

static gboolean late(const Force *f) { return g_get_monotonic_time() > f->deadline; }

/* ---- trials ---- */

static guint64 choose(gpointer data, const Term *input) { return ((const Force *)data)->rest; }

/* All inputs alike, but for one (NULL: none). */
static RunEnd run(Force *f, const Term *odd, guint64 value, GPtrArray *inputs) {
  Model *m = model_new();
  model_set_chooser(m, choose, f);
  if (odd) model_set(m, odd, value);
  RunEnd end = interpreter_run(f->interpreter, m, limits.long_run_steps, 0, inputs);
  if (interpreter_met_unknown(f->interpreter)) end = RUN_END_ODD;
  if (end == RUN_END_FAIL || end == RUN_END_PASS) {
    Trial t = {.fails = end == RUN_END_FAIL};
    for (guint i = 0; i < f->n_first; i++) t.values[i] = model_value(m, f->first[i]);
    g_array_append_val(f->trials, t);
  }
  model_free(m);
  return end;
}

static void vary(Force *f) {
  for (guint i = 0; i < f->n_first; i++) {
    const guint64 least = G_GUINT64_CONSTANT(1) << (f->first[i]->width - 1);
    run(f, f->first[i], least, NULL);
    run(f, f->first[i], least - 1, NULL);
    for (guint k = 0; k < 3 * f->constants->len && !late(f); k++)
      run(f, f->first[i], (guint64)g_array_index(f->constants, gint64, k / 3) + k % 3 - 1, NULL);
  }
}

/* FALSE: a run reads few inputs, or does not end. */
static gboolean find_first(Force *f) {
  g_autoptr(GPtrArray) inputs = g_ptr_array_new();
  g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
  const RunEnd end = run(f, NULL, 0, inputs);
  for (guint i = 0; i < inputs->len && f->n_first < MAX_FIRST; i++) {
    const Term *input = (const Term *)inputs->pdata[i];
    const gpointer site = GUINT_TO_POINTER(input_key_unpack(input->param).site + 1);
    if (input->width > 1 && g_hash_table_add(seen, site)) f->first[f->n_first++] = input;
  }
  g_array_set_size(f->trials, 0);
  return inputs->len > limits.decisive_many_inputs && end != RUN_END_LONG;
}

/* FALSE: none passes. */
static gboolean make_trials(Force *f) {
  static const gint64 alike[] = {0, 1, -1, 7};
  guint passing = 0;
  for (guint i = 0; i < G_N_ELEMENTS(alike) && passing < limits.decisive_passing && !late(f); i++) {
    f->rest = (guint64)alike[i];
    if (run(f, NULL, 0, NULL) != RUN_END_PASS) continue;
    passing++;
    vary(f);
  }
  return passing > 0;
}

/* ---- what decides ---- */

static gboolean holds(const Force *f, const Term *atom, const Trial *t) {
  Model *m = model_new();
  for (guint i = 0; i < f->n_first; i++) model_set(m, f->first[i], t->values[i]);
  const gboolean yes = term_eval(atom, m) != 0;
  model_free(m);
  return yes;
}

static void consider(const Force *f, const Term *condition, GArray *atoms) {
  Atom a = {.condition = condition};
  for (guint i = 0; i < f->trials->len; i++) {
    const Trial *t = &g_array_index(f->trials, Trial, i);
    if (!holds(f, condition, t)) continue;
    if (!t->fails) return;
    a.covered++;
    a.where = (a.where ^ i) * G_GUINT64_CONSTANT(0x9e3779b97f4a7c15) + 1;
  }
  for (guint i = 0; i < atoms->len; i++)
    if (g_array_index(atoms, Atom, i).where == a.where) return;
  if (a.covered) g_array_append_val(atoms, a);
}

/* That two differ is said in two parts: each is easier to prove. */
static void compare(const Force *f, const Term *x, const Term *y, GArray *atoms) {
  consider(f, term_binary(TERM_SLE, x, y), atoms);
  consider(f, term_binary(TERM_SLE, y, x), atoms);
  consider(f, term_binary(TERM_SLT, x, y), atoms);
  consider(f, term_binary(TERM_SLT, y, x), atoms);
  consider(f, term_eq(x, y), atoms);
}

static gint by_covered(gconstpointer a, gconstpointer b) {
  const guint x = ((const Atom *)a)->covered, y = ((const Atom *)b)->covered;
  return x > y ? -1 : x < y;
}

static GArray *find_atoms(const Force *f) {
  GArray *atoms = g_array_new(FALSE, FALSE, sizeof(Atom));
  for (guint i = 0; i < f->n_first; i++) {
    const Term *x = f->first[i];
    for (guint k = 0; k < f->constants->len; k++)
      compare(f, x, term_const(x->width, (guint64)g_array_index(f->constants, gint64, k)), atoms);
    for (guint k = 0; k < i; k++)
      if (f->first[k]->width == x->width) compare(f, x, f->first[k], atoms);
  }
  g_array_sort(atoms, by_covered);
  return atoms;
}

guint decisive_input_candidates(const Program *p, gint64 deadline, const Term **candidates, guint n) {
  Force f = {.interpreter = interpreter_new(p), .deadline = deadline};
  f.trials = g_array_new(FALSE, FALSE, sizeof(Trial));
  f.constants = g_array_new(FALSE, TRUE, sizeof(gint64));
  g_array_set_size(f.constants, 1); /* 0 */
  program_add_compared(p, f.constants, limits.decisive_constants);
  guint found = 0;
  if (find_first(&f) && make_trials(&f)) {
    g_autoptr(GArray) atoms = find_atoms(&f);
    for (; found < MIN(n, atoms->len); found++)
      candidates[found] = g_array_index(atoms, Atom, found).condition;
  }
  g_array_unref(f.constants);
  g_array_unref(f.trials);
  interpreter_free(f.interpreter);
  return found;
}
