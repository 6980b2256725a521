/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arrays in the Horn clauses, seen through a few of their elements. */
#include "engine/spacer/cells.h"
#include "base/limits.h"
#include "engine/spacer/offset.h"

/* Where an access is. */
typedef struct {
  Base base;
  guint bytes;
  guint64 stride;
  Word offset;
  Offset linear;    /* index NULL: only the offset is known */
  gboolean aligned; /* to its size, whatever wraps */
} Spot;

static Words *words(Stretch *r) { return &r->c->words; }
static guint slot_of(const Stretch *r, guint place) { return r->c->precision->n_variables + place; }

static Word ghost_index(Stretch *r, guint ghost) {
  guint place = places_ghost(r->c->places, PLACE_INDEX, ghost);
  if (!r->c->places->ghosts.first) return stretch_place(r, place);
  return word_const(words(r), precision_kind(r->c->precision, slot_of(r, place)),
                    places_get(r->c->places, place)->width, 0);
}

static Spot find_spot(Stretch *r, const Operand *address, guint bytes, guint object) {
  WordKind kind = ghost_index(r, 0).kind;
  Base b = places_base(r->c->places, address, r->node->base);
  Spot s = {.base = b, .bytes = bytes, .stride = places_object(r->c->places, object)->stride};
  s.offset = stretch_offset(r, address, r->node->base, kind);
  if (kind != WORD_BITS) s.linear = offset_in_elements(words(r), s.offset.ast, s.stride);
  if (s.linear.index && (s.linear.rest != b.rest % s.stride || s.linear.rest + bytes > s.stride))
    s.linear = (Offset){NULL, 0, NULL};
  s.aligned = (bytes & (bytes - 1)) == 0 && (1u << b.alignment) % bytes == 0;
  return s;
}

/* ---- comparisons with element g ---- */

static Z3_ast conjoin(Stretch *r, Z3_ast a, Z3_ast b) { return words_and(words(r), a, b); }

static Word number(Stretch *r, const Spot *s, guint64 value) {
  return word_const(words(r), s->offset.kind, s->offset.width, value);
}

/* The offset of a byte of element g. */
static Z3_ast byte_of_element(Stretch *r, const Spot *s, guint ghost, guint64 byte) {
  Z3_context z3 = r->c->z3;
  Z3_ast index = ghost_index(r, ghost).ast, stride = number(r, s, s->stride).ast;
  if (s->offset.kind == WORD_BITS)
    return Z3_mk_bvadd(z3, Z3_mk_bvmul(z3, index, stride), number(r, s, byte).ast);
  Z3_ast factors[2] = {stride, index};
  Z3_ast sum[2] = {s->stride == 1 ? index : Z3_mk_mul(z3, 2, factors), number(r, s, byte).ast};
  return byte ? Z3_mk_add(z3, 2, sum) : sum[0];
}

/* The access begins from `before` bytes ahead of a byte to less than `after` bytes behind it. */
static Z3_ast is_near(Stretch *r, const Spot *s, Z3_ast byte, guint64 before, guint64 after) {
  Z3_context z3 = r->c->z3;
  if (s->offset.kind == WORD_BITS) {
    Z3_ast from = Z3_mk_bvsub(z3, byte, number(r, s, before).ast);
    return Z3_mk_bvult(z3, Z3_mk_bvsub(z3, s->offset.ast, from), number(r, s, before + after).ast);
  }
  Z3_ast distance[2] = {s->offset.ast, byte};
  Z3_ast d = Z3_mk_sub(z3, 2, distance);
  return conjoin(r, Z3_mk_ge(z3, d, words_number(words(r), -(Wide)before)),
                 Z3_mk_lt(z3, d, words_number(words(r), (Wide)after)));
}

static Z3_ast is_at_index(Stretch *r, const Spot *s, guint ghost) {
  return Z3_mk_eq(r->c->z3, s->linear.index, ghost_index(r, ghost).ast);
}

/* The access is somewhere in element g. */
static Z3_ast is_in_element(Stretch *r, const Spot *s, guint ghost) {
  if (s->linear.index) return is_at_index(r, s, ghost);
  return is_near(r, s, byte_of_element(r, s, ghost, 0), 0, s->stride);
}

/* The access is to the cell, exactly. */
static Z3_ast hits(Stretch *r, const Spot *s, const Place *cell) {
  if (s->linear.index)
    return s->linear.rest == cell->offset ? is_at_index(r, s, cell->ghost) : Z3_mk_false(r->c->z3);
  return Z3_mk_eq(r->c->z3, s->offset.ast, byte_of_element(r, s, cell->ghost, cell->offset));
}

/* The access and the cell may have a byte in common. */
static Z3_ast touches(Stretch *r, const Spot *s, const Place *cell) {
  guint bytes = cell->width / 8;
  if (s->linear.index) {
    guint64 rest = s->linear.rest;
    gboolean apart = rest + s->bytes <= cell->offset || cell->offset + bytes <= rest;
    return apart ? Z3_mk_false(r->c->z3) : is_at_index(r, s, cell->ghost);
  }
  gboolean alike = bytes == s->bytes && s->aligned && s->stride % bytes == 0 && cell->offset % bytes == 0;
  if (alike) return hits(r, s, cell);
  return is_near(r, s, byte_of_element(r, s, cell->ghost, cell->offset), s->bytes - 1, bytes);
}

/* Where the offset is not what it seems, nothing is known. */
static void add_fact(Stretch *r, const Spot *s, Z3_ast constant, Z3_ast when, Z3_ast fact) {
  Z3_ast known = conjoin(r, s->linear.index ? s->linear.fits : NULL, when);
  words_add_fact(words(r), constant, known ? Z3_mk_implies(r->c->z3, known, fact) : fact);
}

/* ---- accesses ---- */

/* Each flag: the last load, other than at the ghosts before, was at this one. */
static void note_load(Stretch *r, const Spot *s) {
  Z3_context z3 = r->c->z3;
  Z3_ast before = NULL;
  if (r->c->places->ghosts.first) return;
  for (guint g = 0; g < r->c->places->ghosts.n; g++) {
    guint flag = places_ghost(r->c->places, PLACE_FLAG, g);
    Z3_ast at = is_in_element(r, s, g), value = at;
    if (before) value = Z3_mk_ite(z3, before, stretch_place(r, flag).ast, at);
    Word noted = word_fresh(words(r), WORD_BOOL, 1);
    add_fact(r, s, noted.ast, NULL, Z3_mk_eq(z3, noted.ast, value));
    Z3_ast either[2] = {before, at};
    before = before ? Z3_mk_or(z3, 2, either) : at;
    r->state[flag] = noted;
  }
}

/* The value that was loaded from the same place before, if nothing was stored in the object since: each store
 * gives all its cells new names.  Else a new one. */
static Word loaded(Stretch *r, const Spot *s, guint cell, Word held) {
  Z3_ast where = s->linear.index ? s->linear.index : s->offset.ast;
  for (guint i = 0; i < r->loads->len; i++) {
    const CellLoad *l = &g_array_index(r->loads, CellLoad, i);
    if (l->cell == cell && l->held == held.ast && l->where == where && l->rest == s->linear.rest)
      return l->value;
  }
  CellLoad l = {cell, held.ast, where, s->linear.rest, word_fresh(words(r), held.kind, held.width)};
  g_array_append_val(r->loads, l);
  return l.value;
}

Word cells_load(Stretch *r, const IrInstr *i, guint object) {
  const Places *p = r->c->places;
  guint dest = r->node->base + i->dest, bytes = access_bytes(i);
  const GArray *of = places_object(p, object)->places;
  Spot s = find_spot(r, &i->args[0], bytes, object);
  Word value = {.ast = NULL};
  for (guint k = 0; k < of->len; k++) {
    guint id = g_array_index(of, guint, k);
    const Place *cell = places_get(p, id);
    if (!places_is_cell_of(p, cell, s.base, bytes)) continue;
    Word held = stretch_place(r, id);
    if (!value.ast) value = loaded(r, &s, id, held);
    add_fact(r, &s, value.ast, hits(r, &s, cell), Z3_mk_eq(r->c->z3, value.ast, held.ast));
  }
  if (!value.ast) return word_fresh(words(r), precision_kind(r->c->precision, dest), i->width);
  note_load(r, &s);
  return value;
}

static void store_to_cell(Stretch *r, const Spot *s, guint id, const Operand *stored) {
  const Place *cell = places_get(r->c->places, id);
  Z3_context z3 = r->c->z3;
  Z3_ast touched = touches(r, s, cell);
  Word old = stretch_place(r, id), new = word_fresh(words(r), old.kind, old.width);
  add_fact(r, s, new.ast, Z3_mk_not(z3, touched), Z3_mk_eq(z3, new.ast, old.ast));
  if (places_is_cell_of(r->c->places, cell, s->base, s->bytes)) {
    Word value = stretch_number(r, stored, r->node->base, old.kind);
    if (stored->width != s->bytes * 8)
      value = word_apply(words(r), TERM_ZEXT, s->bytes * 8, 0, &value, 1, old.kind);
    add_fact(r, s, new.ast, hits(r, s, cell), Z3_mk_eq(z3, new.ast, value.ast));
  }
  r->state[id] = new;
}

static void note_store(Stretch *r, const Spot *s, guint id) {
  const Place *history = places_get(r->c->places, id);
  Z3_context z3 = r->c->z3;
  Z3_ast at = is_in_element(r, s, history->ghost), old = stretch_place(r, id).ast;
  Z3_ast either[2] = {old, at};
  Z3_ast value =
      history->kind == PLACE_WRITTEN ? Z3_mk_or(z3, 2, either) : conjoin(r, old, Z3_mk_not(z3, at));
  Word noted = word_fresh(words(r), WORD_BOOL, 1);
  add_fact(r, s, noted.ast, NULL, Z3_mk_eq(z3, noted.ast, value));
  r->state[id] = noted;
}

void cells_store(Stretch *r, const IrInstr *i, guint object) {
  const GArray *of = places_object(r->c->places, object)->places;
  Spot s = find_spot(r, &i->args[0], access_bytes(i), object);
  for (guint k = 0; k < of->len; k++) {
    guint id = g_array_index(of, guint, k);
    if (place_is_history(places_get(r->c->places, id)))
      note_store(r, &s, id);
    else
      store_to_cell(r, &s, id, &i->args[1]);
  }
}

/* Element g exists where it begins within the object. */
static Word exists(Stretch *r, guint object, guint ghost) {
  Z3_context z3 = r->c->z3;
  const PlaceObject *o = places_object(r->c->places, object);
  Word index = ghost_index(r, ghost), noted = word_fresh(words(r), WORD_BOOL, 1);
  if (index.kind == WORD_BITS) return noted;
  Word size = stretch_object_size(r, object, index.kind);
  Spot s = {.linear = offset_in_elements(words(r), size.ast, o->stride)};
  if (!s.linear.index) return noted;
  Z3_ast is_small = Z3_mk_ge(z3, size.ast, words_number(words(r), 0)); /* else it is not what it seems */
  if (o->size == UNKNOWN_SIZE) s.linear.fits = conjoin(r, s.linear.fits, is_small);
  Z3_ast inside = (s.linear.rest ? Z3_mk_le : Z3_mk_lt)(z3, index.ast, s.linear.index);
  add_fact(r, &s, noted.ast, NULL, Z3_mk_eq(z3, noted.ast, inside));
  return noted;
}

void cells_make(Stretch *r, guint object) {
  const GArray *of = places_object(r->c->places, object)->places;
  for (guint k = 0; k < of->len; k++) {
    guint id = g_array_index(of, guint, k);
    const Place *history = places_get(r->c->places, id);
    if (history->kind == PLACE_UNWRITTEN) r->state[id] = exists(r, object, history->ghost);
    if (history->kind == PLACE_WRITTEN) r->state[id] = word_const(words(r), WORD_BOOL, 1, 0);
  }
}

/* offset_in_elements() finds this. */
void cells_given(Stretch *r, guint variable, Word offset) {
  Z3_context z3 = r->c->z3;
  Base b = r->c->places->bases[variable];
  if (places_cellular(r->c->places, b) == NO_OBJECT_KNOWN || b.is_fixed || offset.kind == WORD_BITS) return;
  guint64 stride = places_object(r->c->places, b.object)->stride;
  if (stride == 1 || (1u << b.alignment) % stride) return; /* holds whatever wraps */
  Z3_ast factors[2] = {words_number(words(r), (Wide)stride),
                       words_fresh_constant(words(r), Z3_mk_int_sort(z3))};
  Z3_ast is = Z3_mk_eq(z3, offset.ast, Z3_mk_mul(z3, 2, factors));
  words_add_fact(words(r), offset.ast, Z3_mk_implies(z3, Z3_mk_true(z3), is));
}

Z3_ast cells_chosen(Stretch *r) {
  Z3_ast all = NULL;
  if (r->c->places->ghosts.first) return NULL;
  for (guint g = 0; g < r->c->places->ghosts.n; g++)
    all = conjoin(r, all, stretch_place(r, places_ghost(r->c->places, PLACE_FLAG, g)).ast);
  return all;
}

/* ---- how the program starts ---- */

void cells_start(Stretch *r, guint id) {
  const Place *cell = places_get(r->c->places, id);
  const PlaceObject *o = places_object(r->c->places, cell->object);
  const IrGlobal *g = program_global(r->c->flat->program, o->global);
  WordKind kind = precision_kind(r->c->precision, slot_of(r, id));
  Word index = ghost_index(r, cell->ghost);
  Word value = word_const(words(r), kind, cell->width, 0);
  if (g->inits->len > limits.engine_global_inits) return;
  for (guint i = 0; i < g->inits->len; i++) {
    const IrInit *init = &g_array_index(g->inits, IrInit, i);
    guint64 first = init->offset % o->stride, end = first + init->width / 8;
    if (end <= o->stride && (end <= cell->offset || cell->offset + cell->width / 8 <= first)) continue;
    if (first != cell->offset || init->width != cell->width || init->value.kind != OPERAND_CONST) return;
    Word is = word_const(words(r), index.kind, index.width, init->offset / o->stride);
    Z3_ast here = Z3_mk_eq(r->c->z3, index.ast, is.ast);
    value = word_of(
        Z3_mk_ite(r->c->z3, here, word_const(words(r), kind, cell->width, init->value.value).ast, value.ast),
        kind, cell->width);
  }
  r->state[id] = value;
}
