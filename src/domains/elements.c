/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The decoder that all drivers share. */
#include "domains/elements.h"
#include "domains/oracle.h"
#include <string.h>

const Configuration configurations[] = {
    {"C1", 2, 16, TRUE, 8}, {"C2", 32, 16, TRUE, 8}, {"C3", 1024, 16, TRUE, 8},
    {"C4", 32, 0, TRUE, 8}, {"C5", 32, 64, TRUE, 8}, {"C6", 32, 16, FALSE, 8},
};
const guint n_configurations = G_N_ELEMENTS(configurations);

/* Elements in a known order: see add_ordered(). */
enum { O_X, O_UP, O_TOP, O_DOWN, O_BOTTOM, O_SAME, O_Y, ORDERED };
enum { GROUPS = 2, MADE_BY_ORDER = 5 };

/* ---- forms and constraints ---- */

static AcfLinear some_form(Random *r, const AcfDomain *d, const Configuration *c, guint n_terms) {
  AcfLinear e = {.constant = random_number(r, d, c->predefined)};
  for (guint i = 0; i < n_terms; i++)
    e.k[random_below(r, c->variables)] = random_coefficient(r, d, c->predefined);
  return e;
}

/* One variable, two, or any number. */
static guint some_terms(Random *r, const Configuration *c) {
  const guint kind = random_below(r, 8);
  return kind < 3 ? 1 : kind < 6 ? 2 : 1 + random_below(r, c->variables);
}

static AcfConstraint some_constraint(Random *r, const AcfDomain *d, const Configuration *c) {
  static const AcfRelation relations[] = {ACF_AT_LEAST, ACF_AT_LEAST, ACF_AT_LEAST, ACF_EQUAL,
                                          ACF_EQUAL,    ACF_GREATER,  ACF_CONGRUENT};
  const guint n = d->values == ACF_DOUBLES ? 6 : 7;
  AcfConstraint made = {.form = some_form(r, d, c, some_terms(r, c)),
                        .relation = relations[random_below(r, n)]};
  if (made.relation == ACF_CONGRUENT) made.modulus = 1 + random_below(r, 12);
  return made;
}

/* One that the domain can hold, if one is soon found. */
static AcfConstraint fitting_constraint(Random *r, const AcfDomain *d, const Configuration *c) {
  AcfConstraint made = some_constraint(r, d, c);
  for (guint i = 0; i < 6 && d->represents && d->represents(d, (int)c->variables, &made) <= 0; i++)
    made = some_constraint(r, d, c);
  return made;
}

/* ---- steps ---- */

static gint64 negated(const AcfDomain *d, gint64 k) {
  return d->values == ACF_DOUBLES ? k ^ G_MININT64 : k == G_MININT64 ? G_MAXINT64 : -k;
}

/* Half of the elements of one variable have two bounds. */
static Step initial(Random *r, const AcfDomain *d, const Configuration *c) {
  Step s = {.kind = STEP_FROM, .n_c = 1};
  s.c[0] = fitting_constraint(r, d, c);
  if (random_below(r, 2)) return s;
  s.n_c = 2;
  s.c[1] = s.c[0];
  for (guint i = 0; i < c->variables; i++)
    if (s.c[0].form.k[i]) s.c[1].form.k[i] = negated(d, s.c[0].form.k[i]);
  s.c[1].form.constant = random_number(r, d, c->predefined);
  return s;
}

static Step operation(Random *r, const AcfDomain *d, const Configuration *c, guint n) {
  static const StepKind kinds[] = {STEP_JOIN,   STEP_JOIN,   STEP_MEET,    STEP_MEET, STEP_WIDENING,
                                   STEP_ASSIGN, STEP_ASSIGN, STEP_PROJECT, STEP_COND};
  Step s = {.kind = kinds[random_below(r, G_N_ELEMENTS(kinds))]};
  s.x = random_below(r, n);
  if (s.kind == STEP_WIDENING && !d->widening) s.kind = STEP_JOIN;
  if (step_takes_y(s.kind)) s.y = random_below(r, n);
  if (step_takes_v(s.kind)) s.v = random_below(r, c->variables);
  if (s.kind == STEP_ASSIGN) s.e = some_form(r, d, c, random_below(r, 3) ? 1 : some_terms(r, c));
  if (s.kind == STEP_COND) s.c[0] = some_constraint(r, d, c), s.n_c = 1;
  return s;
}

/* From x, y and w: x <= up <= top, y <= top, bottom <= down <= x, bottom <= y, same = x. */
static void add_ordered(Script *s, Random *r, guint n) {
  const guint x = random_below(r, n), y = random_below(r, n), w = random_below(r, n);
  const guint up = script_add(s, (Step){.kind = STEP_JOIN, .x = x, .y = w});
  script_add(s, (Step){.kind = STEP_JOIN, .x = up, .y = y});
  const guint down = script_add(s, (Step){.kind = STEP_MEET, .x = x, .y = w});
  script_add(s, (Step){.kind = STEP_MEET, .x = down, .y = y});
  script_add(s, (Step){.kind = STEP_MEET, .x = up, .y = x});
}

Script *elements_decode(const AcfDomain *d, const Configuration *c, Random *r) {
  Script *s = script_new(d, c->variables);
  script_add(s, (Step){.kind = STEP_TOP});
  script_add(s, (Step){.kind = STEP_BOTTOM});
  while (s->steps->len < c->pool) script_add(s, initial(r, d, c));
  for (guint i = 0; i < c->operations; i++) script_add(s, operation(r, d, c, s->steps->len));
  const guint n = s->steps->len;
  for (guint i = 0; i < GROUPS; i++) add_ordered(s, r, n);
  return s;
}

/* ---- arguments ---- */

/* The numbers of one group of elements in order. */
static void group_of(const Script *s, guint g, guint *at) {
  const guint first = s->steps->len - (GROUPS - g) * MADE_BY_ORDER;
  at[O_UP] = first;
  at[O_TOP] = first + 1;
  at[O_DOWN] = first + 2;
  at[O_BOTTOM] = first + 3;
  at[O_SAME] = first + 4;
  at[O_X] = script_step(s, first)->x;
  at[O_Y] = script_step(s, first + 1)->y;
}

static void choose_ordered(const Script *s, Choice choice, Check *c, Random *r) {
  static const guint pairs[][2] = {{O_X, O_UP},    {O_UP, O_TOP},   {O_X, O_TOP},    {O_Y, O_TOP},
                                   {O_DOWN, O_X},  {O_BOTTOM, O_X}, {O_BOTTOM, O_Y}, {O_DOWN, O_UP},
                                   {O_SAME, O_UP}, {O_SAME, O_X},   {O_X, O_SAME}};
  static const guint chains[][3] = {
      {O_X, O_UP, O_TOP}, {O_DOWN, O_X, O_UP}, {O_BOTTOM, O_DOWN, O_X}, {O_SAME, O_X, O_UP}};
  guint at[ORDERED];
  group_of(s, random_below(r, GROUPS), at);
  const guint *pair = pairs[random_below(r, G_N_ELEMENTS(pairs))],
              *chain = chains[random_below(r, G_N_ELEMENTS(chains))];
  switch (choice) {
  case CHOOSE_ORDERED: c->x = at[pair[0]], c->y = at[pair[1]]; break;
  case CHOOSE_CHAIN: c->x = at[chain[0]], c->y = at[chain[1]], c->z = at[chain[2]]; break;
  case CHOOSE_UPPER: c->x = at[O_X], c->y = at[O_Y], c->z = at[O_TOP]; break;
  case CHOOSE_LOWER: c->x = at[O_X], c->y = at[O_Y], c->z = at[O_BOTTOM]; break;
  case CHOOSE_SAME:
    c->x = at[random_below(r, 2) ? O_SAME : O_X], c->y = at[c->x == at[O_X] ? O_SAME : O_X];
    break;
  case CHOOSE_ANY: break;
  }
}

/* One that is known to be in x or y, such a one with one coordinate changed, or any. */
static AcfPoint choose_point(const Trial *t, const Check *c, Random *r) {
  const Script *s = t->script;
  const TrialElement *e = trial_element(t, random_below(r, 2) ? c->x : c->y);
  AcfPoint any = random_point(r, s->domain, s->n);
  const guint kind = random_below(r, 8);
  if (!e->n_points || kind == 0) return any;
  AcfPoint p = e->points[random_below(r, e->n_points)];
  if (kind < 5 || any.divisor != p.divisor) return p;
  const guint v = random_below(r, s->n);
  if (kind == 7 || s->domain->values == ACF_DOUBLES)
    p.value[v] = any.value[v];
  else
    p.value[v] += random_below(r, 2) ? p.divisor : -p.divisor;
  return oracle_possible(s->domain, s->n, &p) ? p : any;
}

/* Some of the points lie on the constraint's border. */
static AcfPoint near(const Trial *t, const Check *c, AcfPoint p, Random *r) {
  const Script *s = t->script;
  AcfConstraint border = c->c;
  if (border.relation == ACF_CONGRUENT || random_below(r, 2)) return p;
  oracle_move(s->domain, s->n, &p, &border);
  return p;
}

Check elements_choose(const Trial *t, const DomainProperty *p, const Configuration *config, Random *r) {
  static const guint widths[] = {8, 16, 32, 64};
  const Script *s = t->script;
  const AcfDomain *d = s->domain;
  const guint n = s->steps->len;
  Check c = {
      .property = p->number, .x = random_below(r, n), .y = random_below(r, n), .z = random_below(r, n)};
  if (random_below(r, 8)) choose_ordered(s, p->choice, &c, r);
  if (random_below(r, 16) == 0) c.x = 1; /* bottom: some properties are about it alone */
  c.v = random_below(r, s->n);
  if (p->arguments.e) c.e = some_form(r, d, config, random_below(r, 2) ? 1 : some_terms(r, config));
  if (p->arguments.c)
    c.c = random_below(r, 2) ? fitting_constraint(r, d, config) : some_constraint(r, d, config);
  if (p->arguments.p) c.p = choose_point(t, &c, r);
  if (p->arguments.p && p->arguments.c) c.p = near(t, &c, c.p, r);
  c.bits = widths[random_below(r, G_N_ELEMENTS(widths))];
  c.is_signed = (gboolean)random_below(r, 2);
  c.n_chain = p->arguments.chain ? 2 + random_below(r, CHAIN_LENGTH - 1) : 0;
  for (guint i = 0; i < c.n_chain; i++) c.chain[i] = random_below(r, n);
  return c;
}
