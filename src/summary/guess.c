/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A decision list, from the largest piece that has a simple form to the smallest. */
#include "summary/guess.h"
#include "base/limits.h"

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

/* Chance fits few observations easily. */
static const Term *fit_part(const Guessing *g, guint level, const GPtrArray *in) {
  if (in->len < limits.summary_piece_points) return NULL;
  return fit_sum(g->function, level, (const Observation *const *)in->pdata, in->len);
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

static void take_piece(Guessing *g, const Atom *a, const Term *value) {
  const Piece p = {atom_term(g->function, a), value};
  GPtrArray *rest = part(g, a, FALSE);
  g_array_append_val(g->pieces, p);
  g_ptr_array_unref(g->left);
  g->left = rest;
}

/* FALSE: no condition tells a piece of such a form from the rest. */
static gboolean add_piece(Guessing *g, const GArray *all, guint lowest, guint highest) {
  for (guint i = 0; i < all->len; i++) {
    const Atom *a = &g_array_index(g->atoms, Atom, g_array_index(all, Choice, i).atom);
    g_autoptr(GPtrArray) in = part(g, a, TRUE);
    for (guint level = lowest; level <= highest; level++) {
      const Term *value = fit_part(g, level, in);
      if (!value) continue;
      take_piece(g, a, value);
      return TRUE;
    }
  }
  return FALSE;
}

static gboolean add_next(Guessing *g, gboolean simple_first) {
  g_autoptr(GArray) all = choices(g);
  if (!simple_first && add_piece(g, all, 0, FIT_LEVELS - 1)) return TRUE;
  for (guint level = 0; level < FIT_LEVELS; level++)
    if (simple_first && add_piece(g, all, level, level)) return TRUE;
  return FALSE;
}

static const Term *fit_rest(const Guessing *g) {
  const Term *value = NULL;
  for (guint level = 0; level < FIT_LEVELS && !value; level++)
    value = fit_sum(g->function, level, (const Observation *const *)g->left->pdata, g->left->len);
  return value;
}

/* What is left of a function of one argument are single points. */
static void add_points(Guessing *g) {
  if (g->function->n_params != 1 || g->left->len > limits.summary_left_points) return;
  for (guint i = 0; i < g->left->len; i++) {
    const Observation *o = g->left->pdata[i];
    const Atom here = {ATOM_EQUAL, FALSE, 0, G_MAXUINT, o->args[0]};
    const Piece p = {atom_term(g->function, &here), term_const(g->function->result_width[0], o->result)};
    g_array_append_val(g->pieces, p);
  }
}

Guess guess_pieces(const IrFunction *f, const GArray *atoms, const Observation *seen, guint n,
                   gboolean simple_first) {
  if (!f->n_results) return (Guess){term_bool(TRUE), NULL};
  Guessing g = {f, atoms, g_ptr_array_new(), g_array_new(FALSE, FALSE, sizeof(Piece))};
  for (guint i = 0; i < n; i++) g_ptr_array_add(g.left, (gpointer)&seen[i]);
  const Term *last = NULL;
  do last = fit_rest(&g);
  while (!last && g.pieces->len < limits.summary_pieces && add_next(&g, simple_first));
  if (!last) add_points(&g);
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

/* ---- breakpoints ---- */

static gint by_argument(gconstpointer a, gconstpointer b, gpointer function) {
  const guint width = ((const IrFunction *)function)->reg_width[0];
  const gint64 x = term_signed((*(const Observation *const *)a)->args[0], width);
  const gint64 y = term_signed((*(const Observation *const *)b)->args[0], width);
  return x < y ? -1 : x > y;
}

/* How many of the last (or first) have one form of that level: if k have, fewer have, too. */
static guint simple_end(const IrFunction *f, guint level, const GPtrArray *sorted, gboolean last) {
  guint have = 0, have_not = sorted->len + 1;
  while (have_not - have > 1) {
    const guint k = (have + have_not) / 2;
    const gpointer *from = sorted->pdata + (last ? sorted->len - k : 0);
    if (k <= level + 1 || fit_sum(f, level, (const Observation *const *)from, k))
      have = k;
    else
      have_not = k;
  }
  return have;
}

void guess_breakpoints(const IrFunction *f, GArray *atoms, const Observation *seen, guint n) {
  if (f->n_params != 1 || !f->n_results || f->reg_width[0] == 1 || n == 0) return;
  g_autoptr(GPtrArray) sorted = g_ptr_array_new();
  for (guint i = 0; i < n; i++) g_ptr_array_add(sorted, (gpointer)&seen[i]);
  g_ptr_array_sort_with_data(sorted, by_argument, (gpointer)f);
  for (guint level = 0; level <= 1; level++)
    for (gboolean last = FALSE; last <= TRUE; last++) {
      const guint k = simple_end(f, level, sorted, last);
      if (k < limits.summary_end_points || k == n) continue;
      const Observation *at = sorted->pdata[last ? n - k : k];
      Atom a = {ATOM_LESS, FALSE, 0, G_MAXUINT, at->args[0]};
      g_array_append_val(atoms, a);
      a.negated = TRUE;
      g_array_append_val(atoms, a);
    }
}
