/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Events of a run as edges of a witness, one after the other.  What a format has no sure place or words for
 * is left out: a witness that says less is still one. */
#include "export/violation.h"
#include <math.h>
#include <string.h>
#include "ctext/scan.h"
#include "formula/floats.h"

typedef struct {
  const Program *program;
  const Source *source;
  ViolationFormat format;
  Witness *witness;
  char *
      *variables; /* by input site: what it is assigned to; empty: nothing plain; NULL: not looked for yet */
} Builder;

/* ---- places in the text ---- */

static gboolean is_loop_keyword(const char *text, gsize at) {
  return ctext_word_at(text, at, "while") || ctext_word_at(text, at, "for");
}

static gssize main_offset(const Builder *b, IrLoc loc) {
  if (!loc.file || !g_str_equal(loc.file, b->program->path)) return -1;
  const gsize at = source_offset(b->source, loc.line, loc.column);
  return at == SOURCE_NOWHERE ? -1 : (gssize)at;
}

/* Where the condition of the statement at `at` starts; -1: not there. */
static gssize condition_offset(const char *text, gsize at) {
  if (text[at] == '}') /* the condition of do { ... } while stands behind the body */
    do at++;
    while (g_ascii_isspace(text[at]));
  gboolean counts = ctext_word_at(text, at, "for");
  if (!is_loop_keyword(text, at)) return text[at] == '&' || text[at] == '|' ? -1 : (gssize)at;
  while (text[at] && text[at] != '(') at++;
  for (int depth = 0; counts && text[at] && !(text[at] == ';' && depth == 1); at++)
    depth += (text[at] == '(') - (text[at] == ')');
  if (text[at]) at++;
  while (g_ascii_isspace(text[at])) at++;
  return text[at] ? (gssize)at : -1;
}

/* The last character of the condition that starts at `at`: before the bracket, semicolon or question mark
 * that ends it. */
static gsize condition_end(const char *text, gsize at) {
  gsize last = at;
  for (int depth = 0; text[at]; at++) {
    if (depth == 0 && strchr(");?", text[at])) break;
    depth += (text[at] == '(') - (text[at] == ')');
    if (!g_ascii_isspace(text[at])) last = at;
  }
  return last;
}

/* The keyword of the statement whose condition starts at `at`, or that starts there; -1: none is found. */
static gssize keyword_offset(const char *text, gsize at) {
  if (is_loop_keyword(text, at) || ctext_word_at(text, at, "switch")) return (gssize)at;
  while (at > 0 && g_ascii_isspace(text[at - 1])) at--;
  if (at == 0 || text[--at] != '(') return -1;
  while (at > 0 && g_ascii_isspace(text[at - 1])) at--;
  gboolean found = at >= 2 && ctext_word_at(text, at - 2, "if");
  return found ? (gssize)at - 2 : -1;
}

/* The bracket that closes the call at `at`; -1: no plain call is there. */
static gssize closing_offset(const char *text, gsize at) {
  gsize i = ctext_word_end(text, at);
  while (i > at && g_ascii_isspace(text[i])) i++;
  if (i == at || text[i] != '(') return -1;
  const gsize end = strlen(text), close = ctext_closing(text, i, end);
  return close < end ? (gssize)close : -1;
}

/* May a statement follow behind this place?  Blanks before it do not count. */
static gboolean ends_something(const char *text, gsize at) {
  while (at > 0 && g_ascii_isspace(text[at - 1])) at--;
  if (at == 0 || strchr(";{}):", text[at - 1])) return TRUE;
  return (at >= 4 && ctext_word_at(text, at - 4, "else")) || (at >= 2 && ctext_word_at(text, at - 2, "do"));
}

/* An assignment without calls and conditions, from its first to its last character: all verifiers take that
 * for one step, on one line. */
static gboolean is_plain_assignment(const char *text, gsize start, gsize end) {
  static const char no[] = "\\b[A-Za-z_]\\w*\\s*\\(|[?,{}\":]|&&|\\|\\||^(?:return|goto|else|do|case)\\b",
                    yes[] = "\\+\\+|--|[^=!<>]=(?!=)|<<=|>>=";
  g_autofree char *statement = g_strndup(text + start, end - start);
  return g_regex_match_simple(yes, statement, 0, 0) && !g_regex_match_simple(no, statement, 0, 0);
}

/* The assignment of which the place is a part, from its first to its last character; FALSE: no plain one that
 * has one line. */
static gboolean plain_assignment(const char *text, gsize at, gsize *first, gsize *last) {
  gsize start = at, end = at;
  while (start > 0 && !strchr(";{}\n", text[start - 1])) start--;
  while (text[end] && !strchr(";{}\n", text[end])) end++;
  if (text[end] != ';' || !ends_something(text, start)) return FALSE;
  while (start < end && g_ascii_isspace(text[start])) start++;
  if (start == end || !is_plain_assignment(text, start, end)) return FALSE;
  *first = start;
  *last = end - 1;
  return TRUE;
}

/* ---- values ---- */

/* As a C constant; NULL: there is no plain one. */
static char *constant(const InputSite *site, guint64 value) {
  if (strchr(site->type, '*') || site->width < 1 || site->width > 64) return NULL;
  if (site->is_float) {
    const double number = number_of_bits(site->width, value);
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    return isfinite(number) ? g_strdup(g_ascii_dtostr(text, sizeof text, number)) : NULL;
  }
  const char *suffix = site->width < 32 ? "" : site->width == 32 ? "U" : "ULL";
  if (!site->is_signed) return g_strdup_printf("%" G_GUINT64_FORMAT "%s", value, suffix);
  gint64 number = (gint64)(value << (64 - site->width)) >> (64 - site->width);
  if (number == G_MININT64) return g_strdup("(-9223372036854775807LL - 1)");
  return g_strdup_printf("%" G_GINT64_FORMAT "%s", number, site->width > 32 ? "LL" : "");
}

/* Is every declaration of the name in the text one of the type? */
static gboolean is_declared(const char *text, const char *name, const char *type) {
  static const char *const no_types[] = {"return", "else", "do", "goto", "case", NULL};
  g_autofree char *pattern = g_strdup_printf("((?:\\b\\w+\\s+){1,4})%s\\s*[;=,)\\[]", name);
  g_autoptr(GRegex) regex = g_regex_new(pattern, 0, 0, NULL);
  g_autoptr(GMatchInfo) match = NULL;
  gboolean found = FALSE, same = TRUE;
  g_regex_match(regex, text, 0, &match);
  for (; g_match_info_matches(match) && same; g_match_info_next(match, NULL)) {
    g_autofree char *words = g_match_info_fetch(match, 1);
    g_autoptr(GRegex) blanks = g_regex_new("\\s+", 0, 0, NULL);
    g_autofree char *plain = g_regex_replace_literal(blanks, g_strstrip(words), -1, 0, " ", 0, NULL);
    if (g_strv_contains(no_types, plain)) continue;
    same = g_str_equal(plain, type);
    found = TRUE;
  }
  return found && same;
}

/* The plain variable of the input's own type that the call at `at` is assigned to; NULL: none. */
static char *assigned_variable(const char *text, gsize at, const char *type) {
  gsize end = at, start;
  while (end > 0 && g_ascii_isspace(text[end - 1])) end--;
  if (end == 0 || text[--end] != '=') return NULL;
  while (end > 0 && g_ascii_isspace(text[end - 1])) end--;
  for (start = end; start > 0 && ctext_is_name(text[start - 1]);) start--;
  if (start == end || g_ascii_isdigit(text[start])) return NULL;
  gsize before = start;
  while (before > 0 && g_ascii_isspace(text[before - 1])) before--;
  if (before > 0 && !ctext_is_name(text[before - 1]) && !strchr(";{}),", text[before - 1])) return NULL;
  char *name = g_strndup(text + start, end - start);
  if (!is_declared(text, name, type)) g_clear_pointer(&name, g_free);
  return name;
}

/* ---- edges ---- */

static WitnessEdge *add_edge(Builder *b, const RunEvent *e) {
  guint n = b->witness->nodes->len;
  g_autofree char *id = g_strdup_printf("N%u", n);
  witness_add_node(b->witness, id);
  WitnessEdge *edge = witness_add_edge(b->witness, n - 1, n);
  edge->line = e->loc.line;
  if (b->format == VIOLATION_GRAPHML && e->loc.line) edge->end_line = e->loc.line;
  if (b->format == VIOLATION_YAML && e->function) edge->assumption_scope = g_strdup(e->function->name);
  if (e->loc.file && !g_str_equal(e->loc.file, b->program->path)) edge->file = g_strdup(e->loc.file);
  return edge;
}

static void place_edge(Builder *b, WitnessEdge *edge, gssize offset) {
  if (offset < 0) return;
  if (b->format == VIOLATION_GRAPHML)
    edge->offset = offset;
  else
    edge->line = source_line(b->source, (gsize)offset),
    edge->column = source_column(b->source, (gsize)offset);
}

static const char *variable_of(Builder *b, const InputSite *site, gssize at) {
  char **known = &b->variables[site->id];
  if (!*known && at >= 0) *known = assigned_variable(b->source->code, (gsize)at, site->type);
  if (!*known) *known = g_strdup("");
  return *known;
}

/* What a parameter of the entry function is when the run begins.  YAML's waypoints stand at statements, and
 * none is known that would do. */
static void add_parameter(Builder *b, const RunEvent *e, const InputSite *site, const char *value) {
  if (b->format == VIOLATION_YAML || site->in_macro_or_header) return;
  WitnessEdge *edge = add_edge(b, e);
  place_edge(b, edge, main_offset(b, e->loc));
  edge->assumption = g_strdup_printf("%s == %s;", site->variable, value);
  edge->assumption_scope = g_strdup(site->function);
}

static void add_input(Builder *b, const RunEvent *e) {
  const InputSite *site = program_site(b->program, e->site);
  g_autofree char *value = site->function ? constant(site, e->value) : NULL;
  if (!value || !e->loc.line) return;
  if (site_is_argument(site)) {
    add_parameter(b, e, site, value);
    return;
  }
  gssize at = main_offset(b, e->loc);
  const char *text = b->source->code;
  if (b->format == VIOLATION_YAML) {
    gssize closing = at >= 0 ? closing_offset(text, (gsize)at) : -1;
    if (closing < 0) return;
    WitnessEdge *edge = add_edge(b, e);
    place_edge(b, edge, closing);
    edge->return_from = g_strdup("");
    edge->assumption = g_strdup_printf("\\result == %s;", value);
    return;
  }
  const char *variable = variable_of(b, site, at);
  WitnessEdge *edge = add_edge(b, e);
  place_edge(b, edge, at);
  edge->assumption = g_strdup_printf("%s == %s;", *variable ? variable : "\\result", value);
  edge->assumption_scope = g_strdup(e->function->name);
  if (!*variable) edge->result_function = g_strdup(site->function);
}

static void add_branch(Builder *b, const RunEvent *e) {
  gssize at = main_offset(b, e->loc);
  if (!e->whole || !e->loc.line) return;
  if (b->format == VIOLATION_YAML) at = at >= 0 ? keyword_offset(b->source->code, (gsize)at) : -1;
  if (b->format == VIOLATION_YAML && at < 0) return;
  WitnessEdge *edge = add_edge(b, e);
  edge->control = e->holds ? CONTROL_TRUE : CONTROL_FALSE;
  if (b->format == VIOLATION_GRAPHML && at >= 0) at = condition_offset(b->source->code, (gsize)at);
  place_edge(b, edge, at);
  if (edge->offset >= 0) edge->end_offset = (gint64)condition_end(b->source->code, (gsize)at);
}

/* Only YAML names the cases of a switch; a case whose sign is not known is not named. */
static void add_switch(Builder *b, const RunEvent *e) {
  gssize at = main_offset(b, e->loc);
  if (b->format == VIOLATION_GRAPHML || !e->is_case || e->value > G_MAXINT8 || at < 0) return;
  if (!ctext_word_at(b->source->code, (gsize)at, "switch")) return;
  WitnessEdge *edge = add_edge(b, e);
  edge->has_case = TRUE;
  edge->case_value = (gint64)e->value;
  place_edge(b, edge, at);
}

static void add_call(Builder *b, const RunEvent *e) {
  if (b->format == VIOLATION_YAML || !e->loc.line) return; /* the branches inside say as much */
  WitnessEdge *edge = add_edge(b, e);
  if (e->kind == RUN_ENTER) {
    edge->enter_function = g_strdup(e->callee->name);
    return;
  }
  edge->line = edge->end_line = 0; /* of the return, which is not known */
  g_clear_pointer(&edge->file, g_free);
  edge->return_from = g_strdup(e->callee->name);
}

/* Validators of GraphML match lines, and lose sight of a run that passes many without an edge.  What would be
 * more than one step there gets none: the inputs, branches and calls in it have theirs. */
static void add_statement(Builder *b, const RunEvent *e) {
  gssize at = main_offset(b, e->loc);
  gsize start, end;
  if (b->format == VIOLATION_YAML || at < 0 || !plain_assignment(b->source->code, (gsize)at, &start, &end))
    return;
  WitnessEdge *edge = add_edge(b, e);
  place_edge(b, edge, (gssize)start);
  edge->end_offset = (gint64)end;
}

static gboolean add_error(Builder *b, const RunEvent *e) {
  if (!e->loc.line && b->format == VIOLATION_YAML) return FALSE;
  WitnessEdge *edge = add_edge(b, e);
  place_edge(b, edge, main_offset(b, e->loc));
  edge->target = b->format == VIOLATION_YAML;
  ((WitnessNode *)b->witness->nodes->pdata[edge->to])->violation = TRUE;
  return TRUE;
}

Witness *violation_witness(const Program *p, const Source *s, const GArray *events, ViolationFormat format) {
  Builder b = {p, s, format, witness_new(WITNESS_VIOLATION), g_new0(char *, p->sites->len)};
  gboolean fails = FALSE;
  witness_add_node(b.witness, "N0")->entry = TRUE;
  for (guint i = 0; i < events->len; i++) {
    const RunEvent *e = &g_array_index(events, RunEvent, i);
    switch (e->kind) {
    case RUN_INPUT: add_input(&b, e); break;
    case RUN_BRANCH: add_branch(&b, e); break;
    case RUN_SWITCH: add_switch(&b, e); break;
    case RUN_ENTER:
    case RUN_RETURN: add_call(&b, e); break;
    case RUN_STATEMENT: add_statement(&b, e); break;
    case RUN_ERROR: fails = add_error(&b, e); break;
    }
  }
  for (guint i = 0; i < p->sites->len; i++) g_free(b.variables[i]);
  g_free(b.variables);
  if (!fails) g_clear_pointer(&b.witness, witness_free);
  return b.witness;
}
