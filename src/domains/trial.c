/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs the steps of a script and follows points through them. */
#include "domains/trial.h"
#include "domains/against.h"
#include "domains/oracle.h"
#include "domains/random.h"

Trial *trial_new(const Script *s) {
  Trial *t = g_new0(Trial, 1);
  const AcfDomain *d = s->domain;
  t->script = s;
  t->elements = g_array_new(FALSE, TRUE, sizeof(TrialElement));
  if (d->begin) d->begin(d);
  t->top = d->top(d, (int)s->n);
  t->bottom = d->bottom(d, (int)s->n);
  t->failed = !t->top || !t->bottom;
  return t;
}

void trial_free(Trial *t) {
  if (!t) return;
  const AcfDomain *d = t->script->domain;
  if (d->begin) d->begin(d);
  for (guint i = 0; i < t->elements->len; i++) {
    void *x = trial_element(t, i)->element;
    if (x) d->free(d, x);
  }
  if (t->top) d->free(d, t->top);
  if (t->bottom) d->free(d, t->bottom);
  against_free(t->against);
  g_array_unref(t->elements);
  g_free(t);
}

/* ---- points ---- */

static void keep_point(TrialElement *e, const AcfPoint *p) {
  if (e->n_points < TRIAL_POINTS) e->points[e->n_points++] = *p;
}

/* Points that the constraints hold of, the same in every run. */
static void find_points(const Script *s, const Step *step, TrialElement *e) {
  const guint64 seed = random_of_bytes((const guint8 *)step->c, step->n_c * sizeof step->c[0]).state;
  for (guint k = 0; k < TRIAL_POINTS; k++) {
    Random r = random_new(seed + k);
    AcfPoint p = random_point(&r, s->domain, s->n);
    gboolean inside = TRUE;
    for (guint c = 0; c < step->n_c; c++) oracle_move(s->domain, s->n, &p, &step->c[c]);
    for (guint c = 0; c < step->n_c; c++) inside &= oracle_satisfies(s->domain, s->n, &p, &step->c[c]) == 1;
    if (inside) keep_point(e, &p);
  }
}

static void join_points(const TrialElement *x, const TrialElement *y, TrialElement *e) {
  for (guint k = 0; k < TRIAL_POINTS; k++) {
    if (k < y->n_points) keep_point(e, &y->points[k]);
    if (k < x->n_points) keep_point(e, &x->points[k]);
  }
}

static void meet_points(const Script *s, const TrialElement *x, const TrialElement *y, TrialElement *e) {
  for (guint k = 0; k < x->n_points; k++)
    if (oracle_has(s->domain, y->element, s->n, &x->points[k]) == 1) keep_point(e, &x->points[k]);
  for (guint k = 0; k < y->n_points; k++)
    if (oracle_has(s->domain, x->element, s->n, &y->points[k]) == 1) keep_point(e, &y->points[k]);
}

static void move_points(const Script *s, const Step *step, const TrialElement *x, TrialElement *e) {
  for (guint k = 0; k < x->n_points; k++) {
    AcfPoint p = x->points[k];
    gboolean inside = TRUE;
    if (step->kind == STEP_ASSIGN) inside = oracle_assign(s->domain, s->n, &p, step->v, &step->e);
    if (step->kind == STEP_COND) inside = oracle_satisfies(s->domain, s->n, &p, &step->c[0]) == 1;
    if (inside) keep_point(e, &p);
  }
}

static void follow_points(const Script *s, const Step *step, const TrialElement *x, const TrialElement *y,
                          TrialElement *e) {
  switch (step->kind) {
  case STEP_TOP:
  case STEP_FROM: find_points(s, step, e); break;
  case STEP_JOIN:
  case STEP_WIDENING: join_points(x, y, e); break;
  case STEP_MEET:
  case STEP_NARROWING: meet_points(s, x, y, e); break;
  case STEP_ASSIGN:
  case STEP_PROJECT:
  case STEP_COND: move_points(s, step, x, e); break;
  default: break;
  }
}

/* ---- elements ---- */

/* An extrapolation that needs ordered arguments gets them by a join or a meet. */
static void *extrapolate(const AcfDomain *d, const Step *step, const void *x, const void *y) {
  const gboolean widening = step->kind == STEP_WIDENING;
  void *(*f)(const AcfDomain *, const void *, const void *) = widening ? d->widening : d->narrowing;
  if (!f) return NULL;
  if (!(d->flags & (widening ? ACF_WIDENING_ORDERED : ACF_NARROWING_ORDERED))) return f(d, x, y);
  void *bound = widening ? d->join(d, x, y) : d->meet(d, x, y);
  void *z = bound ? f(d, x, bound) : NULL;
  if (bound) d->free(d, bound);
  return z;
}

static void *make(const Script *s, const Step *step, const void *x, const void *y) {
  const AcfDomain *d = s->domain;
  switch (step->kind) {
  case STEP_TOP: return d->top(d, (int)s->n);
  case STEP_BOTTOM: return d->bottom(d, (int)s->n);
  case STEP_FROM: return d->from_constraints(d, (int)s->n, step->c, (int)step->n_c);
  case STEP_JOIN: return d->join(d, x, y);
  case STEP_MEET: return d->meet(d, x, y);
  case STEP_WIDENING:
  case STEP_NARROWING: return extrapolate(d, step, x, y);
  case STEP_ASSIGN: return d->assign(d, x, (int)step->v, &step->e);
  case STEP_PROJECT: return d->project(d, x, (int)step->v);
  case STEP_COND: return d->cond(d, x, &step->c[0]);
  default: return NULL;
  }
}

void trial_run(Trial *t) {
  const Script *s = t->script;
  for (guint i = t->elements->len; i < s->steps->len; i++) {
    const Step *step = script_step(s, i);
    const TrialElement none = {0}, *x = step_takes_x(step->kind) ? trial_element(t, step->x) : &none,
                       *y = step_takes_y(step->kind) ? trial_element(t, step->y) : &none;
    TrialElement e = {0};
    const gboolean ready =
        (!step_takes_x(step->kind) || x->element) && (!step_takes_y(step->kind) || y->element);
    if (ready) e.element = make(s, step, x->element, y->element);
    if (ready && !e.element && !(s->domain->flags & ACF_REFUSES)) t->failed = TRUE;
    if (e.element) follow_points(s, step, x, y, &e);
    g_array_append_val(t->elements, e);
  }
}
