/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Splitting over conditions, and polynomials modulo powers of two. */
#include "summary/differ.h"
#include "base/limits.h"

enum { DEGREE = 4, MONOMIALS = 64 };

/* coefficient * factors[0] * ..: factors by increasing id, NULL behind the last. */
typedef struct {
  guint64 coefficient;
  const Term *factors[DEGREE];
} Monomial;

typedef struct {
  Monomial of[MONOMIALS];
  guint n;
  gboolean too_large;
} Polynomial;

/* ---- polynomials ---- */

static gboolean same_factors(const Monomial *a, const Monomial *b) {
  for (guint i = 0; i < DEGREE; i++)
    if (a->factors[i] != b->factors[i]) return FALSE;
  return TRUE;
}

static void add_monomial(Polynomial *p, const Monomial *m) {
  for (guint i = 0; i < p->n; i++)
    if (same_factors(&p->of[i], m)) {
      p->of[i].coefficient += m->coefficient;
      return;
    }
  if (p->n == MONOMIALS)
    p->too_large = TRUE;
  else
    p->of[p->n++] = *m;
}

/* FALSE: the degree gets too high. */
static gboolean multiply_factors(const Monomial *a, const Monomial *b, Monomial *product) {
  guint i = 0, k = 0, n = 0;
  *product = (Monomial){a->coefficient * b->coefficient, {NULL}};
  for (;; n++) {
    const Term *x = i < DEGREE ? a->factors[i] : NULL, *y = k < DEGREE ? b->factors[k] : NULL;
    if (!x && !y) return TRUE;
    if (n == DEGREE) return FALSE;
    gboolean first = x && (!y || x->id <= y->id);
    product->factors[n] = first ? x : y;
    if (first)
      i++;
    else
      k++;
  }
}

static void add_scaled(Polynomial *to, const Polynomial *p, guint64 scale) {
  to->too_large |= p->too_large;
  for (guint i = 0; i < p->n; i++) {
    Monomial m = p->of[i];
    m.coefficient *= scale;
    add_monomial(to, &m);
  }
}

static void add_product(Polynomial *to, const Polynomial *a, const Polynomial *b) {
  to->too_large |= a->too_large || b->too_large;
  for (guint i = 0; i < a->n; i++)
    for (guint k = 0; k < b->n && !to->too_large; k++) {
      Monomial m;
      if (multiply_factors(&a->of[i], &b->of[k], &m))
        add_monomial(to, &m);
      else
        to->too_large = TRUE;
    }
}

static Polynomial *polynomial_of(const Term *t);

static void add_operation(Polynomial *p, const Term *t) {
  g_autofree Polynomial *a = polynomial_of(t->args[0]);
  g_autofree Polynomial *b = t->n_args > 1 ? polynomial_of(t->args[1]) : NULL;
  const Monomial minus_one = {G_MAXUINT64, {NULL}};
  switch (t->op) {
  case TERM_ADD:
  case TERM_SUB:
    add_scaled(p, a, 1);
    add_scaled(p, b, t->op == TERM_ADD ? 1 : G_MAXUINT64);
    break;
  case TERM_MUL: add_product(p, a, b); break;
  case TERM_NOT: /* -x - 1 */
    add_scaled(p, a, G_MAXUINT64);
    add_monomial(p, &minus_one);
    break;
  default: add_scaled(p, a, G_GUINT64_CONSTANT(1) << t->args[1]->param); break; /* TERM_SHL */
  }
}

static Polynomial *polynomial_of(const Term *t) {
  Polynomial *p = g_new0(Polynomial, 1);
  const gboolean shift = t->op == TERM_SHL && term_is_const(t->args[1]) && t->args[1]->param < t->width;
  if (t->op == TERM_ADD || t->op == TERM_SUB || t->op == TERM_MUL || t->op == TERM_NOT || shift) {
    add_operation(p, t);
    return p;
  }
  const Monomial m = {term_is_const(t) ? t->param : 1, {term_is_const(t) ? NULL : t}};
  add_monomial(p, &m);
  return p;
}

static gboolean same_polynomial(const Term *a, const Term *b) {
  g_autofree Polynomial *p = polynomial_of(a), *q = polynomial_of(b);
  add_scaled(p, q, G_MAXUINT64);
  gboolean same = !p->too_large;
  for (guint i = 0; i < p->n; i++) same &= (p->of[i].coefficient & term_mask(a->width)) == 0;
  return same;
}

/* ---- cases ---- */

/* A condition that decides between values somewhere below, with no such decision below itself. */
static const Term *a_condition(const Term *a, const Term *b) {
  const Term *roots[] = {a, b};
  g_autoptr(GPtrArray) nodes = term_postorder(roots, 2);
  for (guint i = 0; i < nodes->len; i++) {
    const Term *t = nodes->pdata[i];
    if (t->op == TERM_ITE && t->width > 1) return t->args[0];
  }
  return NULL;
}

/* What t is under the condition, or under its negation.  Where it says what an input is, that is it. */
static const Term *with(const Term *t, const Term *condition, gboolean value) {
  g_autoptr(GHashTable) map = g_hash_table_new(NULL, NULL);
  for (guint i = 0; i < 2 && condition->op == TERM_EQ && value; i++)
    if (condition->args[i]->op == TERM_INPUT && term_is_const(condition->args[1 - i]))
      g_hash_table_insert(map, (gpointer)condition->args[i], (gpointer)condition->args[1 - i]);
  g_hash_table_insert(map, (gpointer)condition, (gpointer)term_bool(value));
  return term_substitute(t, map);
}

typedef struct {
  guint cases; /* that may still be told apart */
  gboolean coarse;
} Splitting;

static const Term *split(const Term *a, const Term *b, Splitting *s) {
  if (a == b) return term_bool(FALSE);
  const Term *c = s->cases > 0 ? a_condition(a, b) : NULL;
  if (!c && same_polynomial(a, b)) return term_bool(FALSE);
  if (!c) return s->coarse ? term_bool(TRUE) : term_not(term_eq(a, b));
  s->cases--;
  const Term *yes = split(with(a, c, TRUE), with(b, c, TRUE), s);
  const Term *no = split(with(a, c, FALSE), with(b, c, FALSE), s);
  return term_ite(c, yes, no);
}

const Term *term_differ(const Term *a, const Term *b, gboolean coarse) {
  Splitting s = {limits.summary_cases, coarse};
  if (a->width == 1) return term_not(term_eq(a, b));
  return split(a, b, &s);
}
