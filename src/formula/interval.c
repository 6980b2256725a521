/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sets of bit-vector values as unions of intervals, to and from formulas. */
#include "formula/interval.h"
#include "base/limits.h"

#define WRITTEN_DEPTH 2 /* of what interval_set_term() writes: pieces, or gaps, of two bounds each */

static guint64 sign_bit(guint width) { return G_GUINT64_CONSTANT(1) << (width - 1); }

static int by_low(const void *a, const void *b) {
  const Interval *x = a, *y = b;
  return x->low < y->low ? -1 : x->low > y->low;
}

/* Sorts and joins what overlaps or touches. */
static guint normalise(Interval *pieces, guint n) {
  guint out = 0;
  qsort(pieces, n, sizeof *pieces, by_low);
  for (guint i = 0; i < n; i++) {
    Interval *last = out > 0 ? &pieces[out - 1] : NULL;
    if (last != NULL && (pieces[i].low <= last->high || pieces[i].low - last->high == 1))
      last->high = MAX(last->high, pieces[i].high);
    else
      pieces[out++] = pieces[i];
  }
  return out;
}

static gboolean assign(IntervalSet *s, Interval *pieces, guint n) {
  n = normalise(pieces, n);
  if (n > INTERVAL_MAX) return FALSE;
  s->n = n;
  for (guint i = 0; i < n; i++) s->pieces[i] = pieces[i];
  return TRUE;
}

gboolean interval_set_unite(IntervalSet *s, const IntervalSet *other) {
  Interval all[2 * INTERVAL_MAX];
  guint n = 0;
  for (guint i = 0; i < s->n; i++) all[n++] = s->pieces[i];
  for (guint i = 0; i < other->n; i++) all[n++] = other->pieces[i];
  return assign(s, all, n);
}

gboolean interval_set_add(IntervalSet *s, guint64 low, guint64 high) {
  const IntervalSet one = {s->width, 1, {{low, high}}};
  return interval_set_unite(s, &one);
}

/* Two sets of n and m pieces meet in fewer than n + m: each piece of the result ends where one of theirs
 * does. */
gboolean interval_set_meet(IntervalSet *s, const IntervalSet *other) {
  Interval all[2 * INTERVAL_MAX];
  guint n = 0;
  for (guint i = 0; i < s->n; i++)
    for (guint k = 0; k < other->n; k++) {
      const guint64 low = MAX(s->pieces[i].low, other->pieces[k].low);
      const guint64 high = MIN(s->pieces[i].high, other->pieces[k].high);
      if (low <= high) all[n++] = (Interval){low, high};
    }
  return assign(s, all, n);
}

gboolean interval_set_complement(IntervalSet *s) {
  Interval all[INTERVAL_MAX + 1];
  const guint64 top = term_mask(s->width);
  guint n = 0;
  guint64 next = 0; /* the smallest value not yet decided */
  for (guint i = 0; i < s->n; i++) {
    if (s->pieces[i].low > next) all[n++] = (Interval){next, s->pieces[i].low - 1};
    if (s->pieces[i].high == top) return assign(s, all, n);
    next = s->pieces[i].high + 1;
  }
  all[n++] = (Interval){next, top};
  return assign(s, all, n);
}

gboolean interval_set_has(const IntervalSet *s, guint64 value) {
  for (guint i = 0; i < s->n; i++)
    if (s->pieces[i].low <= value && value <= s->pieces[i].high) return TRUE;
  return FALSE;
}

gboolean interval_set_is_full(const IntervalSet *s) {
  return s->n == 1 && s->pieces[0].low == 0 && s->pieces[0].high == term_mask(s->width);
}

gboolean interval_set_arc(IntervalSet *s, guint width, guint64 low, guint64 high) {
  s->width = width;
  s->n = 0;
  if (low <= high) return interval_set_add(s, low, high);
  return interval_set_add(s, 0, high) && interval_set_add(s, low, term_mask(width));
}

gboolean interval_set_as_arc(const IntervalSet *s, guint64 *low, guint64 *high) {
  if (s->n == 1) {
    *low = s->pieces[0].low;
    *high = s->pieces[0].high;
    return TRUE;
  }
  if (s->n != 2 || s->pieces[0].low != 0 || s->pieces[1].high != term_mask(s->width)) return FALSE;
  *low = s->pieces[1].low;
  *high = s->pieces[0].high;
  return TRUE;
}

/* --- from formulas --- */

/* The set of x for which "x op c" (or "c op x") holds. */
static gboolean comparison_set(TermOp op, guint width, gboolean constant_left, guint64 c, IntervalSet *set) {
  const gboolean is_signed = op == TERM_SLT || op == TERM_SLE, strict = op == TERM_ULT || op == TERM_SLT;
  const guint64 mask = term_mask(width);
  const guint64 least = is_signed ? sign_bit(width) : 0, greatest = (least - 1) & mask;
  if (op == TERM_EQ) return interval_set_arc(set, width, c, c);
  set->width = width;
  set->n = 0;
  if (strict && c == (constant_left ? greatest : least)) return TRUE; /* nothing is beyond the end */
  if (constant_left) return interval_set_arc(set, width, strict ? (c + 1) & mask : c, greatest);
  return interval_set_arc(set, width, least, strict ? (c - 1) & mask : c);
}

/* Maps the set along v -> (sign * v + offset), a bijection of the circle that keeps arcs. */
static gboolean map_arcs(IntervalSet *set, gboolean mirror, guint64 offset) {
  const guint64 mask = term_mask(set->width);
  IntervalSet out = {set->width, 0, {{0, 0}}};
  for (guint i = 0; i < set->n; i++) {
    const Interval p = set->pieces[i];
    if (p.high - p.low == mask) return TRUE;
    const guint64 low = ((mirror ? -p.high : p.low) + offset) & mask,
                  high = ((mirror ? -p.low : p.high) + offset) & mask;
    IntervalSet arc;
    if (!interval_set_arc(&arc, set->width, low, high) || !interval_set_unite(&out, &arc)) return FALSE;
  }
  *set = out;
  return TRUE;
}

/* The set for x when the set is for its extension. */
static gboolean shrink(IntervalSet *set, guint width, gboolean is_signed) {
  IntervalSet range, out = {width, 0, {{0, 0}}};
  const guint64 half = is_signed ? sign_bit(width) : 0;
  interval_set_arc(&range, set->width, is_signed ? -half & term_mask(set->width) : 0,
                   is_signed ? half - 1 : term_mask(width));
  if (!interval_set_meet(set, &range)) return FALSE;
  for (guint i = 0; i < set->n; i++)
    if (!interval_set_add(&out, set->pieces[i].low & term_mask(width),
                          set->pieces[i].high & term_mask(width)))
      return FALSE;
  *set = out;
  return TRUE;
}

/* Adds the y whose quotient by c, which is positive, is from low to high, all signed. */
static gboolean add_dividends(IntervalSet *out, gint64 low, gint64 high, gint64 c) {
  const gint64 most = (gint64)(term_mask(out->width) >> 1), least = -most - 1;
  if (low > most / c || high < least / c) return TRUE;
  low = MAX(low, least / c) * c;
  high = MIN(high, most / c) * c;
  if (low <= 0) low = low - least < c - 1 ? least : low - (c - 1);
  if (high >= 0) high = most - high < c - 1 ? most : high + (c - 1);
  IntervalSet arc;
  return interval_set_arc(&arc, out->width, (guint64)low & term_mask(out->width), (guint64)high & term_mask(out->width)) &&
         interval_set_unite(out, &arc);
}

/* The set for y when the set is for the signed y / c. */
static gboolean multiply(IntervalSet *set, guint64 divisor) {
  const guint64 half = sign_bit(set->width);
  const gint64 c = term_signed(divisor, set->width);
  IntervalSet out = {set->width, 0, {{0, 0}}};
  if (c <= 0) return FALSE;
  for (guint i = 0; i < set->n; i++) {
    const Interval p = set->pieces[i];
    if (p.low < half && !add_dividends(&out, (gint64)p.low, (gint64)MIN(p.high, half - 1), c)) return FALSE;
    if (p.high >= half &&
        !add_dividends(&out, term_signed(MAX(p.low, half), set->width), term_signed(p.high, set->width), c))
      return FALSE;
  }
  *set = out;
  return TRUE;
}

/* The set for y when the set is for y * c, which wraps c - 1 times: as an index is multiplied by the size of an element. */
static gboolean divide(IntervalSet *set, guint64 c) {
  const guint64 mask = term_mask(set->width);
  IntervalSet out = {set->width, 0, {{0, 0}}};
  if (c < 2 || c > limits.interval_factor || c > mask) return FALSE;
  const gboolean even = mask % c == c - 1; /* 2^width = turn * c + more */
  const guint64 turn = mask / c + even, more = even ? 0 : mask % c + 1;
  for (guint64 k = 0; k < c; k++)
    for (guint i = 0; i < set->n; i++) {
      const Interval p = set->pieces[i];
      const guint64 low = k * turn + p.low / c + (p.low % c + k * more + c - 1) / c,
                    end = k * turn + p.high / c + (p.high % c + k * more) / c; /* of the multiples in the piece */
      const gboolean none = k > 0 && low == 0; /* the least is 2^64 */
      if (!none && low <= end && !interval_set_add(&out, low, end)) return FALSE;
    }
  *set = out;
  return TRUE;
}

/* One step of x = f(y), with the set for x becoming one for y.  FALSE: f is nothing to take apart. */
static gboolean take_apart(const Term **x, IntervalSet *set) {
  const Term *t = *x, *a = t->n_args > 0 ? t->args[0] : NULL, *b = t->n_args > 1 ? t->args[1] : NULL;
  IntervalSet out = *set;
  const Term *y = a;
  gboolean done = FALSE;
  switch ((TermOp)t->op) {
  case TERM_ADD:
    if (term_is_const(b))
      done = map_arcs(&out, FALSE, -b->param);
    else if (term_is_const(a))
      y = b, done = map_arcs(&out, FALSE, -a->param);
    break;
  case TERM_SUB:
    if (term_is_const(b))
      done = map_arcs(&out, FALSE, b->param);
    else if (term_is_const(a))
      y = b, done = map_arcs(&out, TRUE, a->param);
    break;
  case TERM_XOR: /* flipping the sign bit is adding it */
    if (term_is_const(b) && b->param == sign_bit(t->width))
      done = map_arcs(&out, FALSE, b->param);
    else if (term_is_const(a) && a->param == sign_bit(t->width))
      y = b, done = map_arcs(&out, FALSE, a->param);
    break;
  case TERM_MUL:
    if (term_is_const(b))
      done = divide(&out, b->param);
    else if (term_is_const(a))
      y = b, done = divide(&out, a->param);
    break;
  case TERM_SDIV: done = term_is_const(b) && multiply(&out, b->param); break;
  case TERM_NOT: done = map_arcs(&out, TRUE, G_MAXUINT64); break;
  case TERM_ZEXT: done = a->width > 1 && shrink(&out, a->width, FALSE); break;
  case TERM_SEXT: done = a->width > 1 && shrink(&out, a->width, TRUE); break;
  default: break;
  }
  if (!done) return FALSE;
  *x = y;
  *set = out;
  return TRUE;
}

static gboolean comparison_as_set(const Term *t, gboolean deep, const Term **x, IntervalSet *set) {
  if (t->op != TERM_EQ && t->op != TERM_ULT && t->op != TERM_ULE && t->op != TERM_SLT && t->op != TERM_SLE)
    return FALSE;
  const Term *a = t->args[0], *b = t->args[1];
  if (a->width == 1 || term_is_const(a) == term_is_const(b)) return FALSE;
  const gboolean left = term_is_const(a);
  *x = left ? b : a;
  if (!comparison_set(t->op, a->width, left, left ? a->param : b->param, set)) return FALSE;
  while (deep && take_apart(x, set)) {}
  return TRUE;
}

static gboolean literal_as_set(const Term *t, gboolean deep, const Term **x, IntervalSet *set) {
  if (t->op != TERM_NOT) return comparison_as_set(t, deep, x, set);
  return comparison_as_set(t->args[0], deep, x, set) && interval_set_complement(set);
}

/* Conjunctions and disjunctions, so many of them within each other. */
static gboolean nested_as_set(const Term *t, guint depth, const Term **x, IntervalSet *set) {
  const gboolean negated = t->op == TERM_NOT && (t->args[0]->op == TERM_AND || t->args[0]->op == TERM_OR);
  const Term *body = negated ? t->args[0] : t;
  if (depth == 0 || (body->op != TERM_AND && body->op != TERM_OR)) return literal_as_set(t, TRUE, x, set);
  if (body->n_args > INTERVAL_MAX) return FALSE;
  for (guint i = 0; i < body->n_args; i++) {
    const Term *y;
    IntervalSet other;
    if (!nested_as_set(body->args[i], depth - 1, &y, &other)) return FALSE;
    if (i == 0)
      *x = y, *set = other;
    else if (y != *x ||
             !(body->op == TERM_AND ? interval_set_meet(set, &other) : interval_set_unite(set, &other)))
      return FALSE;
  }
  return !negated || interval_set_complement(set);
}

gboolean term_as_set(const Term *t, gboolean deep, const Term **x, IntervalSet *set) {
  if (t->width != 1 || t->index_width > 0) return FALSE;
  return deep ? nested_as_set(t, WRITTEN_DEPTH, x, set) : literal_as_set(t, FALSE, x, set);
}

/* --- to formulas --- */

/* The pieces that are intervals in the order of the given signedness, by that order. */
static guint ordered(const IntervalSet *set, gboolean is_signed, Interval out[INTERVAL_MAX + 1]) {
  const guint64 half = is_signed ? sign_bit(set->width) : 0, mask = term_mask(set->width);
  guint n = 0;
  for (guint i = 0; i < set->n; i++) {
    const Interval p = set->pieces[i];
    if (p.low < half && p.high >= half) {
      out[n++] = (Interval){p.low, half - 1};
      out[n++] = (Interval){half, p.high};
    } else
      out[n++] = p;
  }
  for (guint i = 0; i < n; i++) out[i] = (Interval){(out[i].low + half) & mask, (out[i].high + half) & mask};
  n = normalise(out, n);
  for (guint i = 0; i < n; i++) out[i] = (Interval){(out[i].low - half) & mask, (out[i].high - half) & mask};
  return n;
}

static guint64 least_of(guint width, gboolean is_signed) { return is_signed ? sign_bit(width) : 0; }
static guint64 greatest_of(guint width, gboolean is_signed) {
  return term_mask(width) >> (is_signed ? 1 : 0);
}

/* How many comparisons it takes to say it. */
static guint cost(const IntervalSet *set, gboolean is_signed) {
  Interval pieces[INTERVAL_MAX + 1];
  const guint n = ordered(set, is_signed, pieces);
  guint sum = 0;
  for (guint i = 0; i < n; i++) {
    const gboolean open = pieces[i].low == least_of(set->width, is_signed) ||
                          pieces[i].high == greatest_of(set->width, is_signed);
    sum += pieces[i].low == pieces[i].high || open ? 1 : 2;
  }
  return sum;
}

/* What is left out is read more easily as x != 3 && x != 4 than as x < 3 || x > 4. */
static const Term *piece_term(const Term *x, Interval p, gboolean is_signed, gboolean negated) {
  const TermOp le = is_signed ? TERM_SLE : TERM_ULE;
  const Term *low = term_const(x->width, p.low), *high = term_const(x->width, p.high);
  if (p.low == p.high) return term_eq(x, low);
  if (negated && ((p.low + 1) & term_mask(x->width)) == p.high) return term_or(term_eq(x, low), term_eq(x, high));
  const Term *above = p.low == least_of(x->width, is_signed) ? term_bool(TRUE) : term_binary(le, low, x);
  const Term *below = p.high == greatest_of(x->width, is_signed) ? term_bool(TRUE) : term_binary(le, x, high);
  return term_and(above, below);
}

static const Term *pieces_term(const IntervalSet *set, const Term *x, gboolean is_signed, gboolean negated) {
  Interval pieces[INTERVAL_MAX + 1];
  const Term *parts[INTERVAL_MAX + 1];
  const guint n = ordered(set, is_signed, pieces);
  for (guint i = 0; i < n; i++) {
    parts[i] = piece_term(x, pieces[i], is_signed, negated);
    if (negated) parts[i] = term_not(parts[i]);
  }
  return negated ? term_and_n(parts, n) : term_or_n(parts, n);
}

const Term *interval_set_term(const IntervalSet *set, const Term *x, gboolean prefer_signed) {
  IntervalSet rest = *set;
  const gboolean has_rest = interval_set_complement(&rest);
  if (set->n == 0 || interval_set_is_full(set)) return term_bool(set->n > 0);
  guint best = G_MAXUINT;
  gboolean is_signed = prefer_signed, negated = FALSE;
  for (guint choice = 0; choice < 4; choice++) {
    const gboolean other = choice >= 2, complement = choice % 2;
    if (complement && !has_rest) continue;
    const gboolean s = other ? !prefer_signed : prefer_signed;
    const guint c =
        cost(complement ? &rest : set, s) + (other ? 1 : 0); /* the other signedness must be worth it */
    if (c >= best) continue;
    best = c;
    is_signed = s;
    negated = complement;
  }
  return pieces_term(negated ? &rest : set, x, is_signed, negated);
}
