/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Under-approximators that are not part of acf. */
#include "base/limits.h"
#include "loop/definite.h"
#include "loop/questions.h"
#include "portfolio/under.h"

gboolean external_under_available(const Loop *l) {
  return !l->options->engine && !must_stop(l) && under_available(l->portfolio.registry, l->cfc->program);
}

Evidence *external_under_ask(Loop *l, const Automaton *report) {
  if (!external_under_available(l)) return NULL;
  Phase outer = enter_phase(l, PHASE_DEFINITE);
  Question q = question(l, knowledge_conditioned(l->known), limits.external_under_share * seconds_left(l));
  g_autofree char *why = NULL;
  Automaton *free_choice = automaton_new();
  Evidence *e =
      under_ask(l->portfolio.registry, &q, report ? report : free_choice, l->portfolio.memory_bytes, &why);
  if (e) note_inputs(l, e->inputs);
  say(l, "external under-approximator: %s", e ? "a candidate was confirmed" : why ? why : "no answer");
  automaton_free(free_choice);
  leave_phase(l, outer);
  return e;
}
