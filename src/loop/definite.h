/* SPDX-License-Identifier: GPL-3.0-or-later */
/* DEFINITE: what becomes of a report.  definite.c confirms it, slice-path.c drops what its failure does not
 * depend on, evidence.c makes partitions of what was confirmed, external-under.c asks under-approximators
 * that are not part of acf. */
#ifndef ACF_LOOP_DEFINITE_H
#define ACF_LOOP_DEFINITE_H
#include "loop/loop.h"
#include "base/job.h"

/* A region that certainly fails, or one that certainly does not, or neither: then NULL, or evidence of the
 * path that was followed. */
Evidence *definite(Loop *l, Answer *report);
/* All failures within an unrolling; NULL: not within the time. */
Evidence *confirm_at(Loop *l, guint unrolling);
/* Are the regions that fail all that may fail? */
gboolean accounts_for_all(const Evidence *e);

/* SLICE: where the evidence is one failing path, its region becomes the wider one in which all inputs still
 * fail. */
void slice(Loop *l, Evidence *e);
/* The conjunction of a path's conjuncts; only of those to keep, unless that is NULL. */
const Term *path_condition(const GArray *conjuncts, const gboolean *keep);

/* Lines 48-52 of Algorithm 1: evidence of failures becomes fresh partitions, evidence of valid runs is
 * excluded from the program; a path that is neither becomes an open partition.  point: a failing input that
 * led to it, where one is known.  FALSE: it leads nowhere, as does NULL. */
gboolean take_evidence(Loop *l, const Evidence *e, const Model *point);

/* May external under-approximators be asked? */
gboolean external_under_available(const Loop *l);
/* What they find along a report (NULL: anywhere), as far as symex confirms it; NULL: nothing. */
Evidence *external_under_ask(Loop *l, const Automaton *report);
#endif
