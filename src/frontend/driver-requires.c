/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ACSL's requires clauses in the comment above a function: assumptions of its driver.
 *
 * Read are comparisons and chains of them, arithmetic, && || ! ==> <==>, \null, \true, \false, and \valid and
 * \valid_read of a pointer or a range that begins with 0, where they stand for themselves or between &&.
 * ACSL computes with integers that do not overflow, so sums and products are written in long long.  A clause
 * that is not understood is not assumed, and the driver says so. */
#include <string.h>
#include "base/limits.h"
#include "frontend/driver-build.h"

typedef struct {
  DriverBuild *build;
  const char *at;
  gboolean understood;
  gboolean alone; /* what is being read holds whenever the clause does */
  guint depth;
} Reader;


static char *read_iff(Reader *r);

static char *fail(Reader *r) {
  r->understood = FALSE;
  return g_strdup("1");
}

static void skip(Reader *r) {
  while (g_ascii_isspace(*r->at)) r->at++;
}

/* Is the text next?  Then it is read. */
static gboolean next(Reader *r, const char *text) {
  skip(r);
  if (!g_str_has_prefix(r->at, text)) return FALSE;
  r->at += strlen(text);
  return TRUE;
}

static gboolean is_next(Reader *r, const char *text) {
  skip(r);
  return g_str_has_prefix(r->at, text);
}

static char *read_word(Reader *r) {
  skip(r);
  const char *start = r->at;
  while (g_ascii_isalnum(*r->at) || *r->at == '_') r->at++;
  return g_strndup(start, (gsize)(r->at - start));
}

/* ---- objects ---- */

/* "p", "p->next", "s.x"; NULL: something else. */
static char *read_path(Reader *r) {
  g_autoptr(GString) path = g_string_new(NULL);
  skip(r);
  if (!g_ascii_isalpha(*r->at) && *r->at != '_') return NULL;
  for (;;) {
    g_autofree char *word = read_word(r);
    g_string_append(path, word);
    const char *join = is_next(r, "->") ? "->" : is_next(r, ".") && !is_next(r, "..") ? "." : NULL;
    if (!join) return g_strdup(path->str);
    next(r, join);
    g_string_append(path, join);
  }
}

/* The text up to the bracket that closes what is open; the number of elements of 0 .. that. */
static char *read_count(Reader *r, char close) {
  const char *start = r->at;
  for (int open = 0; *r->at && (open || *r->at != close); r->at++) open += (*r->at == '(' || *r->at == '[') - (*r->at == ')' || *r->at == ']');
  g_autofree char *last = g_strstrip(g_strndup(start, (gsize)(r->at - start)));
  char *minus = strrchr(last, '-');
  if (minus && g_str_equal(g_strchug(minus + 1), "1") && !strchr(minus, ')')) {
    *minus = '\0';
    return g_strdup(g_strchomp(last));
  }
  return g_strdup_printf("(%s) + 1", last);
}

/* Behind \valid: a pointer, p + (0 .. n), or &p[0 .. n]. */
static char *read_valid(Reader *r) {
  const gboolean address = next(r, "(") && next(r, "&");
  g_autofree char *path = read_path(r), *count = NULL;
  if (!path || !r->alone) return fail(r);
  if (address ? next(r, "[") : next(r, "+")) {
    if ((!address && !next(r, "(")) || !next(r, "0") || !next(r, "..")) return fail(r);
    count = read_count(r, address ? ']' : ')');
    if (!next(r, address ? "]" : ")")) return fail(r);
  } else if (!address) {
    count = g_strdup("1");
  }
  if (!count || !next(r, ")") || !driver_is_expression(count) || strchr(count, '\\')) return fail(r);
  Pointee *p = g_new0(Pointee, 1);
  *p = (Pointee){.kind = POINTEE_COUNT, .count = g_steal_pointer(&count), .required = TRUE};
  driver_add_pointee(r->build, path, p);
  return g_strdup("1");
}

/* ---- values ---- */

static char *read_special(Reader *r) {
  static const struct {
    const char *name, *text;
  } constants[] = {{"\\null", "((void *)0)"}, {"\\true", "1"}, {"\\false", "0"}};
  for (guint i = 0; i < G_N_ELEMENTS(constants); i++)
    if (next(r, constants[i].name)) return g_strdup(constants[i].text);
  return next(r, "\\valid_read") || next(r, "\\valid") ? read_valid(r) : fail(r);
}

static char *read_primary(Reader *r) {
  skip(r);
  if (*r->at == '\\') return read_special(r);
  if (next(r, "(")) {
    g_autofree char *inner = read_iff(r);
    return next(r, ")") ? g_strdup_printf("(%s)", inner) : fail(r);
  }
  if (*r->at == '\'') {
    const char *start = r->at, *end = strchr(start + (start[1] == '\\' ? 3 : 2), '\'');
    if (!start[1] || !end || end - start > 6) return fail(r);
    r->at = end + 1;
    return g_strndup(start, (gsize)(r->at - start));
  }
  if (g_ascii_isdigit(*r->at)) return read_word(r);
  char *path = read_path(r);
  while (path && next(r, "[")) {
    const gboolean alone = r->alone;
    g_autofree char *whole = path, *index = read_iff(r);
    r->alone = alone;
    path = g_strdup_printf("%s[%s]", whole, index);
    if (!next(r, "]")) r->understood = FALSE;
  }
  if (path && !is_next(r, "(")) return path; /* a logic function or predicate else */
  g_free(path);
  return fail(r);
}

static char *read_unary(Reader *r) {
  if (!r->understood || ++r->depth > limits.requires_depth) return fail(r);
  char *text = NULL;
  if (is_next(r, "!") && !is_next(r, "!=")) {
    r->at++;
    r->alone = FALSE;
    g_autofree char *inner = read_unary(r);
    text = g_strdup_printf("!%s", inner);
  } else if (next(r, "-")) {
    g_autofree char *inner = read_unary(r);
    text = g_strdup_printf("-(0LL + %s)", inner);
  } else if (next(r, "*")) {
    g_autofree char *inner = read_unary(r);
    text = g_strdup_printf("*%s", inner);
  } else {
    text = read_primary(r);
  }
  r->depth--;
  return text;
}

static char *read_product(Reader *r) {
  char *left = read_unary(r);
  while (r->understood && (is_next(r, "*") || is_next(r, "/") || is_next(r, "%"))) {
    const char operation = *r->at++;
    g_autofree char *whole = left, *right = read_unary(r);
    left = g_strdup_printf("(1LL * %s %c %s)", whole, operation, right);
  }
  return left;
}

static char *read_sum(Reader *r) {
  char *left = read_product(r);
  while (r->understood && ((is_next(r, "+") || is_next(r, "-")) && !is_next(r, "->"))) {
    const char operation = *r->at++;
    g_autofree char *whole = left, *right = read_product(r);
    left = g_strdup_printf("(0LL + %s %c %s)", whole, operation, right);
  }
  return left;
}

/* ---- conditions ---- */

static const char *comparison(Reader *r) {
  static const char *const all[] = {"<=", ">=", "==", "!=", "<", ">"};
  if (is_next(r, "==>") || is_next(r, "<==>")) return NULL;
  for (guint i = 0; i < G_N_ELEMENTS(all); i++)
    if (next(r, all[i])) return all[i];
  return NULL;
}

/* 0 <= i < n: each two neighbours are compared. */
static char *read_chain(Reader *r) {
  g_autofree char *left = read_sum(r);
  GString *all = g_string_new(NULL);
  for (const char *operation; r->understood && (operation = comparison(r));) {
    g_autofree char *before = left;
    left = read_sum(r);
    g_string_append_printf(all, "%s%s %s %s", all->len ? " && " : "", before, operation, left);
  }
  if (!all->len) g_string_append(all, left);
  return g_string_free(all, FALSE);
}

static char *read_and(Reader *r) {
  char *left = read_chain(r);
  while (r->understood && next(r, "&&")) {
    g_autofree char *whole = left, *right = read_chain(r);
    left = g_strdup_printf("%s && %s", whole, right);
  }
  return left;
}

static gboolean is_alternative(const Reader *r) {
  int open = 0;
  for (const char *at = r->at; *at; at++) {
    open += (*at == '(' || *at == '[') - (*at == ')' || *at == ']');
    if (open < 0) return FALSE;
    if (open == 0 && (g_str_has_prefix(at, "||") || g_str_has_prefix(at, "==>"))) return TRUE;
  }
  return FALSE;
}

static char *read_or(Reader *r) {
  char *left = read_and(r);
  while (r->understood && next(r, "||")) {
    g_autofree char *whole = left, *right = read_and(r);
    left = g_strdup_printf("(%s) || (%s)", whole, right);
  }
  return left;
}

static char *read_implication(Reader *r) {
  char *left = read_or(r);
  if (!r->understood || !next(r, "==>")) return left;
  g_autofree char *condition = left, *then = read_implication(r);
  return g_strdup_printf("!(%s) || (%s)", condition, then);
}

static char *read_iff(Reader *r) {
  const gboolean alone = r->alone;
  if (is_alternative(r)) r->alone = FALSE;
  char *left = read_implication(r);
  while (r->understood && next(r, "<==>")) {
    g_autofree char *whole = left, *right = read_implication(r);
    left = g_strdup_printf("!(%s) == !(%s)", whole, right);
  }
  r->alone = alone;
  return left;
}

static void read_clause(DriverBuild *b, const char *clause) {
  Reader r = {b, clause, TRUE, TRUE, 0};
  g_autofree char *condition = read_iff(&r);
  skip(&r);
  if (r.understood && !*r.at) {
    if (!g_str_equal(condition, "1")) g_ptr_array_add(b->conditions, g_strdup(condition));
    driver_assume(b, "%s (requires)", clause);
    b->requires = TRUE;
  } else {
    driver_assume(b, "the clause 'requires %s' is not understood, and not assumed", clause);
  }
}

/* ---- the comment ---- */

/* What the annotations right above the place say, without their @; NULL: there are none. */
static char *annotation_above(const char *text, gsize at) {
  while (at > 0 && g_ascii_isspace(text[at - 1])) at--;
  if (at >= 4 && strncmp(text + at - 2, "*/", 2) == 0) {
    g_autofree char *before = g_strndup(text, at - 2);
    const char *start = g_strrstr(before, "/*");
    return start && start[2] == '@' ? g_strdup(start + 3) : NULL;
  }
  GString *all = g_string_new(NULL);
  for (gsize end = at, start; end > 0; end = start ? start - 1 : 0) { /* lines of //@ from the last to the first */
    for (start = end; start > 0 && text[start - 1] != '\n';) start--;
    g_autofree char *line = g_strstrip(g_strndup(text + start, end - start));
    if (!g_str_has_prefix(line, "//@")) break;
    g_string_prepend_c(all, '\n');
    g_string_prepend(all, line + 3);
  }
  return g_string_free(all, all->len == 0);
}

void driver_requires(DriverBuild *b, const char *text, gsize definition) {
  g_autofree char *said = definition ? annotation_above(text, definition) : NULL;
  if (!said) return;
  for (char *line = said; (line = strchr(line, '\n'));) { /* an @ may begin each line */
    while (g_ascii_isspace(*line)) line++;
    if (*line == '@') *line = ' ';
  }
  char *behaviour = strstr(said, "behavior ");
  if (behaviour) *behaviour = '\0'; /* what it requires is not required of all calls */
  g_auto(GStrv) clauses = g_strsplit(said, ";", -1);
  for (char **c = clauses; *c; c++) {
    g_autofree char *clause = g_strdelimit(g_strstrip(g_strdup(*c)), "\n\r\t", ' ');
    if (g_str_has_prefix(clause, "requires ")) read_clause(b, g_strstrip(clause + strlen("requires ")));
  }
}
