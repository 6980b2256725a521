/* SPDX-License-Identifier: GPL-3.0-or-later */
/* k-induction over symex: unrollings 1, 2, 4, ..., with loops that outlast them closed by induction
 * (induct.c); and abstract interpretation: unrolling 1, where only the invariants that it finds help.
 *
 * A run of symex then has an account of every run of the program, so its failing and open points together
 * bound the failing points from above.  When there are none, the program is safe under the condition; else
 * they are the residue. A point among them need not fail: these engines prove, they never report an error. */
#include "engine/engine.h"
#include "engine/pace.h"
#include "formula/solver.h"

#define MAX_UNROLL 64

static SymexResult *run_at(const Question *q, guint k, gboolean linear) {
  /* inputs without limit: what a proof covers it covers for every value of them */
  SymexOptions o = {.unroll = k,
                    .inputs_per_site = G_MAXUINT,
                    .condition = q->condition,
                    .deadline = q->deadline,
                    .dual = q->dual,
                    .linear_invariants = linear,
                    .candidates = q->candidates,
                    .induct = TRUE};
  return symex_run(q->program, q->cfg, &o);
}

static gboolean is_followed(const Question *q, const Term *input) {
  return input_key_unpack(input->param).occurrence <= q->inputs_per_site;
}

/* The formula over the inputs that the question follows, weakened where it needs others. */
static const Term *over_followed_inputs(const Question *q, const Term *formula) {
  GHashTable *unfollowed = g_hash_table_new(NULL, NULL);
  GPtrArray *inputs = term_inputs(formula);
  for (guint i = 0; i < inputs->len; i++) {
    const Term *input = (const Term *)inputs->pdata[i];
    if (!is_followed(q, input))
      g_hash_table_insert(unfollowed, (gpointer)input, (gpointer)term_fresh_havoc(input->width, 0));
  }
  if (g_hash_table_size(unfollowed)) formula = term_substitute(formula, unfollowed);
  g_ptr_array_unref(inputs);
  g_hash_table_unref(unfollowed);
  return term_without_havoc(formula, TRUE);
}

/* The unrolling is left at 0 until there is a proof: this residue is not to go before that of a search to
 * some depth. */
static void note_run(const Question *q, Answer *a, const SymexResult *r, guint k) {
  g_ptr_array_set_size(a->inputs, 0);
  for (guint i = 0; i < r->inputs->len; i++)
    if (is_followed(q, (const Term *)r->inputs->pdata[i])) g_ptr_array_add(a->inputs, r->inputs->pdata[i]);
  g_ptr_array_set_size(a->reasons, 0);
  reasons_add(a->reasons, r);
  g_ptr_array_set_size(a->invariants, 0);
  for (guint i = 0; i < r->invariants->len; i++)
    g_ptr_array_add(a->invariants, g_strdup((const char *)r->invariants->pdata[i]));
  g_ptr_array_add(a->reasons, g_strdup_printf("induction over %u turns of the loops does not tell", k + 1));
}

static gboolean is_impossible(const Question *q, const Term *formula) {
  if (term_is_false(formula)) return TRUE;
  Solver *s = solver_new();
  solver_assert(s, q->condition);
  SolverAnswer answer = solver_check(s, &formula, 1, question_milliseconds_left(q));
  solver_free(s);
  return answer == SOLVER_UNSAT;
}

static Answer *prove(const Question *q, PublishAnswer publish, guint first, guint last_k, gboolean linear) {
  Answer *a = answer_new();
  const Term *last = NULL;
  pace_begin();
  for (guint k = first; k <= last_k; k *= 2) {
    SymexResult *r = run_at(q, k, linear);
    const Term *bad = term_or(symex_fail(r), symex_open(r));
    gboolean complete = r->complete;
    if (complete) note_run(q, a, r, k);
    symex_result_free(r);
    if (!complete) break;
    if (is_impossible(q, bad)) {
      a->kind = ANSWER_SAFE;
      a->residue = term_bool(FALSE);
      a->unrolling = k;
      g_ptr_array_set_size(a->reasons, 0);
      break;
    }
    a->residue = over_followed_inputs(q, bad);
    if (publish) publish(a);
    if (bad == last || (q->deadline && g_get_monotonic_time() > q->deadline)) break;
    last = bad;
  }
  return a;
}

Answer *kind_ask(const Question *q, PublishAnswer publish) {
  /* invariants may do with little unrolling what others need much for: start_unroll is for them */
  return prove(q, publish, 1, q->max_unroll ? q->max_unroll : MAX_UNROLL, FALSE);
}

Answer *absint_ask(const Question *q, PublishAnswer publish) { return prove(q, publish, 1, 1, TRUE); }
