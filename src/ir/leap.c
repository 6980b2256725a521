/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each head of a loop has seen last, and the search for the longest leap. */
#include "ir/leap.h"
#include "base/limits.h"
#include <string.h>

/* The last visits of a head within one activation. */
typedef struct {
  guint64 activation, changes, path, steps;
  guint64 iteration_path, iteration_steps; /* of the last iteration */
  guint alike;                             /* so many iterations in a row were alike */
  guint n;                                 /* phis */
  guint64 *values;                         /* of the phis */
  gint64 *added;                           /* to them, by the last iteration */
} Head;

struct Leaps {
  const Cfg *cfg;
  GHashTable *heads; /* IrBlock to Head */
};

static void free_head(gpointer data) {
  Head *h = (Head *)data;
  g_free(h->values);
  g_free(h->added);
  g_free(h);
}

Leaps *leaps_new(const Cfg *cfg) {
  Leaps *l = g_new0(Leaps, 1);
  l->cfg = cfg;
  l->heads = g_hash_table_new_full(NULL, NULL, NULL, free_head);
  return l;
}

void leaps_free(Leaps *l) {
  if (!l) return;
  g_hash_table_unref(l->heads);
  g_free(l);
}

void leaps_begin(Leaps *l) { g_hash_table_remove_all(l->heads); }

static gboolean is_head(const Leaps *l, const LeapPoint *at) {
  const CfgInfo *info = cfg_info(l->cfg, at->function->id);
  return at->block->phis->len && info && info->loop_head[at->block->id] == at->block->id;
}

static Head *head_of(Leaps *l, const LeapPoint *at) {
  Head *h = (Head *)g_hash_table_lookup(l->heads, at->block);
  if (h) return h;
  h = g_new0(Head, 1);
  h->n = at->block->phis->len;
  h->values = g_new0(guint64, h->n);
  h->added = g_new0(gint64, h->n);
  g_hash_table_insert(l->heads, (gpointer)at->block, h);
  return h;
}

static const IrPhi *phi_at(const LeapPoint *at, guint i) { return &g_array_index(at->block->phis, IrPhi, i); }

/* ---- what iterations do ---- */

static void see_first(Head *h, const LeapPoint *at) {
  h->alike = 0;
  h->activation = at->activation;
  memset(h->added, 0, h->n * sizeof *h->added);
}

/* One more iteration has come to its end. */
static void see_next(Head *h, const LeapPoint *at) {
  const guint64 path = at->path - h->path, steps = at->steps - h->steps;
  gboolean same = path == h->iteration_path && steps == h->iteration_steps && at->changes == h->changes, moves = FALSE;
  for (guint i = 0; i < h->n; i++) {
    const guint width = phi_at(at, i)->width;
    const gint64 added = term_signed((at->regs[phi_at(at, i)->dest] - h->values[i]) & term_mask(width), width);
    same &= added == h->added[i];
    moves |= added != 0;
    h->added[i] = added;
  }
  h->alike = same && moves ? h->alike + 1 : 0;
  h->iteration_path = path;
  h->iteration_steps = steps;
}

static void keep_values(Head *h, const LeapPoint *at) {
  for (guint i = 0; i < h->n; i++) h->values[i] = at->regs[phi_at(at, i)->dest];
  h->changes = at->changes;
  h->path = at->path;
  h->steps = at->steps;
}

/* ---- the longest leap ---- */

/* The value after so many iterations, where it is the same as a signed and as an unsigned number. */
static gboolean value_after(const Head *h, guint i, guint width, guint64 iterations, guint64 *result) {
  const __int128 change = (__int128)h->added[i] * (__int128)iterations;
  const __int128 as_signed = term_signed(h->values[i], width) + change, as_unsigned = (__int128)h->values[i] + change;
  const __int128 half = (__int128)1 << (width - 1);
  *result = (guint64)as_unsigned & term_mask(width);
  return as_signed >= -half && as_signed < half && as_unsigned >= 0 && as_unsigned < 2 * half;
}

static gboolean move(const Head *h, const LeapPoint *at, guint64 iterations) {
  gboolean fits = TRUE;
  for (guint i = 0; i < h->n; i++)
    fits &= value_after(h, i, phi_at(at, i)->width, iterations, &at->regs[phi_at(at, i)->dest]);
  return fits;
}

/* The iteration after so many is like those before. */
static gboolean goes_on_after(const Head *h, const LeapPoint *at, guint64 iterations, LeapTry same, gpointer data) {
  if (!move(h, at, iterations) || !same(data, at, h->iteration_path, h->iteration_steps)) return FALSE;
  for (guint i = 0; i < h->n; i++) {
    guint64 next;
    const guint width = phi_at(at, i)->width;
    value_after(h, i, width, iterations + 1, &next);
    if (at->regs[phi_at(at, i)->dest] != next) return FALSE;
  }
  return TRUE;
}

static guint64 longest(const Head *h, const LeapPoint *at, LeapTry same, gpointer data) {
  guint64 good = 0, bad = 1;
  while (bad && goes_on_after(h, at, bad, same, data)) {
    good = bad;
    bad *= 2;
  }
  while (bad - good > 1) {
    const guint64 middle = good + (bad - good) / 2;
    if (goes_on_after(h, at, middle, same, data))
      good = middle;
    else
      bad = middle;
  }
  return good;
}

guint64 leaps_visit(Leaps *l, const LeapPoint *at, LeapTry same, gpointer data) {
  if (!is_head(l, at)) return 0;
  Head *h = head_of(l, at);
  if (h->steps == 0 || h->activation != at->activation)
    see_first(h, at);
  else
    see_next(h, at);
  keep_values(h, at);
  if (h->alike < 2) return 0;
  const guint64 iterations = longest(h, at, same, data);
  move(h, at, iterations);
  keep_values(h, at);
  h->alike = 0;
  return iterations > G_MAXINT64 / MAX(h->iteration_steps, 1) ? G_MAXINT64 : iterations * h->iteration_steps;
}
