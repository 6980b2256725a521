/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Forking, merging and cheap facts of states. */
#include "base/limits.h"
#include "symex/memory.h"

/* ---- paths ---- */

const Path *path_extend(Arena *a, const Path *p, const Term *condition) {
  if (term_is_true(condition)) return p;
  Path *n = arena_new_struct(a, Path);
  n->parent = p;
  n->condition = condition;
  n->length = p ? p->length + 1 : 1;
  n->block = n->function = n->step = G_MAXUINT;
  return n;
}

const Term *path_full(const Path *p) {
  GPtrArray *open = g_ptr_array_new();
  while (p && !p->full) {
    g_ptr_array_add(open, (gpointer)p);
    p = p->parent;
  }
  const Term *full = p ? p->full : term_bool(TRUE);
  for (guint i = open->len; i-- > 0;) {
    Path *n = (Path *)open->pdata[i];
    n->full = full = term_and(full, n->condition);
  }
  g_ptr_array_unref(open);
  return full;
}

static const Path *common_tail(const Path *a, const Path *b) {
  while (a != b) {
    if (a && (!b || a->length >= b->length))
      a = a->parent;
    else
      b = b->parent;
  }
  return a;
}

/* The conjunction of what p adds to tail. */
static const Term *suffix(const Path *p, const Path *tail) {
  GPtrArray *terms = g_ptr_array_new();
  for (; p != tail; p = p->parent) g_ptr_array_add(terms, (gpointer)p->condition);
  const Term *t = term_and_n((const Term *const *)terms->pdata, terms->len);
  g_ptr_array_unref(terms);
  return t;
}

/* ---- facts ---- */

static Range static_range(const Term *t) {
  Range r = {t->umin, t->umax, 0, 0};
  term_signed_range(t, &r.smin, &r.smax);
  return r;
}

static Range meet(Range a, Range b) {
  return (Range){MAX(a.umin, b.umin), MIN(a.umax, b.umax), MAX(a.smin, b.smin), MIN(a.smax, b.smax)};
}

static const Range *known_fact(const State *s, const Term *t) {
  return (const Range *)pmap_get(s->facts, t->id);
}

/* The two views of one range tell each other what they know, where the sign is settled. */
static Range settle(Range r, guint width) {
  guint64 top = G_GUINT64_CONSTANT(1) << (width - 1);
  if (r.smin >= 0) {
    r.umax = MIN(r.umax, (guint64)MAX(r.smax, 0));
    r.umin = MAX(r.umin, (guint64)r.smin);
  }
  if (r.umax < top) {
    r.smin = MAX(r.smin, (gint64)r.umin);
    r.smax = MIN(r.smax, (gint64)r.umax);
  }
  if (r.smax < 0) {
    r.umin = MAX(r.umin, (guint64)r.smin & term_mask(width));
    r.umax = MIN(r.umax, (guint64)r.smax & term_mask(width));
  }
  if (r.umin >= top) {
    r.smin = MAX(r.smin, term_signed(r.umin, width));
    r.smax = MIN(r.smax, term_signed(r.umax, width));
  }
  return r;
}

/* t + c, where that does not overflow as a signed number. */
static Range range_plus(Range r, Range a, gint64 c, guint width) {
  gint64 lo, hi, smax = (gint64)(term_mask(width) >> 1), smin = -smax - 1;
  if (!__builtin_add_overflow(a.smin, c, &lo) && !__builtin_add_overflow(a.smax, c, &hi) && lo >= smin &&
      hi <= smax)
    r = meet(r, (Range){r.umin, r.umax, lo, hi});
  return r;
}

/* t * c, where that does not overflow as an unsigned number. */
static Range range_times(Range r, Range a, guint64 c, guint width) {
  guint64 high;
  if (!__builtin_mul_overflow(a.umax, c, &high) && high <= term_mask(width))
    r = meet(r, (Range){a.umin * c, high, r.smin, r.smax});
  return r;
}

/* a + b and a * b, where they do not overflow as unsigned numbers, and a + b also as a signed one. */
static Range range_sum(Range r, Range a, Range b, guint width) {
  guint64 high;
  gint64 lo, hi, smax = (gint64)(term_mask(width) >> 1), smin = -smax - 1;
  if (!__builtin_add_overflow(a.umax, b.umax, &high) && high <= term_mask(width))
    r = meet(r, (Range){a.umin + b.umin, high, r.smin, r.smax});
  if (!__builtin_add_overflow(a.smin, b.smin, &lo) && !__builtin_add_overflow(a.smax, b.smax, &hi) && lo >= smin &&
      hi <= smax)
    r = meet(r, (Range){r.umin, r.umax, lo, hi});
  return r;
}

static Range range_product(Range r, Range a, Range b, guint width) {
  guint64 high;
  if (!__builtin_mul_overflow(a.umax, b.umax, &high) && high <= term_mask(width))
    r = meet(r, (Range){a.umin * b.umin, high, r.smin, r.smax});
  return r;
}

static Range hull(Range a, Range b) {
  return (Range){MIN(a.umin, b.umin), MAX(a.umax, b.umax), MIN(a.smin, b.smin), MAX(a.smax, b.smax)};
}

static Range range_below(const State *s, const Term *t, guint depth);

/* What the ranges of its arguments say of a term. */
static Range range_of_arguments(const State *s, const Term *t, Range r, guint depth) {
  gboolean by_constant = t->n_args == 2 && term_is_const(t->args[1]);
  guint64 c = by_constant ? t->args[1]->param : 0;
  switch (t->op) {
  case TERM_ZEXT: {
    Range a = range_below(s, t->args[0], depth);
    return meet(r, (Range){a.umin, a.umax, r.smin, r.smax});
  }
  case TERM_SEXT: {
    Range a = range_below(s, t->args[0], depth);
    return meet(r, (Range){r.umin, r.umax, a.smin, a.smax});
  }
  case TERM_EXTRACT: {
    Range a = range_below(s, t->args[0], depth);
    return t->param == 0 && a.umax <= term_mask(t->width) ? meet(r, (Range){a.umin, a.umax, r.smin, r.smax})
                                                          : r;
  }
  case TERM_ADD:
    if (by_constant) return range_plus(r, range_below(s, t->args[0], depth), term_signed(c, t->width), t->width);
    if (t->n_args != 2) return r;
    return range_sum(r, range_below(s, t->args[0], depth), range_below(s, t->args[1], depth), t->width);
  case TERM_MUL:
    if (by_constant) return range_times(r, range_below(s, t->args[0], depth), c, t->width);
    if (t->n_args != 2) return r;
    return range_product(r, range_below(s, t->args[0], depth), range_below(s, t->args[1], depth), t->width);
  case TERM_SHL:
    return by_constant && c < t->width
               ? range_times(r, range_below(s, t->args[0], depth), G_GUINT64_CONSTANT(1) << c, t->width)
               : r;
  case TERM_ITE: return meet(r, hull(range_below(s, t->args[1], depth), range_below(s, t->args[2], depth)));
  default: return r;
  }
}

static Range range_below(const State *s, const Term *t, guint depth) {
  Range r = static_range(t);
  const Range *f = known_fact(s, t);
  if (f) r = meet(r, *f);
  if (depth > 0 && t->n_args > 0) r = range_of_arguments(s, t, r, depth - 1);
  return settle(r, t->width);
}

Range state_range(const State *s, const Term *t) { return range_below(s, t, 4); }

static int decide_comparison(const State *s, const Term *t) {
  Range a = state_range(s, t->args[0]), b = state_range(s, t->args[1]);
  switch (t->op) {
  case TERM_EQ:
    if (a.umax < b.umin || b.umax < a.umin || a.smax < b.smin || b.smax < a.smin) return 0;
    return a.umin == a.umax && b.umin == b.umax && a.umin == b.umin ? 1 : -1;
  case TERM_ULT: return a.umax < b.umin ? 1 : a.umin >= b.umax ? 0 : -1;
  case TERM_ULE: return a.umax <= b.umin ? 1 : a.umin > b.umax ? 0 : -1;
  case TERM_SLT: return a.smax < b.smin ? 1 : a.smin >= b.smax ? 0 : -1;
  case TERM_SLE: return a.smax <= b.smin ? 1 : a.smin > b.smax ? 0 : -1;
  default: return -1;
  }
}

static int decide_below(const State *s, const Term *t, guint depth) {
  if (term_is_const(t)) return (int)t->param;
  const Range *f = known_fact(s, t);
  if (f && f->umin == f->umax) return (int)f->umin;
  if (depth == 0) return -1;
  if (t->op == TERM_NOT) {
    int d = decide_below(s, t->args[0], depth - 1);
    return d < 0 ? d : !d;
  }
  if (t->op == TERM_AND || t->op == TERM_OR) {
    int absorbing = t->op == TERM_OR, undecided = 0;
    for (guint i = 0; i < t->n_args; i++) {
      int d = decide_below(s, t->args[i], depth - 1);
      if (d == absorbing) return absorbing;
      undecided |= d < 0;
    }
    return undecided ? -1 : !absorbing;
  }
  if (t->op >= TERM_EQ && t->op <= TERM_SLE && t->args[0]->width > 1) return decide_comparison(s, t);
  return -1;
}

int state_decide(const State *s, const Term *condition) { return decide_below(s, condition, 4); }

static void learn_range(Arena *a, State *s, const Term *t, Range r) {
  if (term_is_const(t)) return;
  Range now = state_range(s, t), next = settle(meet(now, r), t->width);
  if (now.umin == next.umin && now.umax == next.umax && now.smin == next.smin && now.smax == next.smax &&
      known_fact(s, t))
    return;
  Range *kept = arena_new_struct(a, Range);
  *kept = next;
  s->facts = pmap_set(s->facts, t->id, kept);
  if (t->op == TERM_ZEXT || t->op == TERM_SEXT) {
    Range inner = static_range(t->args[0]);
    if (t->op == TERM_ZEXT)
      inner.umin = MAX(inner.umin, next.umin), inner.umax = MIN(inner.umax, next.umax);
    else
      inner.smin = MAX(inner.smin, next.smin), inner.smax = MIN(inner.smax, next.smax);
    learn_range(a, s, t->args[0], inner);
  }
}

static Range everything(guint width) {
  gint64 smax = (gint64)(term_mask(width) >> 1);
  return (Range){0, term_mask(width), -smax - 1, smax};
}

/* x < y (strict) or x <= y */
static void learn_order(Arena *a, State *s, const Term *x, const Term *y, gboolean is_signed,
                        gboolean strict) {
  Range rx = state_range(s, x), ry = state_range(s, y), up = everything(x->width),
        down = everything(x->width);
  if (is_signed) {
    if (strict && (ry.smax == G_MININT64 || rx.smin == G_MAXINT64)) return;
    up.smax = ry.smax - strict;
    down.smin = rx.smin + strict;
  } else {
    if (strict && (ry.umax == 0 || rx.umin == G_MAXUINT64)) return;
    up.umax = ry.umax - strict;
    down.umin = rx.umin + strict;
  }
  learn_range(a, s, x, up);
  learn_range(a, s, y, down);
}

/* x != c tightens x's range where c is an end of it. */
static void learn_different(Arena *a, State *s, const Term *x, const Term *c) {
  Range now = state_range(s, x), out = everything(c->width);
  gint64 sc = term_signed(c->param, c->width);
  if (now.umin == c->param && c->param < term_mask(c->width)) out.umin = c->param + 1;
  if (now.umax == c->param && c->param > 0) out.umax = c->param - 1;
  if (now.smin == sc && sc < G_MAXINT64) out.smin = sc + 1;
  if (now.smax == sc && sc > G_MININT64) out.smax = sc - 1;
  learn_range(a, s, x, out);
}

static Range nothing(guint width) {
  Range r = everything(width);
  return (Range){r.umax, r.umin, r.smax, r.smin};
}

/* The numbers that a comparison with a constant leaves, and of what.  FALSE: it is none. */
static gboolean compared(const Term *t, gboolean holds, const Term **what, Range *r) {
  if (t->op < TERM_EQ || t->op > TERM_SLE || t->args[0]->width == 1 || t->args[0]->index_width) return FALSE;
  const gboolean is_left = !term_is_const(t->args[0]), is_equal = t->op == TERM_EQ;
  const Term *c = t->args[is_left];
  if (!term_is_const(c) || (is_equal && !holds)) return FALSE;
  *what = t->args[!is_left];
  *r = everything(c->width);
  const gint64 number = term_signed(c->param, c->width);
  if (is_equal) {
    *r = (Range){c->param, c->param, number, number};
    return TRUE;
  }
  const gboolean is_signed = t->op == TERM_SLT || t->op == TERM_SLE, is_upper = is_left == holds,
                 strict = (t->op == TERM_ULT || t->op == TERM_SLT) == holds;
  if (is_signed ? number == (is_upper ? r->smin : r->smax) : c->param == (is_upper ? r->umin : r->umax))
    return FALSE;
  if (is_signed)
    *(is_upper ? &r->smax : &r->smin) = is_upper ? number - strict : number + strict;
  else
    *(is_upper ? &r->umax : &r->umin) = is_upper ? c->param - strict : c->param + strict;
  return TRUE;
}

/* What a few comparisons of one number with constants leave of it, as "a space or a digit" does.  A part of a
 * conjunction may speak of something else. */
static gboolean confined(const Term *t, gboolean holds, guint depth, const Term **what, Range *r) {
  if (t->op == TERM_NOT) return confined(t->args[0], !holds, depth, what, r);
  if (t->op != TERM_AND && t->op != TERM_OR) return compared(t, holds, what, r);
  if (depth == 0 || t->width > 1 || t->n_args > limits.symex_alternatives) return FALSE;
  const gboolean all_hold = (t->op == TERM_AND) == holds;
  *what = NULL;
  for (guint i = 0; i < t->n_args; i++) {
    const Term *part;
    Range here;
    const gboolean is_known = confined(t->args[i], holds, depth - 1, &part, &here) && (!*what || part == *what);
    if (!is_known && !all_hold) return FALSE;
    if (!is_known) continue;
    if (!*what) *r = all_hold ? everything(part->width) : nothing(part->width);
    *what = part;
    here = settle(here, part->width);
    *r = all_hold ? meet(*r, here) : hull(*r, here);
  }
  return *what != NULL;
}

static void learn_alternatives(Arena *a, State *s, const Term *t, gboolean holds) {
  const Term *what;
  Range r;
  if (confined(t, holds, 4, &what, &r)) learn_range(a, s, what, r);
}

#define LEARN_DEPTH 6

/* A Boolean term holds, or does not, and so much below it was learned with it.  One object for each, so that a
 * fact says how deep it went, and the facts of merged states that agree are the same. */
static const Range *truth(gboolean holds, guint depth) {
  static Range kept[2][LEARN_DEPTH + 1];
  Range *r = &kept[holds][depth];
  *r = (Range){holds, holds, holds ? -1 : 0, holds ? -1 : 0};
  return r;
}

/* Conditions share most of their parts: without this, each would be learned as a tree, again and again. */
static gboolean was_learned(const State *s, const Term *t, gboolean holds, guint depth) {
  const Range *f = known_fact(s, t);
  return f && f >= truth(holds, depth) && f <= truth(holds, LEARN_DEPTH);
}

static void learn(Arena *a, State *s, const Term *t, gboolean holds, guint depth) {
  if (term_is_const(t)) return;
  if (t->op == TERM_NOT) {
    learn(a, s, t->args[0], !holds, depth);
    return;
  }
  const gboolean is_known = was_learned(s, t, holds, depth);
  if (!is_known) s->facts = pmap_set(s->facts, t->id, truth(holds, depth));
  if (depth == 0) return;
  if (t->op == (holds ? TERM_AND : TERM_OR)) {
    if (is_known) return;
    for (guint i = 0; i < t->n_args; i++) learn(a, s, t->args[i], holds, depth - 1);
    return;
  }
  if (t->op == TERM_AND || t->op == TERM_OR) {
    if (!is_known) learn_alternatives(a, s, t, holds);
    return;
  }
  if (t->op < TERM_EQ || t->op > TERM_SLE || t->args[0]->width == 1) return;
  if (t->op == TERM_EQ) {
    if (holds) {
      learn_range(a, s, t->args[0], state_range(s, t->args[1]));
      learn_range(a, s, t->args[1], state_range(s, t->args[0]));
    } else if (term_is_const(t->args[1])) {
      learn_different(a, s, t->args[0], t->args[1]);
    }
    return;
  }
  gboolean is_signed = t->op == TERM_SLT || t->op == TERM_SLE,
           strict = t->op == TERM_ULT || t->op == TERM_SLT;
  if (holds)
    learn_order(a, s, t->args[0], t->args[1], is_signed, strict);
  else
    learn_order(a, s, t->args[1], t->args[0], is_signed, !strict);
}

void state_learn(Arena *a, State *s, const Term *condition) { learn(a, s, condition, TRUE, LEARN_DEPTH); }

void state_assume(Arena *a, State *s, const Term *condition) {
  if (term_is_true(condition)) return;
  s->path = path_extend(a, s->path, condition);
  state_learn(a, s, condition);
}

/* ---- counters ---- */

static const Counter *counter_of(Arena *a, const PMap *counts, guint site) {
  const Counter *c = (const Counter *)pmap_get(counts, site);
  if (c) return c;
  Counter *zero = (Counter *)arena_alloc(a, sizeof *zero + sizeof zero->alternatives[0]);
  zero->n = 1;
  zero->alternatives[0].guard = term_bool(TRUE);
  return zero;
}

static Counter *unknown_counter(Arena *a) {
  Counter *c = (Counter *)arena_alloc(a, sizeof *c + sizeof c->alternatives[0]);
  c->n = 1;
  c->alternatives[0].guard = term_bool(TRUE);
  c->alternatives[0].count = COUNTER_UNKNOWN;
  return c;
}

static void counter_add(Counter *c, const Term *guard, guint count) {
  if (term_is_false(guard)) return;
  for (guint i = 0; i < c->n; i++)
    if (c->alternatives[i].count == count) {
      c->alternatives[i].guard = term_or(c->alternatives[i].guard, guard);
      return;
    }
  c->alternatives[c->n].guard = guard;
  c->alternatives[c->n++].count = count;
}

static const Counter *counter_merge(Arena *a, const Term *select, const Counter *x, const Counter *y) {
  guint n = x->n + y->n;
  Counter *c = (Counter *)arena_alloc(a, sizeof *c + n * sizeof c->alternatives[0]);
  const Term *other = term_not(select);
  for (guint i = 0; i < y->n; i++)
    counter_add(c, term_and(select, y->alternatives[i].guard), y->alternatives[i].count);
  for (guint i = 0; i < x->n; i++)
    counter_add(c, term_and(other, x->alternatives[i].guard), x->alternatives[i].count);
  if (c->n > limits.symex_counter_values) return unknown_counter(a);
  if (c->n == 1) c->alternatives[0].guard = term_bool(TRUE);
  return c;
}

static const Counter *first_count(Arena *a) {
  Counter *c = (Counter *)arena_alloc(a, sizeof *c + sizeof c->alternatives[0]);
  c->n = 1;
  c->alternatives[0].guard = term_bool(TRUE);
  c->alternatives[0].count = 1;
  return c;
}

const Counter *state_count(const Memory *m, State *s, guint site) {
  Arena *a = m->arena;
  if (site_is_given(program_site(m->program, site))) return first_count(a);
  const Counter *old = counter_of(a, s->counts, site);
  gsize size = sizeof *old + old->n * sizeof old->alternatives[0];
  Counter *next = (Counter *)arena_alloc(a, size);
  next->n = old->n;
  for (guint i = 0; i < old->n; i++) {
    next->alternatives[i].guard = old->alternatives[i].guard;
    guint n = old->alternatives[i].count;
    next->alternatives[i].count =
        n == COUNTER_UNKNOWN || n == ROUND_OCCURRENCE - 1 ? COUNTER_UNKNOWN : n + 1;
  }
  s->counts = pmap_set(s->counts, site, next);
  return next;
}

/* ---- merging ---- */

typedef struct {
  Memory *memory;
  const Term *select; /* from b */
} Merge;

static gconstpointer merge_counts(guint64 site, gconstpointer x, gconstpointer y, gpointer data) {
  Merge *m = (Merge *)data;
  const Counter *a = x ? (const Counter *)x : counter_of(m->memory->arena, NULL, (guint)site);
  const Counter *b = y ? (const Counter *)y : counter_of(m->memory->arena, NULL, (guint)site);
  return counter_merge(m->memory->arena, m->select, a, b);
}

static gconstpointer merge_contents(guint64 object, gconstpointer x, gconstpointer y, gpointer data) {
  Merge *m = (Merge *)data;
  const Object *o = x ? ((const Contents *)x)->object : ((const Contents *)y)->object;
  if (!x) x = o->untouched;
  if (!y) y = o->untouched;
  if (!x) return y; /* made on one side only: nothing on the other side points to it */
  if (!y) return x;
  return contents_merge(m->memory, m->select, (const Contents *)x, (const Contents *)y);
}

static gconstpointer merge_facts(guint64 term, gconstpointer x, gconstpointer y, gpointer data) {
  if (!x || !y) return NULL;
  if (x == y) return x;
  const Range *a = (const Range *)x, *b = (const Range *)y;
  Range *r = arena_new_struct(((Merge *)data)->memory->arena, Range);
  *r = hull(*a, *b);
  return r;
}

static const Term *merge_doubt(const Term *select, const Term *a, const Term *b) {
  if (a == b) return a;
  return term_ite(select, b ? b : term_bool(FALSE), a ? a : term_bool(FALSE));
}

static void learn_joined_bits(Arena *a, State *joined, const Term *t, const State *x, const Term *from_x,
                              const State *y, const Term *from_y) {
  if (term_is_const(t) || t->width == 1 || t->index_width) return;
  Range r = hull(state_range(x, from_x), state_range(y, from_y)), known = state_range(joined, t);
  if (r.umin > known.umin || r.umax < known.umax || r.smin > known.smin || r.smax < known.smax)
    learn_range(a, joined, t, r);
}

void state_learn_joined(Arena *a, State *joined, Value v, const State *x, Value from_x, const State *y,
                        Value from_y) {
  if (v.bits && from_x.bits && from_y.bits)
    learn_joined_bits(a, joined, v.bits, x, from_x.bits, y, from_y.bits);
  if (!v.pointer || !from_x.pointer || !from_y.pointer) return;
  const PointerSet *vs = v.pointer, *xs = from_x.pointer, *ys = from_y.pointer;
  if (vs->n == 1 && xs->n == 1 && ys->n == 1) /* then they all point into one object */
    learn_joined_bits(a, joined, vs->targets[0].offset, x, xs->targets[0].offset, y, ys->targets[0].offset);
}

void state_merge(Memory *memory, State *a, const State *b, const Term **select) {
  const Path *tail = common_tail(a->path, b->path);
  const Term *from_a = suffix(a->path, tail), *from_b = suffix(b->path, tail);
  /* one conjunct often tells the two apart: then it alone selects */
  Merge m = {memory, from_b};
  const Path *first_a = a->path, *first_b = b->path;
  while (first_a != tail && first_a->parent != tail) first_a = first_a->parent;
  while (first_b != tail && first_b->parent != tail) first_b = first_b->parent;
  if (first_a != tail && first_b != tail && first_b->condition == term_not(first_a->condition))
    m.select = first_b->condition;
  const State before = *a;
  a->path = path_extend(memory->arena, tail, term_or(from_a, from_b));
  a->facts = pmap_merge(a->facts, b->facts, merge_facts, &m);
  a->doubt = merge_doubt(m.select, a->doubt, b->doubt);
  a->shared = merge_doubt(m.select, a->shared, b->shared);
  a->dirty = merge_doubt(m.select, a->dirty, b->dirty);
  a->dirty_bytes = MAX(a->dirty_bytes, b->dirty_bytes);
  if (!a->dirty_at || !b->dirty_at)
    a->dirty_at = a->dirty_at ? a->dirty_at : b->dirty_at;
  else
    a->dirty_at = term_ite(m.select, b->dirty_at, a->dirty_at);
  memory->join = (Join){a, &before, b};
  a->memory = pmap_merge(a->memory, b->memory, merge_contents, &m);
  memory->join = (Join){NULL, NULL, NULL};
  a->counts = pmap_merge(a->counts, b->counts, merge_counts, &m);
  if (a->position != b->position) a->position = G_MAXUINT;
  *select = m.select;
}
