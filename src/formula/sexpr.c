/* SPDX-License-Identifier: GPL-3.0-or-later */
/* S-expressions, read into one array of nodes. */
#include "formula/sexpr.h"
#include <string.h>

G_DEFINE_QUARK(acf - smt2 - error - quark, smt2_error)

void smt2_error(GError **error, guint at, const char *format, ...) {
  va_list args;
  va_start(args, format);
  g_autofree char *message = g_strdup_vprintf(format, args);
  va_end(args);
  g_set_error(error, smt2_error_quark(), 0, "character %u: %s", at, message);
}

static void node_clear(gpointer node) { g_free(((SNode *)node)->atom); }

typedef struct {
  SExpr *s;
  GArray *open; /* guint: the lists that are not closed yet, outermost first */
  GArray *last; /* guint: the last member of each, 0: none yet */
} Parse;

static guint *top(GArray *stack) { return &g_array_index(stack, guint, stack->len - 1); }

static void add(Parse *p, char *atom, guint at) {
  const SNode node = {.atom = atom, .at = at};
  const guint here = p->s->nodes->len, list = *top(p->open);
  g_array_append_val(p->s->nodes, node);
  SNode *parent = &g_array_index(p->s->nodes, SNode, list);
  parent->n++;
  if (*top(p->last))
    g_array_index(p->s->nodes, SNode, *top(p->last)).next = here;
  else
    parent->first = here;
  *top(p->last) = here;
}

static void open_list(Parse *p, guint at) {
  const guint here = p->s->nodes->len, none = 0;
  add(p, NULL, at);
  g_array_append_val(p->open, here);
  g_array_append_val(p->last, none);
}

static gboolean close_list(Parse *p, guint at, GError **error) {
  if (p->open->len == 1) {
    smt2_error(error, at, "')' closes nothing");
    return FALSE;
  }
  g_array_set_size(p->open, p->open->len - 1);
  g_array_set_size(p->last, p->last->len - 1);
  return TRUE;
}

/* One token; the rest of the text, or NULL. */
static const char *token(Parse *p, const char *text, const char *start, GError **error) {
  const guint at = (guint)(start - text) + 1;
  if (*start == ';') return start + strcspn(start, "\n");
  if (*start == '(') {
    open_list(p, at);
    return start + 1;
  }
  if (*start == ')') return close_list(p, at, error) ? start + 1 : NULL;
  if (*start == '|' || *start == '"') {
    const char *end = strchr(start + 1, *start);
    if (!end) {
      smt2_error(error, at, "%c has no partner", *start);
      return NULL;
    }
    add(p, g_strndup(start + 1, end - start - 1), at);
    return end + 1;
  }
  const gsize length = strcspn(start, " \t\r\n\f\v()|\";");
  add(p, g_strndup(start, length), at);
  return start + length;
}

SExpr *sexpr_parse(const char *text, GError **error) {
  g_autoptr(SExpr) s = g_new0(SExpr, 1);
  s->nodes = g_array_new(FALSE, TRUE, sizeof(SNode));
  g_array_set_clear_func(s->nodes, node_clear);
  const SNode all = {.at = 1};
  g_array_append_val(s->nodes, all);
  g_autoptr(GArray) open = g_array_new(FALSE, FALSE, sizeof(guint)),
                    last = g_array_new(FALSE, FALSE, sizeof(guint));
  Parse p = {s, open, last};
  const guint none = 0;
  g_array_append_val(open, none);
  g_array_append_val(last, none);
  for (const char *rest = text; *rest;) {
    if (strchr(" \t\r\n\f\v", *rest))
      rest++;
    else if (!(rest = token(&p, text, rest, error)))
      return NULL;
  }
  if (open->len > 1) {
    smt2_error(error, sexpr_node(s, *top(open))->at, "'(' is never closed");
    return NULL;
  }
  return g_steal_pointer(&s);
}

void sexpr_free(SExpr *s) {
  g_array_unref(s->nodes);
  g_free(s);
}

guint sexpr_member(const SExpr *s, guint list, guint k) {
  guint node = sexpr_node(s, list)->first;
  for (; node && k > 0; k--) node = sexpr_node(s, node)->next;
  return node;
}

gboolean sexpr_is_atom(const SExpr *s, guint node, const char *text) {
  return node && sexpr_node(s, node)->atom && g_str_equal(sexpr_node(s, node)->atom, text);
}

gboolean sexpr_is_list(const SExpr *s, guint node, const char *first_member) {
  return node && !sexpr_node(s, node)->atom && sexpr_is_atom(s, sexpr_node(s, node)->first, first_member);
}
