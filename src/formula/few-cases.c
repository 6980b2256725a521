/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A formula from its points.  At a point some comparisons decide that the formula holds (path-literals.h):
 * those of them that hold wherever the formula does are common to all cases; as few of the others as will do
 * are a case.  The next point is one outside of the cases found so far; when there is none, they are all. */
#include "formula/few-cases.h"
#include "base/deadline.h"
#include "base/limits.h"
#include "formula/interval.h"
#include "formula/path-literals.h"
#include "formula/readable.h"
#include "formula/solver.h"

typedef struct {
  const Term *formula;
  Solver *inside, *outside; /* assert the formula without the cases found, and its negation; and what is common */
  GPtrArray *common, *cases; /* Term* */
  gint64 deadline;
  FewCasesFound found; /* or NULL */
  gpointer data;
} Search;

static SolverAnswer check(const Search *s, Solver *solver, const Term *const *assumptions, guint n) {
  const gint64 left = (s->deadline - g_get_monotonic_time()) / 1000;
  if (left <= 0) return SOLVER_UNKNOWN;
  return solver_check(solver, assumptions, n, (guint)MIN(left, limits.cases_check_ms));
}

static gboolean implied_by(const Search *s, const GPtrArray *literals) {
  return check(s, s->outside, (const Term *const *)literals->pdata, literals->len) == SOLVER_UNSAT;
}

static int longest_first(gconstpointer a, gconstpointer b) {
  const Term *x = *(const Term *const *)a, *y = *(const Term *const *)b;
  const guint m = term_tree_size(x, limits.cases_literal_nodes + 1),
              n = term_tree_size(y, limits.cases_literal_nodes + 1);
  if (m != n) return m > n ? -1 : 1;
  return x->id > y->id ? -1 : x->id < y->id;
}

static gboolean is_short(const Term *t) {
  return term_tree_size(t, limits.cases_literal_nodes + 1) <= limits.cases_literal_nodes;
}

static const Term *join(const GPtrArray *parts, gboolean all) {
  const Term *const *args = (const Term *const *)parts->pdata;
  return all ? term_and_n(args, parts->len) : term_or_n(args, parts->len);
}

static FewCases state(const Search *s, gboolean exact) {
  const Term *common = join(s->common, TRUE), *below = readable_rewrite(term_and(common, join(s->cases, FALSE)));
  return (FewCases){exact ? below : readable_rewrite(common), below, exact};
}

static void tell(const Search *s) {
  if (!s->found) return;
  const FewCases so_far = state(s, FALSE);
  s->found(&so_far, s->data);
}

/* --- what is common to all cases --- */

/* A point of the formula at which some candidate does not hold takes those away; when there is none, the others
 * are implied.  FALSE: the time was not enough to know. */
static gboolean keep_implied(Search *s, GPtrArray *candidates) {
  while (candidates->len > 0) {
    const Term *all = term_and_n((const Term *const *)candidates->pdata, candidates->len), *some = term_not(all);
    const SolverAnswer answer = check(s, s->inside, &some, 1);
    if (answer == SOLVER_UNSAT) return TRUE;
    if (answer == SOLVER_UNKNOWN) return FALSE;
    Model *m = solver_model(s->inside);
    const guint before = candidates->len;
    Evaluator *e = evaluator_new(m);
    for (guint i = candidates->len; i-- > 0;)
      if (!evaluator_value(e, candidates->pdata[i])) g_ptr_array_remove_index(candidates, i);
    evaluator_free(e);
    model_free(m);
    if (candidates->len == before) return FALSE;
  }
  return TRUE;
}

static void find_common(Search *s, const Model *point) {
  g_autoptr(GPtrArray) candidates = path_literals(s->formula, point);
  for (guint i = candidates->len; i-- > 0;)
    if (!is_short(candidates->pdata[i])) g_ptr_array_remove_index(candidates, i);
  if (keep_implied(s, candidates))
    for (guint i = 0; i < candidates->len; i++) g_ptr_array_add(s->common, candidates->pdata[i]);
}

/* Between which values does the input lie, in the order that begins at first?  One end: the least distance from
 * it, or from the other end (downward), at which the formula has a point. */
static gboolean find_end(Search *s, const Term *x, guint64 first, gboolean downward, guint64 known, guint64 *end) {
  guint64 low = 0, high = downward ? term_mask(x->width) - known : known;
  const Term *from = term_const(x->width, first), *offset = term_binary(TERM_SUB, x, from),
             *distance = downward ? term_unary(TERM_NOT, offset) : offset;
  while (low < high) {
    const guint64 middle = low + (high - low) / 2;
    const Term *nearer = term_binary(TERM_ULE, distance, term_const(x->width, middle));
    const SolverAnswer answer = check(s, s->inside, &nearer, 1);
    if (answer == SOLVER_UNKNOWN) return FALSE;
    if (answer == SOLVER_UNSAT)
      low = middle + 1;
    else {
      Model *m = solver_model(s->inside);
      high = term_eval(distance, m);
      model_free(m);
    }
  }
  *end = downward ? term_mask(x->width) - low : low;
  return TRUE;
}

static void find_range(Search *s, const Term *x, const Model *point, gboolean is_signed) {
  const guint64 first = is_signed ? G_GUINT64_CONSTANT(1) << (x->width - 1) : 0,
                known = (model_value(point, x) - first) & term_mask(x->width);
  guint64 low = 0, high = 0;
  IntervalSet set;
  if (!find_end(s, x, first, FALSE, known, &low) || !find_end(s, x, first, TRUE, known, &high)) return;
  if (low == 0 && high == term_mask(x->width)) return;
  if (interval_set_arc(&set, x->width, (low + first) & term_mask(x->width), (high + first) & term_mask(x->width)))
    g_ptr_array_add(s->common, (gpointer)interval_set_term(&set, x, is_signed));
}

static void find_ranges(Search *s, const Model *point) {
  g_autoptr(GPtrArray) inputs = term_inputs(s->formula);
  const gboolean is_signed = readable_looks_signed(s->formula);
  if (inputs->len > limits.cases_ranges || s->formula->has_float) return;
  for (guint i = 0; i < inputs->len; i++) {
    const Term *x = inputs->pdata[i];
    if (x->width > 1 && x->index_width == 0) find_range(s, x, point, is_signed);
  }
}

/* Without what the others say already, the longest first. */
static void drop_redundant(const Search *s, GPtrArray *conjuncts) {
  g_ptr_array_sort(conjuncts, longest_first);
  for (guint i = 0; i < conjuncts->len && g_get_monotonic_time() < s->deadline;) {
    const Term *dropped = conjuncts->pdata[i];
    conjuncts->pdata[i] = (gpointer)term_bool(TRUE);
    const Term *others = term_and_n((const Term *const *)conjuncts->pdata, conjuncts->len);
    if (solver_valid(term_implies(others, dropped), limits.cases_check_ms))
      g_ptr_array_remove_index(conjuncts, i);
    else
      conjuncts->pdata[i++] = (gpointer)dropped;
  }
}

/* --- cases --- */

/* Leaves out literals as long as the rest still implies the formula: first many at once, at last each alone. */
static void shrink(const Search *s, GPtrArray *literals) {
  for (guint size = MAX(literals->len / 2, 1); literals->len > 0; size = size / 2) {
    for (guint at = 0; at < literals->len;) {
      const guint n = MIN(size, literals->len - at);
      g_autoptr(GPtrArray) rest = g_ptr_array_new();
      for (guint i = 0; i < literals->len; i++)
        if (i < at || i >= at + n) g_ptr_array_add(rest, literals->pdata[i]);
      if (implied_by(s, rest))
        g_ptr_array_remove_range(literals, at, n);
      else
        at += n;
    }
    if (size <= 1) break;
  }
}

/* Literals too long to read are replaced by the values of their inputs. */
static void pin(GPtrArray *literals, const Model *point) {
  g_autoptr(GPtrArray) pinned = g_ptr_array_new();
  for (guint i = literals->len; i-- > 0;) {
    if (is_short(literals->pdata[i])) continue;
    g_autoptr(GPtrArray) inputs = term_inputs(literals->pdata[i]);
    if (inputs->len > limits.cases_ranges) continue;
    for (guint k = 0; k < inputs->len; k++) {
      const Term *x = inputs->pdata[k], *equal = term_eq(x, term_const(x->width, model_value(point, x)));
      if (!g_ptr_array_find(pinned, equal, NULL)) g_ptr_array_add(pinned, (gpointer)equal);
    }
    g_ptr_array_remove_index(literals, i);
  }
  for (guint i = 0; i < pinned->len; i++) g_ptr_array_add(literals, pinned->pdata[i]);
}

/* The case of a point that is in none yet.  FALSE: it was not found in time. */
static gboolean add_case(Search *s, const Model *point) {
  g_autoptr(GPtrArray) literals = path_literals(s->formula, point);
  pin(literals, point);
  g_ptr_array_sort(literals, longest_first);
  if (!implied_by(s, literals)) return FALSE;
  shrink(s, literals);
  const Term *found = term_and_n((const Term *const *)literals->pdata, literals->len);
  g_ptr_array_add(s->cases, (gpointer)found);
  solver_assert(s->inside, term_not(found));
  tell(s);
  return TRUE;
}

/* TRUE: the cases are all. */
static gboolean find_cases(Search *s) {
  for (guint n = 0; n <= limits.cases_most; n++) {
    const SolverAnswer answer = check(s, s->inside, NULL, 0);
    if (answer != SOLVER_SAT) return answer == SOLVER_UNSAT;
    if (n == limits.cases_most) return FALSE;
    Model *point = solver_model(s->inside);
    const gboolean found = add_case(s, point);
    model_free(point);
    if (!found) return FALSE;
  }
  return FALSE;
}

static FewCases search(Search *s) {
  const SolverAnswer answer = check(s, s->inside, NULL, 0);
  if (answer == SOLVER_UNSAT) return (FewCases){term_bool(FALSE), term_bool(FALSE), TRUE};
  if (answer != SOLVER_SAT) return (FewCases){term_bool(TRUE), term_bool(FALSE), FALSE};
  Model *point = solver_model(s->inside);
  find_common(s, point);
  tell(s);
  find_ranges(s, point);
  model_free(point);
  drop_redundant(s, s->common);
  solver_assert(s->outside, join(s->common, TRUE));
  return state(s, find_cases(s));
}

FewCases few_cases(const Term *t, guint budget_ms, FewCasesFound found, gpointer data) {
  Search s = {t,     solver_new(), solver_new(), g_ptr_array_new(), g_ptr_array_new(), deadline_in(budget_ms / 1000.0),
              found, data};
  solver_assert(s.inside, t);
  solver_assert(s.outside, term_not(t));
  const FewCases result = search(&s);
  solver_free(s.inside);
  solver_free(s.outside);
  g_ptr_array_unref(s.common);
  g_ptr_array_unref(s.cases);
  return result;
}
