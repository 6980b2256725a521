/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Three-valued logic as two formulas of each node: it is certainly true, and it is certainly false.  Nothing is known of a
 * comparison before all of its inputs are given. */
#include "formula/given.h"

typedef struct {
  const Term *holds, *fails;
} Certain;

typedef struct {
  GHashTable *known; /* Term* to Certain* */
  GivenInput given;
  gpointer data;
} Walk;

static Certain certain(Walk *w, const Term *t);

static Certain atom(Walk *w, const Term *t) {
  g_autoptr(GPtrArray) inputs = term_inputs(t);
  const Term *all = term_bool(TRUE);
  for (guint i = 0; i < inputs->len; i++) all = term_and(all, w->given(w->data, (const Term *)inputs->pdata[i]));
  return (Certain){term_and(all, t), term_and(all, term_not(t))};
}

static Certain negation(Certain c) { return (Certain){c.fails, c.holds}; }

static Certain conjunction(Certain a, Certain b) {
  return (Certain){term_and(a.holds, b.holds), term_or(a.fails, b.fails)};
}

static Certain disjunction(Certain a, Certain b) { return negation(conjunction(negation(a), negation(b))); }

static Certain connective(Walk *w, const Term *t) {
  Certain all = certain(w, t->args[0]);
  for (guint i = 1; i < t->n_args; i++) {
    const Certain next = certain(w, t->args[i]);
    all = t->op == TERM_AND ? conjunction(all, next) : disjunction(all, next);
  }
  return all;
}

/* Also where the condition is not decided, but both are the same. */
static Certain choice(Certain c, Certain a, Certain b) {
  return (Certain){term_or(term_or(term_and(c.holds, a.holds), term_and(c.fails, b.holds)), term_and(a.holds, b.holds)),
                   term_or(term_or(term_and(c.holds, a.fails), term_and(c.fails, b.fails)), term_and(a.fails, b.fails))};
}

static Certain look(Walk *w, const Term *t) {
  switch (t->op) {
  case TERM_NOT: return negation(certain(w, t->args[0]));
  case TERM_AND:
  case TERM_OR: return connective(w, t);
  case TERM_ITE: return choice(certain(w, t->args[0]), certain(w, t->args[1]), certain(w, t->args[2]));
  default: return atom(w, t);
  }
}

static Certain certain(Walk *w, const Term *t) {
  const Certain *known = (const Certain *)g_hash_table_lookup(w->known, t);
  if (known) return *known;
  Certain *found = g_new(Certain, 1);
  *found = look(w, t);
  g_hash_table_insert(w->known, (gpointer)t, found);
  return *found;
}

const Term *term_when_given(const Term *t, GivenInput given, gpointer data) {
  g_autoptr(GHashTable) known = g_hash_table_new_full(NULL, NULL, NULL, g_free);
  Walk w = {known, given, data};
  return certain(&w, t).holds;
}
