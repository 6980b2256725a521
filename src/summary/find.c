/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs on a grid of arguments, guesses of the closed form from them, and the largest region in which one is
 * proven. */
#include "summary/find.h"
#include "formula/solver.h"
#include "summary/candidate.h"
#include "summary/prove.h"
#include "summary/runs.h"
#include "summary/unread.h"

enum { MAX_MEMBERS = 8, MAX_TABLE = 64, GUESSES = 2, TIDY_MS = 100 };
#define MIN_COVERAGE 0.9

typedef struct {
  const IrFunction *function;
  Runs *runs;
  Guess guesses[GUESSES];
  Summary *claim;
} Member;

typedef struct {
  Component component;
  Member members[MAX_MEMBERS];
  GPtrArray *trials[MAX_MEMBERS];
  GArray *atoms; /* of the first member */
} Search;

static gboolean out_of_time(const Search *s) { return cpu_seconds() > s->component.deadline; }

/* ---- regions ---- */

static gboolean try_candidate(Search *s, const RegionCandidate *r) {
  for (guint i = 0; i < s->component.n; i++) {
    Member *m = &s->members[i];
    m->claim->region = term_and(m->guesses[r->guess].covered, region_restriction(m->function, r));
    m->claim->value = m->guesses[r->guess].value;
  }
  return prove_values(&s->component) && prove_termination(&s->component);
}

static gboolean same_region(const Term *a, const Term *b) {
  return solver_valid(term_not(term_binary(TERM_XOR, a, b)), TIDY_MS);
}

/* Regions come as conditions on unions of pieces.  Mostly the union is all, or the pieces meet each other. */
static void tidy(Member *m, const RegionCandidate *r) {
  const IrFunction *f = m->function;
  const Term *simpler[3] = {region_restriction(f, r), NULL, NULL}, *region = m->claim->region;
  if (f->n_params == 1 && f->reg_width[0] > 1 && m->runs->n_seen) {
    const Atom up_to = {ATOM_LESS, FALSE, 0, G_MAXUINT,
                        (runs_largest(m->runs, f) + 1) & term_mask(f->reg_width[0])};
    Atom below = up_to;
    below.kind = ATOM_BELOW;
    simpler[1] = atom_term(f, &up_to);
    simpler[2] = atom_term(f, &below);
  }
  for (guint i = 0; i < G_N_ELEMENTS(simpler) && m->claim->region == region && !term_is_true(region); i++)
    if (simpler[i] && same_region(region, simpler[i])) m->claim->region = simpler[i];
}

static void prove_guesses(Search *s) {
  RegionMember members[MAX_MEMBERS];
  const RegionCandidate *proven = NULL;
  for (guint i = 0; i < s->component.n; i++)
    members[i] = (RegionMember){s->members[i].function, s->trials[i], s->members[i].guesses};
  g_autoptr(GArray) all = region_candidates(members, s->component.n, GUESSES, s->atoms);
  for (guint i = 0; i < all->len && !proven && !out_of_time(s); i++) {
    const RegionCandidate *r = &g_array_index(all, RegionCandidate, i);
    if (try_candidate(s, r)) proven = r;
  }
  for (guint i = 0; i < s->component.n; i++) {
    if (proven)
      tidy(&s->members[i], proven);
    else
      s->members[i].claim->region = term_bool(FALSE);
  }
}

/* ---- the rest ---- */

/* Does it make several calls: is following them more than following a line? */
static gboolean branches_out(const Search *s, const IrFunction *f) {
  Body b = body_execute(s->component.known, f->id);
  guint calls = 0;
  for (guint k = 0; k < b.calls->len; k++) calls += g_array_index(b.calls, BodyCall, k).callee == f->id;
  body_clear(&b);
  return calls > 1;
}

/* Where nothing is proven: what runs on single arguments returned is true without proof. */
static void add_table(const Search *s, const Member *m) {
  const IrFunction *f = m->function;
  Summary *c = m->claim;
  if (!term_is_false(c->region) || f->n_params != 1 || !branches_out(s, f)) return;
  const Term *x = summary_parameter(0, f->reg_width[0]);
  for (guint k = MIN(m->runs->n_seen, MAX_TABLE); k-- > 0;) {
    const Observation *o = &m->runs->seen[k];
    const Term *here = term_eq(x, term_const(x->width, o->args[0]));
    c->region = term_or(c->region, here);
    if (c->value) c->value = term_ite(here, term_const(c->value->width, o->result), c->value);
  }
}

/* What is left of the arguments may never end. */
static void find_divergence(Search *s) {
  for (guint i = 0; i < s->component.n; i++)
    s->members[i].claim->diverges = term_not(s->members[i].claim->region);
  if (!out_of_time(s) && prove_divergence(&s->component)) return;
  for (guint i = 0; i < s->component.n; i++) s->members[i].claim->diverges = term_bool(FALSE);
}

/* How many of the arguments for which it was seen to return does the summary cover? */
static double coverage(const Member *m) {
  guint covered = 0;
  for (guint i = 0; i < m->runs->n_seen; i++) {
    const Term *args[SUMMARY_PARAMETERS];
    for (guint k = 0; k < m->function->n_params; k++)
      args[k] = term_const(m->function->reg_width[k], m->runs->seen[i].args[k]);
    covered += term_is_true(summary_instance(m->claim->region, m->function, args));
  }
  return (double)covered / MAX(m->runs->n_seen, 1);
}

/* Does it save any call? */
static gboolean saves_calls(const Search *s, guint i) {
  Body b = body_execute(s->component.known, s->members[i].function->id);
  gboolean any = FALSE;
  for (guint k = 0; k < b.calls->len && !any; k++) {
    const Term *made = term_and(s->members[i].claim->region, g_array_index(b.calls, BodyCall, k).when);
    for (guint t = 0; t < s->trials[i]->len && !any; t++) any = term_eval(made, s->trials[i]->pdata[t]) != 0;
  }
  body_clear(&b);
  return any;
}

/* A patchwork makes the function only more complicated for those who unroll or abstract it.  And readings of
 * uninitialised variables must not be left over. */
static gboolean is_useful(const Search *s) {
  const Component *c = &s->component;
  gboolean partial = FALSE, reads = FALSE, saves = FALSE, patchy = FALSE, diverges = FALSE;
  for (guint i = 0; i < c->n; i++) {
    const Summary *claim = s->members[i].claim;
    partial |= !term_is_true(term_or(claim->region, claim->diverges));
    reads |= reads_uninitialised(c->known->program, claim->function);
    saves |= saves_calls(s, i);
    patchy |= coverage(&s->members[i]) < MIN_COVERAGE;
    diverges |= !term_is_false(claim->diverges);
  }
  return !(partial && reads) && (diverges || (saves && !patchy));
}

static void drop_useless(Search *s) {
  const gboolean useful = is_useful(s);
  for (guint i = 0; i < s->component.n; i++) {
    Summary *claim = s->members[i].claim;
    if (useful && !(term_is_false(claim->region) && term_is_false(claim->diverges))) continue;
    s->component.known->summaries[claim->function] = NULL;
    g_free(claim);
  }
}

static void prepare(Search *s, Pure *pure, guint i) {
  Member *m = &s->members[i];
  const IrFunction *f = program_function(s->component.known->program, s->component.members[i]);
  const Summary nothing = {f->id, term_bool(FALSE), f->n_results ? term_const(f->result_width[0], 0) : NULL,
                           term_bool(FALSE)};
  GArray *atoms = atoms_of(f, s->component.constants);
  m->function = f;
  m->runs = runs_on_grid(pure, f, s->component.constants);
  guess_breakpoints(f, atoms, m->runs->seen, m->runs->n_seen);
  for (guint g = 0; g < GUESSES; g++)
    m->guesses[g] = guess_pieces(f, atoms, m->runs->seen, m->runs->n_seen, g == 1);
  m->claim = g_memdup2(&nothing, sizeof nothing);
  s->trials[i] = runs_trials(m->runs, f);
  s->component.known->summaries[f->id] = m->claim;
  if (i == 0)
    s->atoms = atoms;
  else
    g_array_unref(atoms);
}

void find_summaries(Known *known, Pure *pure, const guint *members, guint n, double deadline) {
  gboolean odd = n > MAX_MEMBERS || !unread_elsewhere(known->program, members, n);
  for (guint i = 0; i < n && !odd; i++) {
    const IrFunction *f = program_function(known->program, members[i]);
    odd = f->n_params > SUMMARY_PARAMETERS || f->n_results > 1 || f->variadic;
  }
  if (odd) return;
  g_autoptr(GArray) constants = atom_constants(known->program, members, n);
  Search s = {.component = {known, members, n, constants, NULL, deadline}};
  s.component.trials = s.trials;
  for (guint i = 0; i < n; i++) prepare(&s, pure, i);
  prove_guesses(&s);
  for (guint i = 0; i < n; i++) add_table(&s, &s.members[i]);
  find_divergence(&s);
  drop_useless(&s);
  g_array_unref(s.atoms);
  for (guint i = 0; i < n; i++) {
    runs_free(s.members[i].runs);
    g_ptr_array_unref(s.trials[i]);
  }
}
