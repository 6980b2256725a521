/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inputs along ways through the failure automaton: a point of the guards, by the solver, moved towards 0. */
#include "cfc/sequence.h"
#include "base/limits.h"
#include "cfc/polish.h"
#include "cfc/prefer.h"
#include "ir/failure-paths.h"

Model *sequence_of(const Program *p, const Term *condition, double seconds, gsize memory_bytes) {
  if (term_is_true(condition)) return model_new();
  Polish shape = {.formula = condition};
  polish(p, &shape, 1, seconds, memory_bytes);
  if (!shape.example || !term_eval(condition, shape.example)) {
    if (shape.example) model_free(shape.example);
    return NULL;
  }
  Model *small = prefer_small(p, condition, shape.example);
  if (!small) return shape.example;
  model_free(shape.example);
  return small;
}

static gboolean is_among(const GArray *failures, Failure f) {
  for (guint i = 0; i < failures->len; i++)
    if (failure_same(g_array_index(failures, Failure, i), f)) return TRUE;
  return FALSE;
}

static int by_length(gconstpointer a, gconstpointer b) {
  const GPtrArray *x = *(GPtrArray *const *)a, *y = *(GPtrArray *const *)b;
  return x->len < y->len ? -1 : x->len > y->len;
}

/* GPtrArray*: the ways to the failures, short ones first. */
static GPtrArray *ways_to(const FailureAutomaton *a, const GArray *failures) {
  GPtrArray *ways = g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref);
  for (guint i = 0; i < a->edges->len; i++) {
    const FailureEdge *e = (const FailureEdge *)a->edges->pdata[i];
    GPtrArray *way = e->to == EDGE_FAILS && is_among(failures, e->failure) ? failure_way_to(a, e) : NULL;
    if (way) g_ptr_array_add(ways, way);
  }
  g_ptr_array_sort(ways, by_length);
  return ways;
}

Model *sequence_in(const Cfc *c, const Term *region, const GArray *failures, gsize memory_bytes) {
  g_autoptr(GPtrArray) ways = ways_to(c->automaton, failures);
  for (guint i = 0; i < MIN(ways->len, limits.sequence_ways); i++) {
    const Term *condition = failure_way_condition((const GPtrArray *)ways->pdata[i]);
    Model *found = sequence_of(c->program, condition, limits.sequence_seconds, memory_bytes);
    if (found && term_eval(region, found)) return found;
    if (found) model_free(found);
  }
  return NULL;
}
