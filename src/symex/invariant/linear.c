/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps, case by case.
 *
 * A case takes some Booleans for decided (at first only the condition).  Working out what they say of the
 * dimensions may need another one: then there are two cases in its place, each worked out from the start. Of
 * a Boolean that the last permitted case would need, and of operations that are not linear, only the range of
 * the value is known: it is a dimension of its own. */
#include "symex/invariant/case.h"
#include "base/deadline.h"
#include "base/limits.h"
#include "formula/interval.h"

/* ---- comparisons ---- */

/* The numbers between two of a reading; low > high: none. */
typedef struct {
  Wide low, high;
  guint pieces; /* that these are the hull of */
} Hull;

static void add_piece(Hull *h, Wide low, Wide high, Wide least, Wide greatest) {
  low = MAX(low, least);
  high = MIN(high, greatest);
  if (low > high) return;
  h->low = MIN(h->low, low);
  h->high = MAX(h->high, high);
  h->pieces++;
}

/* What a set has between the least and the greatest number that are possible. */
static Hull hull_of_set(const IntervalSet *set, guint width, gboolean is_signed, Wide least, Wide greatest) {
  Hull h = {WIDE_LIMIT, -WIDE_LIMIT, 0};
  Wide half = (Wide)1 << (width - 1), modulus = is_signed ? 2 * half : 0;
  for (guint i = 0; i < set->n; i++) {
    Wide low = set->pieces[i].low, high = set->pieces[i].high;
    gboolean across = is_signed && low < half && high >= half; /* the largest number */
    if (across) add_piece(&h, low, half - 1, least, greatest);
    if (across) low = half;
    add_piece(&h, low < half ? low : low - modulus, high < half ? high : high - modulus, least, greatest);
  }
  return h;
}

/* Membership of a term in a set: what it says in a reading that the form has.  FALSE also when the set has
 * gaps there: more may be said when the range is known better. */
static gboolean constrain_to_set(Case *c, const Term *x, const IntervalSet *set) {
  Linear form;
  Wide least, greatest;
  if (!form_of(c, x, &form)) return FALSE;
  for (int is_signed = 1; is_signed >= 0; is_signed--) {
    Linear number = form;
    if (!form_read(c, &number, x->width, is_signed)) continue;
    poly_bounds(c->poly, &number, &least, &greatest);
    Hull h = hull_of_set(set, x->width, is_signed, least, greatest);
    if (!h.pieces) c->impossible = TRUE;
    if (h.pieces) case_within(c, &number, h.low, h.high);
    return h.pieces <= 1;
  }
  return FALSE;
}

static gboolean constrain_equal(Case *c, const Term *a, const Term *b, gboolean equal) {
  Linear difference, other;
  Wide least, greatest, modulus = (Wide)1 << a->width;
  if (!form_of(c, a, &difference) || !form_of(c, b, &other) || !linear_add(&difference, &other, -1))
    return FALSE;
  poly_bounds(c->poly, &difference, &least, &greatest);
  if (least <= -WIDE_LIMIT || greatest >= WIDE_LIMIT) return FALSE;
  Wide first = -wide_floor(-least, modulus) * modulus, last = wide_floor(greatest, modulus) * modulus;
  if (first > last && equal) c->impossible = TRUE;
  if (first != last) return first > last;
  difference.constant -= first;
  if (equal) {
    poly_constrain(c->poly, &difference, TRUE);
  } else if (least == first || greatest == first) {
    Linear zero = linear_constant(0);
    if (least == first) case_at_least(c, &difference, &zero, 1);
    if (greatest == first) case_at_least(c, &zero, &difference, 1);
  } else {
    guint at = GPOINTER_TO_UINT(g_hash_table_lookup(c->space->index, a));
    gboolean is_signed = at ? c->space->is_signed[at - 1] : TRUE;
    case_want(c, term_binary(is_signed ? TERM_SLT : TERM_ULT, a, b));
  }
  return TRUE;
}

/* An index below a bound that is itself not large is not negative, whatever its sign was. */
static gboolean constrain_below(Case *c, const Term *a, const Term *b, Wide margin) {
  Linear low, high, zero = linear_constant(0);
  Wide least, greatest;
  if (!form_of(c, a, &low) || !form_read(c, &low, a->width, TRUE)) return FALSE;
  if (!form_of(c, b, &high) || !form_read(c, &high, b->width, FALSE)) return FALSE;
  poly_bounds(c->poly, &high, &least, &greatest);
  if (greatest > greatest_of(a->width, TRUE)) return FALSE;
  case_at_least(c, &low, &zero, 0);
  case_at_least(c, &high, &low, margin);
  return TRUE;
}

static gboolean constrain_order(Case *c, const Term *t, gboolean value) {
  gboolean is_signed = t->op == TERM_SLT || t->op == TERM_SLE;
  gboolean strict = (t->op == TERM_SLT || t->op == TERM_ULT) == value;
  const Term *a = t->args[value ? 0 : 1], *b = t->args[value ? 1 : 0];
  Linear low, high;
  if (!is_signed && constrain_below(c, a, b, strict)) return TRUE;
  if (!form_number(c, a, is_signed, &low) || !form_number(c, b, is_signed, &high)) return FALSE;
  case_at_least(c, &high, &low, strict);
  return TRUE;
}

/* FALSE: nothing could be said of it yet. */
static gboolean constrain(Case *c, const Term *t) {
  gboolean value = case_decision(c, t) == 1;
  const Term *x;
  IntervalSet set;
  guint at = GPOINTER_TO_UINT(g_hash_table_lookup(c->space->index, t));
  if (at) {
    Linear leaf = linear_dimension(at - 1);
    case_within(c, &leaf, value, value);
    return TRUE;
  }
  if (t->op < TERM_EQ || t->op > TERM_SLE || t->args[0]->width == 1) return TRUE;
  if (term_as_set(t, FALSE, &x, &set) && (value || interval_set_complement(&set)) &&
      (t->op != TERM_EQ || value) && constrain_to_set(c, x, &set))
    return TRUE;
  if (t->op == TERM_EQ) return constrain_equal(c, t->args[0], t->args[1], value);
  return constrain_order(c, t, value);
}

/* Is it about any dimension? */
static gboolean touches(const Case *c, const Term *t) {
  if (term_dag_size(t, limits.poly_atom_nodes) >= limits.poly_atom_nodes) return FALSE;
  GPtrArray *nodes = term_postorder(&t, 1);
  gboolean found = FALSE;
  for (guint i = 0; i < nodes->len && !found; i++)
    found = g_hash_table_contains(c->space->index, nodes->pdata[i]) ||
            g_hash_table_contains(c->fresh, nodes->pdata[i]);
  g_ptr_array_unref(nodes);
  return found;
}

static gint by_depth(gconstpointer a, gconstpointer b) {
  const Term *x = *(const Term *const *)a, *y = *(const Term *const *)b;
  return x->depth != y->depth ? (x->depth > y->depth) - (x->depth < y->depth)
                              : (x->id > y->id) - (x->id < y->id);
}

/* Twice, and what is simple first: what one says may tell how to read another.  A dividend, for one, has to
 * be known not to be negative. */
static void constrain_all(Case *c) {
  g_ptr_array_sort(c->atoms, by_depth);
  for (guint pass = 0; pass < 2; pass++) {
    guint left = 0;
    for (guint i = 0; i < c->atoms->len; i++) {
      const Term *t = (const Term *)c->atoms->pdata[i];
      gboolean done = c->impossible || c->wanted || poly_failed() || (touches(c, t) && constrain(c, t));
      if (!done) c->atoms->pdata[left++] = (gpointer)t;
    }
    g_ptr_array_set_size(c->atoms, (gint)left);
  }
}

/* ---- steps ---- */

static void case_begin(Case *c, const Space *s, const Poly *from, const GArray *given, gboolean may_split) {
  *c = (Case){.space = s, .poly = poly_copy(from), .may_split = may_split};
  c->decided = g_hash_table_new(NULL, NULL);
  c->atoms = g_ptr_array_new();
  c->forms = g_hash_table_new_full(NULL, NULL, NULL, g_free);
  c->fresh = g_hash_table_new(NULL, NULL);
  for (guint i = given->len; i-- > 0;) { /* the latest first: the others may wait for it */
    const Decision *d = &g_array_index(given, Decision, i);
    case_decide(c, d->term, d->value);
  }
}

/* Frees all but the polyhedron. */
static void case_end(Case *c) {
  g_hash_table_unref(c->decided);
  g_ptr_array_unref(c->atoms);
  g_hash_table_unref(c->forms);
  g_hash_table_unref(c->fresh);
}

/* Only the leaves and n more dimensions, of which nothing is known, remain. */
static void forget(Case *c, guint n) {
  guint to[POLY_DIMS];
  for (guint i = 0; i < POLY_DIMS; i++) to[i] = i < c->space->n ? i : G_MAXUINT;
  poly_rearrange(c->poly, to);
  poly_add_dimensions(c->poly, n);
}

static void assign(Case *c, const Term *const *values) {
  const Space *s = c->space;
  Linear forms[POLY_DIMS];
  gboolean known[POLY_DIMS] = {FALSE};
  guint n_values = 0;
  for (guint i = 0; i < s->n && !c->wanted; i++) {
    n_values += values[i] != NULL;
    known[i] = values[i] && form_number(c, values[i], s->is_signed[i], &forms[i]);
  }
  guint from = poly_dimensions(c->poly), at = from;
  if (c->wanted) return;
  if (from + n_values > POLY_DIMS) {
    forget(c, n_values);
    return;
  }
  poly_add_dimensions(c->poly, n_values);
  for (guint i = 0; i < s->n; i++) {
    if (!values[i]) continue;
    Linear value = linear_dimension(at++);
    if (known[i] && linear_add(&forms[i], &value, -1))
      poly_constrain(c->poly, &forms[i], TRUE);
    else
      case_within(c, &value, least_of(s->leaf[i]->width, s->is_signed[i]),
                  greatest_of(s->leaf[i]->width, s->is_signed[i]));
  }
  guint to[POLY_DIMS];
  for (guint i = 0; i < at; i++) to[i] = i < s->n ? i : i < from ? G_MAXUINT : i - from + s->n;
  poly_rearrange(c->poly, to);
}

/* What composed leaves are equal to. */
static void define_leaves(Case *c) {
  for (guint i = 0; i < c->space->n && !c->wanted; i++) {
    const Term *t = c->space->leaf[i];
    Linear form, leaf = linear_dimension(i);
    if (!t->n_args || t->width == 1 || !form_new(c, t, &form)) continue;
    if (form_read(c, &form, t->width, c->space->is_signed[i]) && linear_add(&form, &leaf, -1))
      poly_constrain(c->poly, &form, TRUE);
  }
}

/* NULL: impossible, or to be split first. */
static Poly *work_out(Case *c, const Term *const *values, gboolean defined) {
  Linear form;
  if (!c->impossible && !c->wanted) constrain_all(c);
  if (defined && !c->impossible && !c->wanted) define_leaves(c);
  if (!c->impossible && poly_is_empty(c->poly)) c->impossible = TRUE;
  for (guint i = 0; i < c->space->n && !c->impossible && !c->wanted; i++)
    if (values[i]) form_of(c, values[i], &form); /* brings the dimensions in that the values need */
  if (!c->impossible && !c->wanted) constrain_all(c);
  if (!c->impossible && !c->wanted) assign(c, values);
  if (!c->impossible && !c->wanted && !poly_failed() && !poly_is_empty(c->poly)) return c->poly;
  poly_free(c->poly);
  return NULL;
}

static void split(GPtrArray *pending, const GArray *given, const Term *on) {
  for (int value = 0; value < 2; value++) {
    GArray *more = g_array_new(FALSE, FALSE, sizeof(Decision));
    g_array_append_vals(more, given->data, given->len);
    case_push(more, on, value);
    g_ptr_array_add(pending, more);
  }
}

GPtrArray *linear_step(const Space *s, const Poly *from, const Term *condition, const Term *const *values,
                       gboolean defined, gint64 deadline) {
  GPtrArray *found = g_ptr_array_new_with_free_func((GDestroyNotify)poly_free);
  GPtrArray *pending = g_ptr_array_new();
  GArray *given = g_array_new(FALSE, FALSE, sizeof(Decision));
  gboolean late = FALSE;
  case_push(given, condition, TRUE);
  g_ptr_array_add(pending, given);
  while (pending->len) {
    given = (GArray *)g_ptr_array_remove_index(pending, pending->len - 1);
    late = late || poly_failed() || deadline_passed(deadline);
    if (!late) {
      Case c;
      case_begin(&c, s, from, given, found->len + pending->len + 2 <= limits.poly_cases);
      Poly *p = work_out(&c, values, defined);
      if (p) g_ptr_array_add(found, p);
      if (!p && c.wanted && !c.impossible) split(pending, given, c.wanted);
      case_end(&c);
    }
    g_array_unref(given);
  }
  g_ptr_array_unref(pending);
  if (!late) return found;
  g_ptr_array_unref(found);
  return NULL;
}
