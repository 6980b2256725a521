/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/helpers/loop-state.h"
#include "formula/solver.h"

void loop_state_begin(LoopState *s, const char *source) {
  *s = (LoopState){.options = {.seconds = 120, .memory_mib = 1024, .verbosity = -1}};
  s->options.start = g_get_monotonic_time();
  s->loaded = sample_load(source);
  s->loop = loop_new(s->loaded.program, &s->options);
  s->attempt = (Attempt){.moment = AT_INCONCLUSIVE, .answer = answer_new()};
}

void loop_state_end(LoopState *s) {
  answer_free(s->attempt.answer);
  evidence_free(s->attempt.evidence);
  cfc_free(loop_finish(s->loop));
  sample_free(&s->loaded);
}

void assert_same_region(const Term *a, const Term *b) { g_assert_true(solver_valid(term_eq(a, b), 20000)); }
