/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scripts read back, and run step by step.  The text may be anything: whatever is not a script is refused
 * with its line. */
#include "domains/show.h"
#include "domains/registry.h"
#include "base/limits.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>


typedef struct {
  const char *at;
  guint line;
  Script *script;
  GError **error;
} Reader;

static gboolean wrong(Reader *r, const char *what) {
  if (r->error && !*r->error)
    g_set_error(r->error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "line %u: %s", r->line, what);
  return FALSE;
}

static void skip(Reader *r) {
  while (*r->at == ' ' || *r->at == '\t') r->at++;
}

static gboolean accept(Reader *r, const char *word) {
  skip(r);
  const gsize length = strlen(word);
  if (strncmp(r->at, word, length) != 0) return FALSE;
  if (g_ascii_isalpha(word[length - 1]) && g_ascii_isalpha(r->at[length])) return FALSE;
  r->at += length;
  return TRUE;
}

static gboolean expect(Reader *r, const char *word) {
  if (accept(r, word)) return TRUE;
  g_autofree char *what = g_strdup_printf("'%s' expected", word);
  return wrong(r, what);
}

/* ---- numbers ---- */

#define MOST_WIDE ((AcfWide)1 << 110)

static gboolean read_whole(Reader *r, AcfWide *value) {
  *value = 0;
  skip(r);
  if (!g_ascii_isdigit(*r->at)) return wrong(r, "a number expected");
  for (; g_ascii_isdigit(*r->at); r->at++) {
    *value = *value * 10 + (*r->at - '0');
    if (*value > MOST_WIDE) return wrong(r, "a number is too large");
  }
  return TRUE;
}

static gboolean read_double(Reader *r, AcfWide *value) {
  char *end;
  gint64 bits;
  skip(r);
  const double number = g_ascii_strtod(r->at, &end);
  if (end == r->at) return wrong(r, "a number expected");
  r->at = end;
  memcpy(&bits, &number, sizeof bits);
  *value = bits;
  return TRUE;
}

static gboolean read_signed(Reader *r, AcfWide *value) {
  if (r->script->domain->values == ACF_DOUBLES) return read_double(r, value);
  const gboolean negative = accept(r, "-");
  if (!read_whole(r, value)) return FALSE;
  if (negative) *value = -*value;
  return TRUE;
}

static gboolean is_word(AcfWide value) { return value >= G_MININT64 && value <= G_MAXINT64; }

static gboolean read_index(Reader *r, const char *letter, guint below, guint *index) {
  AcfWide value;
  if (!expect(r, letter) || !read_whole(r, &value)) return FALSE;
  if (value >= below)
    return wrong(r, letter[0] == 'e' ? "there is no such element before" : "there is no such variable");
  *index = (guint)value;
  return TRUE;
}

/* ---- forms ---- */

/* [number *] x3, or a number. */
static gboolean read_term(Reader *r, gboolean negative, AcfLinear *e) {
  const gboolean doubles = r->script->domain->values == ACF_DOUBLES;
  AcfWide k = 1;
  guint v;
  gboolean plain = TRUE;
  skip(r);
  if (*r->at != 'x') {
    if (doubles ? !read_double(r, &k) : !read_whole(r, &k)) return FALSE;
    plain = !accept(r, "*");
  } else {
    plain = FALSE;
  }
  if (negative && !doubles) k = -k;
  if (!is_word(k)) return wrong(r, "a number does not fit 64 bits");
  if (plain) {
    e->constant = (int64_t)k;
    return TRUE;
  }
  if (!read_index(r, "x", r->script->n, &v)) return FALSE;
  e->k[v] = (int64_t)k;
  return TRUE;
}

static gboolean read_form(Reader *r, AcfLinear *e) {
  const gboolean doubles = r->script->domain->values == ACF_DOUBLES;
  memset(e, 0, sizeof *e);
  if (!read_term(r, !doubles && accept(r, "-"), e)) return FALSE;
  for (;;) {
    const gboolean plus = accept(r, "+"), minus = !plus && !doubles && accept(r, "-");
    if (!plus && !minus) return TRUE;
    if (!read_term(r, minus, e)) return FALSE;
  }
}

static gboolean read_constraint(Reader *r, AcfConstraint *c) {
  AcfWide zero, modulus;
  memset(c, 0, sizeof *c);
  if (!read_form(r, &c->form)) return FALSE;
  c->relation = accept(r, ">=") ? ACF_AT_LEAST : accept(r, ">") ? ACF_GREATER : ACF_EQUAL;
  if (c->relation == ACF_EQUAL && !expect(r, "=")) return FALSE;
  if (!read_whole(r, &zero) || zero != 0) return wrong(r, "a constraint compares with 0");
  if (c->relation != ACF_EQUAL || !accept(r, "mod")) return TRUE;
  if (!read_whole(r, &modulus)) return FALSE;
  if (modulus < 1 || !is_word(modulus)) return wrong(r, "a modulus is positive");
  c->relation = ACF_CONGRUENT;
  c->modulus = (int64_t)modulus;
  return TRUE;
}

/* ---- steps ---- */

static gboolean read_kind(Reader *r, StepKind *kind) {
  for (guint i = 0; i < N_STEP_KINDS; i++)
    if (accept(r, step_names[i])) {
      *kind = (StepKind)i;
      return TRUE;
    }
  return wrong(r, "there is no such operation");
}

static gboolean has_operation(const AcfDomain *d, StepKind kind) {
  return (kind != STEP_WIDENING || d->widening) && (kind != STEP_NARROWING || d->narrowing);
}

static gboolean read_constraints(Reader *r, Step *t) {
  const guint most = t->kind == STEP_COND ? 1 : G_N_ELEMENTS(t->c);
  do {
    if (t->n_c == most) return wrong(r, "too many constraints");
    if (!read_constraint(r, &t->c[t->n_c])) return FALSE;
    t->n_c++;
  } while (accept(r, ","));
  return TRUE;
}

static gboolean read_arguments(Reader *r, Step *t, guint before) {
  if (step_takes_x(t->kind) && !read_index(r, "e", before, &t->x)) return FALSE;
  if (step_takes_y(t->kind) && (!expect(r, ",") || !read_index(r, "e", before, &t->y))) return FALSE;
  if (step_takes_v(t->kind) && (!expect(r, ",") || !read_index(r, "x", r->script->n, &t->v))) return FALSE;
  if (t->kind == STEP_ASSIGN && (!expect(r, ",") || !read_form(r, &t->e))) return FALSE;
  if (t->kind == STEP_COND && !expect(r, ",")) return FALSE;
  return (t->kind != STEP_COND && t->kind != STEP_FROM) || read_constraints(r, t);
}

static gboolean read_step(Reader *r) {
  guint number;
  Step t = {0};
  const guint before = r->script->steps->len;
  if (before == limits.domains_replay_steps) return wrong(r, "too many steps");
  if (!read_index(r, "e", G_MAXUINT, &number)) return FALSE;
  if (number != before) return wrong(r, "elements are numbered e0, e1, ... in order");
  if (!expect(r, "=") || !read_kind(r, &t.kind)) return FALSE;
  if (!has_operation(r->script->domain, t.kind)) return wrong(r, "the domain has no such operation");
  if (!expect(r, "(") || !read_arguments(r, &t, before) || !expect(r, ")")) return FALSE;
  script_add(r->script, t);
  return TRUE;
}

/* ---- the check ---- */

static gboolean read_point(Reader *r, AcfPoint *p) {
  AcfWide divisor = 1;
  if (!expect(r, "(")) return FALSE;
  for (guint i = 0; i < r->script->n; i++)
    if ((i && !expect(r, ",")) || !read_signed(r, &p->value[i])) return FALSE;
  if (!expect(r, ")")) return FALSE;
  if (accept(r, "/") && !read_whole(r, &divisor)) return FALSE;
  if (divisor < 1 || divisor > 1000) return wrong(r, "a divisor is from 1 to 1000");
  if (divisor != 1 && r->script->domain->values != ACF_RATIONALS)
    return wrong(r, "the variables are integers");
  p->divisor = (int64_t)divisor;
  return TRUE;
}

static gboolean read_width(Reader *r, Check *c) {
  AcfWide bits;
  skip(r);
  c->is_signed = g_str_has_prefix(r->at, "int");
  r->at += c->is_signed ? 3 : g_str_has_prefix(r->at, "uint") ? 4 : 0;
  if (!read_whole(r, &bits)) return FALSE;
  if (bits != 8 && bits != 16 && bits != 32 && bits != 64) return wrong(r, "a width is 8, 16, 32 or 64");
  c->bits = (guint)bits;
  return TRUE;
}

static gboolean read_chain(Reader *r, Check *c) {
  do {
    if (c->n_chain == CHAIN_LENGTH) return wrong(r, "the chain is too long");
    if (!read_index(r, "e", r->script->steps->len, &c->chain[c->n_chain++])) return FALSE;
  } while (accept(r, ","));
  return c->n_chain > 1 || wrong(r, "a chain has two elements at least");
}

static gboolean named(Reader *r, const char *name) {
  return expect(r, ";") && expect(r, name) && expect(r, "=");
}

static gboolean read_check(Reader *r) {
  Script *s = r->script;
  Check *c = &s->check;
  const guint before = s->steps->len;
  AcfWide number;
  if (!read_whole(r, &number)) return FALSE;
  const guint index = number < 1000 ? property_index((guint)number) : n_properties;
  if (index == n_properties) return wrong(r, "there is no such property");
  const DomainProperty *p = &properties[index];
  const Arguments *a = &p->arguments;
  if (!property_applies(p, s->domain)) return wrong(r, "the property does not apply to the domain");
  if (a->x && (!named(r, "x") || !read_index(r, "e", before, &c->x))) return FALSE;
  if (a->y && (!named(r, "y") || !read_index(r, "e", before, &c->y))) return FALSE;
  if (a->z && (!named(r, "z") || !read_index(r, "e", before, &c->z))) return FALSE;
  if (a->v && (!named(r, "v") || !read_index(r, "x", s->n, &c->v))) return FALSE;
  if (a->e && (!named(r, "e") || !read_form(r, &c->e))) return FALSE;
  if (a->c && (!named(r, "c") || !read_constraint(r, &c->c))) return FALSE;
  if (a->bits && (!named(r, "w") || !read_width(r, c))) return FALSE;
  if (a->p && (!named(r, "p") || !read_point(r, &c->p))) return FALSE;
  if (a->chain && (!named(r, "chain") || !read_chain(r, c))) return FALSE;
  c->property = p->number;
  return TRUE;
}

/* ---- the file ---- */

static gboolean at_end(Reader *r) {
  skip(r);
  return *r->at == '\0' || *r->at == '#';
}

static gboolean read_domain(Reader *r, const AcfDomain *d) {
  if (!expect(r, "domain")) return FALSE;
  skip(r);
  g_autofree char *name = g_strndup(r->at, strcspn(r->at, " \t#"));
  r->at += strlen(name);
  r->script->domain = d ? d : domains_find(name);
  if (r->script->domain) return TRUE;
  return wrong(r, "there is no such domain here");
}

static gboolean read_variables(Reader *r) {
  AcfWide n;
  if (!expect(r, "variables") || !read_whole(r, &n)) return FALSE;
  if (n < 1 || n > ACF_VARIABLES) return wrong(r, "the number of variables is from 1 to 16");
  r->script->n = (guint)n;
  return TRUE;
}

static gboolean read_line(Reader *r, guint n_read, const AcfDomain *d) {
  if (n_read == 0) return expect(r, REPLAY_HEADER);
  if (n_read == 1) return read_domain(r, d);
  if (n_read == 2) return read_variables(r);
  if (r->script->check.property) return wrong(r, "nothing comes after the check");
  return accept(r, "check") ? read_check(r) : read_step(r);
}

Script *replay_parse(const char *text, const AcfDomain *d, GError **error) {
  g_autoptr(Script) s = script_new(d, 1);
  GError *inner = NULL;
  Reader r = {.script = s, .error = &inner};
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  guint n_read = 0;
  gboolean good = TRUE;
  for (char **line = lines; *line && good; line++) {
    r.line++;
    r.at = g_strchomp(*line);
    if (at_end(&r)) continue;
    good = read_line(&r, n_read++, d) && (at_end(&r) || wrong(&r, "the line goes on"));
  }
  if (good && n_read < 3) good = wrong(&r, "it ends too early");
  if (good) return g_steal_pointer(&s);
  g_propagate_error(error, inner);
  return NULL;
}

static const char *state_of(const AcfDomain *d, const void *x) {
  return !x                       ? "nothing: declined or failed"
         : d->is_bottom(d, x) > 0 ? "bottom"
         : d->is_top(d, x) > 0    ? "top"
                                  : "";
}

static void append_element(GString *out, const Trial *t, guint i) {
  const AcfDomain *d = t->script->domain;
  const void *x = trial_element(t, i)->element;
  const char *state = state_of(d, x);
  AcfConstraint c[40];
  const int n = x && !*state && d->constraints ? d->constraints(d, x, c, G_N_ELEMENTS(c)) : 0;
  if (*state) g_string_append_printf(out, "  # %s", state);
  for (int k = 0; k < n; k++) {
    g_autofree char *text = show_constraint(d, &c[k], t->script->n);
    g_string_append_printf(out, "%s%s", k ? ", " : "  # ", text);
  }
  g_string_append_c(out, '\n');
}

char *replay_run(const Script *s, Outcome *outcome) {
  static const char *const outcomes[] = {"holds", "is violated", "says nothing: its precondition is not met",
                                         "could not be checked: an operation failed"};
  GString *out = g_string_new(NULL);
  g_autoptr(Trial) t = trial_new(s);
  trial_run(t);
  for (guint i = 0; i < s->steps->len; i++) {
    g_autofree char *step = show_step(s, i);
    g_string_append(out, step);
    append_element(out, t, i);
  }
  *outcome = t->failed ? FAILED : HOLDS;
  if (!t->failed && s->check.property) {
    *outcome = property_check(t, &s->check);
    g_string_append_printf(out, "property %u (%s) %s\n", s->check.property,
                           properties[property_index(s->check.property)].text, outcomes[*outcome]);
  }
  return g_string_free(out, FALSE);
}
