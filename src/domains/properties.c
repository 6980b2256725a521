/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of properties, made of properties.def. */
#include "domains/against.h"
#include "domains/judge.h"

#define X j->x
#define Y j->y
#define Z j->z
#define C (&j->check->c)
#define TOP j->trial->top
#define BOTTOM j->trial->bottom
#define LEQ(a, b) judge_leq(j, a, b)
#define EQUAL(a, b) judge_equal(j, a, b)
#define TRUTH(f, a) judge_truth(j, j->d->f, a)
#define JOIN(a, b) judge_binary(j, j->d->join, a, b)
#define MEET(a, b) judge_binary(j, j->d->meet, a, b)
#define WIDENING(a, b) judge_widening(j, a, b)
#define NARROWING(a, b) judge_narrowing(j, a, b)
#define WIDENING_ORDERED (j->d->flags & ACF_WIDENING_ORDERED)
#define NARROWING_ORDERED (j->d->flags & ACF_NARROWING_ORDERED)
#define CONVERGES(widening) judge_converges(j, widening)
#define ASSIGN(a) judge_assign(j, a)
#define PROJECT(a) judge_project(j, a)
#define COND(a, c) judge_cond(j, a, c)
#define COPY(a) judge_copy(j, a)
#define FROM judge_from(j)
#define WRAP(a) judge_wrap(j, a)
#define HAS(a) judge_has(j, a)
#define IMAGE judge_image(j)
#define WRAPPED_POINT judge_wraps(j)
#define OUT_OF_RANGE judge_out_of_range(j)
#define SATISFIES judge_satisfies(j)
#define REPRESENTS judge_represents(j, C)
#define NOT_ABOUT_V (!j->check->c.form.k[j->check->v])
#define TELLING judge_telling(j)
#define OFF_GRAPH judge_off_graph(j)
#define INVERTIBLE judge_invertible(j)
#define LED_TO judge_led_to(j)
#define APART judge_apart(j)
#define SIDE(i) (&j->sides[i])
#define FINER judge_finer(j)
#define HAS_POINTS_OF_FINER judge_has_points_of_finer(j)
#define FINER_IS_BELOW judge_finer_is_below(j)

#define PROPERTY(number, class, family, arguments, choice, needs, text, precondition, statement)             \
  static gboolean precondition_##number(Judge *j) { return (precondition) ? TRUE : FALSE; }                  \
  static gboolean statement_##number(Judge *j) { return (statement) ? TRUE : FALSE; }
#include "domains/properties.def"
#undef PROPERTY

#define A_X                                                                                                  \
  { .x = TRUE }
#define A_XY                                                                                                 \
  { .x = TRUE, .y = TRUE }
#define A_XYZ                                                                                                \
  { .x = TRUE, .y = TRUE, .z = TRUE }
#define A_XVE                                                                                                \
  { .x = TRUE, .v = TRUE, .e = TRUE }
#define A_XYVE                                                                                               \
  { .x = TRUE, .y = TRUE, .v = TRUE, .e = TRUE }
#define A_XC                                                                                                 \
  { .x = TRUE, .c = TRUE }
#define A_XYC                                                                                                \
  { .x = TRUE, .y = TRUE, .c = TRUE }
#define A_XP                                                                                                 \
  { .x = TRUE, .p = TRUE }
#define A_XYP                                                                                                \
  { .x = TRUE, .y = TRUE, .p = TRUE }
#define A_XVEP                                                                                               \
  { .x = TRUE, .v = TRUE, .e = TRUE, .p = TRUE }
#define A_XCP                                                                                                \
  { .x = TRUE, .c = TRUE, .p = TRUE }
#define A_XVC                                                                                                \
  { .x = TRUE, .v = TRUE, .c = TRUE }
#define A_XVEC                                                                                               \
  { .x = TRUE, .v = TRUE, .e = TRUE, .c = TRUE }
#define A_CP                                                                                                 \
  { .c = TRUE, .p = TRUE }
#define A_XVBP                                                                                               \
  { .x = TRUE, .v = TRUE, .bits = TRUE, .p = TRUE }
#define A_XVEBP                                                                                              \
  { .x = TRUE, .v = TRUE, .e = TRUE, .bits = TRUE, .p = TRUE }
#define A_CHAIN                                                                                              \
  { .chain = TRUE }

const DomainProperty properties[] = {
#define PROPERTY(number, class, family, arguments, choice, needs, text, precondition, statement)             \
  {number, CLASS_##class,         FAMILY_##family,    arguments,     CHOOSE_##choice, needs,                 \
   text,   precondition_##number, statement_##number, #precondition, #statement},
#include "domains/properties.def"
#undef PROPERTY
};
const guint n_properties = G_N_ELEMENTS(properties);
G_STATIC_ASSERT(G_N_ELEMENTS(properties) <= MAX_PROPERTIES);

guint property_index(guint number) {
  guint i = 0;
  while (i < n_properties && properties[i].number != number) i++;
  return i;
}

gboolean property_applies(const DomainProperty *p, const AcfDomain *d) {
  for (const int *u = d->unexpected; u && *u; u++)
    if ((guint)*u == p->number) return FALSE;
  if (p->family == FAMILY_AGAINST && !against_finer(d)[0]) return FALSE;
  return (!(p->needs & NEEDS_WIDENING) || d->widening) && (!(p->needs & NEEDS_NARROWING) || d->narrowing) &&
         (!(p->needs & NEEDS_REPRESENTS) || d->represents) && (!(p->needs & NEEDS_EXACT) || d->exact) &&
         (!(p->needs & NEEDS_WRAP) || d->wrap);
}

char property_letter(PropertyClass c) { return "SPC"[c]; }

/* Elements that were refused are no arguments. */
static gboolean has_arguments(const Judge *j, const DomainProperty *p) {
  const Arguments *a = &p->arguments;
  for (guint i = 0; a->chain && i < j->check->n_chain; i++)
    if (!trial_element(j->trial, j->check->chain[i])->element) return FALSE;
  return (!a->x || j->x) && (!a->y || j->y) && (!a->z || j->z) && j->trial->top && j->trial->bottom;
}

Outcome property_check(const Trial *t, const Check *c) {
  const DomainProperty *p = &properties[property_index(c->property)];
  Judge j;
  judge_begin(&j, t, c);
  Outcome outcome = SKIPPED;
  if (has_arguments(&j, p) && p->precondition(&j) && !j.failed) outcome = p->statement(&j) ? HOLDS : VIOLATED;
  if (j.failed) outcome = j.d->flags & ACF_REFUSES ? SKIPPED : FAILED;
  judge_end(&j);
  return outcome;
}
