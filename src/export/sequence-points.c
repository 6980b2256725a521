/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sequences of inputs through the failure automaton, as points for tests.
 *
 * A passing one goes the same way as a failing one up to the step that fails; there one input is the next greater or smaller
 * value that does not fail, and then the run ends as soon as it can. */
#include "export/sequence-points.h"
#include "base/deadline.h"
#include "base/limits.h"
#include "cfc/claims.h"
#include "cfc/sequence.h"
#include "ir/failure-paths.h"
#include "ir/print.h"

typedef struct {
  const Cfc *cfc;
  const gboolean *settable;
  gint64 deadline;
  GPtrArray *points;
} Finder;

static gboolean is_late(const Finder *f) { return g_get_monotonic_time() >= f->deadline; }

/* The partition that the failure belongs to; where that is not known, the first that fails. */
static guint partition_of(const Cfc *c, Failure failure) {
  for (guint i = 0; i < c->partitions->len; i++) {
    const GArray *errors = ((const Partition *)c->partitions->pdata[i])->errors;
    for (guint k = 0; k < errors->len; k++)
      if (failure_same(g_array_index(errors, Failure, k), failure)) return i;
  }
  for (guint i = 0; i < c->partitions->len; i++)
    if (claim_fails((const Partition *)c->partitions->pdata[i])) return i;
  return 0;
}

/* Inputs that no test can set are 0. */
static Model *solve(const Finder *f, const Term *condition) {
  g_autoptr(GPtrArray) inputs = term_inputs(condition);
  for (guint i = 0; i < inputs->len; i++) {
    const Term *input = (const Term *)inputs->pdata[i];
    if (!f->settable[input_key_unpack(input->param).site]) condition = term_and(condition, term_eq(input, term_const(input->width, 0)));
  }
  return sequence_of(f->cfc->program, condition, limits.sequence_seconds, (gsize)4096 << 20);
}

static void add_value(const Term *input, guint64 value, gpointer values) {
  const ClaimValue v = {input, value};
  g_array_append_val((GArray *)values, v);
}

static void add_point(Finder *f, const Model *m, Failure failure, gboolean fails, char *what) {
  TestPoint *p = test_point_new(partition_of(f->cfc, failure), fails, what);
  model_foreach(m, add_value, p->values);
  g_ptr_array_add(f->points, p);
}

/* The way of a failing sequence up to its last step, then another edge, then to the end of the run. */
static GPtrArray *way_past(const FailureAutomaton *a, const GPtrArray *failing, const FailureEdge *instead) {
  GPtrArray *rest = instead->to < EDGE_UNKNOWN ? failure_way_to_end(a, instead->to, EDGE_ENDS) : NULL;
  if (!rest && instead->to != EDGE_ENDS) return NULL;
  GPtrArray *way = g_ptr_array_new();
  for (guint i = 0; i + 1 < failing->len; i++) g_ptr_array_add(way, failing->pdata[i]);
  g_ptr_array_add(way, (gpointer)instead);
  for (guint i = 0; rest && i < rest->len; i++) g_ptr_array_add(way, rest->pdata[i]);
  if (rest) g_ptr_array_unref(rest);
  return way;
}

/* One that passes, with this input of the failing step as said. */
static gboolean add_past(Finder *f, const GPtrArray *failing, const Term *near, char *what) {
  const FailureAutomaton *a = f->cfc->automaton;
  const FailureEdge *last = (const FailureEdge *)failing->pdata[failing->len - 1];
  g_autofree char *text = what;
  for (guint i = 0; i < a->edges->len && !is_late(f); i++) {
    const FailureEdge *e = (const FailureEdge *)a->edges->pdata[i];
    g_autoptr(GPtrArray) way = e->from == last->from ? way_past(a, failing, e) : NULL;
    Model *m = way ? solve(f, term_and(failure_way_condition(way), near)) : NULL;
    if (!m) continue;
    add_point(f, m, last->failure, FALSE, g_steal_pointer(&text));
    model_free(m);
    return TRUE;
  }
  return FALSE;
}

/* The inputs that decide the last step; to unref. */
static GPtrArray *last_inputs(const GPtrArray *way) {
  g_autoptr(GPtrArray) before = g_ptr_array_new(), earlier = NULL;
  for (guint i = 0; i + 1 < way->len; i++) g_ptr_array_add(before, way->pdata[i]);
  earlier = term_inputs(failure_way_condition(before));
  GPtrArray *inputs = term_inputs(failure_way_condition(way));
  for (guint i = inputs->len; i-- > 0;)
    if (g_ptr_array_find(earlier, inputs->pdata[i], NULL)) g_ptr_array_remove_index(inputs, i);
  return inputs;
}

static void add_neighbours(Finder *f, const GPtrArray *failing, const Model *m) {
  g_autoptr(GPtrArray) inputs = last_inputs(failing);
  gboolean any = FALSE;
  for (guint i = 0; i < inputs->len && i < limits.points_inputs; i++)
    for (guint above = 0; above < 2; above++) {
      const Term *input = (const Term *)inputs->pdata[i];
      const guint64 value = model_value(m, input) + (above ? 1 : G_MAXUINT64);
      g_autofree char *name = input_short_name(f->cfc->program, input);
      char *what = g_strdup_printf("%s is just %s, and the run ends", name, above ? "above" : "below");
      any |= add_past(f, failing, term_eq(input, term_const(input->width, value)), what);
    }
  if (!any) add_past(f, failing, term_bool(TRUE), g_strdup("it does not fail there, and the run ends"));
}

static void add_sequences(Finder *f, const FailureEdge *e) {
  const Program *program = f->cfc->program;
  g_autoptr(GPtrArray) way = failure_way_to(f->cfc->automaton, e);
  Model *m = way ? solve(f, failure_way_condition(way)) : NULL;
  if (!m) return;
  g_autofree char *what = claim_failure(program, e->failure),
                  *place = e->failure.loc.line ? g_strdup_printf(" at line %u", e->failure.loc.line) : g_strdup("");
  add_point(f, m, e->failure, TRUE, g_strdup_printf("the shortest sequence from location %u to %s%s", e->from, what, place));
  add_neighbours(f, way, m);
  model_free(m);
}

GPtrArray *sequence_points_find(const Cfc *c, const gboolean *settable, double seconds) {
  Finder f = {c, settable, deadline_in(seconds), g_ptr_array_new_with_free_func(test_point_free)};
  for (guint i = 0, n = 0; c->automaton && c->partitions->len && i < c->automaton->edges->len && !is_late(&f); i++) {
    const FailureEdge *e = (const FailureEdge *)c->automaton->edges->pdata[i];
    if (e->to == EDGE_FAILS && n++ < limits.sequence_tests) add_sequences(&f, e);
  }
  return f.points;
}

gboolean sequence_never_ends(const Cfc *c) {
  if (!c->automaton || !failure_automaton_exact(c->automaton)) return FALSE;
  g_autoptr(GPtrArray) way = failure_way_to_end(c->automaton, 0, EDGE_ENDS);
  return !way;
}
