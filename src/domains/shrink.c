/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Greedy: each kind of change is tried everywhere, again and again until none is left. */
#include "domains/shrink.h"
#include <string.h>

typedef struct {
  Script **best;
  Shows shows;
  Shorter shorter;
  gpointer data;
  guint left;
  gint64 deadline;
  gboolean changed;
  gboolean lazy; /* operations change elements behind the scenes: also steps that nothing takes matter */
} Shrink;

/* Takes the candidate, which is given away, if it still shows the same. */
static gboolean offer(Shrink *k, Script *candidate) {
  gboolean better = FALSE;
  if (k->left && g_get_monotonic_time() < k->deadline) {
    k->left--;
    better = k->shows(candidate, k->data);
  }
  if (better) {
    script_free(*k->best);
    *k->best = candidate;
    k->changed = TRUE;
    if (k->shorter) k->shorter(candidate, k->data);
  } else {
    script_free(candidate);
  }
  return better;
}

static void prune(const Shrink *k, Script *s) {
  if (s->check.property && !k->lazy) script_prune(s);
}

/* ---- steps ---- */

/* Whoever takes element i takes another, earlier one. */
static Script *without(const Shrink *shrink, guint i, guint instead) {
  const Script *s = *shrink->best;
  Script *c = script_copy(s);
  Check *check = &c->check;
  for (guint k = i + 1; k < c->steps->len; k++) {
    Step *t = script_step(c, k);
    if (t->x == i) t->x = instead;
    if (t->y == i) t->y = instead;
  }
  guint *at[] = {&check->x, &check->y, &check->z};
  for (guint k = 0; k < G_N_ELEMENTS(at); k++)
    if (*at[k] == i) *at[k] = instead;
  for (guint k = 0; k < check->n_chain; k++)
    if (check->chain[k] == i) check->chain[k] = instead;
  prune(shrink, c);
  return c;
}

static Script *with_step(const Shrink *k, guint i, Step t) {
  Script *c = script_copy(*k->best);
  *script_step(c, i) = t;
  prune(k, c);
  return c;
}

/* One step that nothing takes. */
static gboolean drop_step(Shrink *k, guint i) {
  Script *c = script_copy(*k->best);
  if (script_remove(c, i)) return offer(k, c);
  script_free(c);
  return FALSE;
}

static void shrink_step(Shrink *k, guint i) {
  if (k->lazy && drop_step(k, i)) return;
  const Step t = *script_step(*k->best, i);
  if (step_takes_x(t.kind) && offer(k, without(k, i, t.x))) return;
  if (step_takes_y(t.kind) && offer(k, without(k, i, t.y))) return;
  if (t.kind > STEP_TOP && offer(k, with_step(k, i, (Step){.kind = STEP_TOP}))) return;
  if (t.kind > STEP_BOTTOM && offer(k, with_step(k, i, (Step){.kind = STEP_BOTTOM}))) return;
  if (t.kind != STEP_FROM || t.n_c < 2) return;
  Step one = t, other = t;
  one.n_c = other.n_c = 1;
  other.c[0] = t.c[1];
  memset(&one.c[1], 0, sizeof one.c[1]);
  memset(&other.c[1], 0, sizeof other.c[1]);
  if (!offer(k, with_step(k, i, one))) offer(k, with_step(k, i, other));
}

static void shrink_chain(Shrink *k) {
  for (guint i = (*k->best)->check.n_chain; i-- > 0 && (*k->best)->check.n_chain > 2;) {
    Script *c = script_copy(*k->best);
    Check *check = &c->check;
    memmove(&check->chain[i], &check->chain[i + 1], (check->n_chain - i - 1) * sizeof check->chain[0]);
    check->n_chain--;
    prune(k, c);
    offer(k, c);
  }
}

/* ---- numbers ---- */

/* The numbers of a script, by position; NULL: there is no such one. */
static int64_t *number_in_form(AcfLinear *e, guint *position) {
  if (*position <= ACF_VARIABLES) return *position ? &e->k[*position - 1] : &e->constant;
  *position -= ACF_VARIABLES + 1;
  return NULL;
}

static int64_t *number_at(Script *s, guint position) {
  int64_t *found = NULL;
  for (guint i = 0; i < s->steps->len && !found; i++) {
    Step *t = script_step(s, i);
    if (t->kind == STEP_ASSIGN) found = number_in_form(&t->e, &position);
    for (guint c = 0; c < t->n_c && !found; c++) found = number_in_form(&t->c[c].form, &position);
  }
  if (!found) found = number_in_form(&s->check.e, &position);
  if (!found) found = number_in_form(&s->check.c.form, &position);
  return found;
}

static gboolean offer_number(Shrink *k, guint position, int64_t value) {
  Script *c = script_copy(*k->best);
  int64_t *at = number_at(c, position);
  if (*at == value) {
    script_free(c);
    return FALSE;
  }
  *at = value;
  return offer(k, c);
}

static void shrink_number(Shrink *k, guint position) {
  const gboolean doubles = (*k->best)->domain->values == ACF_DOUBLES;
  int64_t now = *number_at(*k->best, position);
  if (!now || offer_number(k, position, 0) || doubles || now == 1) return;
  if (offer_number(k, position, 1) || now == -1) return;
  if (offer_number(k, position, -1)) return;
  while ((now > 2 || now < -2) && offer_number(k, position, now / 2)) now /= 2;
  while (now > 2 && offer_number(k, position, now - 1)) now--;
}

static void shrink_numbers(Shrink *k) {
  for (guint i = 0; number_at(*k->best, i); i++) shrink_number(k, i);
}

static void shrink_point(Shrink *k) {
  const guint property = (*k->best)->check.property, n = (*k->best)->n;
  const guint ways = (*k->best)->domain->values == ACF_DOUBLES ? 1 : 2; /* bits cannot be halved */
  if (!property || !properties[property_index(property)].arguments.p) return;
  for (guint i = 0; i < n; i++)
    for (guint half = 0; half < ways && (*k->best)->check.p.value[i]; half++) {
      Script *c = script_copy(*k->best);
      c->check.p.value[i] = half ? c->check.p.value[i] / 2 : 0;
      offer(k, c);
    }
}

/* ---- variables ---- */

static void drop_from_form(AcfLinear *e, guint v) {
  memmove(&e->k[v], &e->k[v + 1], (ACF_VARIABLES - v - 1) * sizeof e->k[0]);
  e->k[ACF_VARIABLES - 1] = 0;
}

static void drop_index(guint *v, guint dropped) {
  if (*v >= dropped && *v > 0) --*v;
}

static Script *without_variable(const Script *s, guint v) {
  Script *c = script_copy(s);
  Check *check = &c->check;
  c->n--;
  for (guint i = 0; i < c->steps->len; i++) {
    Step *t = script_step(c, i);
    drop_from_form(&t->e, v);
    for (guint k = 0; k < t->n_c; k++) drop_from_form(&t->c[k].form, v);
    drop_index(&t->v, v);
  }
  drop_from_form(&check->e, v);
  drop_from_form(&check->c.form, v);
  drop_index(&check->v, v);
  memmove(&check->p.value[v], &check->p.value[v + 1], (ACF_VARIABLES - v - 1) * sizeof check->p.value[0]);
  return c;
}

static void shrink_variables(Shrink *k) {
  for (guint v = (*k->best)->n; v-- > 0 && (*k->best)->n > 1;) offer(k, without_variable(*k->best, v));
}

void shrink(Script **s, Shows shows, Shorter shorter, gpointer data, guint candidates, gint64 deadline) {
  Shrink k = {
      .best = s, .shows = shows, .shorter = shorter, .data = data, .left = candidates, .deadline = deadline};
  Script *pruned = script_copy(*s);
  prune(&k, pruned);
  k.lazy = !offer(&k, pruned) || !(*s)->check.property;
  do {
    k.changed = FALSE;
    shrink_chain(&k);
    for (guint i = (*s)->steps->len; i-- > 0;)
      if (i < (*s)->steps->len) shrink_step(&k, i);
    shrink_variables(&k);
    shrink_numbers(&k);
    shrink_point(&k);
  } while (k.changed && k.left && g_get_monotonic_time() < deadline);
}
