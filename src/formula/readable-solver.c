/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Making formulas shorter with the solver: parts that the rest decides go away, and what a formula says about
 * its only input becomes intervals.  A step is taken only when the solver has proven it. */
#include "base/limits.h"
#include "formula/interval.h"
#include "formula/readable.h"
#include "formula/solver.h"

typedef struct {
  Solver *solver;
  gint64 deadline; /* monotonic, microseconds */
  guint patience;  /* milliseconds for one question: one that is hard leaves time for others */
  guint visits;
} Simplifier;

static guint remaining_ms(const Simplifier *s) {
  const gint64 left = (s->deadline - g_get_monotonic_time()) / 1000;
  return left <= 0 ? 0 : (guint)MIN(left, 1000000);
}

static SolverAnswer check(const Simplifier *s, const Term *assumption) {
  const guint left = MIN(remaining_ms(s), s->patience);
  return left == 0 ? SOLVER_UNKNOWN : solver_check(s->solver, &assumption, 1, left);
}

/* --- context --- */

static const Term *simplify_below(Simplifier *s, const Term *t);

/* Each part under the assumption that the others do not already decide the whole: for a conjunction that they
 * hold, for a disjunction that none does.  The parts already simplified stand for themselves. */
static const Term *simplify_parts(Simplifier *s, const Term *t) {
  const gboolean is_and = t->op == TERM_AND;
  g_autoptr(GPtrArray) parts = is_and ? readable_conjuncts(t) : readable_disjuncts(t);
  for (guint i = 0; i < parts->len && remaining_ms(s) > 0; i++) {
    solver_push(s->solver);
    for (guint k = 0; k < parts->len; k++)
      if (k != i) solver_assert(s->solver, is_and ? parts->pdata[k] : term_not(parts->pdata[k]));
    parts->pdata[i] = (gpointer)simplify_below(s, parts->pdata[i]);
    solver_pop(s->solver);
  }
  const Term *const *args = (const Term *const *)parts->pdata;
  return is_and ? term_and_n(args, parts->len) : term_or_n(args, parts->len);
}

/* Something equivalent to t in every model of what is asserted. */
static const Term *simplify_below(Simplifier *s, const Term *t) {
  if (term_is_const(t) || ++s->visits > limits.readable_visits) return t;
  if (check(s, term_not(t)) == SOLVER_UNSAT) return term_bool(TRUE);
  if (check(s, t) == SOLVER_UNSAT) return term_bool(FALSE);
  return t->op == TERM_AND || t->op == TERM_OR ? simplify_parts(s, t) : t;
}

/* --- one input: its intervals --- */

/* The least x >= from with t; FALSE in *some when there is none.  Returns FALSE when the solver gave up. */
static gboolean first_point(const Simplifier *s, const Term *t, const Term *x, guint64 from, guint64 *point,
                            gboolean *some) {
  guint64 low = from, high = term_mask(x->width); /* the answer, if any, is in low..high */
  *some = FALSE;
  while (!*some || low < high) {
    const guint64 middle = *some ? low + (high - low) / 2 : high;
    const Term *parts[] = {t, term_binary(TERM_ULE, term_const(x->width, low), x),
                           term_binary(TERM_ULE, x, term_const(x->width, middle))};
    const SolverAnswer answer = check(s, term_and_n(parts, 3));
    if (answer == SOLVER_UNKNOWN) return FALSE;
    if (answer == SOLVER_UNSAT) {
      if (!*some) return TRUE;
      low = middle + 1;
      continue;
    }
    Model *m = solver_model(s->solver);
    guint64 value = 0;
    model_lookup(m, x, &value);
    model_free(m);
    if (value < low || value > middle) return FALSE;
    *some = TRUE;
    high = value;
  }
  *point = high;
  return TRUE;
}

static gboolean find_intervals(const Simplifier *s, const Term *t, const Term *x, IntervalSet *set) {
  const guint64 top = term_mask(x->width);
  guint64 from = 0;
  *set = (IntervalSet){x->width, 0, {{0, 0}}};
  while (set->n <= limits.readable_pieces) {
    guint64 low, end;
    gboolean some;
    if (!first_point(s, t, x, from, &low, &some)) return FALSE;
    if (!some) return TRUE;
    if (!first_point(s, term_not(t), x, low, &end, &some)) return FALSE;
    if (!interval_set_add(set, low, some ? end - 1 : top)) return FALSE;
    if (!some || end == top) return TRUE;
    from = end + 1;
  }
  return FALSE;
}

gboolean readable_looks_signed(const Term *t) {
  g_autoptr(GPtrArray) order = term_postorder(&t, 1);
  int votes = 0;
  for (guint i = 0; i < order->len; i++) {
    const TermOp op = ((const Term *)order->pdata[i])->op;
    votes += (op == TERM_SLT || op == TERM_SLE || op == TERM_SDIV || op == TERM_SREM || op == TERM_SEXT) -
             (op == TERM_ULT || op == TERM_ULE || op == TERM_UDIV || op == TERM_UREM || op == TERM_ZEXT);
  }
  return votes >= 0;
}

/* t over its only input x as intervals, when that is not longer. */
static const Term *as_intervals(const Simplifier *s, const Term *t, const Term *x) {
  const Term *base;
  IntervalSet set;
  if (x->width == 1 || t->has_float || t->has_array) return t;
  if (term_as_set(t, TRUE, &base, &set) && base == x) return t;
  if (!find_intervals(s, t, x, &set)) return t;
  const Term *result = interval_set_term(&set, x, readable_looks_signed(t));
  const guint size = term_dag_size(t, G_MAXUINT), left = remaining_ms(s);
  if (term_dag_size(result, size + 1) > size || left == 0) return t;
  return solver_valid(term_eq(result, t), left) ? result : t;
}

/* Every largest part with a single input. */
static const Term *intervals_below(const Simplifier *s, const Term *t, guint depth) {
  if (!t->has_input || depth > 40 || remaining_ms(s) == 0) return t;
  g_autoptr(GPtrArray) inputs = term_inputs(t);
  if (inputs->len == 1) return as_intervals(s, t, inputs->pdata[0]);
  if (t->op != TERM_AND && t->op != TERM_OR) return t;
  g_autoptr(GPtrArray) parts = t->op == TERM_AND ? readable_conjuncts(t) : readable_disjuncts(t);
  for (guint i = 0; i < parts->len; i++)
    parts->pdata[i] = (gpointer)intervals_below(s, parts->pdata[i], depth + 1);
  const Term *const *args = (const Term *const *)parts->pdata;
  return t->op == TERM_AND ? term_and_n(args, parts->len) : term_or_n(args, parts->len);
}

/* Each direction by itself: intervals may settle the two, but not their equality. */
static gboolean are_equivalent(const Term *a, const Term *b, guint ms) {
  return solver_valid(term_implies(a, b), ms / 2) && solver_valid(term_implies(b, a), ms / 2);
}

const Term *readable_simplify(const Term *t, guint budget_ms) {
  const Term *plain = readable_rewrite(t);
  if (plain->width != 1 || term_is_const(plain) ||
      term_dag_size(plain, limits.readable_nodes + 1) > limits.readable_nodes)
    return plain;
  /* A quarter of the time is for each step, and one for proving the result as a whole. */
  Simplifier s = {.solver = solver_new(), .patience = MAX(budget_ms / 16, 1)};
  const gint64 start = g_get_monotonic_time(), part = (gint64)budget_ms * 250;
  s.deadline = start + part;
  const Term *below = readable_rewrite(simplify_below(&s, plain));
  s.deadline = start + 2 * part;
  const Term *shorter = readable_rewrite(intervals_below(&s, below, 0));
  s.deadline = start + 3 * part;
  s.visits = 0;
  if (shorter != below) shorter = readable_rewrite(simplify_below(&s, shorter));
  solver_free(s.solver);
  if (shorter == plain) return plain;
  return are_equivalent(shorter, t, MAX(budget_ms / 4, 2)) ? shorter : plain;
}
