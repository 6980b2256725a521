/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A state of the alternating loop for a small program, for tests of its parts without the loop. */
#ifndef ACF_TESTS_LOOP_STATE_H
#define ACF_TESTS_LOOP_STATE_H
#include "loop/strategy.h"
#include "tests/helpers/sample.h"

typedef struct {
  AnalysisOptions options; /* 120 seconds; tests may change them */
  Loaded loaded;
  Loop *loop;
  Attempt attempt; /* after an inconclusive answer to the first question */
} LoopState;

/* The state does not move in memory until loop_state_end(). */
void loop_state_begin(LoopState *s, const char *source);
void loop_state_end(LoopState *s);
/* Are the formulas equivalent? */
void assert_same_region(const Term *a, const Term *b);
#endif
