/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statements about every round of a loop, from its rounds in all states that it may be in.
 *
 * A round fails only as one of its states says, and for certain as all of them say.  States of the first
 * rounds that never come up again may stand in the way of a better statement: then it is made of later
 * rounds.  It holds only if all runs that come to the loop were seen: where a run was lost, it must have been
 * in a round of this loop, which then says so itself. */
#include "engine/round-statements.h"
#include "base/limits.h"
#include "formula/readable.h"
#include "symex/distinguish-states.h"
#include "formula/solver.h"
#include <string.h>

static void case_free(gpointer data) {
  RoundCase *c = (RoundCase *)data;
  g_free(c->state);
  g_free(c);
}

Rounds *rounds_new(void) {
  Rounds *r = g_new0(Rounds, 1);
  r->from = 1;
  r->all = (RoundCase){NULL, term_bool(TRUE), term_bool(FALSE), FALSE};
  r->cases = g_ptr_array_new_with_free_func(case_free);
  return r;
}

void rounds_free(Rounds *r) {
  g_ptr_array_unref(r->cases);
  g_free(r);
}

/* ---- proving ---- */

/* Some states of a loop, with what holds of runs in them. */
typedef struct {
  const RoundState *state;
  const Term *given;
} Begin;

static gboolean is_impossible(const Term *t) {
  return term_is_false(t) || (!term_is_true(t) && solver_sat(t, limits.round_check_ms, NULL) == SOLVER_UNSAT);
}

/* Does a round of these inputs fail from every state? */
static gboolean always_fails(const GArray *states, const Term *inputs) {
  GHashTable *proven = g_hash_table_new(NULL, NULL); /* states are often alike */
  gboolean always = TRUE;
  for (guint i = 0; i < states->len && always; i++) {
    const Begin *b = &g_array_index(states, Begin, i);
    const Term *not = term_and(term_and(b->given, inputs), term_not(b->state->fails));
    always = g_hash_table_contains(proven, not ) || is_impossible(not );
    g_hash_table_add(proven, (gpointer) not );
  }
  g_hash_table_unref(proven);
  return always;
}

static gboolean is_readable(const Term *t) {
  return term_dag_size(t, limits.round_readable_nodes) < limits.round_readable_nodes;
}

static RoundCase conclude(const GArray *states) {
  const Term *upper = term_bool(FALSE), *lower = term_bool(TRUE);
  for (guint i = 0; i < states->len; i++) {
    const RoundState *s = g_array_index(states, Begin, i).state;
    upper = term_or(upper, s->may);
    lower = term_and(lower, term_without_havoc(s->fails, FALSE));
  }
  RoundCase c = {NULL, readable_simplify(upper, limits.round_simplify_ms), lower, FALSE};
  c.exact = always_fails(states, c.upper);
  if (!c.exact && !is_readable(c.upper)) c.upper = term_bool(TRUE);
  if (!c.exact && (!is_readable(lower) || is_impossible(lower))) lower = term_bool(FALSE);
  c.lower = c.exact ? c.upper : readable_simplify(term_and(lower, c.upper), limits.round_simplify_ms);
  return c;
}

static gboolean says_nothing(const RoundCase *c) { return term_is_true(c->upper) && term_is_false(c->lower); }

/* That no round fails at all needs no words: the partitions tell. */
static gboolean is_worth_telling(const Rounds *r) {
  if (r->cases->len) return TRUE;
  return !says_nothing(&r->all) && !(term_is_false(r->all.upper) && r->from == 1);
}

/* ---- the states of later rounds ---- */

static GArray *states_of(const RoundsSeen *seen, const gboolean *in) {
  GArray *states = g_array_new(FALSE, FALSE, sizeof(Begin));
  for (guint i = 0; i < seen->states->len; i++) {
    Begin b = {(const RoundState *)seen->states->pdata[i], seen->given};
    if (!in || in[i]) g_array_append_val(states, b);
  }
  return states;
}

/* The states that come after some; FALSE: they are the same ones, or none. */
static gboolean go_on(const RoundsSeen *seen, gboolean **in) {
  const guint n = seen->states->len;
  gboolean *next = g_new0(gboolean, n), changed = FALSE, any = FALSE;
  for (guint i = 0; i < n; i++) {
    const GArray *to = ((const RoundState *)seen->states->pdata[i])->next;
    for (guint k = 0; (*in)[i] && k < to->len; k++) next[g_array_index(to, guint, k)] = TRUE;
  }
  for (guint i = 0; i < n; i++) {
    changed |= next[i] != (*in)[i];
    any |= next[i];
  }
  g_free(*in);
  *in = next;
  return changed && any;
}

/* The statement of later rounds, where that of all of them is not exact and this one is. */
static GArray *skip_rounds(const RoundsSeen *seen, Rounds *r, GArray *all) {
  gboolean *in = g_new0(gboolean, seen->states->len);
  for (guint i = 0; i < seen->states->len; i++) in[i] = TRUE;
  for (guint k = 1; k <= limits.round_skipped && go_on(seen, &in); k++) {
    GArray *later = states_of(seen, in);
    RoundCase c = conclude(later);
    if (c.exact) {
      r->from = k + 1;
      r->all = c;
      g_array_unref(all);
      all = later;
      break;
    }
    g_array_unref(later);
  }
  g_free(in);
  return all;
}

/* ---- by state ---- */

/* An input that is read both before the loop and in rounds would have one name for two things. */
static gboolean has_namesakes(const Term *t) {
  g_autoptr(GPtrArray) inputs = term_inputs(t); /* by site, and then by occurrence */
  gboolean found = FALSE;
  for (guint i = 1; i < inputs->len; i++) {
    InputKey a = input_key_unpack(((const Term *)inputs->pdata[i - 1])->param);
    InputKey b = input_key_unpack(((const Term *)inputs->pdata[i])->param);
    found |= a.site == b.site && a.occurrence < ROUND_OCCURRENCE && b.occurrence > ROUND_OCCURRENCE;
  }
  return found;
}

static gboolean can_be_told(const RoundCase *c) {
  return can_state(c->upper) && can_state(c->lower) && !has_namesakes(c->upper) && !has_namesakes(c->lower);
}

/* Which states are alike: groups, numbered by state. */
static guint group_alike(const GArray *states, guint *groups) {
  guint n = 0;
  for (guint i = 0; i < states->len; i++) {
    groups[i] = n;
    for (guint k = 0; k < i && groups[i] == n; k++)
      if (g_array_index(states, Begin, k).state->may == g_array_index(states, Begin, i).state->may)
        groups[i] = groups[k];
    n += groups[i] == n;
  }
  return n;
}

/* What is the same of all rounds in some states is said of these together. */
static RoundCase *case_of(const GArray *states, const guint *groups, guint group) {
  GArray *alike = g_array_new(FALSE, FALSE, sizeof(Begin));
  for (guint i = 0; i < states->len; i++)
    if (groups[i] == group) g_array_append_val(alike, g_array_index(states, Begin, i));
  RoundCase c = conclude(alike);
  g_array_unref(alike);
  return (RoundCase *)g_memdup2(&c, sizeof c);
}

/* Either all states are told of, or none. */
static void add_cases(Rounds *r, const GArray *states) {
  g_autofree guint *groups = g_new0(guint, MAX(states->len, 1));
  g_autoptr(GPtrArray) texts = g_ptr_array_new();
  for (guint i = 0; i < states->len; i++)
    g_ptr_array_add(texts, g_array_index(states, Begin, i).state->state);
  const guint n = group_alike(states, groups);
  if (n < 2 || n > limits.round_cases) return;
  g_autofree gboolean *needed = distinguishing_variables(texts, groups);
  gboolean told = needed != NULL, useful = FALSE;
  for (guint g = 0; g < n && told; g++) {
    RoundCase *c = case_of(states, groups, g);
    c->state = distinguishing_text(texts, groups, g, needed);
    g_ptr_array_add(r->cases, c);
    told = strlen(c->state) <= limits.round_state_characters && can_be_told(c);
    useful |= !says_nothing(c);
  }
  if (!told || !useful) g_ptr_array_set_size(r->cases, 0);
}

/* ---- all loops ---- */

static gboolean same_loop(const RoundsSeen *a, const RoundsSeen *b) {
  return a->function == b->function && a->block == b->block;
}

/* What explorations of the loop of `one` saw: how often runs were lost in it, and whether all loops that are
 * in no other are this one. */
static GArray *gather(const SymexResult *s, const RoundsSeen *one, guint *n_seen, guint *n_lost,
                      gboolean *only) {
  GArray *states = g_array_new(FALSE, FALSE, sizeof(Begin));
  *n_seen = *n_lost = 0;
  *only = TRUE;
  for (guint i = 0; i < s->rounds->len; i++) {
    const RoundsSeen *r = (const RoundsSeen *)s->rounds->pdata[i];
    *only &= same_loop(r, one) || !r->outermost;
    if (!same_loop(r, one)) continue;
    *only &= r->outermost;
    GArray *more = states_of(r, NULL);
    g_array_append_vals(states, more->data, more->len);
    g_array_unref(more);
    ++*n_seen;
    *n_lost += r->n_lost;
  }
  return states;
}

/* NULL: nothing can be said. */
static Rounds *state_of_loop(const SymexResult *s, const RoundsSeen *one) {
  guint n_seen, n_lost;
  gboolean only;
  GArray *states = gather(s, one, &n_seen, &n_lost, &only);
  if (n_lost != s->n_lost) { /* a run was lost elsewhere: it may have come here */
    g_array_unref(states);
    return NULL;
  }
  Rounds *r = rounds_new();
  r->loop = one->loc;
  r->all = conclude(states);
  r->only = only && is_impossible(symex_fail(s));
  if (!r->all.exact && n_seen == 1 && !n_lost) states = skip_rounds(one, r, states);
  if (!r->all.exact && n_seen == 1) add_cases(r, states);
  r->n_states = states->len;
  g_array_unref(states);
  if (is_worth_telling(r) && can_be_told(&r->all)) return r;
  rounds_free(r);
  return NULL;
}

static gboolean was_stated(const SymexResult *s, guint i) {
  for (guint k = 0; k < i; k++)
    if (same_loop((const RoundsSeen *)s->rounds->pdata[k], (const RoundsSeen *)s->rounds->pdata[i]))
      return TRUE;
  return FALSE;
}

GPtrArray *rounds_find(const Question *q) {
  SymexOptions o = {.inputs_per_site = G_MAXUINT,
                    .condition = q->condition,
                    .deadline = q->deadline,
                    .candidates = q->candidates,
                    .induct = TRUE,
                    .explore = TRUE,
                    .rounds = TRUE};
  SymexResult *s = symex_run(q->program, q->cfg, &o);
  GPtrArray *found = NULL;
  if (s->complete) found = g_ptr_array_new_with_free_func((GDestroyNotify)rounds_free);
  for (guint i = 0; found && i < s->rounds->len; i++) {
    Rounds *r = was_stated(s, i) ? NULL : state_of_loop(s, (const RoundsSeen *)s->rounds->pdata[i]);
    if (r) g_ptr_array_add(found, r);
  }
  symex_result_free(s);
  return found;
}
