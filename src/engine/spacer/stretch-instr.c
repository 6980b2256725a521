/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One stretch of the clauses: instructions. */
#include "engine/spacer/cells.h"

static Words *words(Stretch *r) { return &r->c->words; }
static WordKind kind_of(const Stretch *r, guint slot) { return precision_kind(r->c->precision, slot); }
static Base base_of(const Stretch *r, const Operand *o, guint base) {
  return places_base(r->c->places, o, base);
}
static gboolean is_address(Base b) { return b.reached && b.object != NO_OBJECT_KNOWN; }

static void note_lossy(Stretch *r, guint slot, gboolean overflow) {
  Abstracted a = {slot, overflow, r->source};
  if (words(r)->lossy && slot != G_MAXUINT) g_array_append_val(r->c->lossy, a);
  words(r)->lossy = FALSE;
}

/* ---- operands ---- */

static Word convert(Stretch *r, Word a, WordKind kind) {
  return a.kind == WORD_BOOL || kind == WORD_BOOL ? a : word_convert(words(r), a, kind);
}

/* An address as a number is any. */
Word stretch_number(Stretch *r, const Operand *o, guint base, WordKind kind) {
  if (o->width == 1) kind = WORD_BOOL;
  if (o->kind == OPERAND_CONST) return word_const(words(r), kind, o->width, o->value);
  if (o->kind != OPERAND_REG || is_address(base_of(r, o, base))) return word_fresh(words(r), kind, o->width);
  return convert(r, stretch_variable(r, base + (guint)o->value), kind);
}

Word stretch_offset(Stretch *r, const Operand *o, guint base, WordKind kind) {
  Base b = base_of(r, o, base);
  if (b.is_fixed) return word_const(words(r), kind, o->width, (guint64)b.offset);
  return convert(r, stretch_variable(r, base + (guint)o->value), kind);
}

Word stretch_moved(Stretch *r, guint dest, const Operand *o, guint base) {
  WordKind kind = kind_of(r, dest);
  guint width = precision_width(r->c->precision, dest);
  if (o->kind == OPERAND_NONE) return word_fresh(words(r), kind, width);
  Base b = r->c->places->bases[dest];
  return is_address(b) ? stretch_offset(r, o, base, kind) : stretch_number(r, o, base, kind);
}

static void define(Stretch *r, guint dest, Word value) {
  r->values[dest - r->first] = convert(r, value, kind_of(r, dest));
  note_lossy(r, dest, FALSE);
}

static void define_any(Stretch *r, const IrInstr *i) {
  for (guint k = 0; k < i->n_dest; k++) {
    guint dest = r->node->base + i->dest + k;
    define(r, dest, word_fresh(words(r), kind_of(r, dest), precision_width(r->c->precision, dest)));
  }
}

/* ---- operations ---- */

static Z3_ast negate(Stretch *r, Z3_ast e) { return Z3_mk_not(r->c->z3, e); }

/* The runs for which bad holds fail, the others go on. */
static void forbid(Stretch *r, Z3_ast bad) {
  stretch_fail(r, bad);
  stretch_assume(r, negate(r, bad));
}

/* The address of an object that was made is not null: allocation succeeds. */
static gboolean is_made(const Stretch *r, Base b) {
  return b.is_fixed && b.offset == 0 && places_object(r->c->places, b.object)->global == G_MAXUINT;
}

/* Within an object and at its end, addresses are ordered as their offsets are. */
static Word order_addresses(Stretch *r, TermOp op, const Word *args, guint64 size) {
  Z3_context z3 = r->c->z3;
  Words *w = words(r);
  Word result = word_fresh(w, WORD_BOOL, 1);
  Z3_ast within = NULL;
  for (guint k = 0; k < 2; k++) {
    within = words_and(w, within, Z3_mk_ge(z3, args[k].ast, words_number(w, 0)));
    within = words_and(w, within, Z3_mk_le(z3, args[k].ast, words_number(w, (Wide)size)));
  }
  Z3_ast ordered = (op == TERM_ULT ? Z3_mk_lt : Z3_mk_le)(z3, args[0].ast, args[1].ast);
  words_add_fact(w, result.ast, Z3_mk_implies(z3, within, Z3_mk_eq(z3, result.ast, ordered)));
  return result;
}

/* Comparisons of addresses: in one object, or with null. Others may come out any way. */
static gboolean compare_addresses(Stretch *r, const IrInstr *i) {
  const Operand *x = &i->args[0], *y = &i->args[1];
  guint base = r->node->base;
  Base a = base_of(r, x, base), b = base_of(r, y, base);
  if (!is_address(a) && !is_address(b)) return FALSE;
  if (i->term_op == TERM_EQ && is_address(a) != is_address(b)) {
    Base known = is_address(a) ? a : b;
    const Operand *other = is_address(a) ? y : x;
    if (other->kind == OPERAND_CONST && other->value == 0 &&
        (places_inside(r->c->places, known, 1) || is_made(r, known))) {
      define(r, base + i->dest, word_const(words(r), WORD_BOOL, 1, 0));
      return TRUE;
    }
  }
  if (!is_address(a) || !is_address(b) || a.object != b.object) {
    define_any(r, i);
    return TRUE;
  }
  WordKind kind = x->kind == OPERAND_REG ? kind_of(r, base + (guint)x->value) : WORD_SIGNED;
  if (kind != WORD_BITS && y->kind == OPERAND_REG) kind = kind_of(r, base + (guint)y->value);
  Word args[2] = {stretch_offset(r, x, base, kind), stretch_offset(r, y, base, kind)};
  guint64 size = places_object(r->c->places, a.object)->size;
  if (i->term_op == TERM_EQ)
    define(r, base + i->dest, word_apply(words(r), TERM_EQ, 1, 0, args, 2, WORD_BOOL));
  else if ((i->term_op == TERM_ULT || i->term_op == TERM_ULE) && kind != WORD_BITS && size != UNKNOWN_SIZE)
    define(r, base + i->dest, order_addresses(r, (TermOp)i->term_op, args, size));
  else
    define_any(r, i);
  return TRUE;
}

static WordKind argument_kind(Stretch *r, const Operand *o, WordKind otherwise) {
  if (o->width == 1) return WORD_BOOL;
  return o->kind == OPERAND_REG ? kind_of(r, r->node->base + (guint)o->value) : otherwise;
}

/* Division by zero, and of the least integer by -1. */
static void guard_division(Stretch *r, const IrInstr *i, const Word *args) {
  Words *w = words(r);
  const Operand *by = &i->args[1];
  Z3_ast zero = Z3_mk_eq(r->c->z3, args[1].ast, word_const(w, args[1].kind, args[1].width, 0).ast);
  if (by->kind != OPERAND_CONST || by->value == 0) forbid(r, zero);
  if (i->term_op != TERM_SDIV && i->term_op != TERM_SREM) return;
  if (by->kind == OPERAND_CONST && by->value != term_mask(by->width)) return;
  Word least = word_const(w, args[0].kind, args[0].width, G_GUINT64_CONSTANT(1) << (i->width - 1));
  Word minus_one = word_const(w, args[1].kind, args[1].width, G_MAXUINT64);
  forbid(r, words_and(w, Z3_mk_eq(r->c->z3, args[0].ast, least.ast),
                      Z3_mk_eq(r->c->z3, args[1].ast, minus_one.ast)));
}

static void do_term(Stretch *r, const IrInstr *i) {
  guint base = r->node->base, dest = base + i->dest;
  TermOp op = (TermOp)i->term_op;
  if (op >= TERM_EQ && op <= TERM_SLE && i->args[0].width > 1 && compare_addresses(r, i)) return;
  WordKind kind = kind_of(r, dest), inner = kind;
  gboolean is_compare = op >= TERM_EQ && op <= TERM_SLE;
  if (is_compare || op == TERM_EXTRACT || op >= TERM_FADD) /* the kind of what is looked at */
    inner = argument_kind(r, &i->args[0],
                          i->n_args > 1 ? argument_kind(r, &i->args[1], WORD_SIGNED) : WORD_SIGNED);
  Word args[3];
  gboolean addresses = is_address(r->c->places->bases[dest]);
  for (guint k = 0; k < i->n_args; k++) {
    const Operand *o = &i->args[k];
    WordKind own = argument_kind(r, o, o->width == 1 ? WORD_BOOL : inner == WORD_BOOL ? WORD_SIGNED : inner);
    args[k] = addresses && op == TERM_ITE && k > 0 ? stretch_offset(r, o, base, kind)
                                                   : stretch_number(r, o, base, own);
  }
  Base a = base_of(r, &i->args[0], base), b = i->n_args > 1 ? base_of(r, &i->args[1], base) : a;
  if (op == TERM_SUB && is_address(a) && is_address(b) && a.object == b.object) {
    args[0] = stretch_offset(r, &i->args[0], base, kind);
    args[1] = stretch_offset(r, &i->args[1], base, kind);
  }
  if (op >= TERM_UDIV && op <= TERM_SREM && i->width > 1) guard_division(r, i, args);
  words(r)->lossy = FALSE;
  Word result = word_apply(words(r), op, i->width, i->param, args, i->n_args, kind);
  gboolean of_words = i->width > 1;
  guint blamed = of_words                         ? dest
                 : i->args[0].kind == OPERAND_REG ? base + (guint)i->args[0].value
                                                  : G_MAXUINT;
  r->values[dest - r->first] = convert(r, result, kind);
  note_lossy(r, blamed, op == TERM_ADD || op == TERM_SUB);
}

static void do_pointer_add(Stretch *r, const IrInstr *i) {
  guint base = r->node->base, dest = base + i->dest;
  WordKind kind = kind_of(r, dest);
  if (!is_address(r->c->places->bases[dest])) {
    define_any(r, i);
    return;
  }
  Word args[2] = {stretch_offset(r, &i->args[0], base, kind), stretch_number(r, &i->args[1], base, kind)};
  define(r, dest, word_apply(words(r), TERM_ADD, i->width, 0, args, 2, kind));
}

/* ---- memory ---- */

/* A number again from what it was computed of: its register has not been assigned since. */
static Word computed(Stretch *r, const FlatNode *n, const Operand *o) {
  guint of = 0, slot = n->base + (guint)o->value;
  const IrInstr *d = places_definition(flat_info(r->c->flat, n), o, &of);
  if (!d) return stretch_variable(r, slot);
  Word args[2];
  for (guint k = 0; k < d->n_args; k++)
    args[k] = k == of ? computed(r, n, &d->args[k])
                      : word_const(words(r), kind_of(r, slot), d->args[k].width, d->args[k].value);
  return word_apply(words(r), (TermOp)d->term_op, d->width, d->param, args, d->n_args, kind_of(r, slot));
}

Word stretch_object_size(Stretch *r, guint object, WordKind kind) {
  const PlaceObject *o = places_object(r->c->places, object);
  if (o->size != UNKNOWN_SIZE) return word_const(words(r), kind, r->c->flat->program->pointer_width, o->size);
  const Operand *of = places_size_operand(o);
  Word size = computed(r, flat_node(r->c->flat, o->node), of);
  if (o->maker->n_args > 1) {
    const Operand *by = &o->maker->args[of == o->maker->args];
    Word factors[2] = {size, word_const(words(r), size.kind, by->width, by->value)};
    size = word_apply(words(r), TERM_MUL, size.width, 0, factors, 2, size.kind);
  }
  words(r)->lossy = FALSE;
  return convert(r, size, kind);
}

/* Bytes from an offset on are within a size. */
static Z3_ast is_inside(Stretch *r, Word offset, Word size, guint64 bytes) {
  Z3_context z3 = r->c->z3;
  Words *w = words(r);
  if (offset.kind == WORD_BITS) {
    Z3_ast length = word_const(w, WORD_BITS, offset.width, bytes).ast;
    return words_and(w, Z3_mk_bvule(z3, length, size.ast),
                     Z3_mk_bvule(z3, offset.ast, Z3_mk_bvsub(z3, size.ast, length)));
  }
  Z3_ast sum[2] = {offset.ast, words_number(w, (Wide)bytes)};
  return words_and(w, Z3_mk_ge(z3, offset.ast, words_number(w, 0)),
                   Z3_mk_le(z3, Z3_mk_add(z3, 2, sum), size.ast));
}

/* Runs that would access bytes outside of the object, or write to a constant, fail; FALSE: all do.  writes: the
 * instruction, if it does. */
static gboolean guard_access(Stretch *r, const Operand *address, guint64 bytes, const IrInstr *writes) {
  Base b = base_of(r, address, r->node->base);
  if (!is_address(b) || (writes && places_forbids(r->c->places, b.object, writes)) ||
      bytes > places_object(r->c->places, b.object)->size ||
      (b.is_fixed && places_object(r->c->places, b.object)->size != UNKNOWN_SIZE &&
       !places_inside(r->c->places, b, bytes))) {
    stretch_fail(r, NULL);
    r->ended = TRUE;
    return FALSE;
  }
  if (b.is_fixed && places_object(r->c->places, b.object)->size != UNKNOWN_SIZE) return TRUE;
  WordKind kind =
      address->kind == OPERAND_REG ? kind_of(r, r->node->base + (guint)address->value) : WORD_SIGNED;
  Word offset = stretch_offset(r, address, r->node->base, kind);
  forbid(r,
         negate(r, is_inside(r, offset,
                             stretch_object_size(r, b.object, kind == WORD_BITS ? WORD_BITS : WORD_UNSIGNED),
                             bytes)));
  return TRUE;
}

/* The index of an array: bytes from the start of the object. */
static Z3_ast array_index(Stretch *r, guint place, const Operand *address) {
  WordKind kind = kind_of(r, r->c->precision->n_variables + place) == WORD_BITS ? WORD_BITS : WORD_SIGNED;
  Word offset = stretch_offset(r, address, r->node->base, kind);
  note_lossy(r, address->kind == OPERAND_REG ? r->node->base + (guint)address->value : G_MAXUINT, FALSE);
  return offset.ast;
}

static void do_load(Stretch *r, const IrInstr *i) {
  guint bytes = (i->width + 7) / 8, dest = r->node->base + i->dest;
  if (!guard_access(r, &i->args[0], bytes, NULL)) return;
  Base b = base_of(r, &i->args[0], r->node->base);
  guint place = places_find(r->c->places, b, bytes), cellular = places_cellular(r->c->places, b);
  if ((place == NO_PLACE && cellular == NO_OBJECT_KNOWN) || is_address(r->c->places->bases[dest])) {
    define_any(r, i);
    return;
  }
  Word value = cellular == NO_OBJECT_KNOWN ? stretch_place(r, place) : cells_load(r, i, cellular);
  if (cellular == NO_OBJECT_KNOWN && places_get(r->c->places, place)->kind == PLACE_ARRAY) {
    Z3_ast element = Z3_mk_select(r->c->z3, value.ast, array_index(r, place, &i->args[0]));
    Word read = word_fresh(words(r), value.kind, value.width);
    words_add_fact(words(r), read.ast, Z3_mk_eq(r->c->z3, read.ast, element));
    value = read;
  }
  words(r)->lossy = FALSE;
  if (value.width != i->width)
    value = word_apply(words(r), TERM_EXTRACT, i->width, 0, &value, 1, kind_of(r, dest));
  define(r, dest, value);
}

static void do_store(Stretch *r, const IrInstr *i) {
  const Operand *stored = &i->args[1];
  guint bytes = (stored->width + 7) / 8;
  if (!guard_access(r, &i->args[0], bytes, i)) return;
  Base b = base_of(r, &i->args[0], r->node->base);
  guint place = places_find(r->c->places, b, bytes), cellular = places_cellular(r->c->places, b);
  if (cellular != NO_OBJECT_KNOWN) cells_store(r, i, cellular);
  if (place == NO_PLACE) return;
  WordKind kind = kind_of(r, r->c->precision->n_variables + place);
  Word value = stretch_number(r, stored, r->node->base, kind);
  if (stored->width != bytes * 8) value = word_apply(words(r), TERM_ZEXT, bytes * 8, 0, &value, 1, kind);
  if (places_get(r->c->places, place)->kind == PLACE_ARRAY) {
    Word array = stretch_place(r, place);
    array.ast = Z3_mk_store(r->c->z3, array.ast, array_index(r, place, &i->args[0]), value.ast);
    value = array;
  }
  r->state[place] = value;
}

static void forget_contents(Stretch *r, guint object) {
  const GArray *of = places_object(r->c->places, object)->places;
  for (guint k = 0; k < of->len; k++)
    if (!place_is_history(places_get(r->c->places, g_array_index(of, guint, k))))
      r->state[g_array_index(of, guint, k)].ast = NULL;
}

static void fill_with_zero(Stretch *r, guint object) {
  const GArray *of = places_object(r->c->places, object)->places;
  for (guint k = 0; k < of->len; k++) {
    guint place = g_array_index(of, guint, k), slot = r->c->precision->n_variables + place;
    if (place_is_history(places_get(r->c->places, place))) continue;
    WordKind kind = kind_of(r, slot);
    Word zero = word_const(words(r), kind, places_get(r->c->places, place)->width, 0);
    if (places_get(r->c->places, place)->kind == PLACE_ARRAY) {
      WordKind index = kind == WORD_BITS ? WORD_BITS : WORD_SIGNED;
      Z3_sort sort = words_sort(words(r), index, r->c->flat->program->pointer_width);
      zero = word_of(Z3_mk_const_array(r->c->z3, sort, zero.ast), kind, zero.width);
    }
    r->state[place] = zero;
  }
}

static void do_make(Stretch *r, const IrInstr *i, guint object) {
  guint dest = r->node->base + i->dest;
  define(r, dest, word_const(words(r), kind_of(r, dest), i->width, 0));
  if (i->opcode == IR_LIB && i->lib == LIB_CALLOC)
    fill_with_zero(r, object);
  else
    forget_contents(r, object);
  cells_make(r, object);
}

/* A piece of one object, of known length, gets new contents. */
static void do_scramble(Stretch *r, const IrInstr *i) {
  const Operand *length = i->opcode == IR_UNINIT ? &i->args[1] : i->n_args > 2 ? &i->args[2] : NULL;
  guint object = instr_scrambles(r->c->places, i, r->node->base);
  guint64 bytes = length ? length->value : 0;
  if (length && length->kind == OPERAND_CONST && bytes == 0) {
    define_any(r, i);
    return;
  }
  gboolean known = object != NO_OBJECT_KNOWN && (!length || length->kind == OPERAND_CONST);
  if (!known) {
    stretch_fail(r, NULL);
    r->ended = TRUE;
    return;
  }
  if (length && !guard_access(r, &i->args[0], bytes, i)) return;
  if (i->opcode == IR_LIB && i->lib == LIB_MEMCPY && !guard_access(r, &i->args[1], bytes, NULL)) return;
  Base b = base_of(r, &i->args[0], r->node->base);
  const PlaceObject *o = places_object(r->c->places, object);
  gboolean zero =
      i->opcode == IR_LIB && i->lib == LIB_MEMSET && i->args[1].kind == OPERAND_CONST && !i->args[1].value;
  if (zero && b.is_fixed && b.offset == 0 && bytes == o->size)
    fill_with_zero(r, object);
  else
    forget_contents(r, object);
  define_any(r, i);
}

/* ---- inputs and the library ---- */

static void do_input(Stretch *r, const IrInstr *i) {
  Words *w = words(r);
  const Places *p = r->c->places;
  guint dest = r->node->base + i->dest, counter = places_counter(p, i->site);
  const InputSite *site = program_site(p->flat->program, i->site);
  if (counter == NO_PLACE) {
    define_any(r, i);
    return;
  }
  Z3_ast count = NULL;
  if (p->counted[i->site]) {
    Z3_ast sum[2] = {stretch_place(r, counter).ast, words_number(w, 1)};
    count = Z3_mk_add(r->c->z3, 2, sum);
    r->state[counter].ast = count;
  }
  WordKind kind = site->width == 1                ? WORD_BOOL
                  : kind_of(r, dest) == WORD_BOOL ? WORD_SIGNED
                                                  : kind_of(r, dest);
  Word value = word_fresh(w, kind, site->width);
  for (guint k = 0; k < p->places->len; k++) {
    const Place *place = places_get(p, k);
    if (place->kind != PLACE_INPUT || place->site != i->site) continue;
    Word input = convert(r, stretch_place(r, k), kind);
    if (!count && place->occurrence == 1) value = input;
    if (!count) continue;
    Z3_ast is_it = Z3_mk_eq(r->c->z3, count, words_number(w, (Wide)place->occurrence));
    value =
        (Word){Z3_mk_ite(r->c->z3, is_it, input.ast, value.ast), kind, site->width, value.low, value.high};
  }
  TermOp op = i->width < site->width ? TERM_EXTRACT : site->is_signed ? TERM_SEXT : TERM_ZEXT;
  if (i->width != site->width) value = word_apply(w, op, i->width, 0, &value, 1, kind_of(r, dest));
  define(r, dest, value);
}

/* Of one object there may have been several. */
static void do_apart(Stretch *r, const IrInstr *i) {
  guint base = r->node->base;
  Base a = base_of(r, &i->args[0], base), b = base_of(r, &i->args[1], base);
  if (is_address(a) && is_address(b) && a.object != b.object)
    define(r, base + i->dest, word_const(words(r), WORD_BOOL, 1, 1));
  else
    define_any(r, i);
}

/* What is made is never freed here: LIB_FREE is not understood. */
static void do_valid(Stretch *r, const IrInstr *i) {
  const guint base = r->node->base;
  const Operand *address = &i->args[0], *bytes = &i->args[1];
  Base b = base_of(r, address, base);
  const gboolean known = bytes->kind == OPERAND_CONST && is_address(b);
  if (!known || (i->param && places_object(r->c->places, b.object)->constant)) {
    define_any(r, i);
    return;
  }
  WordKind kind = address->kind == OPERAND_REG ? kind_of(r, base + (guint)address->value) : WORD_SIGNED;
  Word size = stretch_object_size(r, b.object, kind == WORD_BITS ? WORD_BITS : WORD_UNSIGNED);
  Z3_ast inside = is_inside(r, stretch_offset(r, address, base, kind), size, bytes->value);
  define(r, base + i->dest, word_of(inside, WORD_BOOL, 1));
}

static void do_leaked(Stretch *r, const IrInstr *i) {
  gboolean heap = FALSE;
  for (guint k = 0; k < r->c->places->objects->len; k++) {
    const PlaceObject *o = places_object(r->c->places, k);
    heap |= o->maker && !o->is_stack;
  }
  if (heap)
    define_any(r, i);
  else
    define(r, r->node->base + i->dest, word_const(words(r), WORD_BOOL, 1, 0));
}

static void do_library(Stretch *r, const IrInstr *i) {
  switch ((LibFunction)i->lib) {
  case LIB_VALID: do_valid(r, i); break;
  case LIB_LEAKED: do_leaked(r, i); break;
  case LIB_MEMCPY:
  case LIB_MEMSET:
  case LIB_SCRAMBLE: do_scramble(r, i); break;
  case LIB_APART: do_apart(r, i); break;
  case LIB_FREEABLE:
  case LIB_UNKNOWN: define_any(r, i); break;
  default: /* allocation of unknown size, or the end of an object: not understood */
    stretch_fail(r, NULL);
    r->ended = TRUE;
  }
}

void stretch_instr(Stretch *r, const IrInstr *i) {
  guint object = i->n_dest ? places_made(r->c->places, r->node->base + i->dest) : NO_OBJECT_KNOWN;
  if (object != NO_OBJECT_KNOWN) {
    do_make(r, i, object);
    return;
  }
  switch ((IrOpcode)i->opcode) {
  case IR_TERM: do_term(r, i); break;
  case IR_PTRADD: do_pointer_add(r, i); break;
  case IR_LOAD: do_load(r, i); break;
  case IR_STORE: do_store(r, i); break;
  case IR_INPUT: do_input(r, i); break;
  case IR_LIB: do_library(r, i); break;
  case IR_UNINIT: do_scramble(r, i); break;
  case IR_ASSUME: {
    const Operand *o = &i->args[0];
    WordKind kind = argument_kind(r, o, WORD_SIGNED);
    Word cond = stretch_number(r, o, r->node->base, kind);
    Z3_ast holds = kind == WORD_BOOL
                       ? cond.ast
                       : negate(r, Z3_mk_eq(r->c->z3, cond.ast, word_const(words(r), kind, o->width, 0).ast));
    if (r->c->question->dual) stretch_fail(r, negate(r, holds));
    stretch_assume(r, holds);
    break;
  }
  case IR_ALLOCA:
    define_any(r, i);
    break; /* of unknown size: its address is a number, and no access passes */
  case IR_CALL: g_assert_not_reached();
  }
}
