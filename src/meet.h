/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Guess, then prove: bounds that meet.
 *
 * The program is run on many points and a region is learned from those that fail.  The over-approximators are
 * then asked both ways: is the rest of the input space safe, and does every point of the region fail (the
 * dual question)?  A point that speaks against the guess makes the next one better.  Only what was proven
 * comes back. */
#ifndef ACF_MEET_H
#define ACF_MEET_H
#include "portfolio/portfolio.h"

typedef struct {
  const Portfolio *portfolio;
  Question question; /* the program, without a condition; deadline of the whole search */
  GPtrArray *points; /* Model*, owned: points worth looking at; those that refuted a guess are added */
} Meeting;

typedef struct {
  const Term *lower, *upper; /* proven: lower => failing inputs => upper; false and true when nothing is */
  const Term *tedious;       /* part of lower, from which runs fail only after longer than somebody waits */
  const Term *endless; /* part of upper, where loops that compilers may take to end do not; often false */
  const char *proof_of_lower, *proof_of_upper; /* the engines; NULL: none */
  guint guesses;
  const Term *guess; /* the last one; NULL: there was none */
} Bounds;

Bounds meet(Meeting *m);
/* The question under a condition too, or its dual: do all inputs of the condition fail? */
Answer *meet_ask(const Meeting *m, const Term *condition, gboolean dual, double seconds);
/* The part of a region that was proven to fail from which runs take longer than somebody waits. */
const Term *meet_tedious(const Meeting *m, const Term *lower);
#endif
