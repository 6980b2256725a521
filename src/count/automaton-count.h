/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How likely, and how soon, a program that reads for ever fails: its exact automaton as a Markov chain.  Where runs fail
 * by going on for ever, how soon is asked of those that end. */
#ifndef ACF_AUTOMATON_COUNT_H
#define ACF_AUTOMATON_COUNT_H
#include <json-glib/json-glib.h>
#include "count/chain.h"
#include "count/count.h"

struct AutomatonCount {
  guint steps;
  gboolean endless;   /* runs fail by going on for ever */
  mpq_t within, ever; /* probabilities to fail (endless: to end) within so many steps, and to fail at all */
  mpq_t expected;     /* steps to the failure (endless: the end), of the runs that fail (end) */
  char *reason;       /* why they are not known; NULL: they are */
};

/* Inputs are drawn uniformly and independently, from what the domain says of them: what it says of the first occurrence
 * of an input holds of all.  NULL: the CFC has no exact automaton, or its formulas are exact. */
AutomatonCount *automaton_count_new(const Cfc *c, const Term *domain, guint steps, const CountLimits *l);
void automaton_count_free(AutomatonCount *k);
void automaton_count_append_text(GString *out, const AutomatonCount *k);
void automaton_count_add_json(JsonBuilder *b, const AutomatonCount *k); /* the member "automaton" */
/* The chain, with a state for each location that is come to; where runs fail by going on for ever, its failures are the
 * ends of runs.  NULL with a reason to free. */
Chain *automaton_chain(const FailureAutomaton *a, const Term *domain, const CountLimits *l, char **reason);
#endif
