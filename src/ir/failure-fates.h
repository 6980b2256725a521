/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What follows the locations of a failure automaton, whatever the inputs. */
#ifndef ACF_FAILURE_FATES_H
#define ACF_FAILURE_FATES_H
#include "ir/failure-automaton.h"

typedef enum {
  FATE_OPEN,       /* some edges lead to a failure, or to what is unknown, others elsewhere */
  FATE_FAILS,      /* every run fails */
  FATE_NEVER_FAILS /* no run fails */
} FailureFate;

/* By location: can a run go on from there for ever?  To free. */
gboolean *failure_automaton_goes_on(const FailureAutomaton *a);
/* By location; to free. */
FailureFate *failure_automaton_fates(const FailureAutomaton *a);
/* Of what an edge leads to. */
FailureFate failure_fate(const FailureFate *fates, guint to);
#endif
