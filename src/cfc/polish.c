/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Simplification and examples, in a child because Z3 does it. */
#include "cfc/polish.h"
#include "base/limits.h"
#include "cfc/likely-points.h"
#include "engine/answer.h"
#include "formula/few-cases.h"
#include "formula/one-input.h"
#include "formula/path-literals.h"
#include "formula/readable.h"
#include "formula/solver.h"
#include "base/bytes.h"
#include "base/job.h"

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
  for (guint i = conjuncts->len;
       i-- > 0 && conjuncts->len > 1 && conjuncts->len <= limits.polish_conjuncts;) {
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

/* A bound that is long to read, in few cases where these are shorter. */
static const Term *in_few_cases(const Work *w, const Term *t) {
  const guint size = term_tree_size(t, limits.polish_rewrite_nodes);
  if (size < limits.polish_long_nodes || size >= limits.polish_rewrite_nodes) return t;
  const FewCases found = few_cases(t, share(w, 0.1), NULL, NULL);
  const gboolean shorter = found.exact && term_tree_size(found.below, size) < size;
  return shorter && solver_valid(term_eq(found.below, t), share(w, 0.05)) ? found.below : t;
}

static Evidence *polish_one(const Work *w, const Polish *item) {
  Evidence *e = evidence_new();
  const Term *brief = term_by_intervals(item->formula);
  Region r = {.formula = brief ? brief : item->formula};
  if (term_dag_size(r.formula, limits.polish_rewrite_nodes) < limits.polish_rewrite_nodes)
    r.formula = readable_rewrite(term_by_values(r.formula));
  if (solver_sat(r.formula, share(w, 0.3), &e->point) == SOLVER_UNSAT) return e;
  if (!e->point) e->point = likely_point(w->program, r.formula, share(w, 0.2));
  if (term_dag_size(r.formula, limits.polish_rewrite_nodes) < limits.polish_rewrite_nodes)
    r.formula = without_redundant(r.formula, share(w, 0.2));
  if (term_dag_size(r.formula, limits.polish_simplify_nodes) < limits.polish_simplify_nodes)
    r.formula = readable_simplify(r.formula, share(w, 0.3));
  r.formula = in_few_cases(w, r.formula);
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
    bytes_put(out, bytes->len);
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
  ByteReader in = {answer ? answer->data : NULL, answer ? answer->len : 0, 0, FALSE};
  for (guint i = 0; i < n && in.at < in.size; i++) {
    const guint64 size = bytes_get(&in, in.size - in.at);
    if (in.failed || in.size - in.at < size) break;
    GByteArray *piece = g_byte_array_append(g_byte_array_new(), in.bytes + in.at, (guint)size);
    take(p, &items[i], piece);
    g_byte_array_unref(piece);
    in.at += size;
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
