/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A decision list, from the largest piece that has a simple form to the smallest. */
#include "summary/guess.h"

enum { MAX_PIECES = 8 };

typedef struct {
  const Term *when, *value;
} Piece;

typedef struct {
  const IrFunction *function;
  const GArray *atoms;
  GPtrArray *left; /* Observation*: what no piece says anything of */
  GArray *pieces;  /* Piece: the first that holds counts */
} Guessing;

static GPtrArray *part(const Guessing *g, const Atom *a, gboolean inside) {
  GPtrArray *in = g_ptr_array_new();
  for (guint i = 0; i < g->left->len; i++) {
    Observation *o = g->left->pdata[i];
    if (atom_holds(g->function, a, o->args) == inside) g_ptr_array_add(in, o);
  }
  return in;
}

/* One observation tells all of a piece that is a point. */
static const Term *fit_part(const Guessing *g, const Atom *a, const GPtrArray *in) {
  if (in->len == 1 && g->function->n_params == 1 && a->kind == ATOM_EQUAL && !a->negated)
    return term_const(g->function->result_width[0], ((const Observation *)in->pdata[0])->result);
  return fit_sum(g->function, (const Observation *const *)in->pdata, in->len);
}

typedef struct {
  guint atom, size;
} Choice;

static gint by_size(gconstpointer a, gconstpointer b) {
  const Choice *x = a, *y = b;
  return x->size != y->size ? (x->size < y->size ? 1 : -1) : (gint)x->atom - (gint)y->atom;
}

/* The conditions that some of what is left meets, but not all, those that most of it meets first. */
static GArray *choices(const Guessing *g) {
  GArray *all = g_array_new(FALSE, FALSE, sizeof(Choice));
  for (guint i = 0; i < g->atoms->len; i++) {
    Choice c = {i, 0};
    for (guint k = 0; k < g->left->len; k++)
      c.size += atom_holds(g->function, &g_array_index(g->atoms, Atom, i),
                           ((const Observation *)g->left->pdata[k])->args);
    if (c.size && c.size < g->left->len) g_array_append_val(all, c);
  }
  g_array_sort(all, by_size);
  return all;
}

/* FALSE: no condition tells a piece with a simple form from the rest. */
static gboolean add_piece(Guessing *g) {
  g_autoptr(GArray) all = choices(g);
  for (guint i = 0; i < all->len; i++) {
    const Atom *a = &g_array_index(g->atoms, Atom, g_array_index(all, Choice, i).atom);
    g_autoptr(GPtrArray) in = part(g, a, TRUE);
    const Piece p = {atom_term(g->function, a), fit_part(g, a, in)};
    if (!p.value) continue;
    GPtrArray *rest = part(g, a, FALSE);
    g_array_append_val(g->pieces, p);
    g_ptr_array_unref(g->left);
    g->left = rest;
    return TRUE;
  }
  return FALSE;
}

Guess guess_pieces(const IrFunction *f, const GArray *atoms, const Observation *seen, guint n) {
  if (!f->n_results) return (Guess){term_bool(TRUE), NULL};
  Guessing g = {f, atoms, g_ptr_array_new(), g_array_new(FALSE, FALSE, sizeof(Piece))};
  for (guint i = 0; i < n; i++) g_ptr_array_add(g.left, (gpointer)&seen[i]);
  const Term *last = NULL;
  do last = fit_sum(f, (const Observation *const *)g.left->pdata, g.left->len);
  while (!last && g.pieces->len < MAX_PIECES && add_piece(&g));
  Guess guess = {term_bool(last != NULL), last ? last : term_const(f->result_width[0], 0)};
  for (guint i = g.pieces->len; i-- > 0;) {
    const Piece *p = &g_array_index(g.pieces, Piece, i);
    guess.covered = term_or(guess.covered, p->when);
    guess.value = term_ite(p->when, p->value, guess.value);
  }
  g_ptr_array_unref(g.left);
  g_array_unref(g.pieces);
  return guess;
}
