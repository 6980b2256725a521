/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Operations of a check, and what is asked of points. */
#include "domains/judge.h"
#include "base/limits.h"
#include "domains/against.h"
#include "domains/oracle.h"

#define MANY_CONSTRAINTS 200

static const void *element(const Trial *t, gboolean wanted, guint i) {
  return wanted && i < t->elements->len ? trial_element(t, i)->element : NULL;
}

void judge_begin(Judge *j, const Trial *t, const Check *c) {
  const Arguments *a = &properties[property_index(c->property)].arguments;
  j->trial = t;
  j->check = c;
  j->d = t->script->domain;
  j->n = t->script->n;
  j->x = element(t, a->x, c->x);
  j->y = element(t, a->y, c->y);
  j->z = element(t, a->z, c->z);
  j->p = c->p;
  j->sides[0] = j->sides[1] = (AcfConstraint){0};
  j->n_made = 0;
  j->failed = FALSE;
}

void judge_end(Judge *j) {
  while (j->n_made) j->d->free(j->d, j->made[--j->n_made]);
}

static const void *keep(Judge *j, void *made) {
  if (!made) j->failed = TRUE;
  if (made) j->made[j->n_made++] = made;
  return made;
}

const void *judge_binary(Judge *j, Binary f, const void *x, const void *y) {
  return x && y ? keep(j, f(j->d, x, y)) : NULL;
}

const void *judge_widening(Judge *j, const void *x, const void *y) {
  if (j->d->flags & ACF_WIDENING_ORDERED) y = judge_binary(j, j->d->join, x, y);
  return judge_binary(j, j->d->widening, x, y);
}

const void *judge_narrowing(Judge *j, const void *x, const void *y) {
  if (j->d->flags & ACF_NARROWING_ORDERED) y = judge_binary(j, j->d->meet, x, y);
  return judge_binary(j, j->d->narrowing, x, y);
}

const void *judge_assign(Judge *j, const void *x) {
  return x ? keep(j, j->d->assign(j->d, x, (int)j->check->v, &j->check->e)) : NULL;
}

const void *judge_project(Judge *j, const void *x) {
  return x ? keep(j, j->d->project(j->d, x, (int)j->check->v)) : NULL;
}

const void *judge_cond(Judge *j, const void *x, const AcfConstraint *c) {
  return x ? keep(j, j->d->cond(j->d, x, c)) : NULL;
}

const void *judge_from(Judge *j) { return keep(j, j->d->from_constraints(j->d, (int)j->n, &j->check->c, 1)); }

const void *judge_copy(Judge *j, const void *x) { return x ? keep(j, j->d->copy(j->d, x)) : NULL; }

const void *judge_wrap(Judge *j, const void *x) {
  const Check *c = j->check;
  return x ? keep(j, j->d->wrap(j->d, x, (int)c->v, (int)c->bits, c->is_signed)) : NULL;
}

static gboolean answer(Judge *j, int truth) {
  if (truth < 0) j->failed = TRUE;
  return truth > 0;
}

gboolean judge_leq(Judge *j, const void *x, const void *y) {
  return x && y && answer(j, j->d->leq(j->d, x, y));
}

gboolean judge_equal(Judge *j, const void *x, const void *y) {
  return x && y && answer(j, j->d->equal(j->d, x, y));
}

gboolean judge_truth(Judge *j, int (*f)(const AcfDomain *, const void *), const void *x) {
  return x && answer(j, f(j->d, x));
}

gboolean judge_has(Judge *j, const void *x) { return x && answer(j, oracle_has(j->d, x, j->n, &j->p)); }

/* The elements are taken in turn until one changes nothing. */
gboolean judge_converges(Judge *j, gboolean widening) {
  const Check *c = j->check;
  const void *x = element(j->trial, TRUE, c->chain[0]);
  for (guint i = 0; i < limits.domains_convergence_steps; i++) {
    const void *y = element(j->trial, TRUE, c->chain[1 + i % (c->n_chain - 1)]);
    const void *next = widening ? judge_widening(j, x, y) : judge_narrowing(j, x, y);
    if (!next || judge_equal(j, next, x)) return TRUE;
    x = next;
  }
  return FALSE;
}

/* ---- points ---- */

gboolean judge_image(Judge *j) { return oracle_assign(j->d, j->n, &j->p, j->check->v, &j->check->e); }

gboolean judge_wraps(Judge *j) {
  for (guint i = 0; i < j->n; i++) /* of the others nothing is known but that they are integers */
    if (j->p.value[i] % j->p.divisor) return FALSE;
  return oracle_wrap(&j->p, j->check->v, j->check->bits, j->check->is_signed);
}

static gboolean bound_is_kept(Judge *j, AcfWide bound, int64_t sign) {
  AcfConstraint c = {.relation = ACF_AT_LEAST};
  c.form.k[j->check->v] = sign;
  c.form.constant = (int64_t)(sign > 0 ? -bound : bound);
  return judge_represents(j, &c);
}

gboolean judge_out_of_range(Judge *j) {
  const Check *c = j->check;
  const AcfWide size = (AcfWide)1 << c->bits, least = c->is_signed ? -size / 2 : 0;
  if (c->bits == 64 || !bound_is_kept(j, least, 1) || !bound_is_kept(j, least + size - 1, -1)) return FALSE;
  return j->p.value[c->v] < least * j->p.divisor || j->p.value[c->v] > (least + size - 1) * j->p.divisor;
}

int judge_satisfies(Judge *j) { return oracle_satisfies(j->d, j->n, &j->p, &j->check->c); }

gboolean judge_represents(Judge *j, const AcfConstraint *c) {
  return j->d->represents && j->d->represents(j->d, (int)j->n, c) > 0;
}

gboolean judge_exact(Judge *j) {
  return j->d->exact && j->d->exact(j->d, (int)j->n, (int)j->check->v, &j->check->e) > 0;
}

gboolean judge_telling(Judge *j) {
  return judge_exact(j) && (!j->check->e.k[j->check->v] || !judge_equal(j, j->x, j->trial->top));
}

gboolean judge_off_graph(Judge *j) {
  AcfPoint image = j->p;
  return judge_exact(j) && !j->check->e.k[j->check->v] &&
         oracle_assign(j->d, j->n, &image, j->check->v, &j->check->e) &&
         image.value[j->check->v] != j->p.value[j->check->v];
}

gboolean judge_invertible(Judge *j) {
  const int64_t k = j->check->e.k[j->check->v];
  return (k == 1 || k == -1) && judge_exact(j);
}

gboolean judge_led_to(Judge *j) {
  const TrialElement *e = trial_element(j->trial, j->check->x);
  for (guint i = 0; i < e->n_points; i++) {
    gboolean same = e->points[i].divisor == j->p.divisor;
    for (guint k = 0; k < j->n; k++) same &= e->points[i].value[k] == j->p.value[k];
    if (same) return TRUE;
  }
  return FALSE;
}

/* ---- constraints ---- */

/* form + constant, or its negative; FALSE: that does not fit. */
static gboolean shifted(AcfLinear *to, const AcfLinear *form, guint n, gboolean negative, int64_t constant) {
  const int64_t zero = 0;
  *to = *form;
  for (guint i = 0; negative && i < n; i++)
    if (__builtin_sub_overflow(zero, form->k[i], &to->k[i])) return FALSE;
  if (negative && __builtin_sub_overflow(zero, form->constant, &to->constant)) return FALSE;
  return !__builtin_add_overflow(to->constant, constant, &to->constant);
}

static gboolean sides_are(Judge *j, gboolean equalities) {
  const AcfLinear *form = &j->check->c.form;
  j->sides[0].relation = j->sides[1].relation = equalities ? ACF_EQUAL : ACF_AT_LEAST;
  return shifted(&j->sides[0].form, form, j->n, FALSE, -1) &&
         shifted(&j->sides[1].form, form, j->n, !equalities, 0) && judge_represents(j, &j->sides[0]) &&
         judge_represents(j, &j->sides[1]);
}

/* form - 1 >= 0 and -form >= 0; where inequalities are not kept, form - 1 = 0 and form = 0. */
gboolean judge_apart(Judge *j) {
  return j->d->values != ACF_DOUBLES && (sides_are(j, FALSE) || sides_are(j, TRUE));
}

/* ---- the same in sharper domains ---- */

gboolean judge_finer(Judge *j) {
  for (guint i = 0; against_trial(j->trial, i); i++)
    if (against_is_best(against_trial(j->trial, i), j->check->x)) return TRUE;
  return FALSE;
}

/* A point of integers, without a divisor. */
static void make_whole(Judge *j) {
  for (guint i = 0; i < j->n; i++) j->p.value[i] /= j->p.divisor;
  j->p.divisor = 1;
}

gboolean judge_has_points_of_finer(Judge *j) {
  const Trial *finer;
  for (guint i = 0; (finer = against_trial(j->trial, i)); i++) {
    const TrialElement *e = trial_element(finer, j->check->x);
    for (guint k = 0; against_is_best(finer, j->check->x) && k < e->n_points; k++) {
      j->p = e->points[k];
      if (!oracle_possible(j->d, j->n, &j->p)) continue;
      if (j->d->values != ACF_RATIONALS) make_whole(j);
      if (!judge_has(j, j->x)) return FALSE;
    }
  }
  return TRUE;
}

/* A constraint that the sharper domain can express holds of its element; negative: that cannot be decided. */
static int satisfies_constraint(const Trial *finer, const void *y, const AcfConstraint *c) {
  const AcfDomain *f = finer->script->domain;
  const int n = (int)finer->script->n;
  if (!f->represents || f->represents(f, n, c) <= 0) return -1;
  void *half = f->from_constraints(f, n, c, 1);
  const int below = half ? f->leq(f, y, half) : -1;
  if (half) f->free(f, half);
  return below;
}

static gboolean is_below(Judge *j, const Trial *finer) {
  const AcfDomain *f = finer->script->domain;
  const void *y = trial_element(finer, j->check->x)->element;
  AcfConstraint c[MANY_CONSTRAINTS];
  const int n = y && j->d->constraints ? j->d->constraints(j->d, j->x, c, MANY_CONSTRAINTS) : 0;
  gboolean below = TRUE;
  if (f->begin) f->begin(f);
  for (int i = 0; i < n && below; i++) below = satisfies_constraint(finer, y, &c[i]) != 0;
  if (j->d->begin) j->d->begin(j->d);
  return below;
}

gboolean judge_finer_is_below(Judge *j) {
  const Trial *finer;
  for (guint i = 0; (finer = against_trial(j->trial, i)); i++)
    if (against_is_best(finer, j->check->x) && !is_below(j, finer)) return FALSE;
  return TRUE;
}
