/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The end of the loop: the residue becomes a partition, lower bounds grow and are put in shape. */
#include "loop/finish.h"
#include "formula/solver.h"
#include "tests/helpers/loop-state.h"

static void begin(LoopState *w) {
  loop_state_begin(w, "int main(void) { int n = any(), c = 0; for (int i = 0; i < n; i++) c++;\n"
                      " check(c <= 2); }");
}

static const Term *input(const LoopState *w) { return sample_input(w->loaded.program, 0, 1); }

static const Term *between(const LoopState *w, guint first, guint last) {
  return term_and(term_binary(TERM_SLE, term_const(32, first), input(w)),
                  term_binary(TERM_SLE, input(w), term_const(32, last)));
}

static const Partition *settled(const LoopState *w, guint i) {
  g_assert_cmpuint(i, <, knowledge_settled(w->loop->known)->len);
  return knowledge_settled(w->loop->known)->pdata[i];
}

static void settle(LoopState *w, const Term *upper, const Term *lower) {
  knowledge_add(w->loop->known, partition_new(upper, lower));
  knowledge_merge(w->loop->known);
}

/* What is left, without what is settled and inside the bound, with the reason of the answer that left it. */
static void test_residue(void) {
  LoopState w;
  begin(&w);
  settle(&w, between(&w, 3, 10), between(&w, 3, 10));
  knowledge_keep_residue(w.loop->known, between(&w, 5, 100), g_strdup("cut"), 1);
  knowledge_narrow(w.loop->known, between(&w, 3, 50), FALSE, NULL);
  close_residue(w.loop);
  g_assert_cmpuint(knowledge_settled(w.loop->known)->len, ==, 2);
  assert_same_region(settled(&w, 1)->upper, between(&w, 11, 50));
  g_assert_true(term_is_false(settled(&w, 1)->lower));
  g_assert_cmpstr(settled(&w, 1)->reason, ==, "cut");
  loop_state_end(&w);
}

static void test_closed(void) {
  LoopState w;
  begin(&w);
  settle(&w, between(&w, 3, 10), between(&w, 3, 10));
  knowledge_close(w.loop->known, "kind");
  close_residue(w.loop);
  g_assert_cmpuint(knowledge_settled(w.loop->known)->len, ==, 1);
  loop_state_end(&w);
}

/* What is held back stays in the upper bound, though the rest is closed. */
static void test_set_aside(void) {
  LoopState w;
  begin(&w);
  settle(&w, between(&w, 3, 10), between(&w, 3, 10));
  knowledge_close(w.loop->known, "kind");
  knowledge_set_aside(w.loop->known, between(&w, 30, 30), between(&w, 20, 25));
  close_residue(w.loop);
  g_assert_cmpuint(knowledge_settled(w.loop->known)->len, ==, 3);
  assert_same_region(settled(&w, 1)->upper, between(&w, 30, 30));
  assert_same_region(settled(&w, 2)->upper, between(&w, 20, 25));
  g_assert_true(term_is_false(settled(&w, 1)->lower) && term_is_false(settled(&w, 2)->lower));
  loop_state_end(&w);
}

/* Inputs whose runs end within a few more iterations: all is found, and nothing else fails there. */
static void test_grow(void) {
  LoopState w;
  begin(&w);
  settle(&w, between(&w, 0, 6), term_bool(FALSE));
  grow_lowers(w.loop);
  g_assert_true(settled(&w, 0)->exact);
  assert_same_region(settled(&w, 0)->upper, between(&w, 3, 6));
  g_assert_cmpuint(settled(&w, 0)->errors->len, ==, 1);
  loop_state_end(&w);
}

/* Within the deepest unrolling only part of it is found: the upper bound stays. */
static void test_grow_part(void) {
  LoopState w;
  begin(&w);
  w.options.unroll = 4;
  settle(&w, between(&w, 0, 5000), term_bool(FALSE));
  grow_lowers(w.loop);
  g_assert_false(settled(&w, 0)->exact);
  assert_same_region(settled(&w, 0)->upper, between(&w, 0, 5000));
  g_assert_true(sample_contains(settled(&w, 0)->lower, input(&w), 3));
  g_assert_true(solver_valid(term_implies(settled(&w, 0)->lower, between(&w, 3, 5000)), 20000));
  loop_state_end(&w);
}

/* Each lower bound has an example; bounds that are the same region are exact; what is empty goes. */
static void test_partitions(void) {
  LoopState w;
  begin(&w);
  const Term *same = term_and(between(&w, 0, 20), term_not(between(&w, 0, 10))); /* 11..20 */
  settle(&w, between(&w, 11, 20), same);
  settle(&w, between(&w, 40, 50), between(&w, 45, 50));
  const Term *none = term_and(between(&w, 60, 70), between(&w, 80, 90));
  settle(&w, none, none);
  finish_partitions(w.loop);
  g_assert_cmpuint(knowledge_settled(w.loop->known)->len, ==, 2);
  g_assert_true(settled(&w, 0)->exact);
  g_assert_false(settled(&w, 1)->exact);
  for (guint i = 0; i < 2; i++) {
    const Partition *p = settled(&w, i);
    g_assert_cmpuint(p->examples->len, ==, 1);
    g_assert_true(term_eval(p->lower, (const Model *)p->examples->pdata[0]));
    g_assert_false(p->doubtful);
  }
  loop_state_end(&w);
}

/* What others took out of an exact partition is not shown where it says nothing. */
static void test_cut(void) {
  LoopState w;
  begin(&w);
  const Term *twelve = term_eq(input(&w), term_const(32, 12)), *cut = term_and(twelve, term_not(between(&w, 0, 9)));
  Partition *p = partition_new(cut, cut);
  Model *example = model_new();
  model_set(example, input(&w), 12);
  g_ptr_array_add(p->examples, example);
  knowledge_add(w.loop->known, p);
  knowledge_merge(w.loop->known);
  finish_partitions(w.loop);
  g_assert_true(settled(&w, 0)->exact);
  g_assert_true(settled(&w, 0)->upper == twelve);
  loop_state_end(&w);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/finish/residue", test_residue);
  g_test_add_func("/finish/closed", test_closed);
  g_test_add_func("/finish/set-aside", test_set_aside);
  g_test_add_func("/finish/grow", test_grow);
  g_test_add_func("/finish/grow-part", test_grow_part);
  g_test_add_func("/finish/partitions", test_partitions);
  g_test_add_func("/finish/cut", test_cut);
  return g_test_run();
}
