/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Spaces: which terms are dimensions, how their bits are read, and linear relations written as terms. */
#include "base/limits.h"
#include "symex/invariant/linear.h"

/* ---- readings ---- */

static void vote(const Space *s, const Term *t, int sign, int *votes, guint depth) {
  guint at = GPOINTER_TO_UINT(g_hash_table_lookup(s->index, t));
  if (at) votes[at - 1] += sign;
  if (at || depth == limits.poly_vote_depth) return;
  guint from = t->op == TERM_ITE ? 1 : 0;
  if (t->op == TERM_ITE || t->op == TERM_ADD || t->op == TERM_SUB || t->op == TERM_MUL)
    for (guint i = from; i < t->n_args; i++) vote(s, t->args[i], sign, votes, depth + 1);
}

static int sign_of(TermOp op) {
  switch (op) {
  case TERM_ULT:
  case TERM_ULE:
  case TERM_UDIV:
  case TERM_UREM:
  case TERM_LSHR:
  case TERM_ZEXT: return -1;
  case TERM_SLT:
  case TERM_SLE:
  case TERM_SDIV:
  case TERM_SREM:
  case TERM_ASHR:
  case TERM_SEXT: return 1;
  default: return 0;
  }
}

Space *space_new(const GPtrArray *leaves, const GPtrArray *readers, gboolean signed_by_default) {
  g_assert(leaves->len <= POLY_DIMS);
  Space *s = g_new0(Space, 1);
  int votes[POLY_DIMS] = {0};
  s->index = g_hash_table_new(NULL, NULL);
  for (s->n = 0; s->n < leaves->len; s->n++) {
    s->leaf[s->n] = (const Term *)leaves->pdata[s->n];
    g_hash_table_insert(s->index, leaves->pdata[s->n], GUINT_TO_POINTER(s->n + 1));
  }
  GPtrArray *nodes = term_postorder((const Term *const *)readers->pdata, readers->len);
  for (guint i = 0; i < nodes->len; i++) {
    const Term *t = (const Term *)nodes->pdata[i];
    int sign = sign_of((TermOp)t->op);
    for (guint j = 0; sign && j < t->n_args; j++) vote(s, t->args[j], sign, votes, 0);
  }
  g_ptr_array_unref(nodes);
  for (guint i = 0; i < s->n; i++)
    s->is_signed[i] = s->leaf[i]->width > 1 && (votes[i] ? votes[i] > 0 : signed_by_default);
  return s;
}

void space_free(Space *s) {
  if (!s) return;
  g_hash_table_unref(s->index);
  g_free(s);
}

Poly *space_poly(const Space *s) {
  Poly *p = poly_new(s->n, FALSE);
  for (guint i = 0; i < s->n; i++) {
    Linear low = linear_dimension(i), high = {0};
    linear_add(&high, &low, -1);
    low.constant = -least_of(s->leaf[i]->width, s->is_signed[i]);
    high.constant = greatest_of(s->leaf[i]->width, s->is_signed[i]);
    poly_constrain(p, &low, FALSE);
    poly_constrain(p, &high, FALSE);
  }
  return p;
}

/* ---- relations as terms ---- */

static Wide size_of(Wide k) { return k < 0 ? -k : k; }

/* The width in which no part of the form wraps when signed; 0: more than 64. */
static guint width_for(const Space *s, const Linear *form) {
  Wide sum = size_of(form->constant), limit = (Wide)1 << 63;
  for (guint i = 0; i < s->n; i++) {
    if (size_of(form->k[i]) >= limit) return 0;
    sum += size_of(form->k[i]) << MIN(s->leaf[i]->width, 63);
    if (form->k[i] && s->leaf[i]->width == 64) return 0;
    if (sum >= limit) return 0;
  }
  guint width = 2;
  while (((Wide)1 << (width - 1)) <= sum) width++;
  return width;
}

static const Term *as_bits(const Term *leaf) {
  return leaf->width == 1 ? term_ite(leaf, term_const(2, 1), term_const(2, 0)) : leaf;
}

static const Term *extended(const Space *s, guint i, guint width) {
  const Term *t = as_bits(s->leaf[i]);
  return width <= t->width ? term_extract(t, 0, width)
         : s->is_signed[i] ? term_sext(t, width)
                           : term_zext(t, width);
}

/* The part of the form with positive (sign 1) or negative (-1) coefficients, made positive. */
static const Term *half(const Space *s, const Linear *form, guint width, int sign) {
  const Term *sum = term_const(width, form->constant * sign > 0 ? (guint64)(form->constant * sign) : 0);
  for (guint i = 0; i < s->n; i++) {
    Wide k = form->k[i] * sign;
    if (k <= 0) continue;
    const Term *t = extended(s, i, width);
    if (k != 1) t = term_binary(TERM_MUL, t, term_const(width, (guint64)k));
    sum = term_is_const(sum) && sum->param == 0 ? t : term_binary(TERM_ADD, sum, t);
  }
  return sum;
}

const Term *space_value(const Space *s, const Linear *form) {
  guint width = width_for(s, form);
  return width ? term_binary(TERM_SUB, half(s, form, width, 1), half(s, form, width, -1)) : NULL;
}

const Term *space_wrapped(const Space *s, const Linear *form) {
  guint width = 2;
  for (guint i = 0; i < s->n; i++)
    if (form->k[i]) width = MAX(width, s->leaf[i]->width);
  return term_binary(TERM_SUB, half(s, form, width, 1), half(s, form, width, -1));
}

const Term *space_congruence(const Space *s, const Linear *form) {
  guint width = 0;
  for (guint i = 0; i < s->n; i++) {
    if (!form->k[i]) continue;
    if (width && width != s->leaf[i]->width) return NULL;
    width = s->leaf[i]->width;
  }
  if (width < 2) return NULL;
  return term_eq(half(s, form, width, 1), half(s, form, width, -1));
}

static const Term *bound_term(const Space *s, guint i, const LinearConstraint *c) {
  const Term *t = as_bits(s->leaf[i]);
  Wide k = c->form.k[i], constant = c->form.constant;
  guint width = s->leaf[i]->width;
  Wide low = least_of(width, s->is_signed[i]), high = greatest_of(width, s->is_signed[i]);
  TermOp op = s->is_signed[i] ? TERM_SLE : TERM_ULE;
  if (c->equality && constant % k) return NULL;
  Wide at = k > 0 ? -wide_floor(constant, k) : wide_floor(constant, -k);
  if (at < low || at > high) return NULL;
  const Term *number = term_const(t->width, (guint64)at);
  if (c->equality) return term_eq(t, number);
  if (k > 0) return at == low ? NULL : term_binary(op, number, t);
  return at == high ? NULL : term_binary(op, t, number);
}

static const Term *relation(const Space *s, const LinearConstraint *c, guint least_width) {
  guint n = 0, first = 0, last = 0;
  for (guint i = 0; i < s->n; i++) {
    if (!c->form.k[i]) continue;
    if (!n++) first = i;
    last = i;
  }
  if (!n) return NULL;
  if (n == 1) return bound_term(s, first, c);
  gboolean plain = n == 2 && !c->form.constant && c->form.k[first] + c->form.k[last] == 0 &&
                   size_of(c->form.k[first]) == 1 && s->leaf[first]->width == s->leaf[last]->width &&
                   s->leaf[first]->width > 1 && s->is_signed[first] == s->is_signed[last];
  guint width = plain ? s->leaf[first]->width : width_for(s, &c->form);
  if (!width) return NULL;
  if (!plain) width = MAX(width, least_width);
  const Term *more = half(s, &c->form, width, 1), *less = half(s, &c->form, width, -1);
  if (c->equality) return term_eq(less, more);
  return term_binary(plain && !s->is_signed[first] ? TERM_ULE : TERM_SLE, less, more);
}

const Term *space_term(const Space *s, const LinearConstraint *c) { return relation(s, c, 2); }

const Term *space_relation(const Space *s, const LinearConstraint *c) {
  LinearConstraint weaker = *c;
  const Term *t = relation(s, c, 64);
  if (!t || t->op != TERM_SLE || t->args[0]->width < 64 || c->form.constant != -1) return t;
  weaker.form.constant = 0; /* a + 1 <= b is a < b */
  const Term *le = relation(s, &weaker, 64);
  if (!le || (le->op != TERM_SLE && le->op != TERM_ULE)) return t;
  return term_binary(le->op == TERM_SLE ? TERM_SLT : TERM_ULT, le->args[0], le->args[1]);
}
