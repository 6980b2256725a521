/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A trusted verifier is caught late: all that rested on its word is open again, and nothing else. */
#include "alternation.h"
#include "tests/sample.h"

/* The state of the loop after some rounds. */
typedef struct {
  Acf acf;
  Registry registry;
  Analyzer liar, other;
  Loaded loaded;
  const Term *x;
} World;

static void begin(World *w) {
  *w = (World){.liar = {.name = "liar", .version = (char *)""},
               .other = {.name = "other", .version = (char *)""}};
  w->loaded = sample_load("int main(void) { int x = any(); check(x != 7 && x != 9); }");
  w->x = sample_input(w->loaded.program, 0, 1);
  w->registry.analyzers = g_ptr_array_new();
  g_ptr_array_add(w->registry.analyzers, &w->liar);
  g_ptr_array_add(w->registry.analyzers, &w->other);
  w->acf = (Acf){.cfg = w->loaded.cfg,
                 .cfc = cfc_new(w->loaded.program),
                 .failing = g_ptr_array_new_with_free_func((GDestroyNotify)model_free),
                 .valid = term_bool(FALSE),
                 .residue = term_bool(TRUE),
                 .bound = term_bool(TRUE)};
  w->acf.program = condition_none(w->loaded.program, w->loaded.cfg);
  w->acf.portfolio = (Portfolio){.registry = &w->registry,
                                 .claims = g_array_new(FALSE, FALSE, sizeof(Claim)),
                                 .failing = w->acf.failing};
}

static void end(World *w) {
  cfc_free(w->acf.cfc);
  g_ptr_array_unref(w->acf.failing);
  g_array_unref(w->acf.portfolio.claims);
  g_ptr_array_unref(w->registry.analyzers);
  sample_free(&w->loaded);
}

static const Term *is(const World *w, guint value) { return term_eq(w->x, term_const(w->x->width, value)); }

static void claim(World *w, Analyzer *who, const Term *condition) {
  const Claim c = {who, condition, FALSE};
  g_array_append_val(w->acf.portfolio.claims, c);
}

static gboolean fails(World *w, guint value) {
  g_autoptr(GPtrArray) none = g_ptr_array_new();
  Model *point = model_new();
  model_set(point, w->x, value);
  const gboolean caught = check_claims(&w->acf, point, none);
  model_free(point);
  return caught;
}

/* It said that nothing fails but 7; under that bound somebody honest closed the rest. */
static void test_bound(void) {
  World w;
  begin(&w);
  claim(&w, &w.liar, term_not(is(&w, 7)));
  w.acf.bound = is(&w, 7);
  w.acf.bound_by = "liar";
  w.acf.met = TRUE;
  w.acf.residue = term_bool(FALSE);
  w.acf.cfc->stats.closed_by = "other";
  embed(&w.acf);
  g_assert_false(fails(&w, 7)); /* as it said */
  g_assert_true(w.acf.bound == is(&w, 7));
  g_assert_true(fails(&w, 9));
  g_assert_true(w.liar.distrusted);
  g_assert_false(w.other.distrusted);
  g_assert_true(term_is_true(w.acf.bound));
  g_assert_true(term_is_true(w.acf.residue));
  g_assert_true(term_is_true(w.acf.program.assume));
  g_assert_null(w.acf.cfc->stats.closed_by);
  g_assert_false(w.acf.met);
  g_assert_cmpuint(w.acf.cfc->notes->len, ==, 1);
  g_assert_false(fails(&w, 9)); /* told once */
  end(&w);
}

static void test_rest(void) {
  World w;
  begin(&w);
  claim(&w, &w.liar, term_not(is(&w, 7)));
  w.acf.residue = term_bool(FALSE);
  w.acf.cfc->stats.closed_by = "liar";
  g_assert_true(fails(&w, 9));
  g_assert_true(term_is_true(w.acf.residue));
  end(&w);
}

/* What others proved without any bound stays proven. */
static void test_others(void) {
  World w;
  begin(&w);
  claim(&w, &w.other, term_not(term_or(is(&w, 7), is(&w, 9))));
  claim(&w, &w.liar, term_not(is(&w, 7)));
  w.acf.residue = term_bool(FALSE);
  w.acf.bound = term_or(is(&w, 7), is(&w, 9));
  w.acf.bound_by = w.acf.cfc->stats.closed_by = "other";
  g_assert_true(fails(&w, 9));
  g_assert_true(w.liar.distrusted);
  g_assert_true(term_is_false(w.acf.residue));
  g_assert_false(term_is_true(w.acf.bound));
  g_assert_cmpstr(w.acf.cfc->stats.closed_by, ==, "other");
  end(&w);
}

static gboolean denies(const Evidence *e, gboolean point) {
  World w;
  begin(&w);
  Answer *report = answer_new();
  report->kind = ANSWER_ERROR;
  report->denied_by = "liar";
  if (point) report->point = model_new();
  const gboolean denied = is_denied(&w.acf, report, e);
  g_assert_true(denied ? term_is_false(w.acf.residue) : term_is_true(w.acf.residue));
  answer_free(report);
  end(&w);
  return denied;
}

/* A failing run for which the time did not suffice is not refuted by a verifier's word. */
static void test_denied(void) {
  g_assert_false(denies(NULL, TRUE));
  g_assert_true(denies(NULL, FALSE)); /* nobody knows a run that takes the path */
  Evidence *e = evidence_new();
  g_assert_false(denies(e, TRUE));
  PathConjunct c = {.condition = term_bool(FALSE)};
  g_array_append_val(e->conjuncts, c);
  g_assert_false(denies(e, TRUE));
  g_array_index(e->conjuncts, PathConjunct, 0).condition = term_fresh_havoc(1, 0);
  g_assert_true(denies(e, TRUE)); /* it fails or not: that depends on what is not known */
  const Region region = {term_bool(TRUE), {NULL, 0, 0}};
  g_array_set_size(e->conjuncts, 0);
  g_array_append_val(e->valid, region);
  g_assert_true(denies(e, TRUE));
  g_array_append_val(e->fails, region);
  g_assert_false(denies(e, TRUE));
  evidence_free(e);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/disagree/bound", test_bound);
  g_test_add_func("/disagree/rest", test_rest);
  g_test_add_func("/disagree/others", test_others);
  g_test_add_func("/disagree/denied", test_denied);
  return g_test_run();
}
