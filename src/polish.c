/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Simplification and examples, in a child because Z3 does it. */
#include "polish.h"
#include "engine/answer.h"
#include "formula/one-input.h"
#include "formula/readable.h"
#include "formula/solver.h"
#include "portfolio/analyzer.h"
#include "formula/floats.h"
#include <string.h>

#define REWRITE_NODES 4000
#define SIMPLIFY_NODES 600
#define FEW_CONJUNCTS 8
#define TRIED_POINTS 5000

typedef struct {
  const Program *program;
  Polish *items;
  guint n;
  double seconds;
} Work;

static guint share(const Work *w, double fraction) {
  return (guint)MAX(1000 * w->seconds * fraction / MAX(w->n, 1), 1);
}

/* Conjuncts that the others imply tell nothing; tried on formulas too large for a thorough simplification,
 * too. */
static const Term *without_redundant(const Term *t, guint ms) {
  GPtrArray *conjuncts = readable_conjuncts(t);
  gint64 stop = g_get_monotonic_time() + 1000 * (gint64)ms;
  for (guint i = conjuncts->len; i-- > 0 && conjuncts->len > 1 && conjuncts->len <= FEW_CONJUNCTS;) {
    gint64 left = (stop - g_get_monotonic_time()) / 1000;
    if (left <= 0) break;
    const Term *dropped = (const Term *)conjuncts->pdata[i];
    conjuncts->pdata[i] = (gpointer)term_bool(TRUE);
    const Term *others = term_and_n((const Term *const *)conjuncts->pdata, conjuncts->len);
    if (solver_valid(term_implies(others, dropped), (guint)left))
      g_ptr_array_remove_index(conjuncts, i);
    else
      conjuncts->pdata[i] = (gpointer)dropped;
  }
  const Term *result = term_and_n((const Term *const *)conjuncts->pdata, conjuncts->len);
  g_ptr_array_unref(conjuncts);
  return result;
}

/* Bits at random are mostly huge or tiny numbers; programs deal with those near 1. */
static guint64 random_float(GRand *random, guint width) {
  double bound = (double)(1 << g_rand_int_range(random, 0, 12)),
         d = g_rand_double_range(random, -bound, bound);
  return bits_of_number(width, d);
}

static Model *random_point(const Program *p, const GPtrArray *inputs, GRand *random) {
  Model *m = model_new(), *any = model_new();
  model_set_random(any, g_rand_int(random) | 1);
  for (guint i = 0; i < inputs->len; i++) {
    const Term *input = (const Term *)inputs->pdata[i];
    gboolean is_float = program_site(p, input_key_unpack(input->param).site)->is_float;
    model_set(m, input, is_float ? random_float(random, input->width) : model_value(any, input));
  }
  model_free(any);
  return m;
}

/* Solvers are slow with floats, and may be with much else; many regions are easily hit. */
static Model *try_points(const Program *p, const Term *t) {
  if (term_dag_size(t, REWRITE_NODES) >= REWRITE_NODES) return NULL;
  GPtrArray *inputs = term_inputs(t);
  GRand *random = g_rand_new_with_seed(1);
  Model *hit = NULL;
  for (guint n = 0; n < TRIED_POINTS && !hit; n++) {
    Model *m = random_point(p, inputs, random);
    if (term_eval(t, m))
      hit = m;
    else
      model_free(m);
  }
  g_rand_free(random);
  g_ptr_array_unref(inputs);
  return hit;
}

static Evidence *polish_one(const Work *w, const Polish *item) {
  Evidence *e = evidence_new();
  const Term *brief = term_by_intervals(item->formula);
  Region r = {brief ? brief : item->formula, {NULL, 0, 0}};
  if (term_dag_size(r.formula, REWRITE_NODES) < REWRITE_NODES) r.formula = readable_rewrite(r.formula);
  if (solver_sat(r.formula, share(w, 0.3), &e->point) == SOLVER_UNSAT) return e;
  if (!e->point) e->point = try_points(w->program, r.formula);
  if (term_dag_size(r.formula, REWRITE_NODES) < REWRITE_NODES)
    r.formula = without_redundant(r.formula, share(w, 0.2));
  if (term_dag_size(r.formula, SIMPLIFY_NODES) < SIMPLIFY_NODES)
    r.formula = readable_simplify(r.formula, share(w, 0.3));
  g_array_append_val(e->fails, r);
  return e;
}

/* In the child: one piece of evidence for each item, each after its length. */
static gboolean run(gpointer data, GByteArray *out) {
  const Work *w = (const Work *)data;
  for (guint i = 0; i < w->n; i++) {
    Evidence *e = polish_one(w, &w->items[i]);
    GByteArray *bytes = g_byte_array_new();
    evidence_write(bytes, e);
    guint64 size = bytes->len;
    g_byte_array_append(out, (const guint8 *)&size, sizeof size);
    g_byte_array_append(out, bytes->data, bytes->len);
    g_byte_array_unref(bytes);
    evidence_free(e);
    if (i + 1 < w->n) job_publish(out);
  }
  return TRUE;
}

static void take(const Program *p, Polish *item, const GByteArray *bytes) {
  Evidence *e = evidence_read(p, bytes);
  if (!e) return;
  item->empty = e->fails->len == 0;
  if (e->fails->len == 1) item->formula = g_array_index(e->fails, Region, 0).formula;
  item->example = e->point;
  e->point = NULL;
  evidence_free(e);
}

void polish(const Program *p, Polish *items, guint n, double seconds, gsize memory_bytes) {
  Work w = {p, items, n, seconds};
  GByteArray *answer = NULL;
  if (n == 0) return;
  job_run("polish", run, &w, (JobLimits){seconds, memory_bytes}, &answer);
  gsize at = 0;
  for (guint i = 0; answer && i < n; i++) {
    guint64 size;
    if (answer->len - at < sizeof size) break;
    memcpy(&size, answer->data + at, sizeof size);
    at += sizeof size;
    if (answer->len - at < size) break;
    GByteArray *piece = g_byte_array_append(g_byte_array_new(), answer->data + at, (guint)size);
    take(p, &items[i], piece);
    g_byte_array_unref(piece);
    at += size;
  }
  if (answer) g_byte_array_unref(answer);
}

static gboolean check(gpointer data, GByteArray *out) {
  guint8 valid = solver_valid((const Term *)data, 0);
  g_byte_array_append(out, &valid, 1);
  return TRUE;
}

gboolean polish_implies(const Term *a, const Term *b, double seconds, gsize memory_bytes) {
  const Term *claim = term_implies(a, b);
  if (term_is_true(claim)) return TRUE;
  GByteArray *answer = NULL;
  JobState state = job_run("implies", check, (gpointer)claim, (JobLimits){seconds, memory_bytes}, &answer);
  gboolean proven = state == JOB_DONE && answer && answer->len == 1 && answer->data[0] == 1;
  if (answer) g_byte_array_unref(answer);
  return proven;
}
