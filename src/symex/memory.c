/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Objects' contents: cells, initial contents, and arrays for symbolic offsets. */
#include "symex/memory.h"
#include "base/limits.h"

/* ---- where an access may go ---- */

static guint trailing_zeros(const Term *t, guint depth) {
  if (t->op == TERM_CONST) return t->param ? (guint)__builtin_ctzll(t->param) : t->width;
  if (depth == 0) return 0;
  switch (t->op) {
  case TERM_MUL:
    return MIN(t->width, trailing_zeros(t->args[0], depth - 1) + trailing_zeros(t->args[1], depth - 1));
  case TERM_SHL:
    return term_is_const(t->args[1])
               ? (guint)MIN(t->width, trailing_zeros(t->args[0], depth - 1) + t->args[1]->param)
               : 0;
  case TERM_ADD:
  case TERM_SUB: return MIN(trailing_zeros(t->args[0], depth - 1), trailing_zeros(t->args[1], depth - 1));
  case TERM_ITE: return MIN(trailing_zeros(t->args[1], depth - 1), trailing_zeros(t->args[2], depth - 1));
  case TERM_AND:
    return t->width == 1 ? 0
                         : MAX(trailing_zeros(t->args[0], depth - 1), trailing_zeros(t->args[1], depth - 1));
  case TERM_CONCAT: return MIN(trailing_zeros(t->args[1], depth - 1), t->args[1]->width);
  case TERM_ZEXT:
  case TERM_SEXT: {
    guint z = trailing_zeros(t->args[0], depth - 1);
    return z >= t->args[0]->width ? t->width : z;
  }
  default: return 0;
  }
}

guint memory_step(const Term *t) { return 1u << MIN(trailing_zeros(t, 8), 3); }

Offsets memory_offsets(const State *s, const Object *o, const Term *offset, guint bytes) {
  if (term_is_const(offset)) return (Offsets){offset->param, offset->param, 1};
  Range r = state_range(s, offset);
  guint64 size = o->size->umax, step = G_GUINT64_CONSTANT(1) << MIN(trailing_zeros(offset, 8), 16);
  if (size < bytes) return (Offsets){1, 0, 1};
  guint64 first = (r.umin + step - 1) / step * step, last = MIN(r.umax, size - bytes) / step * step;
  return (Offsets){first, last, step};
}

/* ---- initial contents ---- */

const Init *memory_init(Memory *m, int kind, guint site, const Counter *occurrence) {
  Init *i = arena_new_struct(m->arena, Init);
  i->kind = kind;
  i->site = site;
  i->occurrence = occurrence;
  return i;
}

const Contents *memory_contents(Memory *m, const Object *o, const Init *init) {
  Contents *c = arena_new_struct(m->arena, Contents);
  c->object = o;
  c->init = init;
  return c;
}

const Term *memory_input(Memory *m, guint site, const Counter *occurrence, guint offset, guint width) {
  const Term *t = NULL;
  for (guint i = 0; i < occurrence->n; i++) {
    guint n = occurrence->alternatives[i].count;
    const Term *input;
    if (n > INPUT_MAX_OCCURRENCE || offset > INPUT_MAX_OFFSET) {
      input = term_fresh_havoc(width, 0);
    } else {
      input = term_input((InputKey){site, n, offset}, width);
      g_hash_table_add(m->inputs, (gpointer)input);
    }
    t = t ? term_ite(occurrence->alternatives[i].guard, input, t) : input;
  }
  return t;
}

/* An uninitialised object is a row of inputs, each as wide as its elements. */
static const Term *read_uninitialised(Memory *m, const Init *init, guint64 offset, guint bytes) {
  guint step = MAX(program_site(m->program, init->site)->element_width, 8) / 8;
  guint64 first = offset / step * step, end = offset + bytes;
  const Term *t = NULL;
  for (guint64 at = first; at < end; at += step) {
    const Term *e = memory_input(m, init->site, init->occurrence,
                                 (guint)MIN(init->first + at, INPUT_MAX_OFFSET + 1), step * 8);
    guint low = at < offset ? (guint)(offset - at) : 0, high = (guint)MIN(step, end - at);
    e = term_extract(e, 8 * low, 8 * (high - low));
    t = t ? term_concat(e, t) : e;
  }
  return t;
}

/* What may be at low addresses, where nothing is. */
static const Term *read_low(Memory *m, const Term *address, guint bytes) {
  const Term *t = NULL, *place = term_extract(address, 0, 2);
  for (guint i = 0; i < bytes; i++) {
    const Term *byte = m->low[(3 + i) % 4];
    for (guint at = 3; at-- > 0;)
      byte = term_ite(term_eq(place, term_const(2, at)), m->low[(at + i) % 4], byte);
    t = t ? term_concat(byte, t) : byte;
  }
  return t;
}

static const Term *read_init(Memory *m, const Init *init, guint64 offset, guint bytes) {
  switch (init->kind) {
  case INIT_ZERO: return term_const(8 * bytes, 0);
  case INIT_INPUT: return read_uninitialised(m, init, offset, bytes);
  case INIT_LOW: return read_low(m, term_const(m->program->pointer_width, offset), bytes);
  case INIT_ITE:
    return term_ite(init->condition, read_init(m, init->then_init, offset, bytes),
                    read_init(m, init->else_init, offset, bytes));
  default: return term_fresh_havoc(8 * bytes, 0);
  }
}

/* ---- cells ---- */

static const Cell *cell_over(const PMap *cells, guint64 offset, guint64 *start) {
  const Cell *c = (const Cell *)pmap_floor(cells, offset, start);
  return c && *start + c->bytes > offset ? c : NULL;
}

static const Term *cell_part(const Cell *c, guint first, guint n) {
  if (c->value.pointer && (first || n != c->bytes)) return term_fresh_havoc(8 * n, 0);
  return term_extract(value_number(c->value), 8 * first, 8 * n);
}

/* Pieces several cells and initial bytes together. */
static const Term *read_pieces(Memory *m, const Contents *c, guint64 offset, guint bytes) {
  const Term *t = NULL;
  for (guint64 at = offset, end = offset + bytes; at < end;) {
    guint64 start, next = end;
    const Cell *cell = cell_over(c->cells, at, &start);
    const Term *piece;
    if (cell) {
      guint n = (guint)MIN(end - at, start + cell->bytes - at);
      piece = cell_part(cell, (guint)(at - start), n);
      at += n;
    } else {
      if (pmap_ceiling(c->cells, at, &start)) next = MIN(end, start);
      piece = read_init(m, c->init, at, (guint)(next - at));
      at = next;
    }
    t = t ? term_concat(piece, t) : piece;
  }
  return t;
}

static Value read_array(Memory *m, const Contents *c, guint64 offset, guint bytes) {
  guint e = c->element_bytes;
  const Term *t = NULL;
  for (guint64 at = offset / e * e; at < offset + bytes; at += e) {
    const Term *piece = term_select(c->array, term_const(c->array->index_width, at / e));
    guint low = at < offset ? (guint)(offset - at) : 0, high = (guint)MIN(e, offset + bytes - at);
    piece = term_extract(piece, 8 * low, 8 * (high - low));
    t = t ? term_concat(piece, t) : piece;
  }
  return value_bits(t);
}

static Value read_at(Memory *m, const Contents *c, guint64 offset, guint bytes) {
  if (c->array) return read_array(m, c, offset, bytes);
  const Cell *cell = (const Cell *)pmap_get(c->cells, offset);
  if (cell && cell->bytes == bytes) return cell->value;
  return value_bits(read_pieces(m, c, offset, bytes));
}

/* Cuts the cells that straddle offset .. offset+n-1 and drops those inside. */
static const PMap *clear_cells(Memory *m, const Contents *c, guint64 offset, guint64 n) {
  const PMap *cells = c->cells;
  guint64 start, end = offset + n;
  const Cell *cell = cell_over(cells, offset, &start);
  if (!cell) cell = (const Cell *)pmap_ceiling(cells, offset, &start);
  while (cell && start < end) {
    guint64 cell_end = start + cell->bytes;
    cells = pmap_remove(cells, start);
    if (start < offset) {
      Cell *low = arena_new_struct(m->arena, Cell);
      low->bytes = (guint)(offset - start);
      low->value = value_bits(cell_part(cell, 0, low->bytes));
      cells = pmap_set(cells, start, low);
    }
    if (cell_end > end) {
      Cell *high = arena_new_struct(m->arena, Cell);
      high->bytes = (guint)(cell_end - end);
      high->value = value_bits(cell_part(cell, (guint)(end - start), high->bytes));
      cells = pmap_set(cells, end, high);
    }
    cell = (const Cell *)pmap_ceiling(cells, MAX(start + 1, cell_end), &start);
  }
  return cells;
}

static Contents *copy_contents(Memory *m, const Contents *c) {
  Contents *n = arena_new_struct(m->arena, Contents);
  *n = *c;
  return n;
}

const Contents *memory_scramble(Memory *m, const Contents *c) {
  Contents *r = copy_contents(m, c);
  r->cells = NULL;
  r->array = NULL;
  r->init = memory_init(m, INIT_HAVOC, 0, NULL);
  return r;
}

static const Contents *write_array(Memory *m, const Contents *c, const Term *index, Value v) {
  Contents *r = copy_contents(m, c);
  r->array = term_store(c->array, index, value_number(v));
  return r;
}

static const Contents *write_at(Memory *m, const Contents *c, guint64 offset, Value v, gboolean is_float) {
  guint bytes = value_width(v) / 8;
  if (c->array) {
    if (bytes != c->element_bytes || offset % bytes || v.pointer) return memory_scramble(m, c);
    return write_array(m, c, term_const(c->array->index_width, offset / bytes), v);
  }
  Cell *cell = arena_new_struct(m->arena, Cell);
  *cell = (Cell){v, bytes, is_float};
  const Cell *old = (const Cell *)pmap_get(c->cells, offset);
  Contents *r = copy_contents(m, c);
  r->cells = pmap_set(old && old->bytes == bytes ? c->cells : clear_cells(m, c, offset, bytes), offset, cell);
  return r;
}

/* ---- arrays ---- */

typedef struct {
  guint bytes;
  gboolean fits;
  const Term *array;
  guint index_width;
} ToArray;

static void add_cell_to_array(guint64 offset, gconstpointer value, gpointer data) {
  ToArray *t = (ToArray *)data;
  const Cell *c = (const Cell *)value;
  if (c->bytes != t->bytes || offset % t->bytes || c->value.pointer) t->fits = FALSE;
  if (!t->fits) return;
  t->array = term_store(t->array, term_const(t->index_width, offset / t->bytes), c->value.bits);
}

/* The same contents as an array of elements of `bytes`; NULL when cells of other shapes forbid it. */
static const Contents *to_array(Memory *m, const Contents *c, guint bytes) {
  if (c->array) return c->element_bytes == bytes ? c : NULL;
  gsize n = pmap_size(c->cells);
  if (n > limits.symex_array_cells) return NULL;
  const Object *o = c->object;
  guint iw = o->size->width;
  gboolean covered = term_is_const(o->size) && n * bytes >= o->size->param;
  const Term *base = c->init->kind == INIT_ZERO || covered ? term_array(term_const(8 * bytes, 0), iw)
                                                           : term_fresh_havoc(8 * bytes, iw);
  ToArray t = {bytes, TRUE, base, iw};
  pmap_foreach(c->cells, add_cell_to_array, &t);
  if (!t.fits) return NULL;
  Contents *r = copy_contents(m, c);
  r->cells = NULL;
  r->array = t.array;
  r->element_bytes = bytes;
  return r;
}

static const Term *element_index(const Term *offset, guint bytes) {
  return term_binary(TERM_UDIV, offset, term_const(offset->width, bytes));
}

/* ---- reading and writing ---- */

Value memory_read(Memory *m, const Contents *c, const Term *offset, Offsets where, guint bytes) {
  if (c->init->kind == INIT_LOW) return value_bits(read_low(m, offset, bytes));
  if (term_is_const(offset)) return read_at(m, c, offset->param, bytes);
  guint64 n = offsets_count(where);
  if (c->array && c->element_bytes == bytes && where.step % bytes == 0)
    return value_bits(term_select(c->array, element_index(offset, bytes)));
  if (n > limits.symex_offsets) {
    const Contents *array = where.step % bytes == 0 ? to_array(m, c, bytes) : NULL;
    if (!array) return value_bits(term_fresh_havoc(8 * bytes, 0));
    return value_bits(term_select(array->array, element_index(offset, bytes)));
  }
  if (n == 0) return value_bits(term_fresh_havoc(8 * bytes, 0));
  Value v = read_at(m, c, where.last, bytes);
  for (guint64 i = n - 1; i-- > 0;) {
    guint64 at = where.first + i * where.step;
    v = value_ite(m->arena, term_eq(offset, term_const(offset->width, at)), read_at(m, c, at, bytes), v);
  }
  return v;
}

/* At offsets that are closer than the value is wide, each byte decides for itself. */
static const Contents *write_bytes(Memory *m, const Contents *c, const Term *offset, Offsets where,
                                   const Term *v) {
  guint bytes = v->width / 8;
  guint64 n = where.last + bytes - where.first;
  const Term **byte = (const Term **)arena_alloc(m->arena, n * sizeof(Term *));
  for (guint64 i = 0; i < n; i++) {
    byte[i] = value_number(read_at(m, c, where.first + i, 1));
    for (guint j = 0; j < bytes && j <= i; j++) {
      if (i - j > where.last - where.first || (i - j) % where.step) continue;
      const Term *here = term_eq(offset, term_const(offset->width, where.first + i - j));
      byte[i] = term_ite(here, term_extract(v, 8 * j, 8), byte[i]);
    }
  }
  for (guint64 i = 0; i < n; i++) c = write_at(m, c, where.first + i, value_bits(byte[i]), FALSE);
  return c;
}

const Contents *memory_write(Memory *m, const Contents *c, const Term *offset, Offsets where, Value v,
                             gboolean is_float) {
  if (term_is_const(offset)) return write_at(m, c, offset->param, v, is_float);
  guint bytes = value_width(v) / 8;
  guint64 n = offsets_count(where);
  if (n > limits.symex_offsets || c->array) {
    const Contents *array = where.step % bytes == 0 && !v.pointer ? to_array(m, c, bytes) : NULL;
    return array ? write_array(m, array, element_index(offset, bytes), v) : memory_scramble(m, c);
  }
  if (where.step < bytes && n > 1)
    return v.pointer ? memory_scramble(m, c) : write_bytes(m, c, offset, where, v.bits);
  Value *old = (Value *)arena_alloc(m->arena, n * sizeof(Value));
  for (guint64 i = 0; i < n; i++) old[i] = read_at(m, c, where.first + i * where.step, bytes);
  for (guint64 i = 0; i < n; i++) {
    guint64 at = where.first + i * where.step;
    const Term *here = term_eq(offset, term_const(offset->width, at));
    c = write_at(m, c, at, value_ite(m->arena, here, v, old[i]), is_float);
  }
  return c;
}

typedef struct {
  guint64 offset; /* from the start of the copy */
  Value value;
  gboolean is_float;
} Piece;

/* What a copy moves: whole cells where they lie inside, so that pointers survive. */
static GArray *pieces_of(Memory *m, const Contents *from, guint64 offset, guint64 n) {
  GArray *pieces = g_array_new(FALSE, FALSE, sizeof(Piece));
  for (guint64 at = offset, end = offset + n; at < end;) {
    guint64 start, next = end;
    const Cell *cell = from->array ? NULL : cell_over(from->cells, at, &start);
    guint bytes;
    if (cell && start == at && start + cell->bytes <= end) {
      bytes = cell->bytes;
    } else {
      if (cell)
        next = MIN(end, start + cell->bytes);
      else if (!from->array && pmap_ceiling(from->cells, at, &start))
        next = MIN(end, start);
      bytes = (guint)MIN(next - at, 8);
      if (from->array)
        bytes = (guint)MIN(end - at, from->element_bytes - at % from->element_bytes);
      else if (!cell && from->init->kind != INIT_ZERO)
        bytes = (guint)MIN(bytes, 4 - at % 4);
    }
    Piece p = {at - offset, read_at(m, from, at, bytes), cell && cell->is_float};
    g_array_append_val(pieces, p);
    at += bytes;
  }
  return pieces;
}

const Contents *memory_copy(Memory *m, const Contents *to, guint64 to_offset, const Contents *from,
                            guint64 from_offset, guint64 n) {
  GArray *pieces =
      pieces_of(m, from, from_offset, n); /* all read before anything is written: they may overlap */
  Contents *r = copy_contents(m, to);
  if (!to->array) r->cells = clear_cells(m, to, to_offset, n);
  const Contents *out = r;
  for (guint i = 0; i < pieces->len; i++) {
    const Piece *p = &g_array_index(pieces, Piece, i);
    out = write_at(m, out, to_offset + p->offset, p->value, p->is_float);
  }
  g_array_unref(pieces);
  return out;
}

/* ---- merging ---- */

typedef struct {
  Memory *m;
  const Term *select;
  const Contents *a, *b;
  const PMap *cells;
  gboolean mixed; /* the two are divided into cells differently somewhere */
} CellMerge;

static gboolean nothing_over(const PMap *cells, guint64 offset, guint bytes) {
  guint64 start;
  if (cell_over(cells, offset, &start)) return FALSE;
  return !pmap_ceiling(cells, offset, &start) || start >= offset + bytes;
}

static const Cell *joined_cell(CellMerge *k, guint64 offset, guint bytes, gboolean is_float) {
  Cell *cell = arena_new_struct(k->m->arena, Cell);
  Value va = read_at(k->m, k->a, offset, bytes), vb = read_at(k->m, k->b, offset, bytes);
  *cell = (Cell){value_ite(k->m->arena, k->select, vb, va), bytes, is_float};
  const Join *j = &k->m->join;
  if (j->joined) state_learn_joined(k->m->arena, j->joined, cell->value, j->a, va, j->b, vb);
  return cell;
}

static gconstpointer merge_cells(guint64 offset, gconstpointer x, gconstpointer y, gpointer data) {
  CellMerge *k = (CellMerge *)data;
  const Cell *a = (const Cell *)x, *b = (const Cell *)y, *one = a ? a : b;
  if (k->mixed) return one;
  if (a && b ? a->bytes != b->bytes : !nothing_over(a ? k->b->cells : k->a->cells, offset, one->bytes)) {
    k->mixed = TRUE;
    return one;
  }
  return joined_cell(k, offset, one->bytes, one->is_float);
}

/* Where the divisions differ: every piece of the finer one becomes a cell. */
static const PMap *merge_mixed(CellMerge *k) {
  const PMap *cells = NULL;
  for (guint64 at = 0;;) {
    guint64 sa = 0, sb = 0, end = G_MAXUINT64, start;
    const Cell *ca = cell_over(k->a->cells, at, &sa), *cb = cell_over(k->b->cells, at, &sb);
    if (ca)
      end = sa + ca->bytes;
    else if (pmap_ceiling(k->a->cells, at, &start))
      end = start;
    if (cb)
      end = MIN(end, sb + cb->bytes);
    else if (pmap_ceiling(k->b->cells, at, &start))
      end = MIN(end, start);
    if (end == G_MAXUINT64) return cells;
    if (ca || cb) {
      gboolean is_float = (!ca || ca->is_float) && (!cb || cb->is_float);
      cells = pmap_set(cells, at, joined_cell(k, at, (guint)(end - at), is_float));
    }
    at = end;
  }
}

static const Init *init_ite(Memory *m, const Term *c, const Init *t, const Init *e) {
  if (t == e || term_is_true(c)) return t;
  if (term_is_false(c)) return e;
  Init *i = arena_new_struct(m->arena, Init);
  *i = (Init){.kind = INIT_ITE, .condition = c, .then_init = t, .else_init = e};
  return i;
}

static const Term *merge_live(const Term *select, const Term *a, const Term *b) {
  if (a == b) return a;
  const Term *live = term_ite(select, b ? b : term_bool(TRUE), a ? a : term_bool(TRUE));
  return term_is_true(live) ? NULL : live;
}

const Contents *contents_merge(Memory *m, const Term *select, const Contents *a, const Contents *b) {
  Contents *r = copy_contents(m, a);
  r->live = merge_live(select, a->live, b->live);
  if (a->array || b->array) {
    guint bytes = a->array ? a->element_bytes : b->element_bytes;
    a = to_array(m, a, bytes);
    b = to_array(m, b, bytes);
    if (!a || !b) return memory_scramble(m, r);
    r->cells = NULL;
    r->element_bytes = bytes;
    r->array = term_ite(select, b->array, a->array);
    return r;
  }
  CellMerge k = {m, select, a, b, NULL, FALSE};
  r->cells = pmap_merge(a->cells, b->cells, merge_cells, &k);
  if (k.mixed) r->cells = merge_mixed(&k);
  r->init = init_ite(m, select, b->init, a->init);
  return r;
}
