/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Knowledge keeps its invariants: on examples made by hand, and on random sequences of true statements about
 * a failing set of a few hundred inputs, each of which is looked at after each change. */
#include "loop/knowledge.h"
#include "formula/solver.h"

enum { WIDTH = 8, POINTS = 1 << WIDTH, TIMEOUT_MS = 20000 };

typedef struct {
  Cfc *cfc;
  Knowledge *known;
  const Term *x, *fails; /* the input, and the set of values with which it fails */
  Model *at[POINTS];     /* x has this value */
} World;

static gboolean proves(gpointer data, const Term *a, const Term *b) {
  return solver_valid(term_implies(a, b), TIMEOUT_MS);
}

/* Finds examples and what is empty, and changes no formula. */
static void find_examples(gpointer data, Polish *items, guint n) {
  for (guint i = 0; i < n; i++)
    items[i].empty = solver_sat(items[i].formula, TIMEOUT_MS, &items[i].example) == SOLVER_UNSAT;
}

static World *world_new(Reasoner reasoner) {
  World *w = g_new0(World, 1);
  w->cfc = cfc_new(NULL);
  w->known = knowledge_new(w->cfc, NULL, reasoner);
  w->x = term_input((InputKey){0, 1, 0}, WIDTH);
  w->fails = term_bool(FALSE);
  for (guint v = 0; v < POINTS; v++) {
    w->at[v] = model_new();
    model_set(w->at[v], w->x, v);
  }
  return w;
}

static void world_free(World *w) {
  for (guint v = 0; v < POINTS; v++) model_free(w->at[v]);
  knowledge_free(w->known);
  cfc_free(w->cfc);
  g_free(w);
}

static const Reasoner thorough = {proves, find_examples, NULL}, idle = {NULL, NULL, NULL};

static gboolean holds(const World *w, const Term *region, guint v) {
  return term_eval(region, w->at[v]) != 0;
}

static const Term *between(const World *w, guint first, guint last) {
  return term_and(term_binary(TERM_ULE, term_const(WIDTH, first), w->x),
                  term_binary(TERM_ULE, w->x, term_const(WIDTH, last)));
}

static void assert_region(const World *w, const Term *region, guint first, guint last) {
  for (guint v = 0; v < POINTS; v++) g_assert_cmpint(holds(w, region, v), ==, v >= first && v <= last);
}

static const Partition *settled(const World *w, guint i) {
  g_assert_cmpuint(i, <, knowledge_settled(w->known)->len);
  return knowledge_settled(w->known)->pdata[i];
}

/* The settled partition in whose upper the value is; NULL: none. */
static const Partition *partition_of(const World *w, guint v) {
  for (guint i = 0; i < knowledge_settled(w->known)->len; i++)
    if (holds(w, settled(w, i)->upper, v)) return settled(w, i);
  return NULL;
}

/* ---- the invariants of knowledge.h ---- */

static guint check_partitions(const World *w, const GPtrArray *partitions, guint v) {
  guint n = 0;
  for (guint i = 0; i < partitions->len; i++) {
    const Partition *p = partitions->pdata[i];
    const gboolean upper = holds(w, p->upper, v), lower = holds(w, p->lower, v);
    g_assert_true(!lower || upper);
    g_assert_true(!lower || holds(w, w->fails, v));
    g_assert_true(!p->exact || p->upper == p->lower);
    n += upper;
  }
  return n;
}

static void check(const World *w) {
  const Knowledge *k = w->known;
  const Term *conditioned = knowledge_conditioned(k).assume;
  for (guint v = 0; v < POINTS; v++) {
    const guint inside = check_partitions(w, knowledge_settled(k), v),
                fresh = check_partitions(w, knowledge_fresh(k), v);
    g_assert_cmpuint(inside, <=, 1);
    g_assert_true(!inside || !holds(w, conditioned, v));
    if (!holds(w, w->fails, v)) continue;
    g_assert_true(holds(w, knowledge_bound(k), v));
    g_assert_true(inside || fresh || holds(w, knowledge_residue(k), v) || holds(w, knowledge_slow(k), v));
    g_assert_true(inside ||
                  holds(w, conditioned, v)); /* no failing input is lost for the questions to come */
  }
}

/* ---- by hand ---- */

static void add(World *w, const Term *upper, const Term *lower, gboolean whole) {
  Partition *p = partition_new(upper, lower);
  p->whole = whole;
  knowledge_add(w->known, p);
}

static void test_beginning(void) {
  World *w = world_new(idle);
  w->fails = term_bool(TRUE);
  check(w);
  g_assert_true(term_is_true(knowledge_conditioned(w->known).assume));
  g_assert_false(knowledge_is_closed(w->known));
  g_assert_false(knowledge_has_failures(w->known));
  g_assert_null(knowledge_closed_by(w->known));
  world_free(w);
}

/* What is settled already is cut off from what comes. */
static void test_merge(void) {
  World *w = world_new(idle);
  w->fails = between(w, 10, 40);
  add(w, between(w, 10, 20), between(w, 10, 20), FALSE);
  knowledge_merge(w->known);
  add(w, between(w, 15, 30), between(w, 15, 30), FALSE);
  add(w, between(w, 5, 60), between(w, 35, 40), FALSE);
  knowledge_merge(w->known);
  g_assert_cmpuint(knowledge_settled(w->known)->len, ==, 3);
  g_assert_cmpuint(knowledge_fresh(w->known)->len, ==, 0);
  assert_region(w, settled(w, 0)->upper, 10, 20);
  assert_region(w, settled(w, 1)->lower, 21, 30);
  assert_region(w, settled(w, 2)->lower, 35, 40);
  assert_region(w, term_not(knowledge_conditioned(w->known).assume), 5, 60);
  check(w);
  world_free(w);
}

/* A whole region at a deeper unrolling replaces the one before it, but only where that is proven. */
static void test_absorb(void) {
  for (gboolean proven = FALSE; proven <= TRUE; proven++) {
    World *w = world_new(proven ? thorough : idle);
    w->fails = between(w, 10, 50);
    add(w, between(w, 10, 20), between(w, 10, 20), TRUE);
    add(w, between(w, 30, 90), between(w, 30, 32), TRUE);
    knowledge_merge(w->known);
    add(w, between(w, 10, 40), between(w, 10, 40), TRUE);
    knowledge_merge(w->known);
    g_assert_cmpuint(knowledge_settled(w->known)->len, ==, proven ? 2 : 3);
    assert_region(w, settled(w, proven ? 0 : 1)->lower, 30, 40); /* the lower grows within its upper */
    check(w);
    world_free(w);
  }
}

static void test_proven(void) {
  World *w = world_new(thorough);
  w->fails = between(w, 10, 50);
  const Failure here = {{"prog.c", 3, 5}, FAILURE_ERROR_CALL};
  Partition *p = partition_new(between(w, 10, 20), between(w, 10, 20));
  g_array_append_val(p->errors, here);
  knowledge_add(w->known, p);
  knowledge_merge(w->known);
  add(w, between(w, 45, 80), between(w, 45, 50), FALSE);
  knowledge_narrow(w->known, between(w, 10, 60), FALSE, "spacer");
  knowledge_add_proven(w->known, between(w, 10, 47), NULL);
  check(w);
  g_assert_null(partition_of(w, 15));
  knowledge_merge(w->known);
  check(w);
  const Partition *region = partition_of(w, 15), *rest = partition_of(w, 50);
  assert_region(w, region->upper, 10, 47);
  g_assert_true(region->exact);
  g_assert_cmpuint(region->errors->len, ==, 1); /* of the partition that it was taken out of */
  g_assert_cmpuint(region->examples->len, ==, 1);
  assert_region(w, rest->upper, 48, 60);
  assert_region(w, rest->lower, 48, 50);
  world_free(w);
}

static void test_rest(void) {
  World *w = world_new(idle);
  Knowledge *k = w->known;
  w->fails = between(w, 10, 20);
  knowledge_keep_residue(k, term_bool(TRUE), g_strdup("not modelled"), 1);
  g_assert_cmpstr(knowledge_residue_reason(k), ==, "not modelled");
  knowledge_keep_residue(k, term_bool(TRUE), NULL, 1);
  g_assert_cmpstr(knowledge_residue_reason(k), ==, "not modelled");
  knowledge_keep_residue(k, between(w, 5, 30), g_strdup("cut"), 4);
  knowledge_keep_residue(k, term_bool(TRUE), g_strdup("says nothing"), 8);
  assert_region(w, knowledge_residue(k), 5, 30);
  g_assert_cmpstr(knowledge_residue_reason(k), ==, "cut");
  g_assert_cmpuint(w->cfc->stats.unrolling, ==, 4);
  knowledge_narrow(k, between(w, 8, 25), FALSE, "kind");
  knowledge_narrow(k, between(w, 0, 22), FALSE, NULL);
  assert_region(w, knowledge_bound(k), 8, 22);
  g_assert_cmpstr(knowledge_bound_by(k), ==, "kind");
  check(w);
  add(w, between(w, 10, 20), between(w, 10, 20), FALSE);
  knowledge_close(k, "kind");
  check(w);
  g_assert_true(knowledge_is_closed(k));
  g_assert_cmpstr(knowledge_closed_by(k), ==, "kind");
  knowledge_drop_bound(k);
  g_assert_true(term_is_true(knowledge_bound(k)) && term_is_true(knowledge_residue(k)));
  g_assert_null(knowledge_closed_by(k));
  g_assert_null(knowledge_bound_by(k));
  g_assert_true(term_is_true(knowledge_conditioned(k).assume));
  world_free(w);
}

static void test_valid(void) {
  World *w = world_new(idle);
  w->fails = between(w, 10, 20);
  g_assert_true(knowledge_exclude_valid(w->known, between(w, 30, 255)));
  assert_region(w, knowledge_conditioned(w->known).assume, 0, 29);
  check(w);
  g_assert_false(knowledge_exclude_valid(w->known, term_bool(FALSE)));
  world_free(w);
}

static void test_seen(void) {
  World *w = world_new(idle);
  Answer *report = answer_new();
  report->kind = ANSWER_ERROR;
  report->error = automaton_new();
  g_assert_false(knowledge_has_seen(w->known, report->error));
  report->kind = ANSWER_UNKNOWN;
  knowledge_remember(w->known, report);
  g_assert_false(knowledge_has_seen(w->known, report->error));
  report->kind = ANSWER_ERROR;
  knowledge_remember(w->known, report);
  g_assert_true(knowledge_has_seen(w->known, report->error));
  answer_free(report);
  world_free(w);
}

/* Partitions at the end: lowers grow, meet the uppers, are withdrawn. */
static void test_end(void) {
  World *w = world_new(thorough);
  Knowledge *k = w->known;
  w->fails = between(w, 10, 20);
  add(w, between(w, 8, 20), between(w, 10, 12), FALSE);
  knowledge_merge(k);
  knowledge_add_open(k, between(w, 0, 30), "cut");
  g_assert_cmpuint(knowledge_settled(k)->len, ==, 2);
  g_assert_cmpstr(settled(w, 1)->reason, ==, "cut");
  g_assert_false(holds(w, settled(w, 1)->upper, 8) || holds(w, settled(w, 1)->upper, 31));
  check(w);
  g_autoptr(GArray) regions = g_array_new(FALSE, FALSE, sizeof(Region));
  const Region region = {between(w, 10, 20), {{"prog.c", 3, 5}, FAILURE_ERROR_CALL}};
  g_array_append_val(regions, region);
  knowledge_grow_lower(k, 0, between(w, 10, 200), regions); /* as far as its upper */
  assert_region(w, settled(w, 0)->lower, 10, 20);
  g_assert_cmpuint(settled(w, 0)->errors->len, ==, 1);
  knowledge_make_exact(k, 0, settled(w, 0)->lower);
  g_assert_true(settled(w, 0)->exact);
  check(w);
  Polish shape = {.formula = settled(w, 0)->lower, .example = model_copy(w->at[15])};
  knowledge_shape_lower(k, 0, &shape);
  g_assert_cmpuint(settled(w, 0)->examples->len, ==, 1);
  g_assert_false(settled(w, 0)->doubtful);
  knowledge_close(k, "kind");
  knowledge_withdraw_lower(k, 0, "far");
  g_assert_cmpstr(settled(w, 0)->reason, ==, "far");
  g_assert_cmpuint(settled(w, 0)->examples->len, ==, 0);
  g_assert_null(knowledge_closed_by(k));
  check(w);
  world_free(w);
}

/* ---- random sequences of true statements ---- */

static const Term *random_region(const World *w, GRand *r) {
  const guint a = g_rand_int_range(r, 0, POINTS), b = g_rand_int_range(r, 0, POINTS);
  if (g_rand_boolean(r)) return between(w, MIN(a, b), MAX(a, b));
  const Term *bits = term_binary(TERM_AND, w->x, term_const(WIDTH, a));
  return term_eq(bits, term_const(WIDTH, a & b));
}

static const Term *all_uppers(const Knowledge *k) { return term_not(knowledge_unsettled(k).assume); }

static void add_random(World *w, GRand *r) {
  const Term *free = knowledge_unsettled(w->known).assume;
  const Term *lower = term_and(term_and(w->fails, random_region(w, r)), free);
  if (g_rand_boolean(r))
    add(w, lower, lower, g_rand_boolean(r));
  else
    add(w, term_or(lower, random_region(w, r)), lower, g_rand_boolean(r));
}

/* Names no failing input outside all partitions: what an answer under p' may say. */
static void keep_random_residue(World *w, GRand *r) {
  const Term *open = term_and(w->fails, term_not(all_uppers(w->known)));
  knowledge_keep_residue(w->known, term_or(open, random_region(w, r)), NULL, 1);
}

static void widen_random(World *w, GRand *r) {
  const GPtrArray *fresh = knowledge_fresh(w->known);
  if (fresh->len == 0) return;
  const guint i = (guint)g_rand_int_range(r, 0, (gint)fresh->len);
  const Partition *p = fresh->pdata[i];
  knowledge_widen(w->known, i, term_or(p->upper, random_region(w, r)), "widened");
}

static void grow_random(World *w, GRand *r) {
  g_autoptr(GArray) none = g_array_new(FALSE, FALSE, sizeof(Region));
  const guint n = knowledge_settled(w->known)->len;
  for (guint i = 0; i < n; i++)
    if (!settled(w, i)->exact)
      knowledge_grow_lower(w->known, i, term_and(w->fails, random_region(w, r)), none);
}

static void step(World *w, GRand *r) {
  const Term *region = random_region(w, r);
  switch (g_rand_int_range(r, 0, 11)) {
  case 0:
  case 1: add_random(w, r); break;
  case 2: widen_random(w, r); break;
  case 3:
  case 4: knowledge_merge(w->known); break;
  case 5: knowledge_add_proven(w->known, term_and(w->fails, region), NULL); break;
  case 6: knowledge_narrow(w->known, term_or(w->fails, region), FALSE, "kind"); break;
  case 7: knowledge_exclude_valid(w->known, term_and(region, term_not(w->fails))); break;
  case 8: keep_random_residue(w, r); break;
  case 9: knowledge_simplify(w->known); break;
  case 10: g_rand_boolean(r) ? knowledge_mark_whole(w->known) : grow_random(w, r); break;
  }
}

/* At the end the uppers bound the failing inputs by themselves. */
static void end(World *w) {
  knowledge_merge(w->known);
  knowledge_add_open(w->known, knowledge_residue(w->known), "open");
  check(w);
  for (guint v = 0; v < POINTS; v++) g_assert_true(!holds(w, w->fails, v) || holds(w, cfc_upper(w->cfc), v));
}

static void test_random(void) {
  g_autoptr(GRand) r = g_rand_new_with_seed(g_test_rand_int());
  for (guint round = 0; round < 40; round++) {
    World *w = world_new(round % 2 ? thorough : idle);
    w->fails = term_or(random_region(w, r), term_and(random_region(w, r), random_region(w, r)));
    for (guint i = 0; i < 12; i++) {
      step(w, r);
      check(w);
    }
    end(w);
    world_free(w);
  }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/knowledge/beginning", test_beginning);
  g_test_add_func("/knowledge/merge", test_merge);
  g_test_add_func("/knowledge/absorb", test_absorb);
  g_test_add_func("/knowledge/proven", test_proven);
  g_test_add_func("/knowledge/rest", test_rest);
  g_test_add_func("/knowledge/valid", test_valid);
  g_test_add_func("/knowledge/seen", test_seen);
  g_test_add_func("/knowledge/end", test_end);
  g_test_add_func("/knowledge/random", test_random);
  return g_test_run();
}
