/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Candidates by the points that they cover. */
#include "summary/candidate.h"
#include "base/limits.h"
#include <string.h>

typedef struct {
  const RegionMember *members;
  guint n;
  GArray *args;         /* guint64[SUMMARY_PARAMETERS], of all trials of all members in turn */
  GArray *functions;    /* const IrFunction*, likewise */
  GByteArray **covered; /* by guess: likewise */
} Scoring;

static void add_trials(Scoring *s, const RegionMember *m, guint n_guesses) {
  for (guint t = 0; t < m->trials->len; t++) {
    guint64 args[SUMMARY_PARAMETERS] = {0};
    for (guint i = 0; i < m->function->n_params; i++)
      args[i] = model_value(m->trials->pdata[t], summary_parameter(i, m->function->reg_width[i]));
    g_array_append_vals(s->args, args, SUMMARY_PARAMETERS);
    g_array_append_val(s->functions, m->function);
    for (guint g = 0; g < n_guesses; g++) {
      const guint8 holds = term_eval(m->guesses[g].covered, m->trials->pdata[t]) != 0;
      g_byte_array_append(s->covered[g], &holds, 1);
    }
  }
}

static guint score(const Scoring *s, const RegionCandidate *c) {
  guint sum = 0;
  for (guint t = 0; t < s->functions->len; t++) {
    const guint64 *args = &g_array_index(s->args, guint64, t * SUMMARY_PARAMETERS);
    gboolean holds = s->covered[c->guess]->data[t];
    for (guint i = 0; i < c->n && holds; i++)
      holds = atom_holds(g_array_index(s->functions, const IrFunction *, t), &c->atoms[i], args);
    sum += holds;
  }
  return sum;
}

static gboolean alike(const RegionMember *members, guint n) {
  const IrFunction *first = members[0].function;
  for (guint i = 1; i < n; i++) {
    const IrFunction *f = members[i].function;
    if (f->n_params != first->n_params || memcmp(f->reg_width, first->reg_width, f->n_params) != 0)
      return FALSE;
  }
  return TRUE;
}

static gint by_score(gconstpointer a, gconstpointer b) {
  const RegionCandidate *x = a, *y = b;
  if (x->score != y->score) return x->score > y->score ? -1 : 1;
  if (x->n != y->n) return x->n < y->n ? -1 : 1;
  if (x->share != y->share) return x->share > y->share ? -1 : 1;
  return (gint)x->guess - (gint)y->guess;
}

static void add(const Scoring *s, GArray *all, RegionCandidate c) {
  c.score = score(s, &c);
  if (c.score) g_array_append_val(all, c);
}

/* One guess: without conditions, with one, and with two of the better ones. */
static void add_guess(const Scoring *s, GArray *all, guint guess, const GArray *atoms) {
  g_autoptr(GArray) own = g_array_new(FALSE, FALSE, sizeof(RegionCandidate));
  const IrFunction *f = s->members[0].function;
  for (guint i = 0; i < atoms->len && alike(s->members, s->n); i++) {
    const Atom *a = &g_array_index(atoms, Atom, i);
    add(s, own, (RegionCandidate){guess, {*a}, 1, 0, atom_share(f, a)});
  }
  g_array_sort(own, by_score);
  const guint better = MIN(own->len, limits.summary_pairs);
  for (guint i = 0; i < better; i++)
    for (guint k = i + 1; k < better; k++) {
      const RegionCandidate *a = &g_array_index(own, RegionCandidate, i),
                            *b = &g_array_index(own, RegionCandidate, k);
      const RegionCandidate both = {guess, {a->atoms[0], b->atoms[0]}, 2, 0, a->share * b->share};
      add(s, all, both);
    }
  g_array_append_vals(all, own->data, own->len);
  add(s, all, (RegionCandidate){.guess = guess, .n = 0, .share = 1});
}

GArray *region_candidates(const RegionMember *members, guint n, guint n_guesses, const GArray *atoms) {
  GArray *all = g_array_new(FALSE, FALSE, sizeof(RegionCandidate));
  Scoring s = {members, n, g_array_new(FALSE, FALSE, sizeof(guint64)),
               g_array_new(FALSE, FALSE, sizeof(IrFunction *)), g_new0(GByteArray *, n_guesses)};
  for (guint g = 0; g < n_guesses; g++) s.covered[g] = g_byte_array_new();
  for (guint i = 0; i < n; i++) add_trials(&s, &members[i], n_guesses);
  for (guint g = 0; g < n_guesses; g++) add_guess(&s, all, g, atoms);
  g_array_sort(all, by_score);
  for (guint g = 0; g < n_guesses; g++) g_byte_array_unref(s.covered[g]);
  g_free(s.covered);
  g_array_unref(s.args);
  g_array_unref(s.functions);
  return all;
}

const Term *region_restriction(const IrFunction *f, const RegionCandidate *c) {
  const Term *t = term_bool(TRUE);
  for (guint i = 0; i < c->n; i++) t = term_and(t, atom_term(f, &c->atoms[i]));
  return t;
}
