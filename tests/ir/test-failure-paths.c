/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What can still happen in a failure automaton, and the shortest ways through it. */
#include "ir/failure-fates.h"
#include "ir/failure-paths.h"

static const Term *input_is(guint value) {
  return term_eq(term_input((InputKey){0, ROUND_OCCURRENCE + 1, 0}, 32), term_const(32, value));
}

static FailureAutomaton *with_locations(guint n) {
  FailureAutomaton *a = failure_automaton_new();
  for (guint i = 0; i < n; i++) failure_automaton_add_location(a, NULL, (IrLoc){0});
  return a;
}

static void add(FailureAutomaton *a, guint from, guint to) {
  failure_automaton_add_edge(a, from, to, input_is(a->edges->len), NULL);
}

static void check(FailureAutomaton *a, const Outlook *expected) {
  g_autofree Outlook *found = failure_outlooks(a);
  for (guint i = 0; i < a->locations->len; i++) {
    g_test_message("location %u", i);
    g_assert_cmpint(found[i], ==, expected[i]);
  }
  failure_automaton_free(a);
}

/* 0 may fail or go on to any other; 1 fails in one or two steps; 2 waits for ever, 3 may wait for ever before it fails;
 * 4 ends or fails; 5 fails or is not known; 6 is not known; 7 ends. */
static void test_outlooks(void) {
  FailureAutomaton *a = with_locations(9);
  static const guint edges[][2] = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}, {0, 6}, {0, 7}, {1, EDGE_FAILS}, {1, 8},
                                   {8, EDGE_FAILS}, {2, 2}, {3, 3}, {3, EDGE_FAILS}, {4, EDGE_ENDS}, {4, EDGE_FAILS},
                                   {5, EDGE_FAILS}, {5, EDGE_UNKNOWN}, {6, EDGE_UNKNOWN}, {6, 2}, {7, EDGE_ENDS}};
  for (guint i = 0; i < G_N_ELEMENTS(edges); i++) add(a, edges[i][0], edges[i][1]);
  check(a, (const Outlook[]){OUTLOOK_OPEN, OUTLOOK_DOOMED, OUTLOOK_SAFE, OUTLOOK_OPEN, OUTLOOK_OPEN, OUTLOOK_OPEN,
                             OUTLOOK_UNKNOWN, OUTLOOK_SAFE, OUTLOOK_DOOMED});
}

/* A cycle of two locations is one way not to fail, as is one of a single location. */
static void test_cycle(void) {
  FailureAutomaton *a = with_locations(3);
  add(a, 0, 1);
  add(a, 1, 0);
  add(a, 1, 2);
  add(a, 2, EDGE_FAILS);
  check(a, (const Outlook[]){OUTLOOK_OPEN, OUTLOOK_OPEN, OUTLOOK_DOOMED});
}

/* Where runs that go on for ever fail: 0 may do anything; 1 ends, sooner or later; 2 goes on for ever; 3 may go on, or end;
 * 4 ends or is stuck; 5 ends or is not known; 6 goes on, or is not known. */
static void test_endless(void) {
  FailureAutomaton *a = with_locations(8);
  static const guint edges[][2] = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}, {0, 6}, {1, 7}, {7, EDGE_ENDS}, {1, EDGE_ENDS}, {2, 2},
                                   {2, EDGE_FAILS}, {3, 3}, {3, EDGE_ENDS}, {4, EDGE_ENDS}, {4, EDGE_FAILS}, {5, EDGE_ENDS},
                                   {5, EDGE_UNKNOWN}, {6, 6}, {6, EDGE_UNKNOWN}};
  for (guint i = 0; i < G_N_ELEMENTS(edges); i++) add(a, edges[i][0], edges[i][1]);
  a->endless_fails = TRUE;
  g_autofree gboolean *goes_on = failure_automaton_goes_on(a);
  static const gboolean expected[] = {TRUE, FALSE, TRUE, TRUE, FALSE, FALSE, TRUE, FALSE};
  for (guint i = 0; i < a->locations->len; i++) g_assert_cmpint(goes_on[i], ==, expected[i]);
  check(a, (const Outlook[]){OUTLOOK_OPEN, OUTLOOK_SAFE, OUTLOOK_DOOMED, OUTLOOK_OPEN, OUTLOOK_OPEN, OUTLOOK_UNKNOWN, OUTLOOK_OPEN,
                             OUTLOOK_SAFE});
}

/* Without an edge to EDGE_FAILS some run fails all the same, if it can go on. */
static void test_endless_fails(void) {
  FailureAutomaton *a = with_locations(2);
  add(a, 0, 1);
  add(a, 0, EDGE_ENDS);
  add(a, 1, EDGE_ENDS);
  a->endless_fails = TRUE;
  g_assert_false(failure_automaton_fails(a));
  add(a, 1, 0);
  g_assert_true(failure_automaton_fails(a));
  g_assert_false(failure_automaton_fails_finitely(a));
  a->endless_fails = FALSE;
  g_assert_false(failure_automaton_fails(a));
  failure_automaton_free(a);
}

static void test_ways(void) {
  FailureAutomaton *a = with_locations(4);
  static const guint edges[][2] = {{0, 0}, {0, 1}, {1, 2}, {0, 2}, {2, EDGE_FAILS}, {3, EDGE_FAILS}};
  for (guint i = 0; i < G_N_ELEMENTS(edges); i++) add(a, edges[i][0], edges[i][1]);
  g_autoptr(GPtrArray) way = failure_way_to(a, a->edges->pdata[4]), loop = failure_way_to(a, a->edges->pdata[0]);
  g_assert_cmpuint(way->len, ==, 2);
  g_assert_true(way->pdata[0] == a->edges->pdata[3] && way->pdata[1] == a->edges->pdata[4]);
  g_assert_cmpuint(loop->len, ==, 1);
  g_assert_null(failure_way_to(a, a->edges->pdata[5]));
  g_autoptr(GPtrArray) end = failure_way_to_end(a, 1, EDGE_FAILS), later = failure_way_from(a, 3, a->edges->pdata[5]);
  g_assert_true(end->len == 2 && end->pdata[0] == a->edges->pdata[2]);
  g_assert_cmpuint(later->len, ==, 1);
  g_assert_null(failure_way_to_end(a, 0, EDGE_ENDS));
  failure_automaton_free(a);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/failure-paths/outlooks", test_outlooks);
  g_test_add_func("/failure-paths/cycle", test_cycle);
  g_test_add_func("/failure-paths/endless", test_endless);
  g_test_add_func("/failure-paths/endless-fails", test_endless_fails);
  g_test_add_func("/failure-paths/ways", test_ways);
  return g_test_run();
}
