/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scripts as arrays of steps. */
#include "domains/script.h"
#include "domains/properties.h"

Script *script_new(const AcfDomain *d, guint n) {
  Script *s = g_new0(Script, 1);
  s->domain = d;
  s->n = n;
  s->steps = g_array_new(FALSE, TRUE, sizeof(Step));
  return s;
}

Script *script_copy(const Script *s) {
  Script *copy = script_new(s->domain, s->n);
  copy->check = s->check;
  g_array_append_vals(copy->steps, s->steps->data, s->steps->len);
  return copy;
}

void script_free(Script *s) {
  if (!s) return;
  g_array_unref(s->steps);
  g_free(s);
}

guint script_add(Script *s, Step step) {
  g_array_append_val(s->steps, step);
  return s->steps->len - 1;
}

/* The numbers of steps that a check mentions. */
static guint mentioned(Check *c, guint **at) {
  if (!c->property) return 0;
  const Arguments *a = &properties[property_index(c->property)].arguments;
  guint n = 0;
  if (a->x) at[n++] = &c->x;
  if (a->y) at[n++] = &c->y;
  if (a->z) at[n++] = &c->z;
  for (guint i = 0; a->chain && i < c->n_chain; i++) at[n++] = &c->chain[i];
  return n;
}

/* Renumbers what is needed. */
static void keep(Script *s, const gboolean *needed) {
  guint *at[3 + CHAIN_LENGTH];
  const guint n_at = mentioned(&s->check, at);
  g_autofree guint *number = g_new0(guint, s->steps->len + 1);
  guint kept = 0;
  for (guint i = 0; i < s->steps->len; i++) {
    if (!needed[i]) continue;
    Step t = *script_step(s, i);
    if (step_takes_x(t.kind)) t.x = number[t.x];
    if (step_takes_y(t.kind)) t.y = number[t.y];
    number[i] = kept;
    *script_step(s, kept++) = t;
  }
  for (guint i = 0; i < n_at; i++) *at[i] = number[*at[i]];
  g_array_set_size(s->steps, kept);
}

void script_prune(Script *s) {
  guint *at[3 + CHAIN_LENGTH];
  const guint n_at = mentioned(&s->check, at);
  g_autofree gboolean *needed = g_new0(gboolean, s->steps->len + 1);
  for (guint i = 0; i < n_at; i++) needed[*at[i]] = TRUE;
  for (guint i = s->steps->len; i-- > 0;) {
    const Step *t = script_step(s, i);
    if (needed[i] && step_takes_x(t->kind)) needed[t->x] = TRUE;
    if (needed[i] && step_takes_y(t->kind)) needed[t->y] = TRUE;
  }
  keep(s, needed);
}

gboolean script_remove(Script *s, guint i) {
  guint *at[3 + CHAIN_LENGTH];
  const guint n_at = mentioned(&s->check, at);
  g_autofree gboolean *needed = g_new0(gboolean, s->steps->len + 1);
  for (guint k = 0; k < n_at; k++)
    if (*at[k] == i) return FALSE;
  for (guint k = 0; k < s->steps->len; k++) {
    const Step *t = script_step(s, k);
    if ((step_takes_x(t->kind) && t->x == i) || (step_takes_y(t->kind) && t->y == i)) return FALSE;
    needed[k] = k != i;
  }
  keep(s, needed);
  return TRUE;
}
