/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs on a grid of arguments, a guess of the closed form from them, and a region in which it is proven: the
 * largest of those that one or two simple conditions state. */
#include "summary/find.h"
#include <string.h>
#include "summary/runs.h"
#include "summary/guess.h"
#include "summary/prove.h"

enum { MAX_MEMBERS = 8, MAX_TABLE = 64, MAX_ATOMS_IN_PAIRS = 24 };

typedef struct {
  Component component;
  Pure *pure;
  Runs *runs[MAX_MEMBERS];
  GPtrArray *trials[MAX_MEMBERS];
  Guess guesses[MAX_MEMBERS];
  Summary *claims[MAX_MEMBERS];
} Search;

static const IrFunction *member(const Search *s, guint i) {
  return program_function(s->component.known->program, s->component.members[i]);
}

static gboolean out_of_time(const Search *s) { return g_get_monotonic_time() > s->component.deadline; }

/* ---- regions ---- */

/* A condition to prove the guesses under: of all members, which then have like parameters. */
typedef struct {
  Atom atoms[2];
  guint n;
  double share;
} Restriction;

static const Term *restriction_term(const IrFunction *f, const Restriction *r) {
  const Term *t = term_bool(TRUE);
  for (guint i = 0; i < r->n; i++) t = term_and(t, atom_term(f, &r->atoms[i]));
  return t;
}

static gboolean alike(const Search *s) {
  const IrFunction *first = member(s, 0);
  for (guint i = 1; i < s->component.n; i++)
    if (member(s, i)->n_params != first->n_params ||
        memcmp(member(s, i)->reg_width, first->reg_width, first->n_params) != 0)
      return FALSE;
  return TRUE;
}

static gint by_share(gconstpointer a, gconstpointer b) {
  const Restriction *x = a, *y = b;
  if (x->n != y->n) return x->n < y->n ? -1 : 1;
  return x->share == y->share ? 0 : x->share > y->share ? -1 : 1;
}

/* None, then single conditions, then pairs; the weaker first. */
static GArray *restrictions(const Search *s, const GArray *atoms) {
  GArray *all = g_array_new(FALSE, FALSE, sizeof(Restriction));
  Restriction r = {.n = 0, .share = 1};
  g_array_append_val(all, r);
  for (guint i = 0; i < atoms->len && alike(s); i++) {
    const Atom *a = &g_array_index(atoms, Atom, i);
    r = (Restriction){{*a}, 1, atom_share(member(s, 0), a)};
    g_array_append_val(all, r);
  }
  g_array_sort(all, by_share);
  const guint singles = MIN(all->len, MAX_ATOMS_IN_PAIRS + 1);
  for (guint i = 1; i < singles; i++)
    for (guint k = i + 1; k < singles; k++) {
      const Restriction a = g_array_index(all, Restriction, i), b = g_array_index(all, Restriction, k);
      r = (Restriction){{a.atoms[0], b.atoms[0]}, 2, a.share * b.share};
      g_array_append_val(all, r);
    }
  return all;
}

static gboolean try_restriction(Search *s, const Restriction *r) {
  gboolean some = FALSE;
  for (guint i = 0; i < s->component.n; i++) {
    Summary *c = s->claims[i];
    c->region = term_and(s->guesses[i].covered, restriction_term(member(s, i), r));
    c->value = s->guesses[i].value;
    some |= !term_is_false(c->region);
  }
  return some && prove_values(&s->component) && prove_termination(&s->component);
}

static void claim_nothing(Search *s) {
  for (guint i = 0; i < s->component.n; i++) s->claims[i]->region = term_bool(FALSE);
}

static void prove_guesses(Search *s, const GArray *atoms) {
  g_autoptr(GArray) all = restrictions(s, atoms);
  gboolean proven = FALSE;
  for (guint i = 0; i < all->len && !proven && !out_of_time(s); i++)
    proven = try_restriction(s, &g_array_index(all, Restriction, i));
  if (!proven) claim_nothing(s);
}

/* ---- the rest ---- */

/* What runs on single arguments returned is true without further proof. */
static void add_table(Search *s, guint i) {
  const IrFunction *f = member(s, i);
  const Runs *g = s->runs[i];
  Summary *c = s->claims[i];
  guint rows = 0;
  if (f->n_params != 1) return;
  const Term *x = summary_parameter(0, f->reg_width[0]), *region = c->region, *value = c->value;
  for (guint k = g->n_seen; k-- > 0 && rows < MAX_TABLE;) {
    const Observation *o = &g->seen[k];
    const Term *here = term_eq(x, term_const(x->width, o->args[0]));
    if (!term_is_false(summary_instance(region, f, (const Term *[]){term_const(x->width, o->args[0])})))
      continue;
    region = term_or(region, here);
    if (value) value = term_ite(here, term_const(value->width, o->result), value);
    rows++;
  }
  c->region = region;
  c->value = value;
}

/* What is left of the arguments may never end. */
static void find_divergence(Search *s) {
  for (guint i = 0; i < s->component.n; i++) s->claims[i]->diverges = term_not(s->claims[i]->region);
  if (!out_of_time(s) && prove_divergence(&s->component)) return;
  for (guint i = 0; i < s->component.n; i++) s->claims[i]->diverges = term_bool(FALSE);
}

static void drop_empty(Search *s) {
  const Summary **known = s->component.known->summaries;
  for (guint i = 0; i < s->component.n; i++) {
    Summary *c = s->claims[i];
    if (!term_is_false(c->region) || !term_is_false(c->diverges)) continue;
    known[c->function] = NULL;
    g_free(c);
  }
}

static void search(Search *s) {
  const Component *c = &s->component;
  GArray *atoms = NULL;
  for (guint i = 0; i < c->n; i++) {
    g_clear_pointer(&atoms, g_array_unref);
    atoms = atoms_of(member(s, i), c->constants);
    s->runs[i] = runs_on_grid(s->pure, member(s, i), c->constants);
    s->trials[i] = runs_trials(s->runs[i], member(s, i));
    s->guesses[i] = guess_pieces(member(s, i), atoms, s->runs[i]->seen, s->runs[i]->n_seen);
    const IrFunction *f = member(s, i);
    const Summary nothing = {f->id, term_bool(FALSE), f->n_results ? term_const(f->result_width[0], 0) : NULL,
                             term_bool(FALSE)};
    s->claims[i] = g_memdup2(&nothing, sizeof nothing);
    c->known->summaries[f->id] = s->claims[i];
  }
  prove_guesses(s, atoms);
  for (guint i = 0; i < c->n; i++) add_table(s, i);
  find_divergence(s);
  drop_empty(s);
  g_array_unref(atoms);
  for (guint i = 0; i < c->n; i++) {
    runs_free(s->runs[i]);
    g_ptr_array_unref(s->trials[i]);
  }
}

void find_summaries(Known *known, Pure *pure, const guint *members, guint n, gint64 deadline) {
  if (n > MAX_MEMBERS) return;
  for (guint i = 0; i < n; i++) {
    const IrFunction *f = program_function(known->program, members[i]);
    if (f->n_params > SUMMARY_PARAMETERS || f->n_results > 1 || f->variadic) return;
  }
  g_autoptr(GArray) constants = atom_constants(known->program, members, n);
  Search s = {.component = {known, members, n, constants, NULL, deadline}, .pure = pure};
  s.component.trials = s.trials;
  search(&s);
}
