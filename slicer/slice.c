/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the failure depends on, as a fixpoint over the events of the run.
 *
 * Why the rest may go: take another point that satisfies the conjuncts that stay, and follow its run beside
 * the one replayed.  They part only at free decisions.  There the other run goes through arms that end, do
 * not stop, and change nothing that a needed event depends on; then both are at the same place again.  So
 * every needed event that the other run reaches has the same formula there as in the replayed run, every
 * fixed decision goes the same way, every check passes, and the events that must be reached are reached, the
 * error among them. */
#include "slicer/slice.h"
#include "symex/symex.h"
#include "slicer/events.h"

typedef struct {
  const EventLog *log;
  gboolean *needed; /* by event; for a decision: it is fixed */
  guint *outward;   /* by event, of decisions that are needed: a decision around it that may not be */
  GArray *open;     /* guint: needed events whose dependences are not looked at yet */
} Slice;

static void need(Slice *s, guint event) {
  if (event == NO_EVENT || s->needed[event]) return;
  s->needed[event] = TRUE;
  s->outward[event] = log_event(s->log, event)->parent;
  g_array_append_val(s->open, event);
}

/* The innermost decision around (and including) one that is not needed yet. */
static guint next_unneeded(Slice *s, guint decision) {
  guint next = decision;
  while (next != NO_EVENT && s->needed[next]) next = s->outward[next];
  while (decision != next && s->needed[decision]) {
    guint outer = s->outward[decision];
    s->outward[decision] = next;
    decision = outer;
  }
  return next;
}

static gboolean led_to(const Slice *s, guint decision, guint event) {
  return decision < event && event < log_event(s->log, decision)->end;
}

/* A run that gets to `event` must have been at `earlier`: needs the decisions that led there and not here. */
static void need_reached(Slice *s, guint earlier, guint event) {
  guint d = next_unneeded(s, log_event(s->log, earlier)->parent);
  while (d != NO_EVENT && (event == NO_EVENT || !led_to(s, d, event))) {
    need(s, d);
    d = next_unneeded(s, d);
  }
}

static void need_facts(Slice *s, guint node) {
  if (node == FACTS_CONSTANT) return;
  g_autoptr(GArray) decisions = g_array_new(FALSE, FALSE, sizeof(guint));
  facts_collect(s->log->facts, node, decisions);
  facts_collect(s->log->facts, facts_now(s->log->facts, FACTS_UNKNOWN), decisions);
  for (guint i = 0; i < decisions->len; i++) need(s, g_array_index(decisions, guint, i));
}

static void close_over_dependences(Slice *s) {
  while (s->open->len) {
    guint e = g_array_index(s->open, guint, s->open->len - 1);
    g_array_set_size(s->open, s->open->len - 1);
    const Event *event = log_event(s->log, e);
    need_facts(s, event->demand);
    for (guint i = 0; i < event->n_dependences; i++) {
      guint d = g_array_index(s->log->dependences, guint, event->first_dependence + i);
      need(s, d);
      need_reached(s, d, e);
    }
  }
}

/* By event, to free. */
static gboolean *needed_events(const EventLog *log) {
  guint n = log->events->len;
  Slice s = {log, g_new0(gboolean, n), g_new0(guint, n), g_array_new(FALSE, FALSE, sizeof(guint))};
  for (guint i = 0; i < log->effects->len; i++) {
    guint e = g_array_index(log->effects, guint, i);
    need(&s, e);
    need_reached(&s, e, NO_EVENT);
  }
  for (guint i = 0; i < log->checks->len; i++) need(&s, g_array_index(log->checks, guint, i));
  for (guint i = 0; i < log->decisions->len; i++) {
    const Decision *d = &g_array_index(log->decisions, Decision, i);
    if (!d->may_be_free) need(&s, d->event);
  }
  close_over_dependences(&s);
  g_array_unref(s.open);
  g_free(s.outward);
  return s.needed;
}

static gboolean is_of_trace(const PathConjunct *c, const Automaton *trace) {
  if (c->block == G_MAXUINT || c->step >= trace->steps->len) return FALSE;
  const AutomatonStep *step = &g_array_index(trace->steps, AutomatonStep, c->step);
  return step->function == c->function && step->block == c->block && step->successor == c->successor;
}

gboolean *slice_path(const Program *p, const Cfg *cfg, const Automaton *trace, const GArray *conjuncts) {
  g_autofree gboolean *has_conjunct = g_new0(gboolean, trace->steps->len + 1);
  g_autofree gboolean *unknown = g_new0(gboolean, trace->steps->len + 1);
  gboolean *keep = g_new(gboolean, conjuncts->len + 1);
  for (guint i = 0; i < conjuncts->len; i++) {
    const PathConjunct *c = &g_array_index(conjuncts, PathConjunct, i);
    keep[i] = TRUE;
    if (!is_of_trace(c, trace)) continue;
    has_conjunct[c->step] = TRUE;
    unknown[c->step] = c->condition->has_havoc;
  }
  EventLog *log = retrace_run(p, cfg, trace, has_conjunct, unknown);
  if (!log) return keep;
  g_autofree gboolean *needed = needed_events(log);
  for (guint i = 0; i < conjuncts->len; i++) {
    const PathConjunct *c = &g_array_index(conjuncts, PathConjunct, i);
    if (is_of_trace(c, trace)) keep[i] = needed[g_array_index(log->decisions, Decision, c->step).event];
  }
  event_log_free(log);
  return keep;
}
