/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/helpers/random-automaton.h"

Program *random_automaton_program(const char *path) {
  static const char *const names[] = {"x", "y"};
  Program *p = program_new(path, 32);
  for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
    const InputSite s = {.kind = SITE_NONDET, .variable = g_intern_string(names[i]), .function = "__VERIFIER_nondet_int",
                         .type = "int", .width = RANDOM_AUTOMATON_WIDTH, .loc = {g_intern_string(path), 3 + i, 7}};
    program_add_site(p, &s);
  }
  return p;
}

const Term *random_automaton_input(guint site, guint n) {
  return term_input((InputKey){site, n, 0}, RANDOM_AUTOMATON_WIDTH);
}

static const Term *is(guint site, guint value) {
  return term_eq(random_automaton_input(site, ROUND_OCCURRENCE + 1), term_const(RANDOM_AUTOMATON_WIDTH, value));
}

/* A quarter fails, some end, the rest goes anywhere. */
static guint any_target(GRand *random, guint locations) {
  const guint n = (guint)g_rand_int_range(random, 0, 8);
  return n == 0 ? EDGE_FAILS : n == 1 ? EDGE_ENDS : (guint)g_rand_int_range(random, 0, (gint)locations);
}

static void add_edges(GRand *random, FailureAutomaton *a, guint from, guint locations, guint sites) {
  GHashTable *guards = g_hash_table_new(NULL, NULL);
  for (guint x = 0; x < (sites & 1 ? RANDOM_AUTOMATON_VALUES : 1); x++)
    for (guint y = 0; y < (sites & 2 ? RANDOM_AUTOMATON_VALUES : 1); y++) {
      const gpointer to = GUINT_TO_POINTER(any_target(random, locations));
      const Term *before = (const Term *)g_hash_table_lookup(guards, to),
                 *here = term_and(sites & 1 ? is(0, x) : term_bool(TRUE), sites & 2 ? is(1, y) : term_bool(TRUE));
      g_hash_table_insert(guards, to, (gpointer)(before ? term_or(before, here) : here));
    }
  g_autoptr(GArray) reads = g_array_new(FALSE, FALSE, sizeof(SiteReads));
  for (guint i = 0; i < 2; i++) {
    const SiteReads r = {i, 1};
    if (sites & (1u << i)) g_array_append_val(reads, r);
  }
  GHashTableIter it;
  gpointer to, guard;
  g_hash_table_iter_init(&it, guards);
  while (g_hash_table_iter_next(&it, &to, &guard))
    failure_automaton_add_edge(a, from, GPOINTER_TO_UINT(to), (const Term *)guard, GPOINTER_TO_UINT(to) < EDGE_UNKNOWN ? reads : NULL);
  g_hash_table_unref(guards);
}

FailureAutomaton *random_automaton(GRand *random, guint locations, guint sites) {
  FailureAutomaton *a = failure_automaton_new();
  for (guint i = 0; i < locations; i++) failure_automaton_add_location(a, NULL, (IrLoc){0});
  for (guint i = 0; i < locations; i++) add_edges(random, a, i, locations, sites ? sites : (guint)g_rand_int_range(random, 1, 4));
  return a;
}
