/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Terms as linear forms.  Operations that are not linear are dimensions of their own, of which the range is
 * known, and how they lie to what they are computed from. */
#include "base/limits.h"
#include "symex/invariant/case.h"

#define MAX_FACTOR ((Wide)1 << 40)

/* ---- readings ---- */

/* The number that is meant by the form, of those congruent to it; FALSE: the polyhedron does not tell. */
gboolean form_read(Case *c, Linear *form, guint width, gboolean is_signed) {
  Wide least, greatest, modulus = (Wide)1 << width, base = least_of(width, is_signed);
  poly_bounds(c->poly, form, &least, &greatest);
  if (least <= -WIDE_LIMIT || greatest >= WIDE_LIMIT) return FALSE;
  Wide wraps = wide_floor(least - base, modulus);
  if (least > greatest || wraps != wide_floor(greatest - base, modulus)) return FALSE;
  form->constant -= wraps * modulus;
  return TRUE;
}

/* As form_read(); a term of unknown sign is split into the two. */
gboolean form_number(Case *c, const Term *t, gboolean is_signed, Linear *form) {
  if (!form_of(c, t, form)) return FALSE;
  if (form_read(c, form, t->width, is_signed)) return TRUE;
  Linear other = *form;
  if (t->width > 1 && form_read(c, &other, t->width, !is_signed))
    case_want(c, term_binary(TERM_SLT, t, term_const(t->width, 0)));
  return FALSE;
}

void case_at_least(Case *c, const Linear *a, const Linear *b, Wide margin) {
  Linear difference = *a;
  if (!linear_add(&difference, b, -1)) return;
  difference.constant -= margin;
  poly_constrain(c->poly, &difference, FALSE);
}

void case_within(Case *c, const Linear *a, Wide low, Wide high) {
  Linear l = linear_constant(low), h = linear_constant(high);
  case_at_least(c, a, &l, 0);
  case_at_least(c, &h, a, 0);
}

/* ---- forms ---- */

/* A dimension of which only a range is known. */
static gboolean fresh_form(Case *c, const Term *t, Wide low, Wide high, Linear *form) {
  guint at = GPOINTER_TO_UINT(g_hash_table_lookup(c->fresh, t));
  if (!at) {
    guint n = poly_dimensions(c->poly);
    if (g_hash_table_size(c->fresh) >= limits.poly_fresh || n >= POLY_DIMS) return FALSE;
    poly_add_dimensions(c->poly, 1);
    g_hash_table_insert(c->fresh, (gpointer)t, GUINT_TO_POINTER(at = n + 1));
    *form = linear_dimension(n);
    case_within(c, form, low, high);
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
  if (divisor <= 0 || divisor >= MAX_FACTOR || !form_number(c, t->args[0], is_signed, &x))
    return opaque_form(c, t, form);
  poly_bounds(c->poly, &x, &least, &greatest);
  if (least < 0) return opaque_form(c, t, form);
  if (remainder && greatest < divisor) return *form = x, TRUE;
  if (!fresh_form(c, t, 0, remainder ? divisor - 1 : wide_floor(greatest, divisor), form)) return FALSE;
  rest = x; /* what is left of the dividend */
  if (!linear_add(&rest, form, remainder ? -1 : -divisor)) return TRUE;
  case_within(c, &rest, 0, remainder ? greatest : divisor - 1);
  return TRUE;
}

/* A mask of low bits keeps the remainder; any other can only make smaller. */
static gboolean mask_form(Case *c, const Term *t, Linear *form) {
  const Term *mask = term_is_const(t->args[0]) ? t->args[0] : t->args[1];
  const Term *other = mask == t->args[0] ? t->args[1] : t->args[0];
  Linear x;
  if (!term_is_const(mask) || !form_number(c, other, FALSE, &x)) return opaque_form(c, t, form);
  if (!fresh_form(c, t, 0, mask->param, form)) return FALSE;
  case_at_least(c, &x, form, 0);
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
  if (form_number(c, t->args[0], t->op == TERM_SEXT, form)) return TRUE;
  return !c->wanted && opaque_form(c, t, form);
}

static gboolean choice_form(Case *c, const Term *t, Linear *form) {
  int d = case_decision(c, t->args[0]);
  if (d >= 0) return form_of(c, t->args[d ? 1 : 2], form);
  return !case_want(c, t->args[0]) && opaque_form(c, t, form);
}

static gboolean truth_form(Case *c, const Term *t, Linear *form) {
  int d = case_decision(c, t);
  *form = linear_constant(d == 1);
  if (d >= 0) return TRUE;
  return !case_want(c, t) && fresh_form(c, t, 0, 1, form);
}

static gboolean shift_by(const Term *t, guint *by) {
  if (!term_is_const(t->args[1]) || t->args[1]->param >= t->width) return FALSE;
  *by = (guint)t->args[1]->param;
  return TRUE;
}

gboolean form_new(Case *c, const Term *t, Linear *form) {
  guint by = 0;
  gboolean by_constant = t->n_args == 2 && term_is_const(t->args[1]);
  if (t->width == 1) return truth_form(c, t, form);
  if (t->depth > limits.poly_term_depth) return opaque_form(c, t, form);
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
gboolean form_of(Case *c, const Term *t, Linear *form) {
  guint at = GPOINTER_TO_UINT(g_hash_table_lookup(c->space->index, t));
  if (at) return *form = linear_dimension(at - 1), TRUE;
  gpointer known;
  if (g_hash_table_lookup_extended(c->forms, t, NULL, &known)) {
    if (known) *form = *(Linear *)known;
    return known != NULL;
  }
  gboolean found = form_new(c, t, form);
  if (!c->wanted) g_hash_table_insert(c->forms, (gpointer)t, found ? g_memdup2(form, sizeof *form) : NULL);
  return found;
}
