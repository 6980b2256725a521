/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Failure automata that tests of exports share. */
#include "tests/helpers/automata.h"

guint add_value_site(Program *p, const char *variable, guint width, gboolean is_float) {
  const InputSite site = {.kind = SITE_NONDET,
                          .function = "__VERIFIER_nondet_int",
                          .variable = variable,
                          .type = "int",
                          .width = width,
                          .is_signed = !is_float,
                          .is_float = is_float,
                          .loc = {g_intern_string("p.c"), 3 + p->sites->len, 7}};
  return program_add_site(p, &site);
}

const Term *step_input(const Program *p, guint site, guint r) {
  return term_input((InputKey){site, ROUND_OCCURRENCE + r, 0}, program_site(p, site)->width);
}

void add_reading_edge(FailureAutomaton *a, guint from, guint to, const Term *guard, guint first, guint second) {
  g_autoptr(GArray) reads = g_array_new(FALSE, FALSE, sizeof(SiteReads));
  const SiteReads both[] = {{0, first}, {1, second}};
  for (guint i = 0; i < 2; i++)
    if (both[i].count) g_array_append_val(reads, both[i]);
  failure_automaton_add_edge(a, from, to, guard, reads);
}

static const Term *is(const Term *input, gint64 value) { return term_eq(input, term_const(input->width, (guint64)value)); }

static const Failure somewhere = {{"p.c", 12, 5}, FAILURE_ERROR_CALL};

Cfc *switch_cfc(Program *p) {
  Cfc *c = cfc_new(p);
  const Term *x = step_input(p, add_value_site(p, "command", 32, FALSE), 1);
  FailureAutomaton *a = c->automaton = failure_automaton_new();
  failure_automaton_add_location(a, g_strdup("on == 0"), (IrLoc){0});
  failure_automaton_add_location(a, g_strdup("on == 1"), (IrLoc){0});
  add_reading_edge(a, 0, 0, term_not(is(x, 1)), 1, 0);
  add_reading_edge(a, 0, 1, is(x, 1), 1, 0);
  failure_automaton_add_failure(a, 1, somewhere, is(x, 9));
  add_reading_edge(a, 1, 0, is(x, 0), 1, 0);
  add_reading_edge(a, 1, 1, term_not(term_or(is(x, 9), is(x, 0))), 1, 0);
  return c;
}

Cfc *endless_cfc(Program *p) {
  const Failure loop = {{"p.c", 12, 5}, FAILURE_ENDLESS};
  property_free(p->property);
  p->property = property_named("termination");
  Cfc *c = cfc_new(p);
  const Term *x = step_input(p, add_value_site(p, "command", 32, FALSE), 1), *ends = is(x, 4), *stuck = is(x, 5), *off = is(x, 0);
  FailureAutomaton *a = c->automaton = failure_automaton_new();
  a->endless_fails = TRUE;
  failure_automaton_add_location(a, g_strdup("on == 0"), (IrLoc){0});
  failure_automaton_add_location(a, g_strdup("on == 1"), (IrLoc){0});
  add_reading_edge(a, 0, 0, term_not(is(x, 1)), 1, 0);
  add_reading_edge(a, 0, 1, is(x, 1), 1, 0);
  failure_automaton_add_failure(a, 1, loop, stuck);
  failure_automaton_add_edge(a, 1, EDGE_ENDS, ends, NULL);
  add_reading_edge(a, 1, 0, off, 1, 0);
  add_reading_edge(a, 1, 1, term_not(term_or(term_or(ends, stuck), off)), 1, 0);
  return c;
}

/* Location 1 fails for sure, 2 does not any more; 0 is left by what b is where a is negative. */
Cfc *branching_cfc(Program *p) {
  Cfc *c = cfc_new(p);
  const guint site = add_value_site(p, "a", 32, FALSE), other = add_value_site(p, "b", 8, FALSE);
  const Term *x = step_input(p, site, 1), *y = step_input(p, other, 1), *z = step_input(p, other, 2);
  const Term *negative = term_binary(TERM_SLT, x, term_const(32, 0)), *two = is(y, 2);
  FailureAutomaton *a = c->automaton = failure_automaton_new();
  for (guint i = 0; i < 4; i++) failure_automaton_add_location(a, NULL, (IrLoc){0});
  const Term *fails = term_or(is(x, 9), term_and(negative, is(y, 5)));
  add_reading_edge(a, 0, 0, term_and(term_not(negative), term_not(term_or(is(x, 9), is(x, 7)))), 1, 0);
  failure_automaton_add_failure(a, 0, somewhere, fails);
  add_reading_edge(a, 0, 1, term_and(term_and(negative, two), is(z, 1)), 1, 2);
  add_reading_edge(a, 0, 2, term_and(term_and(negative, two), term_not(is(z, 1))), 0, 0);
  failure_automaton_add_edge(a, 0, EDGE_ENDS, is(x, 7), NULL);
  failure_automaton_add_edge(a, 0, EDGE_UNKNOWN, term_and(negative, is(y, 3)), NULL);
  add_reading_edge(a, 0, 3, term_and(negative, term_not(term_or(term_or(is(y, 5), is(y, 3)), two))), 1, 1);
  failure_automaton_add_failure(a, 1, somewhere, is(x, 0));
  add_reading_edge(a, 1, 3, term_not(is(x, 0)), 1, 0);
  add_reading_edge(a, 2, 2, term_bool(TRUE), 0, 0); /* what is read does not matter any more */
  failure_automaton_add_failure(a, 3, somewhere, term_bool(TRUE));
  return c;
}
