/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What single instructions do to an abstract state. */
#include "base/limits.h"
#include "engine/shape/explore.h"
#include <string.h>

#define FAR_OFFSET (G_GINT64_CONSTANT(1) << 30)

Step lose(Explorer *x, IrLoc where, const char *reason) {
  if (!x->reason) {
    x->reason = reason;
    x->where = where;
  }
  return STEP_LOST;
}

Datum operand_datum(const World *w, const Operand *o) {
  switch (o->kind) {
  case OPERAND_CONST: return datum_word(o->value, o->width);
  case OPERAND_REG: return world_top(w)->regs[o->value];
  case OPERAND_GLOBAL:
    return (Datum){.kind = DATUM_POINTER, .object = w->globals[o->value], .lo = o->offset, .hi = o->offset};
  case OPERAND_FUNCTION: return (Datum){.kind = DATUM_FUNCTION, .object = (guint)o->value};
  default: g_assert_not_reached();
  }
}

Datum operand_copied(World *w, const Operand *o) {
  Datum a = operand_datum(w, o);
  if (o->kind != OPERAND_REG || a.kind != DATUM_INT || a.symbol || datum_is_constant(&a) || o->width == 1)
    return a;
  a.symbol = ++w->symbols;
  world_top(w)->regs[o->value] = a;
  return a;
}

static void set_result(World *w, const IrInstr *in, const Datum *a) {
  if (in->n_dest) world_top(w)->regs[in->dest] = *a;
}

/* The first outcome is this state's, the others become states of their own. */
static void set_results(Explorer *x, World *w, const IrInstr *in, const Datum *values, guint n) {
  for (guint i = 1; i < n; i++) {
    World *other = world_copy(w);
    set_result(other, in, &values[i]);
    g_ptr_array_add(x->open, other);
  }
  set_result(w, in, &values[0]);
}

/* ---- operations ---- */

static Datum move_pointer(const Datum *p, const Datum *by, gboolean back, guint width) {
  if (p->kind != DATUM_POINTER || by->kind != DATUM_INT || by->lo < -FAR_OFFSET || by->hi > FAR_OFFSET)
    return datum_any(width);
  Datum moved = *p;
  moved.lo += back ? -by->hi : by->lo;
  moved.hi += back ? -by->lo : by->hi;
  return moved.lo < -FAR_OFFSET || moved.hi > FAR_OFFSET ? datum_any(width) : moved;
}

/* Operations of which some argument is an address. */
static Datum address_term(const World *w, const IrInstr *in, const Datum *args) {
  Truth t;
  switch ((TermOp)in->term_op) {
  case TERM_EQ:
    t = heap_equal(w->heap, &args[0], &args[1]);
    return t == TRUTH_OPEN ? datum_any(1) : datum_int(t == TRUTH_YES);
  case TERM_ADD: {
    gboolean first = args[0].kind == DATUM_POINTER;
    return move_pointer(&args[!first], &args[first], FALSE, in->width);
  }
  case TERM_SUB:
    if (args[0].kind == DATUM_POINTER && args[1].kind == DATUM_POINTER && args[0].object == args[1].object &&
        !heap_object(w->heap, args[0].object)->summary && args[0].lo == args[0].hi &&
        args[1].lo == args[1].hi)
      return datum_interval(args[0].lo - args[1].lo, args[0].lo - args[1].lo, in->width);
    return move_pointer(&args[0], &args[1], TRUE, in->width);
  case TERM_ZEXT:
  case TERM_EXTRACT: return in->width == in->args[0].width ? args[0] : datum_any(in->width);
  default: return datum_any(in->width);
  }
}

static Step run_choice(Explorer *x, World *w, const IrInstr *in, const Datum *args) {
  if (datum_is_constant(&args[0])) {
    set_result(w, in, &args[args[0].lo ? 1 : 2]);
    return STEP_ON;
  }
  World *other = world_copy(w);
  if (confine_truth(x, other, &in->args[0], FALSE)) {
    Datum a = operand_datum(other, &in->args[2]);
    set_result(other, in, &a);
    g_ptr_array_add(x->open, other);
  } else {
    world_free(other);
  }
  if (!confine_truth(x, w, &in->args[0], TRUE)) return STEP_END;
  Datum a = operand_datum(w, &in->args[1]);
  set_result(w, in, &a);
  return STEP_ON;
}

static Step run_term(Explorer *x, World *w, const IrInstr *in) {
  Datum args[3];
  gboolean address = FALSE;
  if (in->n_args > 3) {
    args[0] = datum_any(in->width);
    set_result(w, in, &args[0]);
    return STEP_ON;
  }
  for (guint i = 0; i < in->n_args; i++) {
    args[i] = operand_copied(w, &in->args[i]);
    address |= args[i].kind != DATUM_INT;
  }
  if (in->term_op == TERM_ITE) return run_choice(x, w, in, args);
  Datum result = address ? address_term(w, in, args) : datum_term(in, args);
  set_result(w, in, &result);
  return STEP_ON;
}

/* ---- memory ---- */

/* What is read from one place is the same word when it is read again. */
static void name_word(World *w, const Datum *p, Datum *read, guint width) {
  if (read->kind != DATUM_INT || read->symbol || datum_is_constant(read) || width == 1) return;
  if (heap_object(w->heap, p->object)->constant) return;
  read->symbol = ++w->symbols;
  heap_store(w->heap, p, read, width);
}

/* Each of the values in a state of its own, where they are known to be in that place. */
static Step settle_results(Explorer *x, World *w, const IrInstr *in, const Datum *p, const Datum *values,
                           guint n) {
  Datum first = values[0];
  for (guint i = 1; i < n; i++) {
    World *other = world_copy(w);
    set_result(other, in, &values[i]);
    if (focus_read(x, other, p, in->width, in->dest))
      g_ptr_array_add(x->open, other);
    else
      world_free(other);
  }
  set_result(w, in, &first);
  return focus_read(x, w, p, in->width, in->dest) ? STEP_ON : STEP_END;
}

static Step run_load(Explorer *x, World *w, const IrInstr *in) {
  focus_operand(x, w, &in->args[0]);
  Datum p = operand_datum(w, &in->args[0]), read[CELL_VALUES];
  if (!heap_is_valid(w->heap, &p, (in->width + 7) / 8, FALSE))
    return lose(x, in->loc, "a read that is not known to be within a live object");
  guint n = heap_load(w->heap, &p, in->width, read);
  gboolean single = p.lo == p.hi && !heap_object(w->heap, p.object)->summary;
  if (n == 1 && single) name_word(w, &p, &read[0], in->width);
  if (single && x->takes_out && in->n_dest) return settle_results(x, w, in, &p, read, n);
  set_results(x, w, in, read, n);
  return STEP_ON;
}

/* Only its definition writes to a variable that is const. */
static gboolean can_write(const World *w, const IrInstr *in, const Datum *to, guint64 bytes) {
  return heap_is_valid(w->heap, to, bytes, TRUE) && (in->fixed || !heap_object(w->heap, to->object)->fixed);
}

static Step run_store(Explorer *x, World *w, const IrInstr *in) {
  focus_operand(x, w, &in->args[0]);
  Datum p = operand_datum(w, &in->args[0]), v = operand_copied(w, &in->args[1]);
  guint width = in->args[1].width;
  if (!can_write(w, in, &p, (width + 7) / 8))
    return lose(x, in->loc, "a write that is not known to be within a live object");
  heap_store(w->heap, &p, &v, width);
  return STEP_ON;
}

static guint64 size_of(const Datum *bytes) {
  return datum_is_constant(bytes) && bytes->lo >= 0 ? (guint64)bytes->lo : G_MAXUINT64;
}

static void new_object(const Explorer *x, World *w, const IrInstr *in, ObjectOrigin origin, guint64 size,
                       gboolean zero) {
  ShapeObject o = {.origin = origin, .site = in, .size = size, .zero = zero};
  if (origin == FROM_HEAP && !zero && w->made[in->site] < x->kept_apart) o.serial = ++w->made[in->site];
  if (origin == FROM_ALLOCA) o.frame = w->frames->len - 1, o.fixed = in->fixed;
  Datum p = {.kind = DATUM_POINTER, .object = heap_add(w->heap, o)};
  set_result(w, in, &p);
}

/* A second object of one instruction within an activation would take the name of the first. */
static Step run_alloca(Explorer *x, World *w, const IrInstr *in) {
  for (guint i = 0; i < w->heap->objects->len; i++) {
    const ShapeObject *o = heap_object(w->heap, i);
    if (o && o->site == in && o->frame == w->frames->len - 1 && !o->dead)
      return lose(x, in->loc, "a variable that is made again in a loop");
  }
  Datum bytes = operand_datum(w, &in->args[0]);
  new_object(x, w, in, FROM_ALLOCA, size_of(&bytes), FALSE);
  return STEP_ON;
}

static Step run_calloc(const Explorer *x, World *w, const IrInstr *in) {
  Datum n = operand_datum(w, &in->args[0]), size = operand_datum(w, &in->args[1]);
  gint64 bytes;
  gboolean known = datum_is_constant(&n) && datum_is_constant(&size) && n.lo >= 0 && size.lo >= 0 &&
                   !__builtin_mul_overflow(n.lo, size.lo, &bytes) && bytes < FAR_OFFSET;
  new_object(x, w, in, FROM_HEAP, known ? (guint64)bytes : G_MAXUINT64, TRUE);
  return STEP_ON;
}

static Step run_free(Explorer *x, World *w, const IrInstr *in) {
  focus_operand(x, w, &in->args[0]);
  Datum p = operand_datum(w, &in->args[0]);
  if (p.kind == DATUM_INT && p.lo == 0 && p.hi == 0) return STEP_ON;
  const ShapeObject *o = p.kind == DATUM_POINTER ? heap_object(w->heap, p.object) : NULL;
  if (!o || o->dead || o->origin != FROM_HEAP || p.lo != 0 || p.hi != 0)
    return lose(x, in->loc, "something is freed that is not known to be a live object");
  w->lost |= o->summary && property_ends(x->program->property, FAILURE_LEAK); /* the others are not freed */
  heap_kill(w->heap, p.object);
  return STEP_ON;
}

static Step run_end(Explorer *x, World *w, const IrInstr *in) {
  Datum p = operand_datum(w, &in->args[0]);
  const ShapeObject *o = p.kind == DATUM_POINTER ? heap_object(w->heap, p.object) : NULL;
  if (!o || o->summary || o->origin != FROM_ALLOCA) return lose(x, in->loc, "a variable ends that is not known");
  heap_kill(w->heap, p.object);
  return STEP_ON;
}

/* Cells that lie within the bytes copied come along; the other bytes become anything. */
static void copy_cells(Heap *h, const Datum *to, const Datum *from, gint64 bytes) {
  const ShapeObject *source = heap_object(h, from->object);
  GArray *cells = g_array_copy(source->cells);
  Datum read[CELL_VALUES], at = *to, there = *from;
  gboolean single = !heap_object(h, to->object)->summary && to->lo == to->hi && from->lo == from->hi;
  for (guint i = 0; i < cells->len; i++) {
    Cell *c = &g_array_index(cells, Cell, i);
    there.lo = there.hi = c->offset;
    c->n = heap_load(h, &there, c->width, read);
    memcpy(c->values, read, c->n * sizeof(Datum));
  }
  heap_forget(h, to, (guint64)bytes);
  for (guint i = 0; single && i < cells->len; i++) {
    const Cell *c = &g_array_index(cells, Cell, i);
    if (c->n != 1 || c->offset < from->lo || c->offset + cell_bytes(c) > from->lo + bytes) continue;
    at.lo = at.hi = to->lo + c->offset - from->lo;
    heap_store(h, &at, &c->values[0], c->width);
  }
  g_array_unref(cells);
}

static Step run_fill(Explorer *x, World *w, const IrInstr *in) {
  Datum to = operand_datum(w, &in->args[0]), from = operand_datum(w, &in->args[1]),
        n = operand_datum(w, &in->args[2]);
  gboolean copies = in->lib == LIB_MEMCPY;
  set_result(w, in, &to);
  if (datum_is_constant(&n) && n.lo == 0) return STEP_ON;
  if (!datum_is_constant(&n) || n.lo < 0 || n.lo > limits.shape_copy_bytes ||
      !can_write(w, in, &to, (guint64)n.lo) ||
      (copies && !heap_is_valid(w->heap, &from, (guint64)n.lo, FALSE)))
    return lose(x, in->loc, "bytes are set that are not known to be within a live object");
  ShapeObject *o = heap_object(w->heap, to.object);
  gboolean whole = to.lo == 0 && to.hi == 0 && (guint64)n.lo == o->size && !o->summary;
  if (copies) {
    copy_cells(w->heap, &to, &from, n.lo);
  } else if (whole && from.kind == DATUM_INT && from.lo == 0 && from.hi == 0) {
    pairing_written(w->heap, to.object, 0, n.lo);
    g_array_set_size(o->cells, 0);
    o->zero = TRUE;
  } else {
    heap_forget(w->heap, &to, (guint64)n.lo);
  }
  return STEP_ON;
}

static Step run_scramble(Explorer *x, World *w, const IrInstr *in) {
  Datum p = operand_datum(w, &in->args[0]);
  if (p.kind == DATUM_INT && p.lo == 0 && p.hi == 0) return STEP_ON;
  if (p.kind != DATUM_POINTER || heap_object(w->heap, p.object)->size == G_MAXUINT64)
    return lose(x, in->loc, "an unknown function may change anything");
  Datum whole = {.kind = DATUM_POINTER, .object = p.object};
  heap_forget(w->heap, &whole, heap_object(w->heap, p.object)->size);
  return STEP_ON;
}

static Step run_apart(World *w, const IrInstr *in) {
  Datum a = operand_datum(w, &in->args[0]), b = operand_datum(w, &in->args[1]), apart = datum_any(in->width);
  gboolean null = (datum_is_constant(&a) && a.lo == 0) || (datum_is_constant(&b) && b.lo == 0);
  gboolean objects = a.kind == DATUM_POINTER && b.kind == DATUM_POINTER;
  if (null || (objects && a.object != b.object))
    apart = datum_int(1);
  else if (objects && !heap_object(w->heap, a.object)->summary)
    apart = datum_int(0);
  set_result(w, in, &apart);
  return STEP_ON;
}

static gboolean is_null(const Datum *a) { return a->kind == DATUM_INT && datum_is_constant(a) && a->lo == 0; }

static Step run_valid(Explorer *x, World *w, const IrInstr *in) {
  focus_operand(x, w, &in->args[0]);
  Datum p = operand_datum(w, &in->args[0]), n = operand_datum(w, &in->args[1]), valid = datum_any(1);
  const gboolean write = in->param != 0;
  if (is_null(&n) || (datum_is_constant(&n) && n.lo > 0 && heap_is_valid(w->heap, &p, (guint64)n.lo, write)))
    valid = datum_int(1);
  set_result(w, in, &valid);
  return STEP_ON;
}

static Step run_freeable(Explorer *x, World *w, const IrInstr *in) {
  focus_operand(x, w, &in->args[0]);
  Datum p = operand_datum(w, &in->args[0]), may = datum_any(1);
  const ShapeObject *o = p.kind == DATUM_POINTER ? heap_object(w->heap, p.object) : NULL;
  if (is_null(&p) || (o && !o->dead && o->origin == FROM_HEAP && p.lo == 0 && p.hi == 0)) may = datum_int(1);
  set_result(w, in, &may);
  return STEP_ON;
}

/* Objects that are folded into one may be lost one by one, so only where none is left is there no leak. */
static Step run_leaked(World *w, const IrInstr *in) {
  gboolean any = w->lost;
  for (guint i = 0; i < w->heap->objects->len; i++) {
    const ShapeObject *o = heap_object(w->heap, i);
    any |= o && o->origin == FROM_HEAP && !o->dead;
  }
  Datum leaked = any ? datum_any(1) : datum_int(0);
  set_result(w, in, &leaked);
  return STEP_ON;
}

static Step run_lib(Explorer *x, World *w, const IrInstr *in) {
  Datum a = in->n_args ? operand_datum(w, &in->args[0]) : datum_int(0);
  switch ((LibFunction)in->lib) {
  case LIB_MALLOC: new_object(x, w, in, FROM_HEAP, size_of(&a), FALSE); return STEP_ON;
  case LIB_CALLOC: return run_calloc(x, w, in);
  case LIB_FREE: return run_free(x, w, in);
  case LIB_END: return run_end(x, w, in);
  case LIB_MEMCPY:
  case LIB_MEMSET: return run_fill(x, w, in);
  case LIB_APART: return run_apart(w, in);
  case LIB_VALID: return run_valid(x, w, in);
  case LIB_FREEABLE: return run_freeable(x, w, in);
  case LIB_LEAKED: return run_leaked(w, in);
  case LIB_SCRAMBLE: return run_scramble(x, w, in);
  case LIB_UNKNOWN:
    a = datum_any(in->width);
    set_result(w, in, &a);
    return STEP_ON;
  case LIB_REALLOC: return lose(x, in->loc, "an object changes its size");
  }
  g_assert_not_reached();
}

static Step run_uninit(Explorer *x, World *w, const IrInstr *in) {
  Datum p = operand_datum(w, &in->args[0]), n = operand_datum(w, &in->args[1]);
  if (!datum_is_constant(&n) || n.lo < 0 || !heap_is_valid(w->heap, &p, (guint64)n.lo, TRUE))
    return lose(x, in->loc, "memory that loses its value is not known to be within a live object");
  if (n.lo) heap_forget(w->heap, &p, (guint64)n.lo);
  return STEP_ON;
}

/* ---- inputs and calls ---- */

static Step run_input(Explorer *x, World *w, const IrInstr *in) {
  const InputSite *s = program_site(x->program, in->site);
  Datum a = datum_any(s->width);
  if (w->reads[in->site] < x->asked[in->site]) {
    InputKey key = {in->site, ++w->reads[in->site], 0};
    const Datum *bound = (const Datum *)g_hash_table_lookup(x->bounds, term_input(key, s->width));
    if (bound) a = *bound;
  } else {
    w->reads[in->site] = x->asked[in->site];
  }
  gint64 unsigned_end = (gint64)term_mask(MIN(s->width, 62));
  if (in->width > s->width && s->width > 1 && !s->is_signed && a.lo < 0)
    a = s->width < 62 ? datum_interval(0, unsigned_end, in->width) : datum_any(in->width);
  if (in->width < s->width) a = datum_any(in->width);
  if (!datum_is_constant(&a) && in->width > 1) a.symbol = ++w->symbols;
  set_result(w, in, &a);
  return STEP_ON;
}

static Step run_call(Explorer *x, World *w, const IrInstr *in) {
  Datum callee = operand_datum(w, &in->args[0]);
  if (callee.kind != DATUM_FUNCTION) return lose(x, in->loc, "a call through a pointer that is not known");
  const IrFunction *f = program_function(x->program, callee.object);
  if (!f->defined || f->n_results < in->n_dest || f->n_params != in->n_args - 1 ||
      w->frames->len >= limits.shape_call_depth)
    return lose(x, in->loc, "a call that is too deep or does not fit");
  Datum args[f->n_params + 1];
  for (guint i = 0; i < f->n_params; i++) {
    if (in->args[i + 1].width != f->reg_width[i]) return lose(x, in->loc, "a call that does not fit");
    args[i] = operand_copied(w, &in->args[i + 1]);
  }
  world_push(w, f);
  for (guint i = 0; i < f->n_params; i++) world_top(w)->regs[i] = args[i];
  return STEP_ON;
}

Step run_instr(Explorer *x, World *w, const IrInstr *in) {
  world_top(w)->at++;
  switch ((IrOpcode)in->opcode) {
  case IR_TERM: return run_term(x, w, in);
  case IR_PTRADD: {
    Datum p = operand_datum(w, &in->args[0]), by = operand_datum(w, &in->args[1]);
    gboolean numbers =
        p.kind == DATUM_INT && by.kind == DATUM_INT && datum_is_constant(&p) && datum_is_constant(&by);
    Datum moved = numbers ? datum_word(datum_bits(&p, in->width) + datum_bits(&by, in->width), in->width)
                          : move_pointer(&p, &by, FALSE, in->width);
    set_result(w, in, &moved);
    return STEP_ON;
  }
  case IR_LOAD: return run_load(x, w, in);
  case IR_STORE: return run_store(x, w, in);
  case IR_ALLOCA: return run_alloca(x, w, in);
  case IR_INPUT: return run_input(x, w, in);
  case IR_CALL: return run_call(x, w, in);
  case IR_LIB: return run_lib(x, w, in);
  case IR_ASSUME: return confine_truth(x, w, &in->args[0], TRUE) ? STEP_ON : STEP_END;
  case IR_UNINIT: return run_uninit(x, w, in);
  }
  g_assert_not_reached();
}
