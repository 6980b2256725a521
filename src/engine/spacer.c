/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spacer: constrained Horn clauses, solved by Z3; recursion by summaries.
 *
 * Words are integers first.  When the clauses then have a way to fail and some operations were abstracted,
 * the class of variables of one of them becomes bit-vectors, and so on until there is a proof, or nothing is
 * left to lift. This engine proves; it reports no errors. */
#include "engine/chc.h"
#include "engine/engine.h"

#define MAX_NODES 30000

static guint milliseconds_left(const Question *q) {
  gint64 left = q->deadline ? (q->deadline - g_get_monotonic_time()) / 1000 : 3600000;
  return (guint)CLAMP(left, 1, 3600000);
}

static void explain(Answer *a, const char *why) { g_ptr_array_add(a->reasons, g_strdup(why)); }

/* Lifts the class of an abstracted operation, of those that stand last: they are nearest to the error. FALSE:
 * all are lifted. */
static gboolean lift_one(Precision *p, const Chc *c) {
  for (guint i = c->lossy->len; i-- > 0;)
    if (precision_lift(p, g_array_index(c->lossy, guint, i))) return TRUE;
  return FALSE;
}

static Z3_lbool solve(const Question *q, Answer *a, Precision *p, gboolean *more) {
  Effects *e = effects_new(p);
  Chc *c = e ? chc_new(q, e) : NULL;
  Z3_lbool answer = Z3_L_UNDEF;
  *more = FALSE;
  a->rounds++;
  a->lifted = precision_n_lifted(p);
  a->variables = precision_n_words(p);
  if (c) {
    answer = chc_solve(c, milliseconds_left(q));
    if (answer == Z3_L_FALSE) chc_invariants(c, a->invariants);
    if (answer != Z3_L_FALSE && q->precision == PRECISION_AUTO) *more = lift_one(p, c);
  } else {
    explain(a, "too large for Horn clauses");
  }
  chc_free(c);
  effects_free(e);
  return answer;
}

static gboolean prove(const Question *q, Answer *a, const Places *places) {
  Precision *p = precision_new(places);
  if (q->precision == PRECISION_BITVECTOR) precision_lift_all(p);
  gboolean more;
  Z3_lbool answer;
  do answer = solve(q, a, p, &more);
  while (answer != Z3_L_FALSE && more && g_get_monotonic_time() < q->deadline);
  if (answer == Z3_L_TRUE) explain(a, "the Horn clauses have a way to fail");
  precision_free(p);
  return answer == Z3_L_FALSE;
}

Answer *spacer_ask(const Question *q, PublishAnswer publish) {
  Answer *a = answer_new();
  if (q->dual) {
    explain(a, "termination is not proven");
    return a;
  }
  Flat *f = flat_new(q->program, q->cfg, MAX_NODES);
  if (f) {
    Places *places = places_new(f, q->condition);
    if (prove(q, a, places)) {
      a->kind = ANSWER_SAFE;
      a->residue = term_bool(FALSE);
    }
    places_free(places);
  } else {
    explain(a, "too large for Horn clauses");
  }
  flat_free(f);
  return a;
}
