/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Replays a failing run over the program, from the branches it took.  Control dependence is found as the run
 * goes (Xin and Zhang 2007): a decision is open until the run gets to where its branch's arms meet. */
#include "slicer/retrace.h"
#include "base/limits.h"

typedef enum { RETRACE_RETURNED, RETRACE_FAILED, RETRACE_LOST } Outcome;

static Outcome run_function(Retrace *r, guint function, const Ref *args, const guint *widths, guint n_args,
                            Ref *results);

/* ---- decisions ---- */

static const IrInstr *const *definitions_of(Retrace *r, const IrFunction *f) {
  gpointer *slot = &r->definitions->pdata[f->id];
  if (!*slot) *slot = function_definitions(f);
  return *slot;
}

static const Arms *arms_of(Retrace *r, const RetraceFrame *f, guint block, guint taken) {
  g_autofree char *key = g_strdup_printf("%u %u %u", f->function->id, block, taken);
  Arms *arms = g_hash_table_lookup(r->arms, key);
  if (arms) return arms;
  arms = arms_new(r->program, f->function, f->info, definitions_of(r, f->function), block, taken);
  g_hash_table_insert(r->arms, g_steal_pointer(&key), arms);
  return arms;
}

/* The successor that the run took. */
static guint decide(Retrace *r, const RetraceFrame *f, const IrBlock *b) {
  if (r->step >= r->trace->steps->len) return r->lost = TRUE, 0;
  const AutomatonStep *step = &g_array_index(r->trace->steps, AutomatonStep, r->step);
  if (step->function != f->function->id || step->block != b->id || step->successor >= b->n_succs)
    return r->lost = TRUE, 0;
  Ref cond = retrace_operand(r, f, &b->cond);
  event_start(r);
  event_uses(r, cond.event);
  guint e = event_done(r, (Known){0});
  if (r->has_conjunct[r->step]) {
    gboolean unknown = r->in_terms_unknown[r->step] || r->class == FACTS_CONSTANT;
    facts_note(r->log->facts, unknown ? facts_join(r->log->facts, r->class, FACTS_UNKNOWN) : r->class, e);
  } else if (cond.known.kind != KNOWN_NUMBER) {
    log_event(r->log, e)->demand = retrace_demand(r, r->class);
  }
  const Arms *arms = arms_of(r, f, b->id, step->successor);
  Decision decision = {e, arms->harmless};
  OpenDecision open = {e, r->step, arms};
  g_array_append_val(r->log->decisions, decision);
  g_array_append_val(r->control, open);
  if (arms->join != G_MAXUINT) f->awaited[arms->join]++;
  r->step++;
  r->idle = 0;
  return step->successor;
}

static OpenDecision close_last(Retrace *r, const RetraceFrame *f) {
  OpenDecision last = g_array_index(r->control, OpenDecision, r->control->len - 1);
  log_event(r->log, last.event)->end = r->log->events->len;
  if (last.arms->join != G_MAXUINT) f->awaited[last.arms->join]--;
  g_array_set_size(r->control, r->control->len - 1);
  return last;
}

/* The run did not come to where the arms would have met: it could not have gone on from there. */
static void fix(Retrace *r, const OpenDecision *d) {
  g_array_index(r->log->decisions, Decision, d->step).may_be_free = FALSE;
}

/* Closes the decisions whose arms meet at the block, and with them those inside that are still open. */
static GArray *close_at(Retrace *r, const RetraceFrame *f, guint block) {
  GArray *closed = g_array_new(FALSE, FALSE, sizeof(OpenDecision));
  while (f->awaited[block]) {
    OpenDecision last = close_last(r, f);
    if (last.arms->join == block)
      g_array_append_val(closed, last);
    else
      fix(r, &last);
  }
  return closed;
}

/* What the arms not taken would have written: a store that depends on the decision. */
static void note_stores_not_made(Retrace *r, const RetraceFrame *f, const OpenDecision *d) {
  for (guint i = 0; d->arms->harmless && i < d->arms->stores->len; i++) {
    const ArmPlace *place = &g_array_index(d->arms->stores, ArmPlace, i);
    Known somewhere = {.kind = KNOWN_PLACE, .object = storage_of_global(place->id)};
    if (!place->is_global) {
      guint made = f->regs[place->id];
      somewhere.object = log_event(r->log, made)->known.object;
      if (made == NO_EVENT || made > d->event) r->lost = TRUE;
    }
    if (r->lost) return;
    event_start(r);
    event_needs(r, d->event);
    event_uses(r, storage_earlier(r->storage, &somewhere, 0));
    storage_write(r->storage, &somewhere, 0, event_done(r, (Known){0}), &(Known){0});
  }
}

/* ---- blocks ---- */

static guint pred_index(const IrBlock *to, guint from) {
  for (guint i = 0; i < to->n_preds; i++)
    if (to->preds[i] == from) return i;
  g_assert_not_reached();
}

/* A phi takes the value of the edge that was taken, and depends on the decisions that differ in it. */
static void run_phis(Retrace *r, RetraceFrame *f, const IrBlock *b, guint from, const GArray *closed) {
  if (!b->phis->len) return;
  g_autofree guint *values = g_new(guint, b->phis->len);
  guint pred = pred_index(b, from);
  for (guint i = 0; i < b->phis->len; i++) {
    Ref chosen = retrace_operand(r, f, &g_array_index(b->phis, IrPhi, i).args[pred]);
    event_start(r);
    event_uses(r, chosen.event);
    for (guint k = 0; k < closed->len; k++) {
      const OpenDecision *d = &g_array_index(closed, OpenDecision, k);
      if (d->arms->harmless && d->arms->phi_differs[i]) event_needs(r, d->event);
    }
    values[i] = event_done(r, chosen.known);
  }
  for (guint i = 0; i < b->phis->len; i++) f->regs[g_array_index(b->phis, IrPhi, i).dest] = values[i];
}

static void enter_block(Retrace *r, RetraceFrame *f, const IrBlock *b, guint from) {
  g_autoptr(GArray) closed = close_at(r, f, b->id);
  for (guint i = 0; i < closed->len; i++) note_stores_not_made(r, f, &g_array_index(closed, OpenDecision, i));
  run_phis(r, f, b, from, closed);
  r->lost |= ++r->idle > limits.retrace_idle_blocks || r->log->events->len > limits.slicer_events;
}

static Outcome run_call(Retrace *r, RetraceFrame *f, const IrInstr *i) {
  Ref target = retrace_operand(r, f, &i->args[0]);
  const IrFunction *callee = NULL;
  if (target.known.kind == KNOWN_FUNCTION) callee = program_function(r->program, (guint)target.known.number);
  if (!callee || !callee->defined || callee->n_results != i->n_dest || r->depth >= limits.retrace_call_depth)
    return RETRACE_LOST;
  if (target.event != NO_EVENT) retrace_check(r, f, i, 0, 1);
  guint n = i->n_args - 1;
  Ref args[n + 1], results[i->n_dest + 1];
  guint widths[n + 1];
  for (guint k = 0; k < n; k++) {
    args[k] = retrace_operand(r, f, &i->args[k + 1]);
    widths[k] = i->args[k + 1].width;
  }
  Outcome outcome = run_function(r, callee->id, args, widths, n, results);
  if (outcome != RETRACE_RETURNED) return outcome;
  for (guint k = 0; k < i->n_dest; k++) {
    event_start(r);
    event_uses(r, results[k].event);
    f->regs[i->dest + k] = event_done(r, results[k].known);
  }
  return RETRACE_RETURNED;
}

static Outcome run_instrs(Retrace *r, RetraceFrame *f, const IrBlock *b) {
  for (guint k = 0; k < b->instrs->len && !r->lost; k++) {
    const IrInstr *i = &g_array_index(b->instrs, IrInstr, k);
    if (i->opcode != IR_CALL) {
      retrace_instr(r, f, i);
      continue;
    }
    Outcome outcome = run_call(r, f, i);
    if (outcome != RETRACE_RETURNED) return outcome;
  }
  return r->lost ? RETRACE_LOST : RETRACE_RETURNED;
}

/* The error must be where the trace ends. */
static Outcome fail_here(Retrace *r) {
  event_start(r);
  guint e = event_done(r, (Known){0});
  g_array_append_val(r->log->effects, e);
  return r->step == r->trace->steps->len ? RETRACE_FAILED : RETRACE_LOST;
}

static Outcome run_blocks(Retrace *r, RetraceFrame *f, Ref *results) {
  guint from = G_MAXUINT, at = 0;
  for (;;) {
    const IrBlock *b = f->function->blocks->pdata[at];
    enter_block(r, f, b, from);
    Outcome outcome = run_instrs(r, f, b);
    if (outcome != RETRACE_RETURNED) return outcome;
    from = at;
    switch (b->term) {
    case IR_JUMP: at = b->succs[0]; break;
    case IR_BRANCH:
    case IR_SWITCH: at = b->succs[b->n_succs > 1 ? decide(r, f, b) : 0]; break;
    case IR_RETURN:
      for (guint i = 0; i < b->n_values; i++) results[i] = retrace_operand(r, f, &b->values[i]);
      return RETRACE_RETURNED;
    case IR_ERROR: return fail_here(r);
    case IR_HALT:
    case IR_UNMODELLED: return RETRACE_LOST;
    }
    if (r->lost) return RETRACE_LOST;
  }
}

/* ---- functions ---- */

/* What a call does not pass, or in another width, is not known. */
static void pass_arguments(Retrace *r, RetraceFrame *f, const Ref *args, const guint *widths, guint n_args) {
  for (guint i = 0; i < f->function->n_params; i++) {
    gboolean fits = i < n_args && widths[i] == f->function->reg_width[i];
    event_start(r);
    if (fits)
      event_uses(r, args[i].event);
    else
      r->class = facts_source(r->log->facts);
    f->regs[i] = event_done(r, fits ? args[i].known : (Known){0});
  }
}

static Outcome run_function(Retrace *r, guint function, const Ref *args, const guint *widths, guint n_args,
                            Ref *results) {
  RetraceFrame f = {program_function(r->program, function), cfg_info(r->cfg, function), NULL, r->control->len,
                    NULL};
  f.regs = g_new0(guint, f.function->n_regs + 1);
  f.awaited = g_new0(guint, f.function->blocks->len);
  r->depth++;
  pass_arguments(r, &f, args, widths, n_args);
  Outcome outcome = run_blocks(r, &f, results);
  while (outcome == RETRACE_RETURNED && r->control->len > f.control_base) {
    OpenDecision last = close_last(r, &f);
    fix(r, &last);
  }
  r->depth--;
  g_free(f.awaited);
  g_free(f.regs);
  return outcome;
}

/* ---- the whole run ---- */

static EventLog *log_new(void) {
  EventLog *log = g_new0(EventLog, 1);
  log->events = g_array_new(FALSE, TRUE, sizeof(Event));
  log->dependences = g_array_new(FALSE, FALSE, sizeof(guint));
  log->decisions = g_array_new(FALSE, FALSE, sizeof(Decision));
  log->checks = g_array_new(FALSE, FALSE, sizeof(guint));
  log->effects = g_array_new(FALSE, FALSE, sizeof(guint));
  log->facts = facts_new();
  g_array_set_size(log->events, 1); /* NO_EVENT */
  return log;
}

void event_log_free(EventLog *log) {
  g_array_unref(log->events);
  g_array_unref(log->dependences);
  g_array_unref(log->decisions);
  g_array_unref(log->checks);
  g_array_unref(log->effects);
  facts_free(log->facts);
  g_free(log);
}

static void free_arms(gpointer arms) { arms_free(arms); }

EventLog *retrace_run(const Program *p, const Cfg *cfg, const Automaton *trace, const gboolean *has_conjunct,
                      const gboolean *in_terms_unknown) {
  Retrace r = {.program = p,
               .cfg = cfg,
               .trace = trace,
               .has_conjunct = has_conjunct,
               .in_terms_unknown = in_terms_unknown,
               .log = log_new()};
  const IrFunction *entry = program_function(p, p->entry);
  g_autofree Ref *results = g_new0(Ref, entry->n_results + 1);
  r.storage = storage_new(p, r.log);
  r.control = g_array_new(FALSE, FALSE, sizeof(OpenDecision));
  r.newest_of_site = g_new0(guint, p->sites->len + 1);
  r.definitions = g_ptr_array_new_with_free_func(g_free);
  g_ptr_array_set_size(r.definitions, (gint)p->functions->len);
  r.arms = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_arms);
  r.needs = g_array_new(FALSE, FALSE, sizeof(guint));
  gboolean failed = run_function(&r, p->entry, NULL, NULL, 0, results) == RETRACE_FAILED;
  g_array_unref(r.needs);
  g_hash_table_unref(r.arms);
  g_ptr_array_unref(r.definitions);
  g_free(r.newest_of_site);
  g_array_unref(r.control);
  storage_free(r.storage);
  if (failed) return r.log;
  event_log_free(r.log);
  return NULL;
}
