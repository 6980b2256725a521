/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Single instructions of a replayed run, as events. */
#include "base/limits.h"
#include "slicer/retrace.h"

/* ---- making events ---- */

void event_start(Retrace *r) {
  g_array_set_size(r->needs, 0);
  r->class = FACTS_CONSTANT;
  r->has_float = FALSE;
}

void event_needs(Retrace *r, guint event) {
  if (event != NO_EVENT) g_array_append_val(r->needs, event);
}

void event_uses(Retrace *r, guint event) {
  event_needs(r, event);
  r->class = facts_join(r->log->facts, r->class, log_event(r->log, event)->class);
  r->has_float |= log_event(r->log, event)->has_float;
}

guint event_done(Retrace *r, Known known) {
  EventLog *log = r->log;
  guint parent = NO_EVENT;
  if (r->control->len) parent = g_array_index(r->control, OpenDecision, r->control->len - 1).event;
  Event e = {
      .parent = parent, .end = G_MAXUINT, .class = r->class, .has_float = r->has_float, .known = known};
  e.first_dependence = log->dependences->len;
  e.n_dependences = r->needs->len;
  g_array_append_vals(log->dependences, r->needs->data, r->needs->len);
  g_array_append_val(log->events, e);
  return log->events->len - 1;
}

guint retrace_demand(Retrace *r, guint class) {
  return class == FACTS_CONSTANT ? FACTS_UNKNOWN : facts_now(r->log->facts, class);
}

Ref retrace_operand(const Retrace *r, const RetraceFrame *f, const Operand *o) {
  Ref ref = {NO_EVENT, {0}};
  switch (o->kind) {
  case OPERAND_CONST: ref.known = (Known){.kind = KNOWN_NUMBER, .number = o->value}; break;
  case OPERAND_GLOBAL:
    ref.known = (Known){KNOWN_PLACE, storage_of_global((guint)o->value), TRUE, (guint64)o->offset};
    break;
  case OPERAND_FUNCTION: ref.known = (Known){.kind = KNOWN_FUNCTION, .number = o->value}; break;
  case OPERAND_REG:
    ref.event = f->regs[o->value];
    ref.known = log_event(r->log, ref.event)->known;
    break;
  case OPERAND_NONE: break;
  }
  return ref;
}

static void define(Retrace *r, RetraceFrame *f, const IrInstr *i, guint event) {
  for (guint n = 0; n < i->n_dest; n++) f->regs[i->dest + n] = event;
}

static guint add_check(Retrace *r, gboolean settled) {
  guint e = event_done(r, (Known){0});
  if (!settled) log_event(r->log, e)->demand = retrace_demand(r, r->class);
  g_array_append_val(r->log->checks, e);
  return e;
}

void retrace_check(Retrace *r, const RetraceFrame *f, const IrInstr *i, guint first, guint end) {
  gboolean settled = TRUE;
  event_start(r);
  for (guint n = first; n < end; n++) {
    Ref ref = retrace_operand(r, f, &i->args[n]);
    event_uses(r, ref.event);
    settled &= ref.known.kind == KNOWN_NUMBER || ref.known.kind == KNOWN_FUNCTION;
  }
  add_check(r, settled);
}

/* ---- computing ---- */

static Known fold(const Retrace *r, const RetraceFrame *f, const IrInstr *i) {
  guint64 args[3], result;
  guint widths[3];
  for (guint n = 0; n < i->n_args && n < 3; n++) {
    Known k = retrace_operand(r, f, &i->args[n]).known;
    if (k.kind != KNOWN_NUMBER) return (Known){0};
    args[n] = k.number;
    widths[n] = i->args[n].width;
  }
  if (i->n_args > 3 || !term_fold((TermOp)i->term_op, i->width, i->param, args, widths, i->n_args, &result))
    return (Known){0};
  return (Known){.kind = KNOWN_NUMBER, .number = result};
}

static void step_term(Retrace *r, RetraceFrame *f, const IrInstr *i) {
  if (term_may_stop(i)) retrace_check(r, f, i, 0, i->n_args);
  Known known = fold(r, f, i);
  event_start(r);
  for (guint n = 0; n < i->n_args; n++) event_uses(r, retrace_operand(r, f, &i->args[n]).event);
  r->has_float |= i->term_op >= TERM_FADD && i->term_op <= TERM_FCVT;
  define(r, f, i, event_done(r, known));
}

static void step_ptradd(Retrace *r, RetraceFrame *f, const IrInstr *i) {
  Ref base = retrace_operand(r, f, &i->args[0]), by = retrace_operand(r, f, &i->args[1]);
  Known known = {0};
  if (base.known.kind == KNOWN_PLACE) {
    known = base.known;
    known.exact = base.known.exact && by.known.kind == KNOWN_NUMBER;
    known.number =
        known.exact ? (base.known.number + by.known.number) & term_mask(r->program->pointer_width) : 0;
  }
  event_start(r);
  event_uses(r, base.event);
  event_uses(r, by.event);
  define(r, f, i, event_done(r, known));
}

/* ---- inputs and objects ---- */

/* The occurrences of a site are numbered as it is executed: each needs the one before. */
static void event_executes_site(Retrace *r, guint site) { event_needs(r, r->newest_of_site[site]); }

static void step_input(Retrace *r, RetraceFrame *f, const IrInstr *i) {
  event_start(r);
  event_executes_site(r, i->site);
  r->class = facts_source(r->log->facts);
  guint e = r->newest_of_site[i->site] = event_done(r, (Known){0});
  define(r, f, i, e);
}

/* A new object whose size is the first argument. */
static guint new_object(Retrace *r, RetraceFrame *f, const IrInstr *i, const Known *size, guint contents) {
  guint e = event_done(r, (Known){0});
  StorageObject about = {e, size->kind == KNOWN_NUMBER, size->number, contents, NULL};
  log_event(r->log, e)->known = (Known){KNOWN_PLACE, storage_add(r->storage, &about), TRUE, 0};
  define(r, f, i, e);
  return e;
}

static guint step_allocation(Retrace *r, RetraceFrame *f, const IrInstr *i, guint size_arg) {
  Ref size = retrace_operand(r, f, &i->args[size_arg]);
  event_start(r);
  event_uses(r, size.event);
  event_executes_site(r, i->site);
  return r->newest_of_site[i->site] = new_object(r, f, i, &size.known, facts_source(r->log->facts));
}

/* ---- memory ---- */

static gboolean surely_good(const Retrace *r, const Known *place, guint64 bytes) {
  if (place->kind != KNOWN_PLACE || !place->exact) return FALSE;
  const StorageObject *o = storage_object(r->storage, place->object);
  return o->sized && bytes <= o->size && place->number <= o->size - bytes;
}

static void check_access(Retrace *r, const Ref *address, guint64 bytes) {
  gboolean good = surely_good(r, &address->known, bytes);
  event_start(r);
  event_uses(r, address->event);
  if (address->known.kind == KNOWN_PLACE && !good)
    event_uses(r, storage_object(r->storage, address->known.object)->origin);
  add_check(r, good);
}

/* The event in the making gets what is read. */
static Known event_reads(Retrace *r, const Known *place, guint bytes) {
  Known value;
  g_autoptr(GArray) from = g_array_new(FALSE, FALSE, sizeof(guint));
  guint contents = storage_read(r->storage, place, bytes, from, &value);
  for (guint i = 0; i < from->len; i++) event_uses(r, g_array_index(from, guint, i));
  r->class = facts_join(r->log->facts, r->class, contents);
  return value;
}

static void step_load(Retrace *r, RetraceFrame *f, const IrInstr *i) {
  Ref address = retrace_operand(r, f, &i->args[0]);
  guint bytes = (i->width + 7) / 8;
  check_access(r, &address, bytes);
  event_start(r);
  event_uses(r, address.event);
  Known value = event_reads(r, &address.known, bytes);
  if (value.kind == KNOWN_NUMBER) value.number &= term_mask(i->width);
  guint e = event_done(r, value);
  /* whether a floating-point value read as bits is NaN */
  if (r->has_float && !i->is_float) log_event(r->log, e)->demand = retrace_demand(r, r->class);
  storage_note_read(r->storage, &address.known, bytes, e);
  define(r, f, i, e);
}

/* Ends the event in the making with a store. */
static guint event_writes(Retrace *r, const Ref *address, guint bytes, const Known *value) {
  event_uses(r, address->event);
  event_uses(r, storage_earlier(r->storage, &address->known, bytes));
  guint e = event_done(r, (Known){0});
  storage_write(r->storage, &address->known, bytes, e, value);
  return e;
}

static void step_store(Retrace *r, RetraceFrame *f, const IrInstr *i) {
  Ref address = retrace_operand(r, f, &i->args[0]), value = retrace_operand(r, f, &i->args[1]);
  guint bytes = (i->args[1].width + 7) / 8;
  check_access(r, &address, bytes);
  event_start(r);
  event_uses(r, value.event);
  event_writes(r, &address, bytes, &value.known);
}

static void step_uninit(Retrace *r, RetraceFrame *f, const IrInstr *i) {
  Ref address = retrace_operand(r, f, &i->args[0]), size = retrace_operand(r, f, &i->args[1]);
  gboolean sized = size.known.kind == KNOWN_NUMBER;
  guint bytes = sized && size.known.number <= limits.slicer_store_bytes ? (guint)size.known.number : 0;
  check_access(r, &address, sized ? size.known.number : G_MAXUINT64);
  event_start(r);
  event_uses(r, size.event);
  event_executes_site(r, i->site);
  r->class = facts_join(r->log->facts, r->class, facts_source(r->log->facts));
  r->newest_of_site[i->site] = event_writes(r, &address, bytes, &(Known){0});
}

/* ---- library functions ---- */

static void step_copy(Retrace *r, RetraceFrame *f, const Ref *to, const Ref *from) {
  event_start(r);
  event_uses(r, from->event);
  event_reads(r, &from->known, 0);
  guint e = event_done(r, (Known){0});
  storage_note_read(r->storage, &from->known, 0, e);
  event_start(r);
  event_uses(r, e);
  event_writes(r, to, 0, &(Known){0});
}

static void step_fill(Retrace *r, RetraceFrame *f, const IrInstr *i) {
  Ref to = retrace_operand(r, f, &i->args[0]);
  event_start(r);
  for (guint n = 1; n < i->n_args; n++) event_uses(r, retrace_operand(r, f, &i->args[n]).event);
  if (i->lib == LIB_SCRAMBLE) r->class = facts_join(r->log->facts, r->class, facts_source(r->log->facts));
  event_writes(r, &to, 0, &(Known){0});
}

static void step_unknown(Retrace *r, RetraceFrame *f, const IrInstr *i) {
  event_start(r);
  r->class = facts_source(r->log->facts);
  define(r, f, i, event_done(r, (Known){0}));
}

static void step_value(Retrace *r, RetraceFrame *f, const IrInstr *i, Known known) {
  event_start(r);
  for (guint n = 0; n < i->n_args; n++) {
    Ref ref = retrace_operand(r, f, &i->args[n]);
    event_uses(r, ref.event);
    if (ref.known.kind == KNOWN_PLACE) event_uses(r, storage_object(r->storage, ref.known.object)->origin);
  }
  define(r, f, i, event_done(r, known));
}

/* Freed memory must be known, or every later access would depend on which it was. */
static gboolean may_free(const Ref *pointer) {
  return pointer->known.kind == KNOWN_NUMBER || (pointer->known.kind == KNOWN_PLACE && pointer->known.exact);
}

static void step_zeroed_allocation(Retrace *r, RetraceFrame *f, const IrInstr *i) {
  event_start(r);
  for (guint n = 0; n < i->n_args; n++) event_uses(r, retrace_operand(r, f, &i->args[n]).event);
  new_object(r, f, i, &(Known){0}, FACTS_CONSTANT);
}

static void step_reallocation(Retrace *r, RetraceFrame *f, const IrInstr *i, const Ref *old) {
  Ref fresh = {step_allocation(r, f, i, 1), {0}};
  fresh.known = log_event(r->log, fresh.event)->known;
  if (old->known.kind == KNOWN_PLACE) step_copy(r, f, &fresh, old);
  r->lost |= !may_free(old);
}

static void step_effect(Retrace *r, RetraceFrame *f, const IrInstr *i) {
  const Ref first = i->n_args ? retrace_operand(r, f, &i->args[0]) : (Ref){0};
  switch ((LibFunction)i->lib) {
  case LIB_MALLOC: step_allocation(r, f, i, 0); break;
  case LIB_CALLOC: step_zeroed_allocation(r, f, i); break;
  case LIB_REALLOC: step_reallocation(r, f, i, &first); break;
  case LIB_FREE:
  case LIB_END: r->lost |= !may_free(&first); break;
  case LIB_MEMCPY: {
    Ref from = retrace_operand(r, f, &i->args[1]);
    step_copy(r, f, &first, &from);
    if (i->n_dest) step_value(r, f, i, first.known);
    break;
  }
  case LIB_MEMSET:
  case LIB_SCRAMBLE:
    step_fill(r, f, i);
    if (i->n_dest) step_value(r, f, i, first.known);
    break;
  case LIB_APART:
  case LIB_VALID:
  case LIB_FREEABLE:
  case LIB_LEAKED:
  case LIB_UNKNOWN: break;
  }
}

static void step_library(Retrace *r, RetraceFrame *f, const IrInstr *i) {
  if (i->lib == LIB_UNKNOWN) {
    step_unknown(r, f, i);
  } else if (i->lib == LIB_LEAKED) { /* it depends on all that was written */
    r->lost = TRUE;
    step_value(r, f, i, (Known){0});
  } else if (lib_is_question((LibFunction)i->lib)) {
    step_value(r, f, i, (Known){0});
  } else {
    retrace_check(r, f, i, 0, i->n_args);
    const guint effect = r->log->events->len - 1;
    g_array_append_val(r->log->effects, effect);
    step_effect(r, f, i);
  }
}

void retrace_instr(Retrace *r, RetraceFrame *f, const IrInstr *i) {
  switch ((IrOpcode)i->opcode) {
  case IR_TERM: step_term(r, f, i); break;
  case IR_PTRADD: step_ptradd(r, f, i); break;
  case IR_LOAD: step_load(r, f, i); break;
  case IR_STORE: step_store(r, f, i); break;
  case IR_ALLOCA: step_allocation(r, f, i, 0); break;
  case IR_INPUT: step_input(r, f, i); break;
  case IR_LIB: step_library(r, f, i); break;
  case IR_ASSUME: retrace_check(r, f, i, 0, 1); break;
  case IR_UNINIT: step_uninit(r, f, i); break;
  case IR_CALL: g_assert_not_reached();
  }
}
