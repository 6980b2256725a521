/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An external verifier is put to work on a question: its opinion, and the witness that it left. */
#ifndef ACF_OPINION_H
#define ACF_OPINION_H
#include "portfolio/registry.h"
#include "portfolio/verdict.h"
#include "witness/witness.h"

typedef struct {
  ToolVerdict verdict;
  char *trouble;         /* why there is no verdict, or what is wrong with the witness; NULL: nothing */
  Witness *witness;      /* of a violation; NULL: none that can be read */
  GBytes *witness_bytes; /* as it was written; NULL when recalled */
  gboolean recalled;     /* known from an earlier run */
  Model *point;          /* values of inputs in a trace that it printed; NULL: none */
  double seconds;
} Opinion;

/* Writes the program conditioned as the question says, and what else the description asks for, into a folder
 * of its own, runs the verifier there until the question's deadline, and reads what it says.  Never NULL. */
Opinion *opinion_ask(const Analyzer *a, const Question *q);
void opinion_free(Opinion *o);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Opinion, opinion_free)
#endif
