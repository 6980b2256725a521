/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Failure automata that fail in one or two locations, in one sentence: "fails exactly as soon as c == 9 while on == 1".
 * Where runs that go on for ever fail, those of one location, or of one that is left at once before it: "runs for ever
 * exactly when every step reads c != 0". */
#include <string.h>
#include "base/limits.h"
#include "export/automaton.h"
#include "ir/print.h"

static const FailureLocation *location_at(const FailureAutomaton *a, guint i) {
  return (const FailureLocation *)a->locations->pdata[i];
}

static const FailureEdge *edge_at(const FailureAutomaton *a, guint i) { return (const FailureEdge *)a->edges->pdata[i]; }

/* The inputs of a step that fail from there. */
static const Term *failing_at(const FailureAutomaton *a, guint location) {
  const Term *fails = term_bool(FALSE);
  for (guint i = 0; i < a->edges->len; i++)
    if (edge_at(a, i)->from == location && edge_at(a, i)->to == EDGE_FAILS) fails = term_or(fails, edge_at(a, i)->guard);
  return fails;
}

/* Runs stay in this one until they fail or end. */
static gboolean is_everywhere(const FailureAutomaton *a, guint location) {
  for (guint i = 0; i < a->edges->len; i++)
    if (edge_at(a, i)->to < EDGE_UNKNOWN && edge_at(a, i)->to != location) return FALSE;
  return location == 0;
}

/* What is said of the variables distinguishes the locations of one loop, and of no other. */
static gboolean is_one_loop(const FailureAutomaton *a) {
  const IrLoc first = location_at(a, 0)->loc;
  for (guint i = 0; i < a->locations->len; i++) {
    const IrLoc loc = location_at(a, i)->loc;
    if (loc.file != first.file || loc.line != first.line || loc.column != first.column) return FALSE;
  }
  return TRUE;
}

static void append_bracketed(GString *out, const char *text, gboolean brackets) {
  g_string_append_printf(out, brackets ? "(%s)" : "%s", text);
}

/* "c == 9 while on == 1"; FALSE: that is long, or not known. */
static gboolean append_place(GString *out, const Cfc *c, guint location, const Term *fails) {
  const char *state = location_at(c->automaton, location)->state;
  const guint most = limits.report_short_formula_characters;
  const gboolean everywhere = is_everywhere(c->automaton, location);
  if (!everywhere && (!state || !is_one_loop(c->automaton))) return FALSE;
  g_autofree char *guard = term_to_c(c->program, fails, most);
  if (g_str_has_suffix(guard, " ...") || strchr(guard, '\n') || (everywhere && term_is_true(fails))) return FALSE;
  if (!term_is_true(fails)) append_bracketed(out, guard, !everywhere && strstr(guard, " || "));
  if (!term_is_true(fails) && !everywhere) g_string_append(out, " while ");
  if (!everywhere) append_bracketed(out, state, strstr(state, " || ") != NULL);
  return TRUE;
}

/* The inputs of a step from one location that lead to another, or to an end. */
static const Term *leading(const FailureAutomaton *a, guint from, guint to) {
  const Term *leads = term_bool(FALSE);
  for (guint i = 0; i < a->edges->len; i++)
    if (edge_at(a, i)->from == from && edge_at(a, i)->to == to) leads = term_or(leads, edge_at(a, i)->guard);
  return leads;
}

/* In one line; NULL: it is longer. */
static char *short_text(const Cfc *c, const Term *t) {
  g_autofree char *text = term_to_c(c->program, t, limits.report_short_formula_characters);
  return g_str_has_suffix(text, " ...") || strchr(text, '\n') ? NULL : g_steal_pointer(&text);
}

/* Of two locations, the first of which is left at once. */
static char *after_first_step(const Cfc *c) {
  const FailureAutomaton *a = c->automaton;
  const gboolean fits = term_is_false(leading(a, 0, 0)) && term_is_false(leading(a, 1, 0)) && !failure_automaton_fails_finitely(a);
  g_autofree char *first = short_text(c, leading(a, 0, 1)), *later = short_text(c, leading(a, 1, 1));
  if (!fits || !first || !later || term_is_const(leading(a, 0, 1)) || term_is_const(leading(a, 1, 1))) return NULL;
  return g_strdup_printf("runs for ever exactly when the first step reads %s, and every later one %s", first, later);
}

/* Of one location: each step stays there, goes on for ever by itself, or ends the run. */
static char *endless_sentence(const Cfc *c) {
  const FailureAutomaton *a = c->automaton;
  const Term *stuck = leading(a, 0, EDGE_FAILS), *stays = leading(a, 0, 0);
  if (failure_automaton_exact(a) && a->locations->len == 2) return after_first_step(c);
  if (!failure_automaton_exact(a) || a->locations->len != 1 || term_is_const(stays)) return NULL;
  g_autofree char *as_soon = short_text(c, stuck), *every = short_text(c, stays);
  if (!as_soon || !every) return NULL;
  if (term_is_false(stuck)) return g_strdup_printf("runs for ever exactly when every step reads %s", every);
  return g_strdup_printf("runs for ever exactly as soon as %s, or when every step reads %s", as_soon, every);
}

char *automaton_sentence(const Cfc *c) {
  const FailureAutomaton *a = c->automaton;
  if (a->endless_fails) return endless_sentence(c);
  g_autoptr(GString) out = g_string_new("fails exactly as soon as ");
  guint places = 0;
  gboolean said = failure_automaton_exact(a);
  for (guint i = 0; i < a->locations->len && said; i++) {
    const Term *fails = failing_at(a, i);
    if (term_is_false(fails)) continue;
    if (places++) g_string_append(out, ", or ");
    said = places <= limits.report_automaton_places && append_place(out, c, i, fails);
  }
  return said && places ? g_strdup(out->str) : NULL;
}
