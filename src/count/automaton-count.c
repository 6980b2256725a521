/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From guards to probabilities: each step reads inputs of its own, so that the steps are independent. */
#include "count/automaton-count.h"
#include "base/limits.h"
#include "cfc/claims.h"
#include "ir/failure-fates.h"

typedef struct {
  const FailureAutomaton *automaton;
  const Term *domain;
  const CountLimits *limits;
  FailureFate *fates;
  GArray *states; /* guint: location by state */
  guint *state;   /* by location; G_MAXUINT: none yet */
  GArray *moves;  /* Move */
  char *reason;
} Making;

typedef struct {
  guint from, to; /* states; to EDGE_FAILS */
  mpq_t probability;
} Move;

static void clear_move(gpointer m) { mpq_clear(((Move *)m)->probability); }

/* ---- the domain ---- */

/* What each conjunct says of the first occurrence of an input is said of this one. */
static const Term *domain_of(const Term *conjunct, const Term *input) {
  g_autoptr(GHashTable) map = g_hash_table_new(NULL, NULL);
  InputKey key = input_key_unpack(input->param);
  key.occurrence = 1;
  g_autoptr(GPtrArray) inputs = term_inputs(conjunct);
  const Term *first = term_input(key, input->width);
  if (inputs->len != 1 || inputs->pdata[0] != first) return term_bool(TRUE);
  g_hash_table_insert(map, (gpointer)first, (gpointer)input);
  return term_substitute(conjunct, map);
}

static void add_conjuncts(GPtrArray *all, const Term *t) {
  if (t->op == TERM_AND)
    for (guint i = 0; i < t->n_args; i++) add_conjuncts(all, t->args[i]);
  else if (!term_is_true(t)) g_ptr_array_add(all, (gpointer)t);
}

/* Each conjunct is about one input, which stands for all its occurrences. */
static gboolean is_of_steps(const Term *domain) {
  g_autoptr(GPtrArray) all = g_ptr_array_new();
  add_conjuncts(all, domain);
  for (guint i = 0; i < all->len; i++) {
    g_autoptr(GPtrArray) inputs = term_inputs((const Term *)all->pdata[i]);
    if (inputs->len > 1 || (inputs->len && input_key_unpack(((const Term *)inputs->pdata[0])->param).occurrence != 1)) return FALSE;
  }
  return TRUE;
}

static const Term *domain_here(const Making *m, const GPtrArray *space) {
  g_autoptr(GPtrArray) all = g_ptr_array_new();
  const Term *t = term_bool(!term_is_false(m->domain));
  add_conjuncts(all, m->domain);
  for (guint i = 0; i < all->len; i++)
    for (guint k = 0; k < space->len; k++)
      t = term_and(t, domain_of((const Term *)all->pdata[i], (const Term *)space->pdata[k]));
  return t;
}

/* ---- the edges of a location ---- */

static GPtrArray *space_of(const GPtrArray *edges) {
  g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
  GPtrArray *space = g_ptr_array_new();
  for (guint i = 0; i < edges->len; i++) {
    g_autoptr(GPtrArray) inputs = term_inputs(((const FailureEdge *)edges->pdata[i])->guard);
    for (guint k = 0; k < inputs->len; k++)
      if (g_hash_table_add(seen, inputs->pdata[k])) g_ptr_array_add(space, inputs->pdata[k]);
  }
  term_sort_inputs(space);
  return space;
}

/* What an edge that goes on looks at is read in its step: no later step looks at it again. */
static gboolean reads_all(const FailureEdge *e) {
  g_autoptr(GPtrArray) inputs = term_inputs(e->guard);
  for (guint i = 0; e->to < EDGE_UNKNOWN && i < inputs->len; i++) {
    const InputKey key = input_key_unpack(((const Term *)inputs->pdata[i])->param);
    guint count = 0;
    for (guint k = 0; k < e->reads->len; k++)
      if (g_array_index(e->reads, SiteReads, k).site == key.site) count = g_array_index(e->reads, SiteReads, k).count;
    if (key.occurrence - ROUND_OCCURRENCE > count) return FALSE;
  }
  return TRUE;
}

/* FALSE with the reason: the count is not known exactly. */
static gboolean count_points(Making *m, const Term *t, const GPtrArray *space, mpz_t n) {
  CountLimits exact = *m->limits;
  exact.methods &= METHOD_REGIONS | METHOD_POINTS | METHOD_BDD;
  g_autoptr(Count) c = count_formula(t, space, &exact);
  if (c->known && c->exact) mpz_set(n, c->n);
  else if (!m->reason) m->reason = g_strdup_printf("the inputs of a step cannot be counted%s%s", c->reason ? ": " : "", c->reason ? c->reason : "");
  return c->known && c->exact;
}

/* The state of what an edge leads to, or EDGE_FAILS: what the chain waits for; EDGE_ENDS: that can not follow. */
static guint state_of(Making *m, guint to) {
  const gboolean endless = m->automaton->endless_fails;
  if (to == (endless ? EDGE_ENDS : EDGE_FAILS)) return EDGE_FAILS;
  if (failure_fate(m->fates, to) == (endless ? FATE_FAILS : FATE_NEVER_FAILS)) return EDGE_ENDS;
  if (m->state[to] == G_MAXUINT) {
    m->state[to] = m->states->len;
    g_array_append_val(m->states, to);
  }
  return m->state[to];
}

static void add_move(Making *m, guint from, const FailureEdge *e, const mpz_t n, const mpz_t all) {
  Move move;
  move.from = from;
  move.to = mpz_sgn(n) ? state_of(m, e->to) : EDGE_ENDS;
  if (move.to == EDGE_ENDS) return;
  mpq_init(move.probability);
  mpz_set(mpq_numref(move.probability), n);
  mpz_set(mpq_denref(move.probability), all);
  mpq_canonicalize(move.probability);
  g_array_append_val(m->moves, move);
}

static gboolean add_state(Making *m, guint number, const GPtrArray *edges) {
  g_autoptr(GPtrArray) space = space_of(edges);
  const Term *domain = domain_here(m, space);
  mpz_t all, n, sum;
  mpz_inits(all, n, sum, NULL);
  gboolean good = count_points(m, domain, space, all);
  if (good && !mpz_sgn(all)) m->reason = g_strdup("the domain is empty");
  for (guint i = 0; good && !m->reason && i < edges->len; i++) {
    const FailureEdge *e = (const FailureEdge *)edges->pdata[i];
    good = count_points(m, term_and(e->guard, domain), space, n);
    mpz_add(sum, sum, n);
    if (good && !reads_all(e)) m->reason = g_strdup("a step depends on inputs of the next one");
    else if (good) add_move(m, number, e, n, all);
  }
  if (good && !m->reason && mpz_cmp(sum, all)) m->reason = g_strdup("the guards of a location do not add up");
  mpz_clears(all, n, sum, NULL);
  return !m->reason;
}

static Chain *chain_of(const Making *m) {
  Chain *c = chain_new(m->states->len);
  for (guint i = 0; i < m->moves->len; i++) {
    const Move *move = &g_array_index(m->moves, Move, i);
    mpq_ptr to = move->to == EDGE_FAILS ? c->fails[move->from] : chain_move(c, move->from, move->to);
    mpq_add(to, to, move->probability);
  }
  return c;
}

static void add_states(Making *m) {
  for (guint i = 0; i < m->states->len && !m->reason; i++) {
    g_autoptr(GPtrArray) edges = g_ptr_array_new();
    for (guint k = 0; k < m->automaton->edges->len; k++) {
      FailureEdge *e = (FailureEdge *)m->automaton->edges->pdata[k];
      if (e->from == g_array_index(m->states, guint, i)) g_ptr_array_add(edges, e);
    }
    add_state(m, i, edges);
    if (m->states->len > limits.count_automaton_locations && !m->reason)
      m->reason = g_strdup_printf("the automaton has more than %u locations", limits.count_automaton_locations);
  }
}

Chain *automaton_chain(const FailureAutomaton *a, const Term *domain, const CountLimits *l, char **reason) {
  Making m = {a, domain, l, failure_automaton_fates(a), g_array_new(FALSE, FALSE, sizeof(guint)), g_new(guint, a->locations->len),
              g_array_new(FALSE, FALSE, sizeof(Move)), NULL};
  const guint first = 0;
  g_array_set_clear_func(m.moves, clear_move);
  for (guint i = 0; i < a->locations->len; i++) m.state[i] = i ? G_MAXUINT : 0;
  g_array_append_val(m.states, first);
  if (!is_of_steps(domain)) m.reason = g_strdup("the domain relates several inputs, or says something of later ones");
  add_states(&m);
  Chain *c = m.reason ? NULL : chain_of(&m);
  g_array_unref(m.states);
  g_array_unref(m.moves);
  g_free(m.state);
  g_free(m.fates);
  *reason = m.reason;
  return c;
}

/* ---- what it says ---- */

/* The probability of the opposite. */
static void invert(mpq_t p) {
  mpq_t one;
  mpq_init(one);
  mpq_set_ui(one, 1, 1);
  mpq_sub(p, one, p);
  mpq_clear(one);
}

AutomatonCount *automaton_count_new(const Cfc *c, const Term *domain, guint steps, const CountLimits *l) {
  if (!c->automaton || !failure_automaton_exact(c->automaton) || claims_exact(c)) return NULL;
  AutomatonCount *k = g_new0(AutomatonCount, 1);
  k->steps = steps;
  k->endless = c->automaton->endless_fails;
  mpq_inits(k->within, k->ever, k->expected, NULL);
  g_autoptr(Chain) chain = automaton_chain(c->automaton, domain, l, &k->reason);
  if (chain && !(chain_fails_within(chain, steps, l->deadline, k->within) &&
                 chain_fails_ever(chain, l->deadline, k->ever, k->expected)))
    k->reason = g_strdup("that takes more time");
  if (k->endless) invert(k->ever);
  return k;
}

void automaton_count_free(AutomatonCount *k) {
  if (!k) return;
  mpq_clears(k->within, k->ever, k->expected, NULL);
  g_free(k->reason);
  g_free(k);
}
