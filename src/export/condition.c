/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conditions as lines.  What is too long is tried as few cases; where these are still too long, or not all,
 * parts are left out: of a bound from below disjuncts, of one from above conjuncts. */
#include "export/condition.h"
#include <string.h>
#include "base/limits.h"
#include "cfc/brief.h"
#include "formula/one-input.h"
#include "formula/path-literals.h"
#include "formula/readable.h"
#include "ir/print.h"

static gboolean is_cut(const char *text) { return g_str_has_suffix(text, " ..."); }

/* A text has its definitions in lines of their own. */
static guint lines_of(const char *text) {
  guint lines = 0;
  for (const char *line = text; line; line = strchr(line, '\n')) {
    if (*line == '\n') line++;
    const char *end = strchr(line, '\n');
    const gsize length = end ? (gsize)(end - line) : strlen(line);
    lines += (guint)MAX((length + limits.report_line_characters - 1) / limits.report_line_characters, 1);
  }
  return lines;
}

/* A few disjuncts stand below each other; NULL: they are not few, or need definitions. */
static char *by_lines(const Program *p, const Term *t, guint lines) {
  if (t->op != TERM_OR || t->n_args > lines) return NULL;
  GString *text = g_string_new(NULL);
  for (guint i = 0; i < t->n_args; i++) {
    g_autofree char *part = term_to_text(p, t->args[i], lines * limits.report_line_characters);
    g_string_append_printf(text, "%s%s", i > 0 ? "\nor " : "", part);
    if (!is_cut(part) && !strchr(part, '\n')) continue;
    g_string_free(text, TRUE);
    return NULL;
  }
  return g_string_free(text, FALSE);
}

/* The text of a formula of at most so many lines, NULL when it needs more. */
static char *within(const Program *p, const Term *t, guint lines) {
  g_autofree char *below_each_other = lines > 1 ? by_lines(p, t, lines) : NULL;
  if (below_each_other && lines_of(below_each_other) <= lines) return g_steal_pointer(&below_each_other);
  char *text = term_to_text(p, t, lines * limits.report_line_characters);
  if (!is_cut(text) && lines_of(text) <= lines) return text;
  g_free(text);
  return NULL;
}

static int shortest_first(gconstpointer a, gconstpointer b) {
  const Term *x = *(const Term *const *)a, *y = *(const Term *const *)b;
  const guint m = term_tree_size(x, limits.report_rewrite_nodes), n = term_tree_size(y, limits.report_rewrite_nodes);
  if (m != n) return m < n ? -1 : 1;
  return x->id < y->id ? -1 : x->id > y->id;
}

/* As many of the parts of a conjunction or disjunction as fit in a line beside what is there, the shortest
 * first; NULL: none does. */
static const Term *fitting_parts(const Program *p, TermOp op, const Term *beside, const Term *t) {
  g_autoptr(GPtrArray) parts = op == TERM_AND ? readable_conjuncts(t) : readable_disjuncts(t);
  const Term *kept = NULL;
  g_ptr_array_sort(parts, shortest_first);
  for (guint i = 0; i < parts->len; i++) {
    const Term *part = parts->pdata[i],
               *more = !kept ? part : op == TERM_AND ? term_and(kept, part) : term_or(kept, part);
    g_autofree char *text = within(p, term_and(beside, more), 1);
    if (!text) break;
    kept = more;
  }
  return kept ? term_and(beside, kept) : NULL;
}

/* Something in one line that t implies; NULL: there is nothing to say. */
static char *line_above(const Program *p, const Term *t) {
  const Term *kept = term_is_const(t) ? NULL : fitting_parts(p, TERM_AND, term_bool(TRUE), t);
  return kept ? within(p, kept, 1) : NULL;
}

/* The only disjunction among the conjuncts of t, NULL when there is none or more. */
static const Term *only_cases(const Term *t) {
  const Term *cases = NULL;
  for (guint i = 0; t->op == TERM_AND && i < t->n_args; i++) {
    if (t->args[i]->op != TERM_OR) continue;
    if (cases) return NULL;
    cases = t->args[i];
  }
  return cases;
}

/* Something in one line that implies t, which is in few cases: some of them. */
static char *line_below(const Program *p, const Term *t) {
  char *whole = term_is_const(t) ? NULL : within(p, t, 1);
  if (whole || term_is_const(t)) return whole;
  const Term *cases = t->op == TERM_OR ? t : only_cases(t), *beside = term_bool(TRUE);
  if (!cases) return NULL;
  for (guint i = 0; t->op == TERM_AND && i < t->n_args; i++)
    if (t->args[i] != cases) beside = term_and(beside, t->args[i]);
  const Term *kept = fitting_parts(p, TERM_OR, beside, cases);
  return kept && !term_is_const(kept) ? within(p, kept, 1) : NULL;
}

/* What is said from below comes from points of the formula; what is said from above may be just some of its
 * conjuncts. */
static ConditionText outline(const Program *p, const Term *t, const FewCases *found) {
  ConditionText c = {.least = line_below(p, found->below), .most = line_above(p, found->above)};
  if (!c.most) c.most = line_above(p, t);
  return c;
}

static double seconds_until(gint64 deadline) { return (double)(deadline - g_get_monotonic_time()) / 1e6; }

/* A formula whose text is too long may have a shorter one that was not looked for, for lack of time. */
static const Term *rewritten(const Term *t) {
  return term_dag_size(t, limits.report_rewrite_nodes) < limits.report_rewrite_nodes ? readable_rewrite(term_by_values(t)) : t;
}

static char *long_text(const Program *p, const Term *t) {
  char *text = by_lines(p, t, G_MAXUINT / limits.report_line_characters);
  if (text) return text;
  text = term_to_text(p, t, limits.report_long_formula_characters);
  if (!is_cut(text)) return text;
  g_free(text);
  return term_to_text(p, rewritten(t), limits.report_long_formula_characters);
}

ConditionText condition_text(const Program *p, const Term *formula, gboolean verbose, gint64 deadline) {
  const guint lines = limits.report_condition_lines;
  formula = term_within_bounds(p, formula);
  ConditionText c = {.whole = within(p, formula, lines)};
  if (c.whole) return c;
  const Term *t = rewritten(formula);
  c.whole = verbose ? long_text(p, formula) : within(p, t, lines);
  if (c.whole) return c;
  FewCases found = {term_bool(TRUE), term_bool(FALSE), FALSE};
  const double seconds = seconds_until(deadline);
  if (seconds > 0) found = brief(t, seconds, (gsize)limits.report_brief_mib << 20);
  found.below = term_within_bounds(p, found.below);
  if (term_is_false(term_within_bounds(p, found.above))) {
    c.empty = TRUE;
    return c;
  }
  if (found.exact) c.whole = within(p, found.below, lines);
  return c.whole ? c : outline(p, t, &found);
}

void condition_text_clear(ConditionText *c) {
  g_free(c->whole);
  g_free(c->least);
  g_free(c->most);
  *c = (ConditionText){0};
}
