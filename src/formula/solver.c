/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Satisfiability by Z3.
 *
 * Z3 is strongest on a whole problem at once, and quickest on a small change to one that it has just seen. So
 * the first check of a solver, and any that is not easy, gets a session of its own; the others are first
 * tried in one that grows and shrinks with what is asserted.
 *
 * Floating-point numbers are bits to Z3, and many.  So intervals are asked about them first: shortly before
 * anything else, and at more length before Z3 gets the whole. */
#include "formula/solver.h"
#include "base/limits.h"
#include "formula/halve.h"
#include "formula/translate.h"
#include "formula/z3-context.h"
#include "formula/z3-timeout.h"

typedef enum { THEORY_ARRAYS = 1, THEORY_FLOATS = 2, THEORY_PRODUCTS = 4 } Theories;

/* One life of a solver of Z3. */
typedef struct {
  Z3_context z3;  /* NULL: not open */
  guint n_before; /* expressions that the context had */
  Z3_solver solver;
  Translation tr;
  guint n_fed;   /* how much of the log Z3 has */
  guint timeout; /* in milliseconds, that it knows; 0: it was told none */
  GArray *marks; /* of TranslationMark, one for each push that Z3 has */
} Session;

struct Solver {
  GPtrArray *log;         /* of Term: what is asserted; NULL for a push */
  GPtrArray *assumptions; /* of the last check */
  Session growing, single;
  guint n_checks, n_failures; /* of this solver; of the growing session in a row */
  const Session *model_from;  /* NULL: the last answer was not SOLVER_SAT, or it is the point's */
  Model *point;               /* the model of the last answer, where intervals found it */
};

static guint64 n_checks;
static gboolean z3_failed; /* set while Z3 runs, cleared before */

static void note_error(Z3_context z3, Z3_error_code code) { z3_failed = TRUE; }

static gboolean session_failed(const Session *session) {
  return z3_failed || !session->solver || session->tr.failed;
}

static void session_close(Session *session) {
  if (!session->z3) return;
  const gboolean failed = session_failed(session);
  const guint n_made = session->n_before + session->tr.n_made;
  translation_clear(&session->tr);
  g_array_free(session->marks, TRUE);
  if (session->solver) Z3_solver_dec_ref(session->z3, session->solver);
  if (failed)
    Z3_del_context(session->z3);
  else
    z3_context_give((Z3Context){session->z3, n_made});
  *session = (Session){0};
}

/* logic: NULL for a solver of any, that is meant to be asked again. */
static void session_open(Session *session, const char *logic) {
  const Z3Context context = z3_context_take(note_error);
  Z3_context z3 = context.z3;
  *session = (Session){.z3 = z3,
                       .n_before = context.n_made,
                       .marks = g_array_new(FALSE, FALSE, sizeof(TranslationMark))};
  session->solver = logic ? Z3_mk_solver_for_logic(z3, Z3_mk_string_symbol(z3, logic)) : Z3_mk_solver(z3);
  if (session->solver) Z3_solver_inc_ref(z3, session->solver);
  translation_init(&session->tr, z3);
}

static void assert_definitions(Session *session) {
  for (guint i = 0; i < session->tr.definitions->len && !session_failed(session); i++)
    Z3_solver_assert(session->z3, session->solver, g_ptr_array_index(session->tr.definitions, i));
  g_ptr_array_set_size(session->tr.definitions, 0);
}

static void session_assert(Session *session, const Term *t) {
  Z3_ast e = translate(&session->tr, t);
  assert_definitions(session);
  if (!session_failed(session)) Z3_solver_assert(session->z3, session->solver, e);
}

static void session_push(Session *session) {
  TranslationMark mark = translation_mark(&session->tr);
  g_array_append_val(session->marks, mark);
  Z3_solver_push(session->z3, session->solver);
}

/* Back to before the innermost push, which stands at position in the log. */
static void session_pop(Session *session, guint position) {
  if (session->n_fed <= position) return; /* Z3 never saw the push */
  z3_failed = FALSE;
  Z3_solver_pop(session->z3, session->solver, 1);
  translation_return(&session->tr, g_array_index(session->marks, TranslationMark, session->marks->len - 1));
  g_array_set_size(session->marks, session->marks->len - 1);
  session->n_fed = position;
  if (z3_failed) session_close(session);
}

/* Telling Z3 takes longer than many a check. */
static void set_timeout(Session *session, guint timeout_ms) {
  if (session->timeout == timeout_ms) return;
  z3_set_timeout(session->z3, session->solver, timeout_ms);
  session->timeout = timeout_ms;
}

static Z3_lbool session_check(Session *session, const Z3_ast *literals, guint n, guint timeout_ms) {
  Z3_context z3 = session->z3;
  if (session_failed(session)) return Z3_L_UNDEF;
  set_timeout(session, timeout_ms ? timeout_ms : G_MAXUINT);
  if (session_failed(session)) return Z3_L_UNDEF;
  Z3_lbool answer = n ? Z3_solver_check_assumptions(z3, session->solver, n, literals)
                      : Z3_solver_check(z3, session->solver);
  return z3_failed ? Z3_L_UNDEF : answer;
}

static guint64 leaf_value(const Session *session, Z3_model model, const Term *leaf) {
  Z3_ast value = NULL, e = translate((Translation *)&session->tr, leaf); /* made before: only looked up */
  uint64_t number = 0;
  if (!Z3_model_eval(session->z3, model, e, TRUE, &value)) return 0;
  if (leaf->width == 1) return Z3_get_bool_value(session->z3, value) == Z3_L_TRUE;
  return Z3_get_numeral_uint64(session->z3, value, &number) ? number : 0;
}

static Model *session_model(const Session *session) {
  Model *m = model_new();
  Z3_model z3_model = Z3_solver_get_model(session->z3, session->solver);
  if (!z3_model) return m;
  Z3_model_inc_ref(session->z3, z3_model);
  for (guint i = 0; i < session->tr.leaves->len; i++) {
    const Term *leaf = g_ptr_array_index(session->tr.leaves, i);
    model_set(m, leaf, leaf_value(session, z3_model, leaf));
  }
  Z3_model_dec_ref(session->z3, z3_model);
  return m;
}

Solver *solver_new(void) {
  Solver *s = g_new0(Solver, 1);
  s->log = g_ptr_array_new();
  s->assumptions = g_ptr_array_new();
  return s;
}

void solver_free(Solver *s) {
  if (!s) return;
  session_close(&s->growing);
  session_close(&s->single);
  model_free(s->point);
  g_ptr_array_free(s->log, TRUE);
  g_ptr_array_free(s->assumptions, TRUE);
  g_free(s);
}

static void forget_model(Solver *s) {
  s->model_from = NULL;
  model_free(s->point);
  s->point = NULL;
}

void solver_assert(Solver *s, const Term *formula) {
  g_assert(formula->width == 1 && !formula->index_width);
  g_ptr_array_add(s->log, (gpointer)formula);
  forget_model(s);
}

void solver_push(Solver *s) { g_ptr_array_add(s->log, NULL); }

void solver_pop(Solver *s) {
  guint n = s->log->len;
  while (n > 0 && g_ptr_array_index(s->log, n - 1)) n--;
  g_assert(n > 0); /* a pop without a push */
  g_ptr_array_set_size(s->log, (gint)n - 1);
  forget_model(s);
  if (s->growing.z3) session_pop(&s->growing, n - 1);
}

static guint theories_among(const GPtrArray *terms) {
  guint theories = 0;
  for (guint i = 0; i < terms->len; i++) {
    const Term *t = g_ptr_array_index(terms, i);
    if (!t) continue;
    theories |= (t->has_array ? THEORY_ARRAYS : 0) | (t->has_float ? THEORY_FLOATS : 0) |
                (t->has_product ? THEORY_PRODUCTS : 0);
  }
  return theories;
}

static guint theories_asked(const Solver *s) { return theories_among(s->log) | theories_among(s->assumptions); }

/* The whole problem at once, by the solver that is made for its theories. */
static Z3_lbool check_single(Solver *s, guint timeout_ms) {
  static const char *const logics[] = {"QF_BV", "QF_ABV", "QF_FPBV", NULL};
  z3_failed = FALSE;
  session_close(&s->single);
  session_open(&s->single, logics[theories_asked(s) & (THEORY_ARRAYS | THEORY_FLOATS)]);
  for (guint i = 0; i < s->log->len && !session_failed(&s->single); i++)
    if (g_ptr_array_index(s->log, i)) session_assert(&s->single, g_ptr_array_index(s->log, i));
  for (guint i = 0; i < s->assumptions->len && !session_failed(&s->single); i++)
    session_assert(&s->single, g_ptr_array_index(s->assumptions, i));
  return session_check(&s->single, NULL, 0, timeout_ms);
}

/* What has changed since the last time, if the answer comes soon. */
static Z3_lbool check_growing(Solver *s, guint timeout_ms) {
  Session *session = &s->growing;
  z3_failed = FALSE;
  if (!session->z3) session_open(session, NULL);
  for (; session->n_fed < s->log->len && !session_failed(session); session->n_fed++)
    if (g_ptr_array_index(s->log, session->n_fed))
      session_assert(session, g_ptr_array_index(s->log, session->n_fed));
    else
      session_push(session);
  guint n = s->assumptions->len;
  Z3_ast *literals = g_new0(Z3_ast, n + 1);
  for (guint i = 0; i < n && !session_failed(session); i++)
    literals[i] = translate_literal(&session->tr, g_ptr_array_index(s->assumptions, i));
  assert_definitions(session);
  gboolean incomplete = session_failed(session);
  Z3_lbool answer = incomplete ? Z3_L_UNDEF : session_check(session, literals, n, timeout_ms);
  g_free(literals);
  if (incomplete) session_close(session);
  return answer;
}

/* Does the model of Z3 satisfy what was asked, by the semantics of terms?  Guards against differences in
 * floating point.  A Model has no values for unknown arrays, so with arrays there is nothing to compare. */
static gboolean model_holds(const Solver *s, const Session *session) {
  if ((theories_asked(s) & (THEORY_ARRAYS | THEORY_FLOATS)) != THEORY_FLOATS) return TRUE;
  Model *m = session_model(session);
  Evaluator *e = evaluator_new(m);
  gboolean holds = TRUE;
  for (guint i = 0; i < s->log->len && holds; i++)
    holds = !g_ptr_array_index(s->log, i) || evaluator_value(e, g_ptr_array_index(s->log, i));
  for (guint i = 0; i < s->assumptions->len && holds; i++)
    holds = evaluator_value(e, g_ptr_array_index(s->assumptions, i)) != 0;
  evaluator_free(e);
  model_free(m);
  return holds;
}

static SolverAnswer conclude(Solver *s, const Session *session, Z3_lbool answer) {
  if (answer == Z3_L_FALSE) return SOLVER_UNSAT;
  if (answer == Z3_L_UNDEF || !model_holds(s, session)) return SOLVER_UNKNOWN;
  s->model_from = session;
  return SOLVER_SAT;
}

static SolverAnswer check_by_halving(Solver *s, guint theories, guint terms, guint pieces, guint ms) {
  if (!(theories_asked(s) & theories)) return SOLVER_UNKNOWN;
  GPtrArray *all = g_ptr_array_new();
  for (guint i = 0; i < s->log->len; i++)
    if (g_ptr_array_index(s->log, i)) g_ptr_array_add(all, g_ptr_array_index(s->log, i));
  for (guint i = 0; i < s->assumptions->len; i++) g_ptr_array_add(all, g_ptr_array_index(s->assumptions, i));
  const HalveLimits limits = {terms, pieces, g_get_monotonic_time() + ms * G_GINT64_CONSTANT(1000)};
  const SolverAnswer answer = halve((const Term *const *)all->pdata, all->len, limits, &s->point);
  g_ptr_array_free(all, TRUE);
  return answer;
}

SolverAnswer solver_check(Solver *s, const Term *const *assumptions, guint n, guint timeout_ms) {
  gint64 start = g_get_monotonic_time();
  n_checks++;
  forget_model(s);
  g_ptr_array_set_size(s->assumptions, 0);
  for (guint i = 0; i < n; i++) g_ptr_array_add(s->assumptions, (gpointer)assumptions[i]);

  SolverAnswer shown =
      check_by_halving(s, THEORY_FLOATS | THEORY_PRODUCTS, limits.solver_few_terms, limits.solver_few_pieces,
                       timeout_ms ? MIN((guint)(limits.solver_few_share * timeout_ms), limits.solver_few_ms)
                                  : limits.solver_few_ms);
  if (shown != SOLVER_UNKNOWN) return shown;
  if (s->n_checks++ > 0 && s->n_failures < limits.solver_easy_failures) {
    guint easy_ms = timeout_ms ? MIN(timeout_ms, limits.solver_easy_ms) : limits.solver_easy_ms;
    SolverAnswer answer = conclude(s, &s->growing, check_growing(s, easy_ms));
    if (answer != SOLVER_UNKNOWN) {
      s->n_failures = 0;
      return answer;
    }
    s->n_failures++;
  }
  shown = check_by_halving(s, THEORY_FLOATS, limits.halve_terms, G_MAXUINT,
                           timeout_ms ? MIN((guint)(limits.halve_share * timeout_ms), limits.halve_ms)
                                      : limits.halve_ms);
  if (shown != SOLVER_UNKNOWN) return shown;
  guint spent_ms = (guint)((g_get_monotonic_time() - start) / 1000);
  if (timeout_ms && spent_ms >= timeout_ms) return SOLVER_UNKNOWN;
  return conclude(s, &s->single, check_single(s, timeout_ms ? timeout_ms - spent_ms : 0));
}

Model *solver_model(Solver *s) {
  g_assert(s->model_from || s->point);
  return s->point ? model_copy(s->point) : session_model(s->model_from);
}

guint64 solver_n_checks(void) { return n_checks; }

SolverAnswer solver_sat(const Term *formula, guint timeout_ms, Model **model) {
  if (model) *model = NULL;
  if (term_is_false(formula)) return SOLVER_UNSAT;
  Solver *s = solver_new();
  solver_assert(s, formula);
  SolverAnswer answer = solver_check(s, NULL, 0, timeout_ms);
  if (answer == SOLVER_SAT && model) *model = solver_model(s);
  solver_free(s);
  return answer;
}

gboolean solver_valid(const Term *formula, guint timeout_ms) {
  return solver_sat(term_not(formula), timeout_ms, NULL) == SOLVER_UNSAT;
}
