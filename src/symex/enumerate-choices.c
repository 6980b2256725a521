/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Enumeration by case distinction.  An atom is a Boolean that is no connective of others. */
#include "symex/enumerate-choices.h"
#include "base/limits.h"

typedef struct {
  gboolean known;
  guint64 value;
} Known;

typedef struct {
  GPtrArray *nodes;  /* Term*: arguments first */
  GHashTable *place; /* Term* to its index in nodes + 1 */
  Known *decided;    /* by node: atoms and leaves that a case has settled */
  Known *now;        /* by node: what follows from that */
  const Term *condition;
  const Term *const *terms;
  guint n;
  gboolean related;
  GHashTable *seen; /* GBytes of valuations */
  guint cases;
  ChoiceVisit visit;
  gpointer data;
} Choices;

static guint place_of(const Choices *c, const Term *t) {
  return GPOINTER_TO_UINT(g_hash_table_lookup(c->place, t)) - 1;
}

static gboolean is_leaf(const Term *t) { return t->op == TERM_HAVOC || t->op == TERM_INPUT; }

static gboolean is_connective(const Term *t) {
  return t->width == 1 && (t->op == TERM_NOT || t->op == TERM_AND || t->op == TERM_OR ||
                           (t->op == TERM_ITE && t->args[1]->width == 1));
}

/* ---- what atoms have in common ---- */

static gboolean is_leaf_and_constant(const Term *t) {
  return t->op == TERM_EQ && ((is_leaf(t->args[0]) && term_is_const(t->args[1])) ||
                              (is_leaf(t->args[1]) && term_is_const(t->args[0])));
}

/* An equation with a constant settles the leaf, and so all that hangs on it. */
static gboolean is_related(const Term *atom, guint64 mark, GHashTable *user) {
  gboolean related = FALSE;
  const Term *root = atom;
  GPtrArray *below = term_postorder(&root, 1);
  for (guint i = 0; i < below->len && !related; i++) {
    const Term *leaf = (const Term *)below->pdata[i];
    if (!is_leaf(leaf)) continue;
    if (leaf->op == TERM_INPUT || leaf->param < mark) related = TRUE;
    const Term *other = (const Term *)g_hash_table_lookup(user, leaf);
    if (other && !(is_leaf_and_constant(other) && is_leaf_and_constant(atom))) related = TRUE;
    g_hash_table_insert(user, (gpointer)leaf, (gpointer)atom);
  }
  g_ptr_array_unref(below);
  return related;
}

static gboolean any_related(const GPtrArray *nodes, guint64 mark) {
  GHashTable *user = g_hash_table_new(NULL, NULL); /* leaf to the atom that it is part of */
  gboolean related = FALSE;
  for (guint i = 0; i < nodes->len && !related; i++) {
    const Term *t = (const Term *)nodes->pdata[i];
    if (t->width == 1 && !t->index_width && !is_connective(t) && !term_is_const(t))
      related = is_related(t, mark, user);
  }
  g_hash_table_unref(user);
  return related;
}

/* ---- a case ---- */

static Known known(guint64 value) { return (Known){TRUE, value}; }

static const Known *of(const Choices *c, const Term *t) { return &c->now[place_of(c, t)]; }

static Known connect(const Choices *c, const Term *t) {
  const Known *a = of(c, t->args[0]);
  if (t->op == TERM_NOT) return a->known ? known(!a->value) : *a;
  if (t->op == TERM_ITE) {
    if (a->known) return *of(c, t->args[a->value ? 1 : 2]);
    const Known *b = of(c, t->args[1]), *d = of(c, t->args[2]);
    return b->known && d->known && b->value == d->value ? *b : (Known){FALSE, 0};
  }
  guint64 absorbing = t->op == TERM_OR;
  gboolean all = TRUE;
  for (guint i = 0; i < t->n_args; i++) {
    const Known *k = of(c, t->args[i]);
    if (k->known && k->value == absorbing) return *k;
    all &= k->known;
  }
  return all ? known(!absorbing) : (Known){FALSE, 0};
}

static Known compute(const Choices *c, const Term *t) {
  guint64 values[MAX(t->n_args, 1)], result;
  guint widths[MAX(t->n_args, 1)];
  for (guint i = 0; i < t->n_args; i++) {
    const Known *k = of(c, t->args[i]);
    if (!k->known || t->args[i]->index_width) return (Known){FALSE, 0};
    values[i] = k->value;
    widths[i] = t->args[i]->width;
  }
  if (t->index_width || !t->n_args) return (Known){FALSE, 0};
  return term_fold((TermOp)t->op, t->width, t->param, values, widths, t->n_args, &result) ? known(result)
                                                                                          : (Known){FALSE, 0};
}

static void evaluate(Choices *c) {
  for (guint i = 0; i < c->nodes->len; i++) {
    const Term *t = (const Term *)c->nodes->pdata[i];
    if (c->decided[i].known)
      c->now[i] = c->decided[i];
    else if (term_is_const(t))
      c->now[i] = known(t->param);
    else if (is_connective(t) || (t->op == TERM_ITE && !t->index_width))
      c->now[i] = connect(c, t);
    else
      c->now[i] = compute(c, t);
  }
}

/* The atom that t hangs on first; NULL: it hangs on something else. */
static const Term *open_atom(const Choices *c, const Term *t) {
  for (;;) {
    guint i = 0;
    if (t->op == TERM_ITE && of(c, t->args[0])->known)
      i = of(c, t->args[0])->value ? 1 : 2;
    else if (t->width == 1 && !is_connective(t))
      return t->index_width ? NULL : t;
    else
      while (i < t->n_args && of(c, t->args[i])->known) i++;
    if (i == t->n_args || t->index_width) return NULL;
    t = t->args[i];
  }
}

/* What is not known yet, the condition first. */
static const Term *open_term(const Choices *c) {
  if (!of(c, c->condition)->known) return c->condition;
  for (guint i = 0; i < c->n; i++)
    if (!of(c, c->terms[i])->known) return c->terms[i];
  return NULL;
}

static gboolean report(Choices *c) {
  guint64 values[MAX(c->n, 1)];
  for (guint i = 0; i < c->n; i++) values[i] = of(c, c->terms[i])->value;
  if (!g_hash_table_add(c->seen, g_bytes_new(values, c->n * sizeof *values))) return TRUE;
  return c->visit(values, c->related, c->data);
}

static gboolean distinguish(Choices *c);

static gboolean try_case(Choices *c, const Term *atom, gboolean holds) {
  const Term *leaf = NULL, *constant = NULL;
  if (holds && is_leaf_and_constant(atom)) {
    leaf = atom->args[is_leaf(atom->args[0]) ? 0 : 1];
    constant = atom->args[is_leaf(atom->args[0]) ? 1 : 0];
    c->decided[place_of(c, leaf)] = known(constant->param);
  }
  c->decided[place_of(c, atom)] = known(holds);
  gboolean done = distinguish(c);
  c->decided[place_of(c, atom)].known = FALSE;
  if (leaf) c->decided[place_of(c, leaf)].known = FALSE;
  return done;
}

static gboolean distinguish(Choices *c) {
  if (++c->cases > limits.symex_choice_cases) return FALSE;
  evaluate(c);
  const Known *condition = of(c, c->condition);
  if (condition->known && !condition->value) return TRUE;
  const Term *open = open_term(c);
  if (!open) return report(c);
  const Term *atom = open_atom(c, open);
  return atom && try_case(c, atom, TRUE) && try_case(c, atom, FALSE);
}

gboolean enumerate_choices(const Term *condition, const Term *const *terms, guint n, guint64 mark,
                       ChoiceVisit visit, gpointer data) {
  GPtrArray *roots = g_ptr_array_new();
  g_ptr_array_add(roots, (gpointer)condition);
  for (guint i = 0; i < n; i++) g_ptr_array_add(roots, (gpointer)terms[i]);
  Choices c = {.nodes = term_postorder((const Term *const *)roots->pdata, roots->len),
               .place = g_hash_table_new(NULL, NULL),
               .condition = condition,
               .terms = terms,
               .n = n,
               .seen =
                   g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL),
               .visit = visit,
               .data = data};
  for (guint i = 0; i < c.nodes->len; i++)
    g_hash_table_insert(c.place, c.nodes->pdata[i], GUINT_TO_POINTER(i + 1));
  c.decided = g_new0(Known, c.nodes->len);
  c.now = g_new0(Known, c.nodes->len);
  c.related = any_related(c.nodes, mark);
  gboolean done = distinguish(&c);
  g_free(c.decided);
  g_free(c.now);
  g_hash_table_unref(c.place);
  g_hash_table_unref(c.seen);
  g_ptr_array_unref(c.nodes);
  g_ptr_array_unref(roots);
  return done;
}
