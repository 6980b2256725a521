/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs on a grid of arguments, guesses of the closed form from them, and the largest region in which one is
 * proven. */
#include "summary/find.h"
#include "base/limits.h"
#include <string.h>
#include "formula/solver.h"
#include "summary/candidate.h"
#include "summary/prove.h"
#include "summary/runs.h"
#include "summary/unread.h"

enum { MAX_MEMBERS = 8, GUESSES = 2 };

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
  return solver_valid(term_not(term_binary(TERM_XOR, a, b)), limits.summary_tidy_ms);
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

/* Does it make several calls in one go: is following them more than following a line? */
static gboolean branches_out(const Search *s, guint i) {
  Body b = body_execute(s->component.known, s->members[i].function->id);
  guint most = 0;
  for (guint t = 0; t < s->trials[i]->len && most < 2; t++) {
    guint calls = 0;
    for (guint k = 0; k < b.calls->len; k++)
      calls += term_eval(g_array_index(b.calls, BodyCall, k).when, s->trials[i]->pdata[t]) != 0;
    most = MAX(most, calls);
  }
  body_clear(&b);
  return most > 1;
}

/* Where nothing is proven: what runs on single arguments returned is true without proof. */
static void add_table(const Search *s, guint i) {
  const Member *m = &s->members[i];
  const IrFunction *f = m->function;
  Summary *c = m->claim;
  if (!term_is_false(c->region) || f->n_params != 1 || !branches_out(s, i)) return;
  const Term *x = summary_parameter(0, f->reg_width[0]);
  for (guint k = MIN(m->runs->n_seen, limits.summary_table); k-- > 0;) {
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

/* ---- long runs ---- */

static gboolean covers(const Member *m, const Observation *o) {
  const Term *args[SUMMARY_PARAMETERS];
  for (guint k = 0; k < m->function->n_params; k++)
    args[k] = term_const(m->function->reg_width[k], o->args[k]);
  return term_is_true(summary_instance(m->claim->region, m->function, args));
}

static gboolean within(const IrFunction *f, const Observation *o, guint64 high) {
  for (guint i = 0; i < f->n_params; i++)
    if (o->args[i] > high) return FALSE;
  return TRUE;
}

/* No point of the grid up to there is covered and takes long, or is not known. */
static gboolean all_quick(const Member *m, guint64 high) {
  const Runs *r = m->runs;
  for (guint i = 0, seen = 0; i < r->points->len; i++) {
    const Observation *o = &g_array_index(r->points, Observation, i);
    const gboolean known = seen < r->n_seen && memcmp(o->args, r->seen[seen].args, sizeof o->args) == 0;
    const guint64 cost = known ? r->seen[seen++].cost : G_MAXUINT64;
    if (within(m->function, o, high) && cost > limits.summary_quick_calls && covers(m, o)) return FALSE;
  }
  return TRUE;
}

static gboolean differ_only_in(const IrFunction *f, const Observation *a, const Observation *b, guint k) {
  for (guint i = 0; i < f->n_params; i++)
    if ((a->args[i] != b->args[i]) != (i == k)) return FALSE;
  return TRUE;
}

/* Has an argument been seen to change how many calls there are? */
static gboolean cost_depends_on(const Member *m, guint k) {
  const Runs *r = m->runs;
  for (guint i = 0; i < r->n_seen; i++)
    for (guint j = 0; j < i; j++)
      if (r->seen[i].cost != r->seen[j].cost && differ_only_in(m->function, &r->seen[i], &r->seen[j], k))
        return TRUE;
  return FALSE;
}

/* Has it been seen to return where an argument is the greatest number?  Then it does not count down from it.
 */
static gboolean returns_at_the_end(const Member *m, guint k) {
  for (guint i = 0; i < m->runs->n_seen; i++)
    if (m->runs->seen[i].args[k] == term_mask(m->function->reg_width[k])) return TRUE;
  return FALSE;
}

static gboolean is_member(const Component *c, guint function) {
  for (guint i = 0; i < c->n; i++)
    if (c->members[i] == function) return TRUE;
  return FALSE;
}

/* Calls of members that a run makes from a function: none, one or more. */
static guint calls_from(const Component *c, guint function) {
  const Program *p = c->known->program;
  const IrFunction *f = program_function(p, function);
  guint calls = 0;
  for (guint b = 0; f->defined && b < f->blocks->len; b++) {
    const GArray *instrs = ((const IrBlock *)f->blocks->pdata[b])->instrs;
    const gboolean once = function == p->entry && !cfg_info(c->known->cfg, function)->loop_depth[b];
    for (guint i = 0; i < instrs->len; i++) {
      const IrInstr *in = &g_array_index(instrs, IrInstr, i);
      if (in->opcode == IR_CALL && (ir_callee(in) == G_MAXUINT || is_member(c, ir_callee(in))))
        calls += once ? 1 : 2;
    }
  }
  return calls;
}

static gboolean is_called_once(const Component *c) {
  guint calls = 0;
  for (guint i = 0; i < c->known->program->functions->len; i++)
    if (!is_member(c, i)) calls += calls_from(c, i);
  return calls <= 1;
}

/* Small arguments that were not seen to return count past zero, and all the way round: the least argument
 * above them that was. */
static guint64 least_count(const Member *m, guint k) {
  const Runs *r = m->runs;
  guint64 open = 0, least = G_MAXUINT64;
  for (guint i = 0, seen = 0; i < r->points->len; i++) {
    const Observation *o = &g_array_index(r->points, Observation, i);
    if (seen < r->n_seen && memcmp(o->args, r->seen[seen].args, sizeof o->args) == 0)
      seen++;
    else if (o->args[k] < limits.summary_small_count && covers(m, o))
      open = MAX(open, o->args[k] + 1);
  }
  for (guint i = 0; i < r->n_seen && open; i++)
    if (r->seen[i].args[k] >= open) least = MIN(least, r->seen[i].args[k]);
  return open ? MIN(least, limits.summary_long_count) : 0;
}

/* Nothing in them takes long but that they call each other: no loops, no divisions, no other calls. */
static gboolean is_light(const Component *c) {
  for (guint i = 0; i < c->n; i++) {
    const IrFunction *f = program_function(c->known->program, c->members[i]);
    for (guint b = 0; b < f->blocks->len; b++) {
      const GArray *instrs = ((const IrBlock *)f->blocks->pdata[b])->instrs;
      if (cfg_info(c->known->cfg, f->id)->loop_depth[b]) return FALSE;
      for (guint k = 0; k < instrs->len; k++) {
        const IrInstr *in = &g_array_index(instrs, IrInstr, k);
        const gboolean slow = (in->term_op >= TERM_UDIV && in->term_op <= TERM_SREM) ||
                              (in->term_op >= TERM_FADD && in->term_op <= TERM_FTOUI);
        if (in->opcode == IR_CALL ? ir_callee(in) == G_MAXUINT || !is_member(c, ir_callee(in))
                                  : in->opcode != IR_TERM || slow)
          return FALSE;
      }
    }
  }
  return TRUE;
}

/* Of a function that calls itself once at a time: arguments up to which it can count while somebody waits.
 * All that an int can count to is little enough when it is done once. */
static const Term *short_counts(const Search *s, const Member *m) {
  const IrFunction *f = m->function;
  const gboolean once = is_called_once(&s->component);
  const Term *all = term_bool(TRUE);
  for (guint k = 0; k < f->n_params; k++) {
    const guint width = f->reg_width[k];
    const gboolean both_ways = returns_at_the_end(m, k);
    if (width < 32 || !cost_depends_on(m, k)) continue;
    if (both_ways && width == 32 && once) continue;
    if (!both_ways)
      all = term_and(
          all, term_binary(TERM_ULE, term_const(width, least_count(m, k)), summary_parameter(k, width)));
    if (!both_ways && width == 32 && once && is_light(&s->component)) continue;
    const Term *from = term_const(width, both_ways ? limits.summary_long_count : 0),
               *distance = term_binary(TERM_ADD, summary_parameter(k, width), from);
    all = term_and(all, term_binary(TERM_ULE, distance,
                                    term_const(width, both_ways ? 2 * limits.summary_long_count
                                                                : limits.summary_long_count)));
  }
  return all;
}

/* A function that calls itself once at a time takes as many calls as it can count; one that does so several
 * times may take as long as the world lasts.  Of such, small arguments and those without calls are quick. */
static void find_quick(Search *s, guint i) {
  Member *m = &s->members[i];
  const IrFunction *f = m->function;
  Body b = body_execute(s->component.known, f->id);
  const Term *calls = term_bool(FALSE), *small = term_bool(TRUE);
  for (guint k = 0; k < b.calls->len; k++) calls = term_or(calls, g_array_index(b.calls, BodyCall, k).when);
  body_clear(&b);
  if (!branches_out(s, i)) {
    m->claim->quick = term_or(short_counts(s, m), term_not(calls));
    return;
  }
  gint64 high = runs_high(f->n_params);
  while (high >= 0 && !all_quick(m, (guint64)high)) high--;
  for (guint k = 0; k < f->n_params; k++) {
    const guint width = f->reg_width[k];
    const guint64 most = MIN((guint64)MAX(high, 0), term_mask(width));
    small = term_and(small, term_binary(TERM_ULE, summary_parameter(k, width), term_const(width, most)));
  }
  m->claim->quick = high < 0 ? term_not(calls) : term_or(small, term_not(calls));
}

/* ---- is it worth it? ---- */

/* How many of the arguments for which it was seen to return does the summary cover? */
static double coverage(const Member *m) {
  guint covered = 0;
  for (guint i = 0; i < m->runs->n_seen; i++) covered += covers(m, &m->runs->seen[i]);
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

/* A patchwork makes the function only harder to unroll or abstract.  And readings of
 * uninitialised variables must not be left over. */
static gboolean is_useful(const Search *s) {
  const Component *c = &s->component;
  gboolean partial = FALSE, reads = FALSE, saves = FALSE, patchy = FALSE, diverges = FALSE;
  for (guint i = 0; i < c->n; i++) {
    const Summary *claim = s->members[i].claim;
    partial |= !term_is_true(term_or(claim->region, claim->diverges));
    reads |= reads_uninitialised(c->known->program, claim->function);
    saves |= saves_calls(s, i);
    patchy |= coverage(&s->members[i]) < limits.summary_coverage_share;
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
                           term_bool(FALSE), term_bool(TRUE)};
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
  for (guint i = 0; i < n; i++) add_table(&s, i);
  find_divergence(&s);
  for (guint i = 0; i < n; i++) find_quick(&s, i);
  drop_useless(&s);
  g_array_unref(s.atoms);
  for (guint i = 0; i < n; i++) {
    runs_free(s.members[i].runs);
    g_ptr_array_unref(s.trials[i]);
  }
}
