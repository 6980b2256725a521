/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bodies of error functions.  A glance at the tokens is enough: a file-scope name followed by parentheses,
 * and then by a brace (a definition) or by anything else (a declaration).  Where the glance is wrong, the
 * verifier gets a text that does not compile, and says so. */
#include "portfolio/error-body.h"
#include <string.h>
#include "ctext/scan.h"

G_DEFINE_QUARK(acf - error - body - error, error_body_error)

typedef struct {
  const char *text;
  gsize declaration,
      parameters_end; /* "void f(int x)" of the first declaration: [declaration, parameters_end) */
  gsize body;         /* behind the brace that opens the definition */
  gboolean declared, defined;
  gboolean perhaps; /* #if decides whether the definition, or one of several, counts */
} Place;

/* Behind a comment, a literal, a directive or one character. */
static gsize next_token(const char *s, gsize at) { return MAX(ctext_skip(s, at), at + 1); }

/* How many #if are open behind the directive at at. */
static guint count_conditions(const char *s, gsize at, guint open) {
  at = ctext_skip_blank(s, at + 1);
  if (g_str_has_prefix(s + at, "if")) return open + 1;
  return g_str_has_prefix(s + at, "endif") && open ? open - 1 : open;
}

/* Behind blanks, comments and directives. */
static gsize skip_to_code(const char *s, gsize at, guint *conditions) {
  for (at = ctext_skip_blank(s, at); ctext_is_directive(s, at);
       at = ctext_skip_blank(s, ctext_line_end(s, at)))
    *conditions = count_conditions(s, at, *conditions);
  return at;
}

/* Behind the parenthesis that closes the one at at. */
static gsize skip_parentheses(const char *s, gsize at) {
  guint depth = 0;
  do {
    depth += s[at] == '(';
    depth -= s[at] == ')';
    at = next_token(s, at);
  } while (s[at] && depth);
  return at;
}

/* What stands at file scope behind the name: f(...) [attributes] { or ; */
static void look_behind(Place *p, gsize start, gsize at, guint conditions) {
  const char *s = p->text;
  at = ctext_skip_blank(s, at);
  if (s[at] != '(') return;
  gsize end = skip_parentheses(s, at);
  if (!p->declared) p->declaration = start, p->parameters_end = end;
  p->declared = TRUE;
  at = skip_to_code(s, end, &conditions);
  while (ctext_is_name(s[at]) ||
         s[at] == '(') { /* attributes, and the parameters' types of old definitions */
    at = s[at] == '(' ? skip_parentheses(s, at) : at + 1;
    at = skip_to_code(s, at, &conditions);
  }
  if (s[at] != '{') return;
  p->perhaps = p->defined || conditions > 0;
  p->defined = TRUE;
  p->body = at + 1;
}

static Place find_function(const char *text, const char *name) {
  Place p = {.text = text};
  guint depth = 0, conditions = 0;
  gsize start = 0; /* of the declaration */
  for (gsize at = 0; text[at];) {
    char c = text[at];
    const gboolean directive = ctext_is_directive(text, at);
    if (depth == 0 && ctext_word_at(text, at, name)) look_behind(&p, start, at + strlen(name), conditions);
    if (directive) conditions = count_conditions(text, at, conditions);
    gsize next = next_token(text, at);
    if (strchr("({[", c)) depth++;
    if (strchr(")}]", c) && depth) depth--;
    const gboolean between = directive || (c == '/' && next > at + 1);
    if (depth == 0 && (c == ';' || c == '}')) start = next;
    if (between && depth == 0 && ctext_skip_blank(text, start) >= at) start = next;
    at = next;
  }
  return p;
}

static gint by_position(gconstpointer a, gconstpointer b) {
  const Place *x = (const Place *)a, *y = (const Place *)b;
  return x->body < y->body ? -1 : x->body > y->body;
}

/* In the text, else in what it includes. */
static Place find_declared(const char *text, const char *headers, const char *name) {
  Place p = find_function(text, name);
  if (p.declared || !headers) return p;
  p = find_function(headers, name);
  p.declared &= !p.defined; /* a body that is included cannot be changed */
  return p;
}

char *error_body_declare(const char *text, const char *function, GError **error) {
  if (find_function(text, function).declared) return g_strdup(text);
  guint conditions = 0;
  gsize at = skip_to_code(text, 0, &conditions);
  while (text[at] && conditions) at = skip_to_code(text, next_token(text, at), &conditions);
  if (!text[at]) {
    g_set_error(error, ACF_ERROR_BODY_ERROR, 0, "the program is all within #if");
    return NULL;
  }
  return g_strdup_printf("%.*sextern void %s(void); %s", (int)at, text, function, text + at);
}

char *error_body_insert(const char *text, const char *headers, const char *const *functions,
                        const char *statements, GError **error) {
  g_autoptr(GArray) places = g_array_new(FALSE, FALSE, sizeof(Place));
  g_autoptr(GString) behind = g_string_new(NULL);
  for (; *functions; functions++) {
    Place p = find_declared(text, headers, *functions);
    if (!p.declared) {
      g_set_error(error, ACF_ERROR_BODY_ERROR, 0, "%s is declared nowhere", *functions);
      return NULL;
    }
    if (p.perhaps) { /* where the wrong one gets the body, nothing would ever fail */
      g_set_error(error, ACF_ERROR_BODY_ERROR, 0, "which definition of %s counts is decided by #if",
                  *functions);
      return NULL;
    }
    if (p.defined)
      g_array_append_val(places, p);
    else
      g_string_append_printf(behind, "\n%.*s { %s }", (int)(p.parameters_end - p.declaration),
                             p.text + p.declaration, statements);
  }
  g_array_sort(places, by_position);
  GString *out = g_string_new(NULL);
  gsize done = 0;
  for (guint i = 0; i < places->len; i++) {
    const Place *p = &g_array_index(places, Place, i);
    g_string_append_len(out, text + done, (gssize)(p->body - done));
    g_string_append_printf(out, " %s ", statements);
    done = p->body;
  }
  g_string_append_printf(out, "%s%s\n", text + done, behind->str);
  return g_string_free(out, FALSE);
}
