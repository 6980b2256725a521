/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is done at the end: the residue becomes a partition, what is open is followed deeper, and lower bounds
 * are put in shape. */
#include "alternation.h"
#include "polish.h"
#include "portfolio/analyzer.h"
#include "schedule.h"

#define READABLE_UNROLL 64
#define FILL_UNROLL 1024
#define LEAST_SECONDS 0.02 /* in less nothing is found */
#define FAR_INPUT (1u << 16)

static void note_errors(Partition *p, const Evidence *e) {
  for (guint i = 0; i < e->fails->len; i++) {
    IrLoc error = g_array_index(e->fails, Region, i).error;
    if (error.file) add_error(p->errors, error);
  }
}

/* All failures of a partition within k turns: its lower bound, when nothing else can fail there, and part of
 * it while few turns keep that readable.  FALSE: deeper is of no use, for then it is closed, or too much to
 * follow. */
static gboolean fill(Acf *a, Partition *p, guint k) {
  Confirmation c = {.question = question(a, condition_none(a->program.program, a->cfg), 0)};
  c.question.condition = p->upper;
  c.question.start_unroll = k;
  Evidence *e = under_approximate(a, &c, seconds_left(a) / 2);
  gboolean all = e && !e->partial;
  const Term *found = all ? term_and(p->upper, evidence_fails(e)) : term_bool(FALSE);
  const Term *rest = all ? term_and(term_and(p->upper, e->residue), term_not(found)) : term_bool(TRUE);
  all = all && can_state(found) && can_state(rest);
  gboolean closed = all && (term_is_false(rest) || polish_implies(rest, term_bool(FALSE), seconds_left(a) / 4,
                                                                  a->portfolio.memory_bytes));
  if (closed || (all && k <= READABLE_UNROLL)) {
    p->doubtful |= term_is_false(p->lower);
    p->lower = term_or(p->lower, found);
    note_errors(p, e);
  }
  if (closed) {
    p->upper = p->lower;
    p->exact = TRUE;
    g_clear_pointer(&p->reason, g_free);
  }
  evidence_free(e);
  return all && !closed;
}

/* Deeper unrollings may still fill what is open; where few points are, they may even close it. */
void grow_lowers(Acf *a) {
  Phase outer = enter_phase(a, PHASE_DEFINITE);
  double stop = 0.4 * seconds_left(a);
  guint deepest = a->options->unroll ? MIN(a->options->unroll, FILL_UNROLL) : FILL_UNROLL;
  for (guint i = 0; i < a->cfc->partitions->len; i++) {
    Partition *p = (Partition *)a->cfc->partitions->pdata[i];
    gboolean open = !p->exact && !a->options->engine;
    for (guint k = 2 * a->unroll; open && k <= deepest && seconds_left(a) > stop && !must_stop(a); k *= 2)
      open = fill(a, p, k);
  }
  leave_phase(a, outer);
}

static void add_open(Acf *a, const Term *open, const char *reason) {
  const Term *rest = term_and(term_and(open, a->bound), a->program.assume);
  if (!can_state(rest)) rest = a->program.assume;
  if (term_is_false(rest) || term_is_false(open)) return;
  GPtrArray *last = g_ptr_array_new();
  Partition *p = partition_new(rest, term_bool(FALSE));
  p->reason = g_strdup(reason);
  g_ptr_array_add(last, p);
  simplify(a, last);
  if (last->len) g_ptr_array_add(a->cfc->partitions, p);
  g_ptr_array_unref(last);
  embed(a);
}

/* What is neither settled nor proven safe is a partition too: it may fail. */
void close_residue(Acf *a) {
  add_open(a, a->residue, a->residue_reason ? a->residue_reason : "no engine could tell within the limits");
  add_open(a, a->endless, "a loop never ends there, but compilers may take it to end");
  add_open(a, a->tedious, "these inputs fail, but some only after longer than anyone waits");
}

static gboolean has_example(const Partition *p) {
  return p->examples->len && term_eval(p->lower, (const Model *)p->examples->pdata[0]);
}

/* Lowers that grew or were cut are put in shape again, with examples of their own; where the bounds now meet,
 * the partition is exact. */
static void finish_lower(Acf *a, Partition *p, double seconds) {
  Polish item = {.formula = p->lower};
  if (seconds > LEAST_SECONDS)
    polish(a->program.program, &item, 1, MIN(seconds, 2), a->portfolio.memory_bytes);
  p->lower = item.empty ? term_bool(FALSE) : item.formula;
  if (p->exact) p->upper = p->lower;
  if (item.empty || !has_example(p)) g_ptr_array_set_size(p->examples, 0);
  if (item.example && !item.empty && !p->examples->len)
    g_ptr_array_add(p->examples, item.example);
  else if (item.example)
    model_free(item.example);
  p->doubtful = p->examples->len == 0;
  if (p->exact || term_is_false(p->lower) || seconds <= LEAST_SECONDS) return;
  p->exact = polish_implies(p->upper, p->lower, MIN(seconds, 5), a->portfolio.memory_bytes);
  if (!p->exact) return;
  p->lower = p->upper;
  g_clear_pointer(&p->reason, g_free);
}

static gboolean is_far(const Term *formula) {
  g_autoptr(GPtrArray) inputs = term_inputs(formula);
  for (guint i = 0; i < inputs->len; i++)
    if (input_key_unpack(((const Term *)inputs->pdata[i])->param).occurrence % ROUND_OCCURRENCE > FAR_INPUT)
      return TRUE;
  return FALSE;
}

/* To see it fail somebody would have to give the program more inputs than anyone does. */
static void leave_far(Acf *a, Partition *p) {
  p->lower = term_bool(FALSE);
  p->exact = FALSE;
  g_ptr_array_set_size(p->examples, 0);
  g_free(p->reason);
  p->reason = g_strdup("these inputs fail, but only after very many others were read");
  a->cfc->stats.closed_by = NULL;
}

/* What is left until the very end, for each of so many partitions; who interrupts does not want to wait. */
static double share_of_rest(const Acf *a, guint n) {
  const double rest = schedule_seconds(schedule_partitions(a->options));
  return CLAMP(rest, 0.6, job_interrupted() ? 1 : G_MAXDOUBLE) / (2 * n);
}

void finish_partitions(Acf *a) {
  GPtrArray *partitions = a->cfc->partitions;
  for (guint i = partitions->len; i-- > 0;) {
    Partition *p = (Partition *)partitions->pdata[i];
    gboolean finished = term_is_false(p->lower) || (p->exact && has_example(p));
    if (!finished) finish_lower(a, p, share_of_rest(a, i + 1));
    if (!term_is_false(p->lower) && is_far(p->lower)) leave_far(a, p);
    if (term_is_false(p->upper)) g_ptr_array_remove_index(partitions, i);
  }
}
