/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decisions of a case: what must be true or false where a condition is. */
#include "symex/invariant/case.h"

int case_decision(const Case *c, const Term *t) {
  if (term_is_const(t)) return t->param ? 1 : 0;
  if (t->op == TERM_NOT) {
    int d = case_decision(c, t->args[0]);
    return d < 0 ? d : !d;
  }
  return GPOINTER_TO_INT(g_hash_table_lookup(c->decided, t)) - 1;
}

gboolean case_want(Case *c, const Term *t) {
  if (!c->may_split || case_decision(c, t) >= 0) return FALSE;
  if (!c->wanted) c->wanted = t->op == TERM_NOT ? t->args[0] : t;
  return TRUE;
}

void case_push(GArray *todo, const Term *t, gboolean value) {
  Decision d = {t, value};
  g_array_append_val(todo, d);
}

/* A disjunction (value: of the arguments' truth) of which something must hold. */
static void decide_some(Case *c, const Term *t, gboolean value, GArray *todo) {
  const Term *open = NULL;
  guint n_open = 0;
  for (guint i = 0; i < t->n_args; i++) {
    int d = case_decision(c, t->args[i]);
    if (d == value) return;
    if (d < 0 && !n_open++) open = t->args[i];
  }
  if (n_open == 0) c->impossible = TRUE;
  if (n_open == 1) case_push(todo, open, value);
  if (n_open > 1) case_want(c, open);
}

static void decide_either(Case *c, const Term *t, gboolean value, GArray *todo) {
  if (t->op == TERM_ITE) {
    int d = case_decision(c, t->args[0]);
    if (d >= 0)
      case_push(todo, t->args[d ? 1 : 2], value);
    else
      case_want(c, t->args[0]);
    return;
  }
  gboolean same = (t->op == TERM_EQ) == value; /* else XOR */
  for (guint i = 0; i < 2; i++) {
    int d = case_decision(c, t->args[i]);
    if (d < 0) continue;
    case_push(todo, t->args[1 - i], same ? d : !d);
    return;
  }
  case_want(c, t->args[0]);
}

void case_decide(Case *c, const Term *t, gboolean value) {
  GArray *todo = g_array_new(FALSE, FALSE, sizeof(Decision));
  case_push(todo, t, value);
  while (todo->len && !c->impossible) {
    Decision d = g_array_index(todo, Decision, todo->len - 1);
    g_array_set_size(todo, todo->len - 1);
    int known = case_decision(c, d.term);
    if (known >= 0 && known != d.value) c->impossible = TRUE;
    if (d.term->op == TERM_NOT) {
      case_push(todo, d.term->args[0], !d.value);
      continue;
    }
    gboolean again = known >= 0;
    g_hash_table_insert(c->decided, (gpointer)d.term, GINT_TO_POINTER(d.value + 1));
    gboolean all = (d.term->op == TERM_AND) == d.value;
    if (d.term->op == TERM_AND || d.term->op == TERM_OR) {
      if (!all) decide_some(c, d.term, d.value, todo);
      for (guint i = 0; all && !again && i < d.term->n_args; i++) case_push(todo, d.term->args[i], d.value);
    } else if (d.term->op == TERM_ITE || d.term->op == TERM_XOR ||
               (d.term->op == TERM_EQ && d.term->args[0]->width == 1)) {
      decide_either(c, d.term, d.value, todo);
    } else if (!again && !term_is_const(d.term)) {
      g_ptr_array_add(c->atoms, (gpointer)d.term);
    }
  }
  g_array_unref(todo);
}
