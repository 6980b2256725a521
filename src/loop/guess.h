/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Guess, then prove: bounds that meet.
 *
 * The program is run on many points and a region is learned from those that fail.  The over-approximators are
 * then asked both ways: is the rest of the input space safe, and does every point of the region fail (the
 * dual question)?  A point that speaks against the guess makes the next one better.  Only what was proven
 * comes back. */
#ifndef ACF_LOOP_GUESS_H
#define ACF_LOOP_GUESS_H
#include "portfolio/portfolio.h"

typedef struct {
  const Portfolio *portfolio;
  Question question; /* the program, without a condition; deadline of the whole search */
  GPtrArray *points; /* Model*, owned: points worth looking at; those that refuted a guess are added */
} GuessSearch;

typedef struct {
  const Term *lower, *upper; /* proven: lower => failing inputs => upper; false and true when nothing is */
  const Term *slow;          /* part of lower, whose runs fail only after too long to execute */
  const Term *endless; /* part of upper, where loops that compilers may take to end do not; often false */
  const char *proof_of_lower, *proof_of_upper; /* the engines; NULL: none */
  guint guesses;
  const Term *guess; /* the last one; NULL: there was none */
} Bounds;

/* Guesses and proves until the bounds meet, no guess is refuted any more, or the time is over. */
Bounds guess_bounds(GuessSearch *search);
/* The question under a condition too, or its dual: do all inputs of the condition fail? */
Answer *guess_ask(const GuessSearch *search, const Term *condition, gboolean dual, double seconds);
/* The part of a region that was proven to fail whose runs are too long to execute. */
const Term *guess_slow(const GuessSearch *search, const Term *lower);
#endif
