/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a guess may be true: candidates for regions, those that cover most first. */
#ifndef ACF_SUMMARY_CANDIDATE_H
#define ACF_SUMMARY_CANDIDATE_H
#include "summary/guess.h"

/* A guess under up to two conditions, of all members of a component. */
typedef struct {
  guint guess; /* which */
  Atom atoms[2];
  guint n;     /* atoms */
  guint score; /* trials that it covers */
  double share;
} RegionCandidate;

/* A member's part in it. */
typedef struct {
  const IrFunction *function;
  const GPtrArray *trials; /* Model*: arguments */
  const Guess *guesses;    /* n_guesses */
} RegionMember;

/* RegionCandidate.  Conditions are tried only on members with like parameters. */
GArray *region_candidates(const RegionMember *members, guint n, guint n_guesses, const GArray *atoms);
const Term *region_restriction(const IrFunction *f, const RegionCandidate *c);
#endif
