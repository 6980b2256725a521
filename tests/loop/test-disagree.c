/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A trusted verifier is caught late: all that rested on its word is open again, and nothing else. */
#include "loop/claims.h"
#include "tests/helpers/sample.h"

/* The state of the loop after some iterations. */
typedef struct {
  AnalysisOptions options;
  Loop *loop;
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
  w->options = (AnalysisOptions){.registry = &w->registry, .seconds = 60, .start = g_get_monotonic_time()};
  w->loop = loop_new(w->loaded.program, &w->options);
}

static void end(World *w) {
  cfc_free(loop_finish(w->loop));
  g_ptr_array_unref(w->registry.analyzers);
  sample_free(&w->loaded);
}

static const Term *is(const World *w, guint value) { return term_eq(w->x, term_const(w->x->width, value)); }

static void claim(World *w, Analyzer *who, const Term *condition) {
  const Claim c = {who, condition, FALSE};
  g_array_append_val(w->loop->portfolio.claims, c);
}

static gboolean fails(World *w, guint value) {
  g_autoptr(GPtrArray) none = g_ptr_array_new();
  Model *point = model_new();
  model_set(point, w->x, value);
  const gboolean caught = check_claims(w->loop, point, none);
  model_free(point);
  return caught;
}

/* It said that nothing fails but 7; under that bound an honest one closed the rest. */
static void test_bound(void) {
  World w;
  begin(&w);
  claim(&w, &w.liar, term_not(is(&w, 7)));
  knowledge_narrow(w.loop->known, is(&w, 7), FALSE, "liar");
  w.loop->guessed = TRUE;
  knowledge_close(w.loop->known, "other");
  g_assert_false(fails(&w, 7)); /* as it said */
  g_assert_true(knowledge_bound(w.loop->known) == is(&w, 7));
  g_assert_true(fails(&w, 9));
  g_assert_true(w.liar.distrusted);
  g_assert_false(w.other.distrusted);
  g_assert_true(term_is_true(knowledge_bound(w.loop->known)));
  g_assert_true(term_is_true(knowledge_residue(w.loop->known)));
  g_assert_true(term_is_true(knowledge_conditioned(w.loop->known).assume));
  g_assert_null(knowledge_closed_by(w.loop->known));
  g_assert_false(w.loop->guessed);
  g_assert_cmpuint(w.loop->cfc->notes->len, ==, 1);
  g_assert_false(fails(&w, 9)); /* reported once */
  end(&w);
}

static void test_rest(void) {
  World w;
  begin(&w);
  claim(&w, &w.liar, term_not(is(&w, 7)));
  knowledge_close(w.loop->known, "liar");
  g_assert_true(fails(&w, 9));
  g_assert_true(term_is_true(knowledge_residue(w.loop->known)));
  end(&w);
}

/* What others proved without any bound stays proven. */
static void test_others(void) {
  World w;
  begin(&w);
  claim(&w, &w.other, term_not(term_or(is(&w, 7), is(&w, 9))));
  claim(&w, &w.liar, term_not(is(&w, 7)));
  knowledge_close(w.loop->known, "other");
  knowledge_narrow(w.loop->known, term_or(is(&w, 7), is(&w, 9)), FALSE, "other");
  g_assert_true(fails(&w, 9));
  g_assert_true(w.liar.distrusted);
  g_assert_true(term_is_false(knowledge_residue(w.loop->known)));
  g_assert_false(term_is_true(knowledge_bound(w.loop->known)));
  g_assert_cmpstr(knowledge_closed_by(w.loop->known), ==, "other");
  end(&w);
}

static gboolean denies(const Evidence *e, gboolean point) {
  World w;
  begin(&w);
  Answer *report = answer_new();
  report->kind = ANSWER_ERROR;
  report->denied_by = "liar";
  if (point) report->point = model_new();
  const gboolean denied = is_denied(w.loop, report, e);
  g_assert_true(denied ? term_is_false(knowledge_residue(w.loop->known))
                       : term_is_true(knowledge_residue(w.loop->known)));
  answer_free(report);
  end(&w);
  return denied;
}

/* A failing run for which the time did not suffice is not refuted by a verifier's word. */
static void test_denied(void) {
  g_assert_false(denies(NULL, TRUE));
  g_assert_true(denies(NULL, FALSE)); /* no run is known that takes the path */
  Evidence *e = evidence_new();
  g_assert_false(denies(e, TRUE));
  PathConjunct c = {.condition = term_bool(FALSE)};
  g_array_append_val(e->conjuncts, c);
  g_assert_false(denies(e, TRUE));
  g_array_index(e->conjuncts, PathConjunct, 0).condition = term_fresh_havoc(1, 0);
  g_assert_true(denies(e, TRUE)); /* it fails or not: that depends on what is not known */
  const Region region = {.formula = term_bool(TRUE)};
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
