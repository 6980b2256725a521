/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Satisfiability by Z3.
 *
 * What the user asserts is kept in a log and handed to Z3 at the next check only: by then it is known which
 * theories occur, and so which of Z3's solvers fits. */
#include "formula/solver.h"
#include "formula/translate.h"
#include <string.h>

typedef enum { THEORY_BITS = 0, THEORY_ARRAYS = 1, THEORY_FLOATS = 2 } Theories;

struct Solver {
  GPtrArray *log;   /* of Term, NULL for a push */
  guint n_fed;      /* how much of it Z3 has */
  GArray *marks;    /* of TranslationMark, one for each push that Z3 has */
  GPtrArray *assumptions; /* of the last check */
  Theories theories;
  Z3_context z3;
  Z3_solver solver; /* NULL before the first check */
  Translation tr;
  gboolean has_model;
  gboolean broken; /* Z3 does not have all that was asserted */
};

static guint64 n_checks;
static gboolean z3_failed; /* set by Z3's calls; a check starts by clearing it */

static void note_error(Z3_context z3, Z3_error_code code) { z3_failed = TRUE; }

static void close_z3(Solver *s) {
  if (!s->z3)
    return;
  translation_clear(&s->tr);
  if (s->solver)
    Z3_solver_dec_ref(s->z3, s->solver);
  Z3_del_context(s->z3);
  s->z3 = NULL;
  s->solver = NULL;
}

static Z3_solver make_solver(Z3_context z3, Theories theories) {
  static const char *const logics[] = {"QF_BV", "QF_ABV", "QF_FPBV", NULL};
  const char *e = g_getenv("ACF_Z3");
  if (e && !strcmp(e, "plain")) return Z3_mk_solver(z3);
  if (e && !strcmp(e, "simple")) return Z3_mk_simple_solver(z3);
  if (e && !strcmp(e, "tactic")) {
    const char *names[] = {"simplify", "propagate-values", "solve-eqs", "elim-uncnstr", "simplify", "bit-blast", "sat"};
    Z3_tactic t = Z3_mk_tactic(z3, names[0]); Z3_tactic_inc_ref(z3, t);
    for (guint i = 1; i < G_N_ELEMENTS(names); i++) { Z3_tactic u = Z3_mk_tactic(z3, names[i]); Z3_tactic_inc_ref(z3, u); t = Z3_tactic_and_then(z3, t, u); Z3_tactic_inc_ref(z3, t); }
    return Z3_mk_solver_from_tactic(z3, t);
  }
  const char *logic = logics[theories];
  return logic ? Z3_mk_solver_for_logic(z3, Z3_mk_string_symbol(z3, logic)) : Z3_mk_solver(z3);
}

static void open_z3(Solver *s) {
  Z3_config config = Z3_mk_config();
  s->z3 = Z3_mk_context(config);
  Z3_del_config(config);
  Z3_set_error_handler(s->z3, note_error);
  s->solver = make_solver(s->z3, s->theories);
  if (s->solver)
    Z3_solver_inc_ref(s->z3, s->solver);
  translation_init(&s->tr, s->z3);
  s->n_fed = 0;
  s->broken = FALSE;
  g_array_set_size(s->marks, 0);
}

Solver *solver_new(void) {
  Solver *s = g_new0(Solver, 1);
  s->log = g_ptr_array_new();
  s->assumptions = g_ptr_array_new();
  s->marks = g_array_new(FALSE, FALSE, sizeof(TranslationMark));
  return s;
}

void solver_free(Solver *s) {
  if (!s)
    return;
  close_z3(s);
  g_ptr_array_free(s->log, TRUE);
  g_ptr_array_free(s->assumptions, TRUE);
  g_array_free(s->marks, TRUE);
  g_free(s);
}

void solver_assert(Solver *s, const Term *formula) {
  g_assert(formula->width == 1 && !formula->index_width);
  g_ptr_array_add(s->log, (gpointer)formula);
  s->has_model = FALSE;
}

void solver_push(Solver *s) { g_ptr_array_add(s->log, NULL); }

void solver_pop(Solver *s) {
  guint n = s->log->len;
  while (n > 0 && g_ptr_array_index(s->log, n - 1))
    n--;
  g_assert(n > 0); /* a pop without a push */
  g_ptr_array_set_size(s->log, (gint)n - 1);
  s->has_model = FALSE;
  if (s->n_fed < n)
    return; /* Z3 never saw the push */
  Z3_solver_pop(s->z3, s->solver, 1);
  translation_return(&s->tr, g_array_index(s->marks, TranslationMark, s->marks->len - 1));
  g_array_set_size(s->marks, s->marks->len - 1);
  s->n_fed = n - 1;
}

static Theories theories_of(const Term *t) {
  return (t->has_array ? THEORY_ARRAYS : 0) | (t->has_float ? THEORY_FLOATS : 0);
}

/* A solver for all theories that occur; Z3 starts again when a new one does. */
static void choose_solver(Solver *s, const Term *const *assumptions, guint n) {
  Theories theories = s->theories;
  for (guint i = s->n_fed; i < s->log->len; i++)
    if (g_ptr_array_index(s->log, i))
      theories |= theories_of(g_ptr_array_index(s->log, i));
  for (guint i = 0; i < n; i++)
    theories |= theories_of(assumptions[i]);
  if (s->z3 && theories == s->theories)
    return;
  close_z3(s);
  s->theories = theories;
  open_z3(s);
}

static void assert_definitions(Solver *s) {
  for (guint i = 0; i < s->tr.definitions->len && !z3_failed; i++)
    Z3_solver_assert(s->z3, s->solver, g_ptr_array_index(s->tr.definitions, i));
  g_ptr_array_set_size(s->tr.definitions, 0);
}

static void feed(Solver *s) {
  for (; s->n_fed < s->log->len && !z3_failed; s->n_fed++) {
    const Term *t = g_ptr_array_index(s->log, s->n_fed);
    if (t) {
      Z3_ast e = translate(&s->tr, t);
      assert_definitions(s);
      if (!z3_failed)
        Z3_solver_assert(s->z3, s->solver, e);
    } else {
      TranslationMark mark = translation_mark(&s->tr);
      g_array_append_val(s->marks, mark);
      Z3_solver_push(s->z3, s->solver);
    }
  }
}

static void set_timeout(Solver *s, guint timeout_ms) {
  Z3_params params = Z3_mk_params(s->z3);
  Z3_params_inc_ref(s->z3, params);
  Z3_params_set_uint(s->z3, params, Z3_mk_string_symbol(s->z3, "timeout"), timeout_ms ? timeout_ms : G_MAXUINT);
  Z3_solver_set_params(s->z3, s->solver, params);
  Z3_params_dec_ref(s->z3, params);
}

static Z3_lbool ask(Solver *s, const Term *const *assumptions, guint n) {
  Z3_ast *literals = g_new0(Z3_ast, n + 1);
  for (guint i = 0; i < n && !z3_failed; i++)
    literals[i] = translate_literal(&s->tr, assumptions[i]);
  assert_definitions(s);
  s->broken |= z3_failed || s->tr.failed;
  Z3_lbool answer = Z3_L_UNDEF;
  if (!z3_failed)
    answer = n ? Z3_solver_check_assumptions(s->z3, s->solver, n, literals) : Z3_solver_check(s->z3, s->solver);
  g_free(literals);
  return z3_failed ? Z3_L_UNDEF : answer;
}

/* Does the model of Z3 satisfy what was asked, by the semantics of terms?  This guards against differences in
 * floating point; unknown arrays have no value in a Model, so with them there is nothing to compare. */
static gboolean model_holds(Solver *s) {
  Model *m = solver_model(s);
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

/* Gives Z3 what is new; FALSE when that failed, from when on nothing is known. */
static gboolean prepare(Solver *s, const Term *const *assumptions, guint n, guint timeout_ms) {
  z3_failed = FALSE;
  choose_solver(s, assumptions, n);
  if (!s->broken && !z3_failed)
    feed(s);
  if (!s->broken && !z3_failed)
    set_timeout(s, timeout_ms);
  s->broken |= z3_failed || s->tr.failed;
  return !s->broken;
}

SolverAnswer solver_check(Solver *s, const Term *const *assumptions, guint n, guint timeout_ms) {
  n_checks++;
  s->has_model = FALSE;
  g_ptr_array_set_size(s->assumptions, 0);
  for (guint i = 0; i < n; i++)
    g_ptr_array_add(s->assumptions, (gpointer)assumptions[i]);
  if (!prepare(s, assumptions, n, timeout_ms))
    return SOLVER_UNKNOWN;
  Z3_lbool answer = ask(s, assumptions, n);
  if (answer != Z3_L_TRUE)
    return answer == Z3_L_FALSE ? SOLVER_UNSAT : SOLVER_UNKNOWN;
  s->has_model = TRUE;
  if (s->theories == THEORY_FLOATS && !model_holds(s)) {
    s->has_model = FALSE;
    return SOLVER_UNKNOWN;
  }
  return SOLVER_SAT;
}

static guint64 leaf_value(Solver *s, Z3_model z3_model, const Term *leaf) {
  Z3_ast value = NULL, e = translate(&s->tr, leaf);
  uint64_t number = 0;
  if (!Z3_model_eval(s->z3, z3_model, e, TRUE, &value))
    return 0;
  if (leaf->width == 1)
    return Z3_get_bool_value(s->z3, value) == Z3_L_TRUE;
  return Z3_get_numeral_uint64(s->z3, value, &number) ? number : 0;
}

Model *solver_model(Solver *s) {
  g_assert(s->has_model);
  Model *m = model_new();
  Z3_model z3_model = Z3_solver_get_model(s->z3, s->solver);
  if (!z3_model)
    return m;
  Z3_model_inc_ref(s->z3, z3_model);
  for (guint i = 0; i < s->tr.leaves->len; i++) {
    const Term *leaf = g_ptr_array_index(s->tr.leaves, i);
    model_set(m, leaf, leaf_value(s, z3_model, leaf));
  }
  Z3_model_dec_ref(s->z3, z3_model);
  return m;
}

guint64 solver_n_checks(void) { return n_checks; }

SolverAnswer solver_sat(const Term *formula, guint timeout_ms, Model **model) {
  if (model)
    *model = NULL;
  if (term_is_false(formula))
    return SOLVER_UNSAT;
  Solver *s = solver_new();
  solver_assert(s, formula);
  SolverAnswer answer = solver_check(s, NULL, 0, timeout_ms);
  if (answer == SOLVER_SAT && model)
    *model = solver_model(s);
  solver_free(s);
  return answer;
}

gboolean solver_valid(const Term *formula, guint timeout_ms) {
  return solver_sat(term_not(formula), timeout_ms, NULL) == SOLVER_UNSAT;
}
