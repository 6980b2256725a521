/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which class a concrete input is of: fails, may fail, cannot fail; and in which partition. */
#ifndef ACF_TRIAGE_H
#define ACF_TRIAGE_H
#include "cfc/classify.h"
#include "native/concrete-input.h"

typedef struct Triage Triage;
Triage *triage_new(const Cfc *c); /* which must outlive it */
void triage_free(Triage *t);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Triage, triage_free)

typedef struct {
  InputClass class;
  gint partition; /* -1: none, or several */
  char *reason;   /* why it may fail, where the bounds are not why; NULL: they are */
  const Failure *failure; /* what the automaton leads to; NULL: it was not asked, or leads to several */
  guint steps;            /* ... after so many steps; 0: it did not decide, or that differs */
} TriageAnswer;
void triage_answer_clear(TriageAnswer *a);

/* The automaton of the characterization, if it has one, is asked where the formulas do not decide.
 * Coordinates that the input does not set are open (cfc/classify.h); an input that is larger than those that
 * the characterization is about may fail.  FALSE with error: the input gives something a value that it cannot
 * have. */
gboolean triage_input(Triage *t, const ConcreteInput *in, TriageAnswer *answer, GError **error);
#endif
