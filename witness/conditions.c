/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The conditions in a C text. */
#include "witness/conditions.h"
#include "base/limits.h"
#include <string.h>
#include "ctext/scan.h"

static gsize skip_space(const char *code, gsize i) {
  while (g_ascii_isspace(code[i])) i++;
  return i;
}

static Span trim(const char *code, Span span) {
  while (span.first < span.end && g_ascii_isspace(code[span.first])) span.first++;
  while (span.end > span.first && g_ascii_isspace(code[span.end - 1])) span.end--;
  return span;
}

/* What stands outside of all brackets in a span. */
typedef struct {
  GArray *ors, *ands; /* gsize */
  gboolean other;     /* an operator that is not && or ||, beyond the first character */
  gboolean weaker;    /* one that binds weaker than ||: assignment, ?: or the comma */
} Operators;

static void find_operators(const char *c, Span span, Operators *o) {
  for (gsize i = span.first; i < span.end; i++) {
    gboolean pair = i + 1 < span.end && c[i + 1] == c[i];
    if (strchr("([{", c[i])) {
      i = ctext_closing(c, i, span.end);
    } else if (c[i] == '|' && pair) {
      g_array_append_val(o->ors, i);
      i++;
    } else if (c[i] == '&' && pair && i > span.first) {
      g_array_append_val(o->ands, i);
      i++;
    } else if (c[i] == '=') {
      gboolean compares = pair || (i > span.first && strchr("=!<>", c[i - 1]));
      if (!compares) o->weaker = TRUE;
      o->other = TRUE;
      if (pair) i++;
    } else if (c[i] == '?' || c[i] == ',') {
      o->weaker = TRUE;
    } else if (c[i] == '-' && i + 1 < span.end && c[i + 1] == '>') {
      i++;
    } else if (i > span.first && strchr("<>+-*/%&|^", c[i])) {
      o->other = TRUE;
    }
  }
}

static void add_leaves(Conditions *c, Span span, gboolean negated, guint depth);

static void add_operands(Conditions *c, Span span, const GArray *at, gboolean negated, guint depth) {
  gsize first = span.first;
  for (guint i = 0; i < at->len; i++) {
    const gsize sign = g_array_index(at, gsize, i);
    add_leaves(c, (Span){first, sign}, negated, depth);
    first = sign + 2;
  }
  add_leaves(c, (Span){first, span.end}, negated, depth);
}

static void add_leaves(Conditions *c, Span span, gboolean negated, guint depth) {
  const char *code = c->source->code;
  span = trim(code, span);
  Operators o = {g_array_new(FALSE, FALSE, sizeof(gsize)), g_array_new(FALSE, FALSE, sizeof(gsize)), FALSE,
                 FALSE};
  find_operators(code, span, &o);
  gboolean deep = depth >= limits.witness_condition_depth || span.first == span.end;
  if (!deep && !o.weaker && o.ors->len)
    add_operands(c, span, o.ors, negated, depth + 1);
  else if (!deep && !o.weaker && o.ands->len)
    add_operands(c, span, o.ands, negated, depth + 1);
  else if (!deep && code[span.first] == '(' && ctext_closing(code, span.first, span.end) == span.end - 1)
    add_leaves(c, (Span){span.first + 1, span.end - 1}, negated, depth + 1);
  else if (!deep && code[span.first] == '!' && !o.other && !o.weaker)
    add_leaves(c, (Span){span.first + 1, span.end}, !negated, depth + 1);
  else {
    Leaf leaf = {span, negated};
    g_array_append_val(c->leaves, leaf);
  }
  g_array_unref(o.ors);
  g_array_unref(o.ands);
}

/* The second of the three parts of a `for`. */
static Span middle(const char *code, Span all) {
  gsize semicolon[2] = {all.end, all.end};
  guint n = 0;
  for (gsize i = all.first; i < all.end && n < 2; i++) {
    if (strchr("([{", code[i])) i = ctext_closing(code, i, all.end);
    if (i < all.end && code[i] == ';') semicolon[n++] = i;
  }
  return n == 2 ? (Span){semicolon[0] + 1, semicolon[1]} : (Span){all.end, all.end};
}

static void add_condition(Conditions *c, gsize keyword, gsize open, gboolean is_for, gboolean is_switch) {
  const char *code = c->source->code;
  const gsize size = c->source->size, close = ctext_closing(code, open, size);
  if (close == size) return;
  const Span span = {open + 1, close};
  SourceCondition found = {.keyword = keyword,
                           .is_switch = is_switch,
                           .span = trim(code, is_for ? middle(code, span) : span),
                           .body_end = close,
                           .first_leaf = c->leaves->len};
  if (found.span.first == found.span.end) return;
  const gsize body = skip_space(code, close + 1);
  if (is_switch && code[body] == '{') found.body_end = ctext_closing(code, body, size);
  add_leaves(c, found.span, FALSE, 0);
  found.n_leaf = c->leaves->len - found.first_leaf;
  g_array_append_val(c->all, found);
}

static void find_conditions(Conditions *c) {
  static const char *const keywords[] = {"if", "while", "for", "switch"};
  const char *code = c->source->code;
  for (gsize i = 0, end; i < c->source->size; i = MAX(end, i + 1)) {
    end = ctext_word_end(code, i);
    const gsize open = skip_space(code, end);
    for (guint k = 0; code[open] == '(' && k < G_N_ELEMENTS(keywords); k++)
      if (ctext_word_at(code, i, keywords[k])) add_condition(c, i, open, k == 2, k == 3);
  }
}

Conditions *conditions_new(const Source *source) {
  Conditions *c = g_new(Conditions, 1);
  c->source = source;
  c->all = g_array_new(FALSE, FALSE, sizeof(SourceCondition));
  c->leaves = g_array_new(FALSE, FALSE, sizeof(Leaf));
  find_conditions(c);
  return c;
}

void conditions_free(Conditions *c) {
  if (!c) return;
  g_array_unref(c->all);
  g_array_unref(c->leaves);
  g_free(c);
}
