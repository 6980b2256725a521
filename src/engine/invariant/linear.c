/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Terms as linear forms, case by case.
 *
 * A case takes some Booleans for decided (at first only the condition).  Working out what they say of the
 * dimensions may need another one: then there are two cases in its place, each worked out from the start. Of
 * a Boolean that the last permitted case would need, and of operations that are not linear, only the range of
 * the value is known: it is a dimension of its own. */
#include "engine/invariant/linear.h"
#include "formula/interval.h"

#define MAX_CASES 16
#define MAX_DEPTH 400 /* deeper terms are not looked into */
#define MAX_FRESH 8   /* dimensions for what is not linear */
#define MAX_ATOM 200  /* nodes of a comparison */
#define MAX_FACTOR ((Wide)1 << 40)

typedef struct {
  const Term *term;
  gboolean value;
} Decision;

typedef struct {
  const Space *space;
  Poly *poly;
  GHashTable *decided; /* Term* to 1 (false) or 2 (true) */
  GPtrArray *atoms;    /* Term*: decided comparisons */
  GHashTable *forms;   /* Term* to Linear*; NULL: not linear */
  GHashTable *fresh;   /* Term* to its dimension + 1 */
  gboolean may_split;
  const Term *wanted; /* the Boolean to split on */
  gboolean impossible;
} Case;

/* ---- decisions ---- */

static int decision(const Case *c, const Term *t) {
  if (term_is_const(t)) return t->param ? 1 : 0;
  if (t->op == TERM_NOT) {
    int d = decision(c, t->args[0]);
    return d < 0 ? d : !d;
  }
  return GPOINTER_TO_INT(g_hash_table_lookup(c->decided, t)) - 1;
}

/* TRUE: the case is to be split. */
static gboolean want(Case *c, const Term *t) {
  if (!c->may_split || decision(c, t) >= 0) return FALSE;
  if (!c->wanted) c->wanted = t->op == TERM_NOT ? t->args[0] : t;
  return TRUE;
}

static void push(GArray *todo, const Term *t, gboolean value) {
  Decision d = {t, value};
  g_array_append_val(todo, d);
}

/* A disjunction (value: of the arguments' truth) of which something must hold. */
static void decide_some(Case *c, const Term *t, gboolean value, GArray *todo) {
  const Term *open = NULL;
  guint n_open = 0;
  for (guint i = 0; i < t->n_args; i++) {
    int d = decision(c, t->args[i]);
    if (d == value) return;
    if (d < 0 && !n_open++) open = t->args[i];
  }
  if (n_open == 0) c->impossible = TRUE;
  if (n_open == 1) push(todo, open, value);
  if (n_open > 1) want(c, open);
}

static void decide_either(Case *c, const Term *t, gboolean value, GArray *todo) {
  if (t->op == TERM_ITE) {
    int d = decision(c, t->args[0]);
    if (d >= 0)
      push(todo, t->args[d ? 1 : 2], value);
    else
      want(c, t->args[0]);
    return;
  }
  gboolean same = (t->op == TERM_EQ) == value; /* else XOR */
  for (guint i = 0; i < 2; i++) {
    int d = decision(c, t->args[i]);
    if (d < 0) continue;
    push(todo, t->args[1 - i], same ? d : !d);
    return;
  }
  want(c, t->args[0]);
}

static void decide(Case *c, const Term *t, gboolean value) {
  GArray *todo = g_array_new(FALSE, FALSE, sizeof(Decision));
  push(todo, t, value);
  while (todo->len && !c->impossible) {
    Decision d = g_array_index(todo, Decision, todo->len - 1);
    g_array_set_size(todo, todo->len - 1);
    int known = decision(c, d.term);
    if (known >= 0 && known != d.value) c->impossible = TRUE;
    if (d.term->op == TERM_NOT) {
      push(todo, d.term->args[0], !d.value);
      continue;
    }
    gboolean again = known >= 0;
    g_hash_table_insert(c->decided, (gpointer)d.term, GINT_TO_POINTER(d.value + 1));
    gboolean all = (d.term->op == TERM_AND) == d.value;
    if (d.term->op == TERM_AND || d.term->op == TERM_OR) {
      if (!all) decide_some(c, d.term, d.value, todo);
      for (guint i = 0; all && !again && i < d.term->n_args; i++) push(todo, d.term->args[i], d.value);
    } else if (d.term->op == TERM_ITE || d.term->op == TERM_XOR ||
               (d.term->op == TERM_EQ && d.term->args[0]->width == 1)) {
      decide_either(c, d.term, d.value, todo);
    } else if (!again && !term_is_const(d.term)) {
      g_ptr_array_add(c->atoms, (gpointer)d.term);
    }
  }
  g_array_unref(todo);
}

/* ---- readings ---- */

/* The number that is meant by the form, of those congruent to it; FALSE: the polyhedron does not tell. */
static gboolean read_form(Case *c, Linear *form, guint width, gboolean is_signed) {
  Wide least, greatest, modulus = (Wide)1 << width, base = least_of(width, is_signed);
  poly_bounds(c->poly, form, &least, &greatest);
  if (least <= -WIDE_LIMIT || greatest >= WIDE_LIMIT) return FALSE;
  Wide turns = wide_floor(least - base, modulus);
  if (least > greatest || turns != wide_floor(greatest - base, modulus)) return FALSE;
  form->constant -= turns * modulus;
  return TRUE;
}

static gboolean form_of(Case *c, const Term *t, Linear *form);

/* As read_form(); a term of unknown sign is split into the two. */
static gboolean number_of(Case *c, const Term *t, gboolean is_signed, Linear *form) {
  if (!form_of(c, t, form)) return FALSE;
  if (read_form(c, form, t->width, is_signed)) return TRUE;
  Linear other = *form;
  if (t->width > 1 && read_form(c, &other, t->width, !is_signed))
    want(c, term_binary(TERM_SLT, t, term_const(t->width, 0)));
  return FALSE;
}

static void at_least(Case *c, const Linear *a, const Linear *b, Wide margin) { /* a >= b + margin */
  Linear difference = *a;
  if (!linear_add(&difference, b, -1)) return;
  difference.constant -= margin;
  poly_constrain(c->poly, &difference, FALSE);
}

static void within(Case *c, const Linear *a, Wide low, Wide high) {
  Linear l = linear_constant(low), h = linear_constant(high);
  at_least(c, a, &l, 0);
  at_least(c, &h, a, 0);
}

/* ---- forms ---- */

/* A dimension of which only a range is known. */
static gboolean fresh_form(Case *c, const Term *t, Wide low, Wide high, Linear *form) {
  guint at = GPOINTER_TO_UINT(g_hash_table_lookup(c->fresh, t));
  if (!at) {
    guint n = poly_dimensions(c->poly);
    if (g_hash_table_size(c->fresh) >= MAX_FRESH || n >= POLY_DIMS) return FALSE;
    poly_add_dimensions(c->poly, 1);
    g_hash_table_insert(c->fresh, (gpointer)t, GUINT_TO_POINTER(at = n + 1));
    *form = linear_dimension(n);
    within(c, form, low, high);
  }
  *form = linear_dimension(at - 1);
  return TRUE;
}

static gboolean opaque_form(Case *c, const Term *t, Linear *form) {
  gint64 smin, smax;
  term_signed_range(t, &smin, &smax);
  if (t->umin > 0 || t->umax < term_mask(t->width)) return fresh_form(c, t, t->umin, t->umax, form);
  return fresh_form(c, t, smin, smax, form);
}

/* Dividend = divisor * quotient + remainder, for a constant divisor and a dividend that is not negative. */
static gboolean division_form(Case *c, const Term *t, Wide divisor, gboolean is_signed, gboolean remainder,
                              Linear *form) {
  Linear x, rest;
  Wide least, greatest;
  if (divisor <= 0 || divisor >= MAX_FACTOR || !number_of(c, t->args[0], is_signed, &x))
    return opaque_form(c, t, form);
  poly_bounds(c->poly, &x, &least, &greatest);
  if (least < 0) return opaque_form(c, t, form);
  if (remainder && greatest < divisor) return *form = x, TRUE;
  if (!fresh_form(c, t, 0, remainder ? divisor - 1 : wide_floor(greatest, divisor), form)) return FALSE;
  rest = x; /* what is left of the dividend */
  if (!linear_add(&rest, form, remainder ? -1 : -divisor)) return TRUE;
  within(c, &rest, 0, remainder ? greatest : divisor - 1);
  return TRUE;
}

/* A mask of low bits keeps the remainder; any other can only make smaller. */
static gboolean mask_form(Case *c, const Term *t, Linear *form) {
  const Term *mask = term_is_const(t->args[0]) ? t->args[0] : t->args[1];
  const Term *other = mask == t->args[0] ? t->args[1] : t->args[0];
  Linear x;
  if (!term_is_const(mask) || !number_of(c, other, FALSE, &x)) return opaque_form(c, t, form);
  if (!fresh_form(c, t, 0, mask->param, form)) return FALSE;
  at_least(c, &x, form, 0);
  return TRUE;
}

static gboolean scaled(Case *c, const Term *t, Wide factor, Linear *form) {
  Linear x, sum = {0};
  if (factor > MAX_FACTOR || factor < -MAX_FACTOR || !form_of(c, t, &x) || !linear_add(&sum, &x, factor))
    return FALSE;
  *form = sum;
  return TRUE;
}

static gboolean sum_form(Case *c, const Term *t, Linear *form) {
  Linear b;
  return form_of(c, t->args[0], form) && form_of(c, t->args[1], &b) &&
         linear_add(form, &b, t->op == TERM_ADD ? 1 : -1);
}

static gboolean product_form(Case *c, const Term *t, Linear *form) {
  for (guint i = 0; i < 2; i++) {
    const Term *k = t->args[i];
    if (term_is_const(k)) return scaled(c, t->args[1 - i], term_signed(k->param, k->width), form);
  }
  return opaque_form(c, t, form);
}

static gboolean extended_form(Case *c, const Term *t, Linear *form) {
  if (number_of(c, t->args[0], t->op == TERM_SEXT, form)) return TRUE;
  return !c->wanted && opaque_form(c, t, form);
}

static gboolean choice_form(Case *c, const Term *t, Linear *form) {
  int d = decision(c, t->args[0]);
  if (d >= 0) return form_of(c, t->args[d ? 1 : 2], form);
  return !want(c, t->args[0]) && opaque_form(c, t, form);
}

static gboolean truth_form(Case *c, const Term *t, Linear *form) {
  int d = decision(c, t);
  *form = linear_constant(d == 1);
  if (d >= 0) return TRUE;
  return !want(c, t) && fresh_form(c, t, 0, 1, form);
}

static gboolean shift_by(const Term *t, guint *by) {
  if (!term_is_const(t->args[1]) || t->args[1]->param >= t->width) return FALSE;
  *by = (guint)t->args[1]->param;
  return TRUE;
}

static gboolean new_form(Case *c, const Term *t, Linear *form) {
  guint by = 0;
  gboolean by_constant = t->n_args == 2 && term_is_const(t->args[1]);
  if (t->width == 1) return truth_form(c, t, form);
  if (t->depth > MAX_DEPTH) return opaque_form(c, t, form);
  switch ((TermOp)t->op) {
  case TERM_CONST: return *form = linear_constant(term_signed(t->param, t->width)), TRUE;
  case TERM_ADD:
  case TERM_SUB: return sum_form(c, t, form) || opaque_form(c, t, form);
  case TERM_MUL: return product_form(c, t, form);
  case TERM_SHL:
    return shift_by(t, &by) ? scaled(c, t->args[0], (Wide)1 << by, form) : opaque_form(c, t, form);
  case TERM_NOT:
    if (!scaled(c, t->args[0], -1, form)) return FALSE;
    form->constant--;
    return TRUE;
  case TERM_EXTRACT: return t->param == 0 ? form_of(c, t->args[0], form) : opaque_form(c, t, form);
  case TERM_ZEXT:
  case TERM_SEXT: return extended_form(c, t, form);
  case TERM_ITE: return choice_form(c, t, form);
  case TERM_AND: return mask_form(c, t, form);
  case TERM_LSHR:
    return shift_by(t, &by) ? division_form(c, t, (Wide)1 << by, FALSE, FALSE, form)
                            : opaque_form(c, t, form);
  case TERM_UDIV:
  case TERM_UREM:
    return division_form(c, t, by_constant ? (Wide)t->args[1]->param : 0, FALSE, t->op == TERM_UREM, form);
  case TERM_SDIV:
  case TERM_SREM:
    return division_form(c, t, by_constant ? term_signed(t->args[1]->param, t->width) : 0, TRUE,
                         t->op == TERM_SREM, form);
  default: return opaque_form(c, t, form);
  }
}

/* A form congruent to t modulo two to its width. */
static gboolean form_of(Case *c, const Term *t, Linear *form) {
  guint at = GPOINTER_TO_UINT(g_hash_table_lookup(c->space->index, t));
  if (at) return *form = linear_dimension(at - 1), TRUE;
  gpointer known;
  if (g_hash_table_lookup_extended(c->forms, t, NULL, &known)) {
    if (known) *form = *(Linear *)known;
    return known != NULL;
  }
  gboolean found = new_form(c, t, form);
  if (!c->wanted) g_hash_table_insert(c->forms, (gpointer)t, found ? g_memdup2(form, sizeof *form) : NULL);
  return found;
}

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
    if (!read_form(c, &number, x->width, is_signed)) continue;
    poly_bounds(c->poly, &number, &least, &greatest);
    Hull h = hull_of_set(set, x->width, is_signed, least, greatest);
    if (!h.pieces) c->impossible = TRUE;
    if (h.pieces) within(c, &number, h.low, h.high);
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
    if (least == first) at_least(c, &difference, &zero, 1);
    if (greatest == first) at_least(c, &zero, &difference, 1);
  } else {
    guint at = GPOINTER_TO_UINT(g_hash_table_lookup(c->space->index, a));
    gboolean is_signed = at ? c->space->is_signed[at - 1] : TRUE;
    want(c, term_binary(is_signed ? TERM_SLT : TERM_ULT, a, b));
  }
  return TRUE;
}

/* An index below a bound that is itself not large is not negative, whatever its sign was. */
static gboolean constrain_below(Case *c, const Term *a, const Term *b, Wide margin) {
  Linear low, high, zero = linear_constant(0);
  Wide least, greatest;
  if (!form_of(c, a, &low) || !read_form(c, &low, a->width, TRUE)) return FALSE;
  if (!form_of(c, b, &high) || !read_form(c, &high, b->width, FALSE)) return FALSE;
  poly_bounds(c->poly, &high, &least, &greatest);
  if (greatest > greatest_of(a->width, TRUE)) return FALSE;
  at_least(c, &low, &zero, 0);
  at_least(c, &high, &low, margin);
  return TRUE;
}

static gboolean constrain_order(Case *c, const Term *t, gboolean value) {
  gboolean is_signed = t->op == TERM_SLT || t->op == TERM_SLE;
  gboolean strict = (t->op == TERM_SLT || t->op == TERM_ULT) == value;
  const Term *a = t->args[value ? 0 : 1], *b = t->args[value ? 1 : 0];
  Linear low, high;
  if (!is_signed && constrain_below(c, a, b, strict)) return TRUE;
  if (!number_of(c, a, is_signed, &low) || !number_of(c, b, is_signed, &high)) return FALSE;
  at_least(c, &high, &low, strict);
  return TRUE;
}

/* FALSE: nothing could be said of it yet. */
static gboolean constrain(Case *c, const Term *t) {
  gboolean value = decision(c, t) == 1;
  const Term *x;
  IntervalSet set;
  guint at = GPOINTER_TO_UINT(g_hash_table_lookup(c->space->index, t));
  if (at) {
    Linear leaf = linear_dimension(at - 1);
    within(c, &leaf, value, value);
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
  if (term_dag_size(t, MAX_ATOM) >= MAX_ATOM) return FALSE;
  GPtrArray *nodes = term_postorder(&t, 1);
  gboolean found = FALSE;
  for (guint i = 0; i < nodes->len && !found; i++)
    found = g_hash_table_contains(c->space->index, nodes->pdata[i]) ||
            g_hash_table_contains(c->fresh, nodes->pdata[i]);
  g_ptr_array_unref(nodes);
  return found;
}

/* Twice: what one says may tell how to read another. */
static void constrain_all(Case *c) {
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
    decide(c, d->term, d->value);
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
    known[i] = values[i] && number_of(c, values[i], s->is_signed[i], &forms[i]);
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
      within(c, &value, least_of(s->leaf[i]->width, s->is_signed[i]),
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
    if (!t->n_args || t->width == 1 || !new_form(c, t, &form)) continue;
    if (read_form(c, &form, t->width, c->space->is_signed[i]) && linear_add(&form, &leaf, -1))
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
    push(more, on, value);
    g_ptr_array_add(pending, more);
  }
}

GPtrArray *linear_step(const Space *s, const Poly *from, const Term *condition, const Term *const *values,
                       gboolean defined, gint64 deadline) {
  GPtrArray *found = g_ptr_array_new_with_free_func((GDestroyNotify)poly_free);
  GPtrArray *pending = g_ptr_array_new();
  GArray *given = g_array_new(FALSE, FALSE, sizeof(Decision));
  gboolean late = FALSE;
  push(given, condition, TRUE);
  g_ptr_array_add(pending, given);
  while (pending->len) {
    given = (GArray *)g_ptr_array_remove_index(pending, pending->len - 1);
    late = late || poly_failed() || (deadline && g_get_monotonic_time() > deadline);
    if (!late) {
      Case c;
      case_begin(&c, s, from, given, found->len + pending->len + 2 <= MAX_CASES);
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
