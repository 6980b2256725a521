/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Formulas for people, without what the bounds of the inputs say already. */
#include "ir/print.h"

/* The input's own range, where it has one. */
static const InputSite *ranged_site(const Program *p, const Term *t) {
  if (t->op != TERM_INPUT) return NULL;
  const InputSite *s = program_site(p, input_key_unpack(t->param).site);
  return s->ranged && s->width == t->width ? s : NULL;
}

/* 1: x op c holds for every x from least to most; 0: for none; -1: for some. */
static int decide(TermOp op, gint64 least, gint64 most, gint64 c, gboolean constant_first) {
  if (op == TERM_EQ) return c < least || c > most ? 0 : least == most ? 1 : -1;
  const gboolean strict = op == TERM_SLT;
  if (constant_first) return c < least || (c == least && !strict) ? 1 : c > most || (c == most && strict) ? 0 : -1;
  return most < c || (most == c && !strict) ? 1 : least > c || (least == c && strict) ? 0 : -1;
}

/* A comparison of an input that has a range with a constant, as decide() gives it. */
static int decide_atom(const Program *p, const Term *t) {
  if (t->op != TERM_EQ && t->op != TERM_SLT && t->op != TERM_SLE) return -1;
  const gboolean constant_first = term_is_const(t->args[0]);
  const Term *input = t->args[constant_first ? 1 : 0], *c = t->args[constant_first ? 0 : 1];
  const InputSite *s = ranged_site(p, input);
  if (!s || !term_is_const(c)) return -1;
  return decide((TermOp)t->op, s->least, s->most, term_signed(c->param, c->width), constant_first);
}

const Term *term_within_bounds(const Program *p, const Term *t) {
  if (!p->bounds.given) return t;
  g_autoptr(GPtrArray) nodes = term_postorder(&t, 1);
  g_autoptr(GHashTable) decided = g_hash_table_new(NULL, NULL);
  for (guint i = 0; i < nodes->len; i++) {
    const int holds = decide_atom(p, nodes->pdata[i]);
    if (holds >= 0) g_hash_table_insert(decided, nodes->pdata[i], (gpointer)term_bool(holds));
  }
  return term_within_arguments(p, g_hash_table_size(decided) ? term_substitute(t, decided) : t);
}
