/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of terms in a box of inputs.
 *
 * The terms are copied, so that the bounds of the copies can follow the box: unsigned ones are computed by
 * the rules that the store of terms has for them, signed ones and those of floating-point numbers here. */
#include "formula/spans.h"
#include "formula/float-span.h"
#include "formula/floats.h"
#include "formula/store.h"
#include <math.h>

typedef struct {
  Term *term; /* the copy, its id being the position here */
  gint64 smin, smax;
  FloatSpan number; /* what the bits stand for; only of width 32 and 64 */
  guint leaf;       /* its number from 1; 0: it is none */
  guint8 wanted;    /* while narrowing: 1 << value for each value that was asked for */
} Node;

typedef struct {
  guint node;
  gint64 low, high; /* places */
  gboolean is_float;
} Leaf;

struct Spans {
  GPtrArray *order; /* the terms themselves */
  Node *nodes;
  GArray *leaves; /* of Leaf */
  guint *formulas;
  guint n_formulas;
};

static gboolean is_leaf(const Term *t) { return t->op == TERM_INPUT || t->op == TERM_HAVOC; }
static gboolean may_be_number(const Term *t) { return !t->index_width && (t->width == 32 || t->width == 64); }
static gboolean takes_numbers(const Term *t) { return t->op >= TERM_FADD && t->op <= TERM_FTOUI; }

/* ---- making one ---- */

static Term *copy_term(const Term *t, const Spans *s, GHashTable *position) {
  Term *copy = g_malloc(sizeof(Term) + t->n_args * sizeof(Term *));
  *copy = *t;
  copy->id = GPOINTER_TO_UINT(g_hash_table_lookup(position, t));
  for (guint i = 0; i < t->n_args; i++)
    copy->args[i] = s->nodes[GPOINTER_TO_UINT(g_hash_table_lookup(position, t->args[i]))].term;
  return copy;
}

/* Which terms are taken for floating-point numbers: what operations on these take, and what such terms pass
 * on. */
static void mark_numbers(const Spans *s, gboolean *is_float) {
  for (guint i = s->order->len; i-- > 0;) {
    const Term *t = s->nodes[i].term;
    const gboolean passes =
        is_float[i] && (t->op == TERM_ITE || t->op == TERM_XOR || t->op == TERM_AND || t->op == TERM_OR);
    for (guint k = 0; k < t->n_args; k++)
      if ((passes || takes_numbers(t)) && may_be_number(t->args[k])) is_float[t->args[k]->id] = TRUE;
  }
}

static gint64 first_place(guint width) { return width == 1 ? 0 : (gint64)(G_MAXUINT64 << (width - 1)); }
static gint64 last_place(guint width) { return width == 1 ? 1 : -(first_place(width) + 1); }

static void add_leaves(Spans *s) {
  gboolean *is_float = g_new0(gboolean, s->order->len);
  mark_numbers(s, is_float);
  for (guint i = 0; i < s->order->len; i++) {
    const Term *t = s->nodes[i].term;
    const Leaf leaf = {i, first_place(t->width), last_place(t->width), is_float[i]};
    if (!is_leaf(t) || t->index_width) continue;
    g_array_append_val(s->leaves, leaf);
    s->nodes[i].leaf = s->leaves->len;
  }
  g_free(is_float);
}

Spans *spans_new(const Term *const *formulas, guint n) {
  Spans *s = g_new0(Spans, 1);
  GHashTable *position = g_hash_table_new(NULL, NULL);
  s->order = term_postorder(formulas, n);
  s->nodes = g_new0(Node, s->order->len);
  s->leaves = g_array_new(FALSE, FALSE, sizeof(Leaf));
  s->formulas = g_new(guint, n);
  s->n_formulas = n;
  for (guint i = 0; i < s->order->len; i++) {
    g_hash_table_insert(position, s->order->pdata[i], GUINT_TO_POINTER(i));
    s->nodes[i].term = copy_term(s->order->pdata[i], s, position);
  }
  for (guint i = 0; i < n; i++) s->formulas[i] = GPOINTER_TO_UINT(g_hash_table_lookup(position, formulas[i]));
  g_hash_table_destroy(position);
  add_leaves(s);
  return s;
}

void spans_free(Spans *s) {
  if (!s) return;
  for (guint i = 0; i < s->order->len; i++) g_free(s->nodes[i].term);
  g_ptr_array_free(s->order, TRUE);
  g_array_free(s->leaves, TRUE);
  g_free(s->formulas);
  g_free(s->nodes);
  g_free(s);
}

/* ---- leaves ---- */

static Leaf *leaf_at(const Spans *s, guint i) { return &g_array_index(s->leaves, Leaf, i); }

guint spans_n_leaves(const Spans *s) { return s->leaves->len; }

const Term *spans_leaf(const Spans *s, guint leaf) { return s->order->pdata[leaf_at(s, leaf)->node]; }

gboolean spans_is_float(const Spans *s, guint leaf) { return leaf_at(s, leaf)->is_float; }

void spans_places(const Spans *s, guint leaf, gint64 *low, gint64 *high) {
  *low = leaf_at(s, leaf)->low;
  *high = leaf_at(s, leaf)->high;
}

void spans_set_places(Spans *s, guint leaf, gint64 low, gint64 high) {
  leaf_at(s, leaf)->low = low;
  leaf_at(s, leaf)->high = high;
}

/* Negative numbers have their magnitude below the sign: the greater it is, the lower the place. */
static guint64 value_at(const Leaf *leaf, guint width, gint64 place) {
  const guint64 bits = (guint64)place & term_mask(width);
  return leaf->is_float && place < 0 ? bits ^ (term_mask(width) >> 1) : bits;
}

static gint64 place_of_float(guint width, guint64 bits) {
  const gint64 place = term_signed(bits, width);
  return place < 0 ? (gint64)((guint64)place ^ (term_mask(width) >> 1)) : place;
}

guint64 spans_value_at(const Spans *s, guint leaf, gint64 place) {
  return value_at(leaf_at(s, leaf), spans_leaf(s, leaf)->width, place);
}

gint64 spans_place_of(const Spans *s, guint leaf, guint64 value) {
  const guint width = spans_leaf(s, leaf)->width;
  if (leaf_at(s, leaf)->is_float) return place_of_float(width, value);
  return width == 1 ? (gint64)value : term_signed(value, width);
}

/* ---- one term ---- */

static Node *node_of(const Spans *s, const Term *copy) { return &s->nodes[copy->id]; }

static void set_unsigned(Term *t, guint64 umin, guint64 umax) {
  t->umin = umin;
  t->umax = umax;
}

static void set_signed(Node *n, gint64 smin, gint64 smax) {
  n->smin = MAX(n->smin, smin);
  n->smax = MIN(n->smax, smax);
}

/* As a number of two's complement, a single bit is 0 or -1. */
static void set_any_signed(Node *n) {
  const guint width = n->term->width;
  n->smin = width == 1 ? -1 : first_place(width);
  n->smax = width == 1 ? 0 : last_place(width);
}

/* What one reading of the bits implies for the other. */
static void reconcile(Node *n) {
  Term *t = n->term;
  const guint64 mask = term_mask(t->width), half = mask / 2 + 1;
  if (t->width == 1) return;
  if (t->umax < half || t->umin >= half)
    set_signed(n, term_signed(t->umin, t->width), term_signed(t->umax, t->width));
  if (n->smin >= 0 || n->smax < 0)
    set_unsigned(t, MAX(t->umin, (guint64)n->smin & mask), MIN(t->umax, (guint64)n->smax & mask));
}

static void update_leaf(Spans *s, Leaf *leaf) {
  Node *n = &s->nodes[leaf->node];
  Term *t = n->term;
  const gboolean one_side = t->width == 1 || leaf->low >= 0 || leaf->high < 0;
  const guint64 a = value_at(leaf, t->width, leaf->low), b = value_at(leaf, t->width, leaf->high);
  set_unsigned(t, one_side ? MIN(a, b) : 0, one_side ? MAX(a, b) : term_mask(t->width));
  set_any_signed(n);
  if (!leaf->is_float && t->width > 1) set_signed(n, leaf->low, leaf->high);
  reconcile(n);
  if (!may_be_number(t)) return;
  n->number = float_span_of_bits(t->width, t->umin, t->umax);
  if (leaf->is_float && !one_side) { /* from a down to -0, and from +0 up to b */
    const guint64 sign = G_GUINT64_CONSTANT(1) << (t->width - 1);
    n->number = float_span_join(float_span_of_bits(t->width, sign, a), float_span_of_bits(t->width, 0, b));
  }
}

__extension__ typedef __int128 Wide; /* no sum or product of two values overflows it */

/* Sums, differences and products that do not leave the type. */
static void set_wide(Node *n, Wide least, Wide greatest) {
  if (least >= first_place(n->term->width) && greatest <= last_place(n->term->width))
    set_signed(n, (gint64)least, (gint64)greatest);
}

static void set_signed_product(Node *n, const Node *a, const Node *b) {
  const Wide ends[] = {(Wide)a->smin * b->smin, (Wide)a->smin * b->smax, (Wide)a->smax * b->smin,
                       (Wide)a->smax * b->smax};
  Wide least = ends[0], greatest = ends[0];
  for (guint i = 1; i < 4; i++) {
    least = MIN(least, ends[i]);
    greatest = MAX(greatest, ends[i]);
  }
  set_wide(n, least, greatest);
}

static void update_signed(const Spans *s, Node *n) {
  const Term *t = n->term;
  const Node *a = t->n_args > 0 ? node_of(s, t->args[0]) : NULL;
  const Node *b = t->n_args > 1 ? node_of(s, t->args[1]) : NULL;
  switch ((TermOp)t->op) {
  case TERM_ADD: set_wide(n, (Wide)a->smin + b->smin, (Wide)a->smax + b->smax); break;
  case TERM_SUB: set_wide(n, (Wide)a->smin - b->smax, (Wide)a->smax - b->smin); break;
  case TERM_MUL: set_signed_product(n, a, b); break;
  case TERM_SDIV:
    if (b->smin > 0) /* toward zero, so not beyond what the least divisor gives */
      set_signed(n, a->smin / (a->smin < 0 ? b->smin : b->smax), a->smax / (a->smax < 0 ? b->smax : b->smin));
    break;
  case TERM_NOT: set_signed(n, ~a->smax, ~a->smin); break;
  case TERM_SEXT: set_signed(n, a->smin, a->smax); break;
  case TERM_FTOSI: {
    gint64 least, greatest;
    if (float_span_to_signed(a->number, t->width, &least, &greatest)) set_signed(n, least, greatest);
    break;
  }
  default: break;
  }
}

static gboolean is_sign(const Term *t) {
  return t->umin == t->umax && t->umin == G_GUINT64_CONSTANT(1) << (t->width - 1);
}
static gboolean is_all_but_sign(const Term *t) {
  return t->umin == t->umax && t->umin == term_mask(t->width) >> 1;
}

/* -x and |x| are done on the bits. */
static gboolean update_number_by_bits(const Spans *s, Node *n) {
  const Term *t = n->term;
  for (guint i = 0; i < 2 && (t->op == TERM_XOR || t->op == TERM_AND); i++) {
    const FloatSpan other = node_of(s, t->args[1 - i])->number;
    if (t->op == TERM_XOR && is_sign(t->args[i]))
      n->number = float_span_negate(other);
    else if (t->op == TERM_AND && is_all_but_sign(t->args[i]))
      n->number = float_span_absolute(other);
    else
      continue;
    return TRUE;
  }
  return FALSE;
}

static void update_number(const Spans *s, Node *n) {
  Term *t = n->term;
  const Node *a = t->n_args > 0 ? node_of(s, t->args[0]) : NULL;
  const Node *b = t->n_args > 1 ? node_of(s, t->args[1]) : NULL;
  if (!term_gives_float(t->op)) {
    if (!update_number_by_bits(s, n)) n->number = float_span_of_bits(t->width, t->umin, t->umax);
    return;
  }
  if (t->op == TERM_SITOF)
    n->number = float_span_of_signed(t->width, a->smin, a->smax);
  else if (t->op == TERM_UITOF)
    n->number = float_span_of_unsigned(t->width, a->term->umin, a->term->umax);
  else
    n->number = float_span_apply(t->op, t->width, a->term->width, t->param, a->number,
                                 b ? b->number : float_span_all(), a == b);
  guint64 least, greatest;
  if (float_span_bits(n->number, t->width, &least, &greatest)) set_unsigned(t, least, greatest);
}

static void set_truth(Term *t, gboolean may_hold, gboolean may_fail) { set_unsigned(t, !may_fail, may_hold); }

static void update_logic(Term *t) {
  const gboolean is_and = t->op == TERM_AND;
  guint64 umin = is_and, umax = is_and;
  for (guint i = 0; i < t->n_args; i++) {
    umin = is_and ? umin & t->args[i]->umin : umin | t->args[i]->umin;
    umax = is_and ? umax & t->args[i]->umax : umax | t->args[i]->umax;
  }
  set_unsigned(t, umin, umax);
}

static void update_order(const Spans *s, Term *t) {
  const Node *a = node_of(s, t->args[0]), *b = node_of(s, t->args[1]);
  const Term *x = a->term, *y = b->term;
  switch ((TermOp)t->op) {
  case TERM_ULT: set_truth(t, x->umin < y->umax, x->umax >= y->umin); break;
  case TERM_ULE: set_truth(t, x->umin <= y->umax, x->umax > y->umin); break;
  case TERM_SLT: set_truth(t, a->smin < b->smax, a->smax >= b->smin); break;
  case TERM_SLE: set_truth(t, a->smin <= b->smax, a->smax > b->smin); break;
  default:
    set_truth(t,
              x->umin <= y->umax && y->umin <= x->umax &&
                  (x->width == 1 || (a->smin <= b->smax && b->smin <= a->smax)),
              !(x->umin == x->umax && y->umin == y->umax && x->umin == y->umin));
  }
}

static void update_truth(const Spans *s, Term *t) {
  gboolean may_hold, may_fail;
  if (t->op == TERM_AND || t->op == TERM_OR) {
    update_logic(t);
  } else if (t->op >= TERM_EQ && t->op <= TERM_SLE) {
    update_order(s, t);
  } else if (t->op == TERM_FEQ || t->op == TERM_FLT || t->op == TERM_FLE) {
    const Node *a = node_of(s, t->args[0]), *b = node_of(s, t->args[1]);
    float_span_compare(t->op, a->number, b->number, a == b, &may_hold, &may_fail);
    set_truth(t, may_hold, may_fail);
  } else if (t->op == TERM_XOR) {
    const Term *a = t->args[0], *b = t->args[1];
    const gboolean known = a->umin == a->umax && b->umin == b->umax;
    set_unsigned(t, known ? a->umin ^ b->umin : 0, known ? a->umin ^ b->umin : 1);
  } else {
    term_set_interval(t);
  }
}

/* Only what may be chosen counts. */
static void update_choice(const Spans *s, Node *n) {
  Term *t = n->term;
  const Term *c = t->args[0];
  const Node *a = node_of(s, t->args[c->umax ? 1 : 2]), *b = node_of(s, t->args[c->umin ? 1 : 2]);
  set_unsigned(t, MIN(a->term->umin, b->term->umin), MAX(a->term->umax, b->term->umax));
  n->smin = MIN(a->smin, b->smin);
  n->smax = MAX(a->smax, b->smax);
  if (may_be_number(t)) n->number = float_span_join(a->number, b->number);
}

static void update_node(const Spans *s, Node *n) {
  Term *t = n->term;
  if (t->index_width || is_leaf(t)) return;
  set_any_signed(n);
  if (t->op == TERM_ITE) {
    update_choice(s, n);
  } else if (t->width == 1) {
    update_truth(s, t);
  } else {
    guint64 least, greatest;
    term_set_interval(t);
    update_signed(s, n);
    if (t->op == TERM_FTOUI &&
        float_span_to_unsigned(node_of(s, t->args[0])->number, t->width, &least, &greatest))
      set_unsigned(t, least, greatest);
    reconcile(n);
    if (may_be_number(t)) update_number(s, n);
    reconcile(n);
  }
}

void spans_update(Spans *s) {
  for (guint i = 0; i < s->leaves->len; i++) update_leaf(s, leaf_at(s, i));
  for (guint i = 0; i < s->order->len; i++) update_node(s, &s->nodes[i]);
}

SpanTruth spans_truth(const Spans *s, guint formula) {
  const Term *t = s->nodes[s->formulas[formula]].term;
  return t->umin == 1 ? SPAN_ALWAYS : t->umax == 0 ? SPAN_NEVER : SPAN_PERHAPS;
}

/* ---- narrowing ---- */

static void keep_places(Spans *s, const Node *n, gint64 low, gint64 high) {
  Leaf *leaf = leaf_at(s, n->leaf - 1);
  leaf->low = MAX(leaf->low, low);
  leaf->high = MIN(leaf->high, high);
}

/* The places of numbers at least, and at most, a bound: both zeros are the same number. */
static gint64 place_from(guint width, double bound, gboolean strict) {
  if (bound == 0) return strict ? 1 : -1;
  return place_of_float(width, bits_of_number(width, bound)) + (strict ? 1 : 0);
}
static gint64 place_to(guint width, double bound, gboolean strict) {
  if (bound == 0) return strict ? -2 : 0;
  return place_of_float(width, bits_of_number(width, bound)) - (strict ? 1 : 0);
}

/* a <= b, or a < b. */
static void keep_number_order(Spans *s, const Node *a, const Node *b, gboolean strict) {
  const guint width = a->term->width;
  const gint64 least = place_from(width, -INFINITY, FALSE), greatest = place_to(width, INFINITY, FALSE);
  if (a->leaf && leaf_at(s, a->leaf - 1)->is_float && b->number.low <= b->number.high)
    keep_places(s, a, least, place_to(width, b->number.high, strict));
  if (b->leaf && leaf_at(s, b->leaf - 1)->is_float && a->number.low <= a->number.high)
    keep_places(s, b, place_from(width, a->number.low, strict), greatest);
}

static void narrow_numbers(Spans *s, const Term *t, gboolean want) {
  const Node *a = node_of(s, t->args[0]), *b = node_of(s, t->args[1]);
  if (!want && (a->number.nan || b->number.nan || t->op == TERM_FEQ)) return;
  if (t->op == TERM_FEQ) {
    keep_number_order(s, a, b, FALSE);
    keep_number_order(s, b, a, FALSE);
  } else if (want) {
    keep_number_order(s, a, b, t->op == TERM_FLT);
  } else {
    keep_number_order(s, b, a, t->op == TERM_FLE);
  }
}

static gboolean is_integer_leaf(const Spans *s, const Node *n) {
  return n->leaf && !leaf_at(s, n->leaf - 1)->is_float && n->term->width > 1;
}

static void keep_signed_order(Spans *s, const Node *a, const Node *b, gboolean strict) {
  const gint64 end = strict ? 1 : 0;
  if (is_integer_leaf(s, a) && b->smax > G_MININT64) keep_places(s, a, G_MININT64, b->smax - end);
  if (is_integer_leaf(s, b) && a->smin < G_MAXINT64) keep_places(s, b, a->smin + end, G_MAXINT64);
}

/* Unsigned numbers from umin to umax are a piece of the places if they are on one side of the sign. */
static void keep_unsigned(Spans *s, const Node *n, guint64 umin, guint64 umax) {
  const guint width = n->term->width;
  const guint64 half = term_mask(width) / 2 + 1;
  if (is_integer_leaf(s, n) && (umax < half || umin >= half))
    keep_places(s, n, term_signed(umin, width), term_signed(umax, width));
}

static void keep_unsigned_order(Spans *s, const Node *a, const Node *b) {
  keep_unsigned(s, a, a->term->umin, b->term->umax);
  keep_unsigned(s, b, a->term->umin, b->term->umax);
}

static void narrow_integers(Spans *s, const Term *t, gboolean want) {
  const Node *a = node_of(s, t->args[0]), *b = node_of(s, t->args[1]);
  const gboolean strict = t->op == TERM_SLT;
  if (t->op == TERM_EQ && want) {
    keep_signed_order(s, a, b, FALSE);
    keep_signed_order(s, b, a, FALSE);
  } else if (t->op == TERM_SLT || t->op == TERM_SLE) {
    if (want)
      keep_signed_order(s, a, b, strict);
    else
      keep_signed_order(s, b, a, !strict);
  } else if (t->op == TERM_ULT || t->op == TERM_ULE) {
    keep_unsigned_order(s, want ? a : b, want ? b : a);
  }
}

static void narrow_by(Spans *s, const Term *t, gboolean want);

/* One of the arguments has to have the wanted value: that is known where only one can. */
static void narrow_by_one(Spans *s, const Term *t, gboolean want) {
  const Term *only = NULL;
  for (guint i = 0; i < t->n_args; i++) {
    const Term *a = t->args[i];
    if (want ? a->umax == 0 : a->umin == 1) continue;
    if (only) return;
    only = a;
  }
  if (only) narrow_by(s, only, want);
}

static void narrow_choice(Spans *s, const Term *t, gboolean want) {
  for (guint i = 1; i <= 2; i++) { /* if the other cannot have the value, this one is chosen */
    const Term *other = t->args[3 - i];
    if (want ? other->umax : !other->umin) continue;
    narrow_by(s, t->args[0], i == 1);
    narrow_by(s, t->args[i], want);
  }
}

static void narrow_by(Spans *s, const Term *t, gboolean want) {
  Node *n = node_of(s, t);
  if (n->wanted & 1 << want) return;
  n->wanted |= (guint8)(1 << want);
  if (n->leaf) {
    keep_places(s, n, want, want);
  } else if (t->op == TERM_AND || t->op == TERM_OR) {
    if ((t->op == TERM_AND) != want)
      narrow_by_one(s, t, want);
    else
      for (guint i = 0; i < t->n_args; i++) narrow_by(s, t->args[i], want);
  } else if (t->op == TERM_NOT) {
    narrow_by(s, t->args[0], !want);
  } else if (t->op == TERM_ITE) {
    narrow_choice(s, t, want);
  } else if (t->op >= TERM_EQ && t->op <= TERM_SLE && t->args[0]->width > 1) {
    narrow_integers(s, t, want);
  } else if (t->op == TERM_FEQ || t->op == TERM_FLT || t->op == TERM_FLE) {
    narrow_numbers(s, t, want);
  }
}

gboolean spans_narrow(Spans *s, gboolean *empty) {
  Leaf *before = g_memdup2(s->leaves->data, s->leaves->len * sizeof(Leaf));
  gboolean changed = FALSE;
  for (guint i = 0; i < s->order->len; i++) s->nodes[i].wanted = 0;
  for (guint i = 0; i < s->n_formulas; i++) narrow_by(s, s->nodes[s->formulas[i]].term, TRUE);
  *empty = FALSE;
  for (guint i = 0; i < s->leaves->len; i++) {
    const Leaf *leaf = leaf_at(s, i);
    changed |= leaf->low != before[i].low || leaf->high != before[i].high;
    *empty |= leaf->low > leaf->high;
  }
  g_free(before);
  return changed;
}
