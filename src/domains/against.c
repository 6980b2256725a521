/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The order of precision, and the steps of a trial in another domain. */
#include "domains/against.h"
#include "domains/registry.h"

#define MOST_FINER 3

static const struct {
  const char *coarse, *finer[MOST_FINER];
} order[] = {
    {"box", {"bd-mpq", "octagon-mpq", "polyhedra-nnc"}},
    {"box-double", {"box"}},
    {"bd-mpq", {"octagon-mpq", "polyhedra"}},
    {"bd-mpz", {"bd-mpq"}},
    {"bd-double", {"bd-mpq"}},
    {"octagon-mpq", {"polyhedra"}},
    {"octagon-mpz", {"octagon-mpq"}},
    {"octagon-double", {"octagon-mpq"}},
    {"polyhedra", {"polyhedra-nnc", "isl"}},
    {"isl", {"polyhedra"}},
    {"absint-boxes", {"absint-octagons", "absint-polyhedra"}},
    {"absint-octagons", {"absint-polyhedra"}},
};

const AcfDomain **against_finer(const AcfDomain *d) {
  static const AcfDomain *found[MOST_FINER + 1];
  guint n = 0;
  for (guint i = 0; i < G_N_ELEMENTS(order); i++)
    for (guint k = 0; g_str_equal(order[i].coarse, d->name) && k < MOST_FINER && order[i].finer[k]; k++) {
      const AcfDomain *finer = domains_find(order[i].finer[k]);
      if (finer) found[n++] = finer;
    }
  found[n] = NULL;
  return found;
}

struct Against {
  Script *script[MOST_FINER];
  Trial *trial[MOST_FINER];
};

void against_free(struct Against *a) {
  if (!a) return;
  for (guint i = 0; i < MOST_FINER; i++) {
    trial_free(a->trial[i]);
    script_free(a->script[i]);
  }
  g_free(a);
}

const Trial *against_trial(const Trial *t, guint i) {
  const AcfDomain **finer = against_finer(t->script->domain), *mine = t->script->domain;
  guint n = 0;
  while (finer[n]) n++;
  if (i >= n) return NULL;
  if (!t->against) ((Trial *)t)->against = g_new0(struct Against, 1);
  struct Against *a = t->against;
  if (!a->script[i]) {
    a->script[i] = script_new(finer[i], t->script->n);
    a->trial[i] = trial_new(a->script[i]);
  }
  Script *s = a->script[i];
  if (s->domain->begin) s->domain->begin(s->domain);
  g_array_append_vals(s->steps, script_step(t->script, s->steps->len), t->script->steps->len - s->steps->len);
  trial_run(a->trial[i]);
  if (mine->begin) mine->begin(mine);
  return a->trial[i];
}

/* Extrapolations are not monotone, and what a domain approximates depends on how. */
gboolean against_is_best(const Trial *finer, guint element) {
  const Script *s = finer->script;
  const AcfDomain *d = s->domain;
  const Step *step = script_step(s, element);
  if (step->kind == STEP_WIDENING || step->kind == STEP_NARROWING) return FALSE;
  for (guint i = 0; i < step->n_c; i++)
    if (!d->represents || !d->represents(d, (int)s->n, &step->c[i])) return FALSE;
  if (step->kind == STEP_ASSIGN && (!d->exact || !d->exact(d, (int)s->n, (int)step->v, &step->e)))
    return FALSE;
  return (!step_takes_x(step->kind) || against_is_best(finer, step->x)) &&
         (!step_takes_y(step->kind) || against_is_best(finer, step->y));
}
