/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Single instructions. */
#include "symex/executor.h"
#include <math.h>
#include <string.h>

Value exec_operand(Executor *x, const Operand *o) {
  guint pw = x->program->pointer_width;
  switch (o->kind) {
  case OPERAND_CONST: return value_bits(term_const(o->width, o->value));
  case OPERAND_REG: return x->frame->regs[o->value];
  case OPERAND_GLOBAL:
    return value_pointer(x->memory.arena, pw, x->first_global + (guint)o->value,
                         term_const(pw, (guint64)o->offset));
  case OPERAND_FUNCTION:
    return value_pointer(x->memory.arena, pw, x->first_function + (guint)o->value, term_const(pw, 0));
  default: g_assert_not_reached();
  }
}

const Object *exec_new_object(Executor *x, State *s, ObjectKind kind, const Term *size, const Init *init) {
  Object *o = arena_new_struct(x->memory.arena, Object);
  o->id = x->objects->len;
  o->kind = kind;
  o->size = size;
  g_ptr_array_add(x->objects, o);
  s->memory = pmap_set(s->memory, o->id, memory_contents(&x->memory, o, init));
  return o;
}

static const Term *float_const(guint width, double v) {
  if (width == 64) {
    guint64 bits;
    memcpy(&bits, &v, 8);
    return term_const(64, bits);
  }
  float f = (float)v;
  guint32 bits;
  memcpy(&bits, &f, 4);
  return term_const(32, bits);
}

/* Where a conversion to an integer of `width` bits has no defined result: NaN, or the truncated value does
 * not fit. */
static const Term *bad_conversion(const Term *f, guint width, gboolean is_signed) {
  double top = ldexp(1, (int)(is_signed ? width - 1 : width)), bottom = is_signed ? -top : 0;
  const Term *below_top = term_binary(TERM_FLT, f, float_const(f->width, top));
  gboolean exact =
      (f->width == 64 ? 53 : 24) > width; /* bottom - 1 is representable, and truncates to bottom */
  const Term *above = exact || !is_signed ? term_binary(TERM_FLT, float_const(f->width, bottom - 1), f)
                                          : term_binary(TERM_FLE, float_const(f->width, bottom), f);
  return term_not(term_and(below_top, above));
}

/* A division by zero ends the run.  But a quotient that is not needed at once may never be computed by an
 * optimizing compiler: then it is unknown whether the run goes on. */
static gboolean guard_division(Executor *x, State *s, TermOp op, const Term *a, const Term *b,
                               const IrInstr *i) {
  gboolean ends = block_branch_needs(x->frame->block, i) && !property_counts(x->program->property, FAILURE_LEAK);
  Leave how = ends ? LEAVE_HALT : LEAVE_UNKNOWN; /* memory may be lost before it ends */
  IrLoc loc = i->loc;
  if (!exec_leave(x, s, term_eq(b, term_const(b->width, 0)), how, loc, UNDEFINED("a division by zero")))
    return FALSE;
  if (op != TERM_SDIV && op != TERM_SREM) return TRUE;
  const Term *least = term_eq(a, term_const(a->width, G_GUINT64_CONSTANT(1) << (a->width - 1)));
  const Term *minus_one = term_eq(b, term_const(b->width, G_MAXUINT64));
  return exec_leave(x, s, term_and(least, minus_one), LEAVE_UNKNOWN, loc,
                    UNDEFINED("the least integer divided by -1"));
}

/* ---- what an operation must not meet ---- */

/* Floating-point operations, and the ways in which C changes or drops a sign, do not look at a NaN's bits. */
static gboolean looks_at_bits(const IrInstr *i) {
  TermOp op = (TermOp)i->term_op;
  if ((op >= TERM_FADD && op <= TERM_FTOUI) || op == TERM_ITE) return FALSE;
  if ((op != TERM_XOR && op != TERM_AND) || i->args[1].kind != OPERAND_CONST) return TRUE;
  guint64 sign = G_GUINT64_CONSTANT(1) << (i->width - 1);
  return i->args[1].value != (op == TERM_XOR ? sign : term_mask(i->width) ^ sign);
}

static gboolean guard_operation(Executor *x, State *s, const IrInstr *i, const Value *args) {
  TermOp op = (TermOp)i->term_op;
  if (op >= TERM_UDIV && op <= TERM_SREM &&
      !guard_division(x, s, op, value_number(args[0]), value_number(args[1]), i))
    return FALSE;
  if ((op == TERM_FTOSI || op == TERM_FTOUI) &&
      !exec_leave(x, s, bad_conversion(value_number(args[0]), i->width, op == TERM_FTOSI), LEAVE_UNKNOWN,
                  i->loc, UNDEFINED("a floating-point value out of the integer's range")))
    return FALSE;
  for (guint n = 0; looks_at_bits(i) && n < i->n_args; n++)
    if (args[n].bits && !exec_settle_nans(x, s, args[n].bits, i->loc)) return FALSE;
  return TRUE;
}

static gboolean exec_term(Executor *x, State *s, const IrInstr *i) {
  Value args[3];
  for (guint n = 0; n < i->n_args; n++) args[n] = exec_operand(x, &i->args[n]);
  if (!guard_operation(x, s, i, args)) return FALSE;
  gboolean compares = i->term_op >= TERM_EQ && i->term_op <= TERM_SLE;
  Value v = compares && (args[0].pointer || args[1].pointer)
                ? exec_compare(x, s, (TermOp)i->term_op, args[0], args[1], i->loc)
                : value_apply(x->memory.arena, (TermOp)i->term_op, i->width, i->param, args, i->n_args);
  if (i->term_op == TERM_SUB && args[0].pointer && args[1].pointer)
    exec_note(x, v.bits, i->loc, "the difference of addresses that are not in one object");
  if (i->term_op == TERM_FREM && !term_is_const(v.bits)) v = value_bits(term_fresh_havoc(i->width, 0));
  x->frame->regs[i->dest] = v;
  return TRUE;
}

static gboolean exec_input(Executor *x, State *s, const IrInstr *i) {
  const InputSite *site = program_site(x->program, i->site);
  const Counter *c = state_count(&x->memory, s, i->site);
  if (site_has(site, INPUT_BOUNDED)) { /* occurrences beyond those followed: the run is cut here */
    const Term *beyond = term_bool(FALSE);
    for (guint n = 0; n < c->n; n++)
      if (c->alternatives[n].count > x->options->inputs_per_site)
        beyond = term_or(beyond, c->alternatives[n].guard);
    if (!exec_leave(x, s, beyond, LEAVE_CUT, i->loc, NULL)) return FALSE;
  }
  const Term *t = memory_input(&x->memory, i->site, c, 0, site->width);
  if (i->width > site->width) t = site->is_signed ? term_sext(t, i->width) : term_zext(t, i->width);
  if (i->width < site->width) t = term_extract(t, 0, i->width);
  x->frame->regs[i->dest] = value_bits(t);
  return TRUE;
}

static gboolean exec_alloca(Executor *x, State *s, const IrInstr *i) {
  const Term *size = term_zext(value_number(exec_operand(x, &i->args[0])), x->program->pointer_width);
  const Init *init = memory_init(&x->memory, INIT_INPUT, i->site, state_count(&x->memory, s, i->site));
  const Object *o = exec_new_object(x, s, OBJECT_STACK, size, init);
  ((Object *)x->objects->pdata[o->id])->fixed = i->fixed;
  g_array_append_val(x->frame->objects, o->id);
  x->frame->regs[i->dest] = value_pointer(x->memory.arena, size->width, o->id, term_const(size->width, 0));
  return TRUE;
}

/* A region becomes uninitialised again: its next occurrence, written out where it is not a whole object. */
static gboolean exec_uninit(Executor *x, State *s, const IrInstr *i) {
  Memory *m = &x->memory;
  const Counter *occurrence = state_count(m, s, i->site);
  const Term *n = term_zext(value_number(exec_operand(x, &i->args[1])), x->program->pointer_width);
  if (term_is_const(n) && n->param == 0) return TRUE;
  const PointerSet *p = exec_resolve(x, s, exec_operand(x, &i->args[0]), n, TRUE, i->loc);
  if (!p) return FALSE;
  for (guint t = 0; t < p->n; t++) {
    guint id = p->targets[t].object;
    const Contents *old = state_contents(s, id), *new;
    const Term *offset = p->targets[t].offset;
    gboolean whole = n == old->object->size && term_is_const(offset) && offset->param == 0;
    new = whole ? memory_contents(m, old->object, memory_init(m, INIT_INPUT, i->site, occurrence))
                : memory_scramble(m, old);
    if (p->n > 1) new = contents_merge(m, p->targets[t].guard, old, new);
    s->memory = pmap_set(s->memory, id, new);
  }
  return TRUE;
}

static gboolean exec_memory(Executor *x, State *s, const IrInstr *i) {
  Value pointer = exec_operand(x, &i->args[0]), v;
  if (i->opcode == IR_LOAD) {
    guint bytes = (i->width + 7) / 8;
    if (!exec_load(x, s, pointer, bytes, i->is_float, i->loc, &v)) return FALSE;
    if (value_width(v) != i->width) v = value_bits(term_extract(value_number(v), 0, i->width));
    x->frame->regs[i->dest] = v;
    return TRUE;
  }
  v = exec_operand(x, &i->args[1]);
  guint bits = (value_width(v) + 7) / 8 * 8;
  if (bits != value_width(v)) v = value_bits(term_zext(value_number(v), bits));
  return exec_store(x, s, pointer, v, i->is_float, i->loc);
}

/* ---- calls ---- */

static gboolean call_one(Executor *x, State *s, const IrInstr *i, guint function, const Value *args,
                         Value *results) {
  const IrFunction *f = program_function(x->program, function);
  if (!f->defined || f->n_results != i->n_dest) {
    exec_leave(x, s, term_bool(TRUE), LEAVE_UNKNOWN, i->loc, "a call that does not fit the function");
    return FALSE;
  }
  for (guint n = 0; n < f->n_results; n++) results[n] = NO_VALUE;
  return exec_function(x, function, args, i->n_args - 1, s, results);
}

/* A call through a pointer: each function it may mean runs on its own part of the state, then all are joined.
 */
static gboolean call_pointer(Executor *x, State *s, const IrInstr *i, Value pointer, const Value *args,
                             Value *results) {
  const PointerSet *p = value_targets(x->memory.arena, pointer);
  gboolean any = FALSE;
  State joined;
  guint n = MAX(i->n_dest, 1);
  for (guint t = 0; t < p->n; t++) {
    const Target *target = &p->targets[t];
    State one = *s;
    int decided = p->n == 1 ? 1 : state_decide(s, target->guard);
    if (decided < 0 && x->oracle) decided = evaluator_value(x->oracle, target->guard) ? -1 : 0;
    if (decided == 0) continue;
    if (decided < 0) exec_assume(x, &one, target->guard);
    const Object *o = exec_object(x, target->object);
    Value one_results[n];
    if (!target->object || o->kind != OBJECT_FUNCTION) {
      gboolean null = !target->object && term_is_const(target->offset) && target->offset->param < 4096;
      null &= !property_counts(x->program->property, FAILURE_LEAK);
      exec_leave(x, &one, term_bool(TRUE), null ? LEAVE_HALT : LEAVE_UNKNOWN, i->loc,
                 "a call through a pointer to no known function");
      continue;
    }
    if (!call_one(x, &one, i, o->function, args, one_results)) continue;
    if (!any) {
      joined = one;
      memcpy(results, one_results, n * sizeof(Value));
    } else {
      const Term *from_new;
      state_merge(&x->memory, &joined, &one, &from_new);
      for (guint r = 0; r < i->n_dest; r++)
        results[r] = value_ite(x->memory.arena, from_new, one_results[r], results[r]);
    }
    any = TRUE;
  }
  if (any) *s = joined;
  return any;
}

static gboolean exec_call(Executor *x, State *s, const IrInstr *i) {
  Value args[MAX(i->n_args, 1)], results[MAX(i->n_dest, 1)];
  for (guint n = 1; n < i->n_args; n++) args[n - 1] = exec_operand(x, &i->args[n]);
  gboolean goes_on = i->args[0].kind == OPERAND_FUNCTION
                         ? call_one(x, s, i, (guint)i->args[0].value, args, results)
                         : call_pointer(x, s, i, exec_operand(x, &i->args[0]), args, results);
  if (!goes_on) return FALSE;
  for (guint n = 0; n < i->n_dest; n++) x->frame->regs[i->dest + n] = results[n];
  return TRUE;
}

gboolean exec_instr(Executor *x, State *s, const IrInstr *i) {
  x->defines = i->fixed || i->opcode == IR_UNINIT;
  x->checked = i->checked;
  switch ((IrOpcode)i->opcode) {
  case IR_TERM: return exec_term(x, s, i);
  case IR_PTRADD:
    x->frame->regs[i->dest] =
        value_add(x->memory.arena, exec_operand(x, &i->args[0]), value_number(exec_operand(x, &i->args[1])));
    return TRUE;
  case IR_LOAD:
  case IR_STORE: return exec_memory(x, s, i);
  case IR_ALLOCA: return exec_alloca(x, s, i);
  case IR_INPUT: return exec_input(x, s, i);
  case IR_CALL: return exec_call(x, s, i);
  case IR_LIB: return exec_library(x, s, i);
  case IR_ASSUME:
    return exec_leave(x, s,
                      term_eq(value_number(exec_operand(x, &i->args[0])), term_const(i->args[0].width, 0)),
                      LEAVE_HALT, i->loc, NULL);
  case IR_UNINIT: return exec_uninit(x, s, i);
  }
  g_assert_not_reached();
}
