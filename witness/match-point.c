/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The values that a witness gives for inputs.
 *
 * An edge at the place of an input call is one execution of it.  Its value stands in the edge's assumption:
 * as \result, under the name that CBMC gives to results, or under that of the variable that takes it; or in
 * that of a later edge, under the variable's name; or the edge says which way a condition goes that is
 * nothing but the call.  What is misread only makes a point that does not fail. */
#include <string.h>
#include "ctext/cexpr.h"
#include "witness/match-inside.h"

typedef struct {
  char *name; /* without spaces and outer parentheses */
  guint64 value;
} Given;

typedef struct {
  const Branches *branches;
  Model *model;
  guint *occurrence; /* by site: executions so far */
  gboolean *wanted;  /* by site: the value of the last one is not known yet */
  gboolean *open;    /* by site: the edge before was at it and may go on with the same execution */
  guint *matched, *unmatched;
} Reading;

/* ---- assumptions ---- */

static gboolean no_names(gpointer data, const char *name, CValue *value) { return FALSE; }

static gboolean parse_constant(const char *text, guint64 *value) {
  CValue v;
  if (!cexpr_value(text, FALSE, no_names, NULL, &v, NULL)) return FALSE;
  Model *empty = model_new();
  guint64 bits = term_eval(v.term, empty);
  model_free(empty);
  guint spare = 64 - v.term->width;
  *value = v.is_signed ? (guint64)((gint64)(bits << spare) >> spare) : bits;
  return TRUE;
}

static char *plain_name(const char *text, gsize size) {
  GString *s = g_string_new(NULL);
  for (gsize i = 0; i < size; i++)
    if (!g_ascii_isspace(text[i])) g_string_append_c(s, text[i]);
  while (s->len >= 2 && s->str[0] == '(' && strchr(s->str, ')') == s->str + s->len - 1) {
    g_string_truncate(s, s->len - 1);
    g_string_erase(s, 0, 1);
  }
  return g_string_free(s, FALSE);
}

/* `name == constant`, either way round, and `name = constant`. */
static gboolean parse_equation(const char *text, Given *g) {
  const char *sign = strstr(text, "==");
  gsize width = sign ? 2 : 1;
  if (!sign) sign = strchr(text, '=');
  if (!sign || sign == text || strchr("!<>", sign[-1])) return FALSE;
  const char *right = sign + width;
  g_autofree char *left = g_strndup(text, (gsize)(sign - text));
  if (parse_constant(right, &g->value))
    g->name = plain_name(left, strlen(left));
  else if (parse_constant(left, &g->value))
    g->name = plain_name(right, strlen(right));
  else
    return FALSE;
  return TRUE;
}

static void given_clear(gpointer data) { g_free(((Given *)data)->name); }

static GArray *parse_assumption(const char *text) {
  GArray *list = g_array_new(FALSE, FALSE, sizeof(Given));
  g_array_set_clear_func(list, given_clear);
  g_auto(GStrv) parts = g_strsplit(text ? text : "", ";", -1);
  for (guint i = 0; parts[i]; i++) {
    if (strstr(parts[i], "||") || strchr(parts[i], '?')) continue;
    g_auto(GStrv) conjuncts = g_strsplit(parts[i], "&&", -1);
    for (guint k = 0; conjuncts[k]; k++) {
      Given g;
      if (parse_equation(conjuncts[k], &g)) g_array_append_val(list, g);
    }
  }
  return list;
}

/* ---- places ---- */

static gsize site_offset(const Branches *p, const InputSite *s) {
  if (!site_has(s, INPUT_COMMON) || !s->function || g_strcmp0(s->loc.file, p->program->path) != 0)
    return G_MAXSIZE;
  return source_offset(p->text, s->loc.line, s->loc.column);
}

static gboolean is_at(const Branches *p, const WitnessEdge *e, const InputSite *s) {
  Span span;
  gsize at = site_offset(p, s);
  if (at == G_MAXSIZE || !match_in_program(p->program, e) || (e->return_from && *e->return_from))
    return FALSE;
  if (match_span(p->text, e, &span)) return span_holds(span, at);
  if (e->line != s->loc.line || (e->end_line && e->end_line != e->line)) return FALSE;
  if (e->column && !(e->assumption && strstr(e->assumption, "\\result"))) return FALSE;
  if (e->column && e->column < s->loc.column) return FALSE;
  return !e->sourcecode || strstr(e->sourcecode, s->function);
}

/* The part of a condition that is just the call. */
static const Leaf *leaf_of_call(const Branches *p, const InputSite *s) {
  gsize at = site_offset(p, s);
  for (guint i = 0; i < p->conditions->leaves->len; i++) {
    const Leaf *leaf = &g_array_index(p->conditions->leaves, Leaf, i);
    const char *close = leaf->span.first == at ? strchr(p->text->code + at, ')') : NULL;
    if (close && p->text->code + leaf->span.end == close + 1) return leaf;
  }
  return NULL;
}

/* ---- values ---- */

static gboolean names_result(const Given *g, const WitnessEdge *e, const InputSite *s) {
  if (g_str_equal(g->name, "\\result")) /* CBMC names the function around the call */
    return !e->result_function || !g_str_has_prefix(e->result_function, "__VERIFIER_nondet") ||
           g_str_equal(e->result_function, s->function);
  const char *prefix = "return_value_";
  return g_str_has_prefix(g->name, prefix) && g_str_has_prefix(g->name + strlen(prefix), s->function);
}

static gboolean value_at(const Branches *p, const WitnessEdge *e, const GArray *given, const InputSite *s,
                         gboolean only_one, guint64 *value) {
  for (guint i = 0; i < given->len; i++) {
    const Given *g = &g_array_index(given, Given, i);
    if (!names_result(g, e, s) && g_strcmp0(g->name, s->variable) != 0) continue;
    *value = g->value;
    return TRUE;
  }
  if (only_one && given->len == 1 && e->control == CONTROL_NONE) {
    *value = g_array_index(given, Given, 0).value;
    return TRUE;
  }
  const Leaf *leaf = e->control == CONTROL_NONE ? NULL : leaf_of_call(p, s);
  if (leaf) *value = (e->control == CONTROL_TRUE) != leaf->negated;
  return leaf != NULL;
}

static void set_value(Reading *r, guint site, guint64 value) {
  const InputSite *s = program_site(r->branches->program, site);
  const Term *input = term_input((InputKey){site, r->occurrence[site], 0}, s->width);
  guint64 old;
  if (!r->wanted[site] && model_lookup(r->model, input, &old)) return;
  model_set(r->model, input, value & term_mask(s->width));
  r->wanted[site] = FALSE;
  (*r->matched)++;
}

static void visit(Reading *r, guint site) {
  if (r->open[site] || r->occurrence[site] == INPUT_MAX_OCCURRENCE) return;
  if (r->wanted[site]) (*r->unmatched)++;
  r->occurrence[site]++;
  r->wanted[site] = TRUE;
}

/* A variable of another function than the one whose parameter it is. */
static gboolean is_elsewhere(const WitnessEdge *e, const InputSite *s) {
  return site_is_argument(s) && e->assumption_scope && !g_str_equal(e->assumption_scope, s->function);
}

static void read_edge(Reading *r, const WitnessEdge *e) {
  const Program *p = r->branches->program;
  g_autoptr(GArray) given = parse_assumption(e->assumption);
  Span span;
  guint n = 0;
  for (guint i = 0; i < p->sites->len; i++) n += is_at(r->branches, e, program_site(p, i)) ? 1 : 0;
  gboolean only_one = n == 1 && match_span(r->branches->text, e, &span);
  for (guint i = 0; i < p->sites->len; i++) {
    const InputSite *s = program_site(p, i);
    guint64 value;
    gboolean here = is_at(r->branches, e, s);
    if (here) {
      visit(r, i);
      if (value_at(r->branches, e, given, s, only_one, &value)) set_value(r, i, value);
    } else if (r->wanted[i] && s->variable && !is_elsewhere(e, s)) { /* said later, by its name */
      for (guint k = 0; k < given->len; k++)
        if (g_str_equal(g_array_index(given, Given, k).name, s->variable))
          set_value(r, i, g_array_index(given, Given, k).value);
    }
    r->open[i] = here && e->control == CONTROL_NONE;
  }
}

Model *match_point(const Branches *p, const GArray *path, guint *matched, guint *unmatched) {
  guint n = MAX(p->program->sites->len, 1);
  Reading r = {p,       model_new(), g_new0(guint, n), g_new0(gboolean, n), g_new0(gboolean, n),
               matched, unmatched};
  for (guint i = 0; i < p->program->sites->len; i++) /* arguments are there from the beginning */
    if (site_is_argument(program_site(p->program, i))) r.occurrence[i] = 1, r.wanted[i] = TRUE;
  for (guint i = 0; i < path->len; i++) read_edge(&r, g_array_index(path, PathEdge, i).edge);
  for (guint i = 0; i < p->program->sites->len; i++)
    *unmatched += r.wanted[i] && !site_is_argument(program_site(p->program, i));
  g_free(r.occurrence);
  g_free(r.wanted);
  g_free(r.open);
  if (model_size(r.model)) return r.model;
  model_free(r.model);
  return NULL;
}
