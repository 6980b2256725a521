/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Guesses the region of failing inputs from executed points.
 *
 * A learner collects labelled points and finds a small formula over the inputs that separates them.  It makes
 * points of its own where they say most: at boundary values, at the edges of the present guess, between a
 * passing and a failing point until they are neighbours.  A guess is a guess: prove it before claiming it.
 * The solver is used: call this in a child process. */
#ifndef ACF_LEARN_H
#define ACF_LEARN_H
#include "learn/sample.h"

typedef Label (*LabelFunction)(gpointer data, const Model *point);

typedef struct Learner Learner;
/* inputs: Term*, those that matter most first where no atom mentions them; only some are looked at.
 * atoms: Term*, conditions over inputs that the program decides by (see path-survey.h); may be NULL. */
Learner *learn_new(LabelFunction label, gpointer data, const GPtrArray *inputs, const GPtrArray *atoms);
void learn_free(Learner *l);
/* A number that may be a bound. */
void learn_add_constant(Learner *l, gint64 c);
/* A formula that may be the region: while it agrees with all points, it is the guess, unless a simpler one
 * does too. */
void learn_offer(Learner *l, const Term *formula);
/* A known point, e.g. one that refuted a guess.  LABEL_UNKNOWN: it is labelled by the function. */
void learn_add(Learner *l, const Model *point, Label label);
/* Labels up to max_points new points (a boundary search counts each of its runs) to refine the guess, until
 * the deadline (0: none).  TRUE: the guess agrees with all points and did not change any more. */
gboolean learn_refine(Learner *l, guint max_points, gint64 deadline);
/* The simplest formula found for the points so far; false when none fails, true when none passes.  (After the
 * deadline of the last refinement: the first one found.)
 * consistent (may be NULL): it agrees with all of them. */
const Term *learn_guess(Learner *l, gboolean *consistent);

/* All at once.  offers: Term*, formulas that may be the region; they come before the atoms. */
const Term *learn_region(Sampler *s, const GPtrArray *inputs, const GPtrArray *seeds, const GPtrArray *atoms,
                         const GPtrArray *offers, guint max_points, gint64 deadline, gboolean *consistent);
#endif
