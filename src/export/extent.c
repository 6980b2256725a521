/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exact picture of one input, and the hulls of all, found in a child because Z3 does it. */
#include <string.h>
#include "cfc/claims.h"
#include "base/deadline.h"
#include "base/limits.h"
#include "export/extent.h"
#include "formula/interval.h"
#include "formula/solver.h"
#include "base/job.h"

#define EXTENT_MEMORY ((gsize)2 << 30)

typedef struct {
  const Cfc *cfc;
  Extent *extent;
  gint64 deadline;
  Solver **outside; /* by state: the points that are not in it; NULL: not asked yet */
} Work;

static gboolean over(const Work *w) { return g_get_monotonic_time() >= w->deadline; }

static guint patience(const Work *w) { return (guint)MAX((w->deadline - g_get_monotonic_time()) / 2000, 1); }

/* ---- one input ---- */

static int by_low(gconstpointer a, gconstpointer b) {
  const guint64 x = ((const ExtentInterval *)a)->low, y = ((const ExtentInterval *)b)->low;
  return x < y ? -1 : x > y;
}

/* In order, neighbours of one state joined. */
static void tidy(GArray *line) {
  g_array_sort(line, by_low);
  guint n = 0;
  for (guint i = 0; i < line->len; i++) {
    const ExtentInterval next = g_array_index(line, ExtentInterval, i);
    ExtentInterval *last = n ? &g_array_index(line, ExtentInterval, n - 1) : NULL;
    if (last && last->state == next.state)
      last->high = next.high;
    else
      g_array_index(line, ExtentInterval, n++) = next;
  }
  g_array_set_size(line, n);
}

static void set_place(const Work *w, Model *m, guint64 place) {
  const Term *x = w->extent->inputs->pdata[0];
  model_set(m, x, extent_value(w->cfc->program, x, place));
}

static int state_at(const Work *w, guint64 place) {
  Model *m = model_new();
  set_place(w, m, place);
  const int state = extent_state(w->cfc, m);
  model_free(m);
  return state;
}

static void add_interval(GArray *line, guint64 low, guint64 high, int state) {
  const ExtentInterval i = {low, high, state};
  g_array_append_val(line, i);
}

/* The last place before `other`, which is not of the state, such that the next one is not either; low is. */
static guint64 edge_before(const Work *w, const Term *in_state, guint64 low, guint64 other) {
  while (other - low > 1) {
    const guint64 middle = low + (other - low) / 2;
    Model *m = model_new();
    set_place(w, m, middle);
    if (term_eval(in_state, m))
      low = middle;
    else
      other = middle;
    model_free(m);
  }
  return low;
}

static void look_at_each(const Work *w, ExtentInterval part) {
  GArray *line = w->extent->line;
  const guint first = line->len;
  for (guint64 v = part.low;; v++) {
    const int state = state_at(w, v);
    ExtentInterval *last = line->len > first ? &g_array_index(line, ExtentInterval, line->len - 1) : NULL;
    if (last && last->state == state)
      last->high = v;
    else
      add_interval(line, v, v, state);
    if (v == part.high) return;
  }
}

static Solver *outside_of(const Work *w, int state, const Term *in_state) {
  if (!w->outside[state]) {
    w->outside[state] = solver_new();
    solver_assert(w->outside[state], term_not(in_state));
  }
  return w->outside[state];
}

/* Settles an interval, or leaves two smaller ones to do. */
static void settle(const Work *w, GQueue *todo, ExtentInterval part) {
  const Program *p = w->cfc->program;
  const Term *x = w->extent->inputs->pdata[0];
  GArray *line = w->extent->line;
  if (part.high - part.low < limits.extent_few_values) {
    look_at_each(w, part);
    return;
  }
  const int state = state_at(w, part.low);
  const Term *in_state = extent_state_term(w->cfc, state);
  const Term *between = extent_between(p, x, part.low, part.high);
  const gboolean stop = over(w) || g_queue_get_length(todo) + line->len > limits.extent_intervals;
  const SolverAnswer answer =
      stop ? SOLVER_UNKNOWN : solver_check(outside_of(w, state, in_state), &between, 1, patience(w));
  if (answer != SOLVER_SAT) {
    add_interval(line, part.low, part.high, answer == SOLVER_UNSAT ? state : EXTENT_OPEN);
    return;
  }
  Model *other = solver_model(w->outside[state]);
  const guint64 edge = edge_before(w, in_state, part.low, extent_place(p, x, model_value(other, x)));
  model_free(other);
  const ExtentInterval left = {part.low, edge, 0}, right = {edge + 1, part.high, 0};
  g_queue_push_tail(todo, g_memdup2(&left, sizeof left));
  g_queue_push_tail(todo, g_memdup2(&right, sizeof right));
}

/* The places where a set of values begins, and those after its end. */
static void add_edges(const Work *w, GArray *edges, const IntervalSet *set) {
  const Term *x = w->extent->inputs->pdata[0];
  for (guint i = 0; i < set->n; i++) {
    const guint64 ends[] = {set->pieces[i].low, (set->pieces[i].high + 1) & term_mask(x->width)};
    for (guint k = 0; k < G_N_ELEMENTS(ends); k++) {
      const guint64 place = extent_place(w->cfc->program, x, ends[k]);
      g_array_append_val(edges, place);
    }
  }
}

static int by_size(gconstpointer a, gconstpointer b) {
  const guint64 x = *(const guint64 *)a, y = *(const guint64 *)b;
  return x < y ? -1 : x > y;
}

static gboolean is_logic(const Term *t) {
  const gboolean connects = t->op == TERM_AND || t->op == TERM_OR || t->op == TERM_NOT || t->op == TERM_XOR;
  return t->width == 1 && (connects || ((t->op == TERM_EQ || t->op == TERM_ITE) && t->args[1]->width == 1));
}

/* The edges of every comparison within the formula; FALSE: something in it is none of x with a constant. */
static gboolean collect_edges(const Work *w, const Term *formula, GHashTable *seen, GArray *edges) {
  const Term *x = w->extent->inputs->pdata[0], *of;
  IntervalSet set;
  g_autoptr(GPtrArray) todo = g_ptr_array_new();
  g_ptr_array_add(todo, (gpointer)formula);
  while (todo->len > 0) {
    const Term *t = g_ptr_array_steal_index_fast(todo, todo->len - 1);
    if (term_is_const(t) || !g_hash_table_add(seen, (gpointer)t)) continue;
    for (guint i = 0; is_logic(t) && i < t->n_args; i++) g_ptr_array_add(todo, (gpointer)t->args[i]);
    if (is_logic(t)) continue;
    if (!term_as_set(t, TRUE, &of, &set) || of != x) return FALSE;
    add_edges(w, edges, &set);
  }
  return TRUE;
}

/* Where the bounds only compare the input with constants, nothing changes but there: no solver is needed.
 * FALSE: some bound does more. */
static gboolean read_line(const Work *w) {
  const Term *x = w->extent->inputs->pdata[0];
  if (program_site(w->cfc->program, input_key_unpack(x->param).site)->is_float || x->width == 1) return FALSE;
  g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
  g_autoptr(GArray) edges = g_array_new(FALSE, FALSE, sizeof(guint64));
  /* a set of values that goes on from the largest to 0 is cut there: the middle of a signed axis */
  const guint64 ends[] = {0, extent_place(w->cfc->program, x, 0)};
  g_array_append_vals(edges, ends, G_N_ELEMENTS(ends));
  for (guint i = 0; i < w->cfc->partitions->len; i++) {
    const Partition *p = w->cfc->partitions->pdata[i];
    if (!collect_edges(w, claim_upper(p), seen, edges) || !collect_edges(w, claim_lower(p), seen, edges))
      return FALSE;
  }
  g_array_sort(edges, by_size);
  for (guint i = 0; i < edges->len; i++) {
    const guint64 low = g_array_index(edges, guint64, i);
    const guint64 next = i + 1 < edges->len ? g_array_index(edges, guint64, i + 1) : 0;
    if (i + 1 == edges->len || next > low)
      add_interval(w->extent->line, low, (next - 1) & term_mask(x->width),
                   over(w) ? EXTENT_OPEN : state_at(w, low));
  }
  tidy(w->extent->line);
  return TRUE;
}

/* First come, first served: what stays open, if anything, is spread over the axis. */
static void find_line(const Work *w) {
  const Term *x = w->extent->inputs->pdata[0];
  GQueue todo = G_QUEUE_INIT;
  const ExtentInterval all = {0, term_mask(x->width), 0};
  g_queue_push_tail(&todo, g_memdup2(&all, sizeof all));
  for (ExtentInterval *part; (part = g_queue_pop_head(&todo)) != NULL; g_free(part)) settle(w, &todo, *part);
  tidy(w->extent->line);
}

/* ---- hulls ---- */

/* Moves one end of the hull inwards, from beyond to the point `seen` at most; FALSE: not to its place. */
static gboolean tighten(const Work *w, Solver *s, const Term *x, guint64 *end, guint64 seen, gboolean low) {
  const Program *p = w->cfc->program;
  while (*end != seen && !over(w)) {
    const guint64 half = (low ? seen - *end : *end - seen) / 2;
    const guint64 middle = low ? *end + half : *end - half;
    const Term *beyond = low ? extent_between(p, x, *end, middle) : extent_between(p, x, middle, *end);
    const SolverAnswer answer = solver_check(s, &beyond, 1, patience(w));
    if (answer == SOLVER_UNKNOWN) return FALSE;
    if (answer == SOLVER_UNSAT) {
      *end = low ? middle + 1 : middle - 1;
      continue;
    }
    Model *m = solver_model(s);
    seen = extent_place(p, x, model_value(m, x));
    model_free(m);
  }
  return *end == seen;
}

static void find_hulls(const Work *w, guint partition) {
  const Partition *part = w->cfc->partitions->pdata[partition];
  Extent *extent = w->extent;
  Solver *s = solver_new();
  solver_assert(s, claim_upper(part));
  if (!over(w) && solver_check(s, NULL, 0, patience(w)) == SOLVER_SAT) {
    Model *m = solver_model(s);
    for (guint i = 0; i < extent->n_hulled; i++) {
      const Term *x = extent->inputs->pdata[i];
      ExtentHull *h = &g_array_index(extent->hulls, ExtentHull, partition * extent->n_hulled + i);
      const guint64 seen = extent_place(w->cfc->program, x, model_value(m, x));
      const gboolean low = tighten(w, s, x, &h->low, seen, TRUE);
      h->tight = tighten(w, s, x, &h->high, seen, FALSE) && low;
    }
    model_free(m);
  }
  solver_free(s);
}

/* ---- across the pipe ---- */

static void put_all(GByteArray *out, const Extent *s) {
  const guint n = s->line ? s->line->len : 0;
  g_byte_array_append(out, (const guint8 *)&n, sizeof n);
  if (n) g_byte_array_append(out, (const guint8 *)s->line->data, n * sizeof(ExtentInterval));
  g_byte_array_append(out, (const guint8 *)s->hulls->data, s->hulls->len * sizeof(ExtentHull));
}

static void get_all(const GByteArray *bytes, Extent *s) {
  guint n = 0;
  if (bytes->len < sizeof n) return;
  memcpy(&n, bytes->data, sizeof n);
  const gsize line = n * sizeof(ExtentInterval), hulls = s->hulls->len * sizeof(ExtentHull);
  if (bytes->len != sizeof n + line + hulls) return;
  if (s->line && n) {
    g_array_set_size(s->line, 0);
    g_array_append_vals(s->line, bytes->data + sizeof n, n);
  }
  memcpy(s->hulls->data, bytes->data + sizeof n + line, hulls);
}

static void publish(const Extent *s) {
  g_autoptr(GByteArray) bytes = g_byte_array_new();
  put_all(bytes, s);
  job_publish(bytes);
}

static gboolean find_all(gpointer data, GByteArray *out) {
  Work *w = data;
  const guint n_states = 1 + 2 * w->cfc->partitions->len;
  w->outside = g_new0(Solver *, n_states);
  if (w->extent->line) {
    g_array_set_size(w->extent->line, 0);
    if (!read_line(w)) find_line(w);
    publish(w->extent);
  }
  for (guint i = 0; i < w->cfc->partitions->len && w->extent->n_hulled > 0; i++) {
    find_hulls(w, i);
    publish(w->extent);
  }
  for (guint i = 0; i < n_states; i++)
    if (w->outside[i]) solver_free(w->outside[i]);
  g_free(w->outside);
  put_all(out, w->extent);
  return TRUE;
}

static void start_open(const Cfc *c, Extent *s) {
  if (s->inputs->len == 1) {
    const Term *x = s->inputs->pdata[0];
    s->line = g_array_new(FALSE, FALSE, sizeof(ExtentInterval));
    add_interval(s->line, 0, term_mask(x->width), EXTENT_OPEN);
  }
  for (guint i = 0; i < c->partitions->len; i++)
    for (guint k = 0; k < s->n_hulled; k++) {
      const ExtentHull all = {0, term_mask(((const Term *)s->inputs->pdata[k])->width), FALSE};
      g_array_append_val(s->hulls, all);
    }
}

Extent *extent_new(const Cfc *c, double seconds) {
  Extent *s = g_new0(Extent, 1);
  s->inputs = g_ptr_array_new();
  s->hulls = g_array_new(FALSE, TRUE, sizeof(ExtentHull));
  ClaimInputs *inputs = claim_inputs_new(c);
  for (guint i = 0; i < inputs->all->len; i++)
    if (claim_input_matters(inputs, inputs->all->pdata[i])) g_ptr_array_add(s->inputs, inputs->all->pdata[i]);
  claim_inputs_free(inputs);
  s->n_hulled = MIN(s->inputs->len, limits.extent_inputs);
  start_open(c, s);
  if (s->inputs->len == 0) return s;
  Work w = {c, s, deadline_in(seconds), NULL};
  g_autoptr(GByteArray) bytes = NULL;
  job_run("picture", find_all, &w, (JobLimits){MAX(seconds, 0.1) + MIN(0.5, seconds / 4), EXTENT_MEMORY},
          &bytes);
  if (bytes) get_all(bytes, s);
  return s;
}

void extent_free(Extent *s) {
  if (!s) return;
  g_ptr_array_unref(s->inputs);
  if (s->line) g_array_unref(s->line);
  g_array_unref(s->hulls);
  g_free(s);
}
