/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scripts as text. */
#include "domains/show.h"
#include <math.h>
#include <string.h>

const char *const step_names[N_STEP_KINDS] = {"top",      "bottom",    "constraint", "join",    "meet",
                                              "widening", "narrowing", "assign",     "project", "cond"};

static void append_wide(GString *out, AcfWide value) {
  char digits[48], *at = digits + sizeof digits;
  const gboolean negative = value < 0;
  *--at = '\0';
  do {
    const int digit = (int)(value % 10);
    *--at = (char)('0' + (digit < 0 ? -digit : digit));
    value /= 10;
  } while (value);
  if (negative) *--at = '-';
  g_string_append(out, at);
}

char *show_number(AcfWide value) {
  GString *out = g_string_new(NULL);
  append_wide(out, value);
  return g_string_free(out, FALSE);
}

static double to_double(AcfWide bits) {
  const gint64 word = (gint64)bits;
  double value;
  memcpy(&value, &word, sizeof value);
  return value;
}

/* Doubles in digits of base 16: exact. */
static void append_number(GString *out, const AcfDomain *d, AcfWide value) {
  if (d->values == ACF_DOUBLES)
    g_string_append_printf(out, "%a", to_double(value));
  else
    append_wide(out, value);
}

static void append_term(GString *out, const AcfDomain *d, int64_t k, guint v, gboolean first) {
  if (d->values == ACF_DOUBLES) {
    g_string_append_printf(out, "%s%a*x%u", first ? "" : " + ", to_double(k), v);
    return;
  }
  g_string_append(out, first ? (k < 0 ? "-" : "") : k < 0 ? " - " : " + ");
  if (k != 1 && k != -1) append_wide(out, k < 0 ? -(AcfWide)k : k);
  if (k != 1 && k != -1) g_string_append_c(out, '*');
  g_string_append_printf(out, "x%u", v);
}

static void append_form(GString *out, const AcfDomain *d, const AcfLinear *e, guint n) {
  gboolean first = TRUE;
  for (guint i = 0; i < n; i++) {
    if (!e->k[i]) continue;
    append_term(out, d, e->k[i], i, first);
    first = FALSE;
  }
  if (!first && !e->constant) return;
  const gboolean minus = !first && d->values != ACF_DOUBLES && e->constant < 0;
  if (!first) g_string_append(out, minus ? " - " : " + ");
  append_number(out, d, minus ? -(AcfWide)e->constant : e->constant);
}

static void append_constraint(GString *out, const AcfDomain *d, const AcfConstraint *c, guint n) {
  static const char *const relations[] = {" = 0", " >= 0", " > 0", " = 0 mod "};
  append_form(out, d, &c->form, n);
  g_string_append(out, relations[c->relation]);
  if (c->relation == ACF_CONGRUENT) append_wide(out, c->modulus);
}

char *show_form(const AcfDomain *d, const AcfLinear *e, guint n) {
  GString *out = g_string_new(NULL);
  append_form(out, d, e, n);
  return g_string_free(out, FALSE);
}

char *show_constraint(const AcfDomain *d, const AcfConstraint *c, guint n) {
  GString *out = g_string_new(NULL);
  append_constraint(out, d, c, n);
  return g_string_free(out, FALSE);
}

static void append_step(GString *out, const Script *s, guint i) {
  const Step *t = script_step(s, i);
  g_string_append_printf(out, "e%u = %s(", i, step_names[t->kind]);
  if (step_takes_x(t->kind)) g_string_append_printf(out, "e%u", t->x);
  if (step_takes_y(t->kind)) g_string_append_printf(out, ", e%u", t->y);
  if (step_takes_v(t->kind)) g_string_append_printf(out, ", x%u", t->v);
  if (t->kind == STEP_ASSIGN) g_string_append(out, ", ");
  if (t->kind == STEP_ASSIGN) append_form(out, s->domain, &t->e, s->n);
  for (guint k = 0; k < t->n_c; k++) {
    if (k || t->kind == STEP_COND) g_string_append(out, ", ");
    append_constraint(out, s->domain, &t->c[k], s->n);
  }
  g_string_append_c(out, ')');
}

char *show_step(const Script *s, guint i) {
  GString *out = g_string_new(NULL);
  append_step(out, s, i);
  return g_string_free(out, FALSE);
}

static void append_point(GString *out, const Script *s, const AcfPoint *p) {
  g_string_append(out, "; p = (");
  for (guint i = 0; i < s->n; i++) {
    if (i) g_string_append(out, ", ");
    append_number(out, s->domain, p->value[i]);
  }
  g_string_append_c(out, ')');
  if (p->divisor != 1) g_string_append_printf(out, "/%" G_GINT64_FORMAT, (gint64)p->divisor);
}

static void append_check(GString *out, const Script *s) {
  const Check *c = &s->check;
  const DomainProperty *p = &properties[property_index(c->property)];
  const Arguments *a = &p->arguments;
  g_string_append_printf(out, "check %u", p->number);
  if (a->x) g_string_append_printf(out, "; x = e%u", c->x);
  if (a->y) g_string_append_printf(out, "; y = e%u", c->y);
  if (a->z) g_string_append_printf(out, "; z = e%u", c->z);
  if (a->v) g_string_append_printf(out, "; v = x%u", c->v);
  if (a->e) g_string_append(out, "; e = ");
  if (a->e) append_form(out, s->domain, &c->e, s->n);
  if (a->c) g_string_append(out, "; c = ");
  if (a->c) append_constraint(out, s->domain, &c->c, s->n);
  if (a->bits) g_string_append_printf(out, "; w = %s%u", c->is_signed ? "int" : "uint", c->bits);
  if (a->p) append_point(out, s, &c->p);
  for (guint i = 0; a->chain && i < c->n_chain; i++)
    g_string_append_printf(out, "%se%u", i ? ", " : "; chain = ", c->chain[i]);
  g_string_append_printf(out, "  # [%c] %s\n", property_letter(p->class), p->text);
}

char *show_script(const Script *s) {
  GString *out = g_string_new(REPLAY_HEADER "\n");
  g_string_append_printf(out, "domain %s\nvariables %u\n", s->domain->name, s->n);
  for (guint i = 0; i < s->steps->len; i++) {
    append_step(out, s, i);
    g_string_append_c(out, '\n');
  }
  if (s->check.property) append_check(out, s);
  return g_string_free(out, FALSE);
}
