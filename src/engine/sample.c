/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Labels by the interpreter, path conditions by symbolic execution of single runs. */
#include "engine/sample.h"
#include "engine/interpret.h"
#include "engine/symex.h"

#define ATOM_STEPS 100000 /* of a run whose conditions are collected */
#define ATOM_NODES 40     /* larger conditions say little */
#define ATOMS_PER_RUN 64  /* first ones on the path */
#define OTHER_UNKNOWN 0x5bd1e995a7c3f1e7

struct Sampler {
  const Program *program;
  const Cfg *cfg;
  const Term *condition;
  guint64 max_steps, steps;
  gint64 deadline;
  Interpreter *interpreter;
};

Sampler *sampler_new(const Program *p, const Cfg *cfg, const Term *condition, guint64 max_steps,
                     gint64 deadline) {
  Sampler *s = g_new0(Sampler, 1);
  s->program = p;
  s->cfg = cfg;
  s->condition = condition ? condition : term_bool(TRUE);
  s->max_steps = max_steps;
  s->deadline = deadline;
  s->interpreter = interpreter_new(p);
  return s;
}

void sampler_free(Sampler *s) {
  if (!s) return;
  interpreter_free(s->interpreter);
  g_free(s);
}

guint64 sampler_steps(const Sampler *s) { return s->steps; }

static Label run_once(Sampler *s, const Model *point, guint64 unknown, GPtrArray *inputs) {
  RunEnd end = interpreter_run(s->interpreter, point, s->max_steps, unknown, inputs);
  s->steps += interpreter_steps(s->interpreter);
  return end == RUN_END_FAIL ? LABEL_FAIL : end == RUN_END_PASS ? LABEL_PASS : LABEL_UNKNOWN;
}

/* A run that uses values nobody knows is repeated with others: when that matters, it has no label. */
Label sampler_run(Sampler *s, const Model *point, GPtrArray *inputs_read) {
  if (s->deadline && g_get_monotonic_time() > s->deadline) return LABEL_UNKNOWN;
  if (!term_is_true(s->condition) && !term_eval(s->condition, point)) return LABEL_UNKNOWN;
  Label label = run_once(s, point, 0, inputs_read);
  if (label == LABEL_UNKNOWN || !interpreter_met_unknown(s->interpreter)) return label;
  return run_once(s, point, OTHER_UNKNOWN, NULL) == label ? label : LABEL_UNKNOWN;
}

static void add_once(GPtrArray *terms, const Term *t) {
  if (!g_ptr_array_find(terms, t, NULL)) g_ptr_array_add(terms, (gpointer)t);
}

/* A conjunction says as much as its parts; a negation as much as what it negates. */
static void add_atoms(GPtrArray *atoms, const Term *t, guint depth) {
  if (t->op == TERM_NOT && t->width == 1) {
    add_atoms(atoms, t->args[0], depth);
  } else if (depth && t->width == 1 && (t->op == TERM_AND || t->op == TERM_OR)) {
    for (guint i = 0; i < t->n_args; i++) add_atoms(atoms, t->args[i], depth - 1);
  } else if (t->has_input && !t->has_havoc && !t->has_array && term_dag_size(t, ATOM_NODES) < ATOM_NODES) {
    add_once(atoms, t);
  }
}

void sampler_atoms(Sampler *s, const Model *point, GPtrArray *atoms, GPtrArray *inputs) {
  SymexOptions o = {.inputs_per_site = G_MAXUINT / 2,
                    .oracle = point,
                    .deadline = s->deadline,
                    .max_steps = MIN(s->max_steps, ATOM_STEPS)};
  SymexResult *r = symex_run(s->program, s->cfg, &o);
  guint limit = atoms->len + ATOMS_PER_RUN;
  for (guint i = 0; i < r->conjuncts->len && atoms->len < limit; i++)
    add_atoms(atoms, g_array_index(r->conjuncts, PathConjunct, i).condition, 3);
  for (guint i = 0; inputs && i < r->inputs->len; i++) add_once(inputs, (const Term *)r->inputs->pdata[i]);
  symex_result_free(r);
}
