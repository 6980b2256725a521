/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The error automaton: the branches that a possible failure takes.  A sequence of branch decisions, each at a
 * place in the source; branches that it does not mention are free.  It is what an over-approximator reports
 * and what directs the under-approximator.
 *
 * A decision may be spread over several branches (C's && and ||): steps that are joined make one choice.  As
 * long as it is the present one, a branch that it names takes only the edges that it names there.  An edge
 * that does not stay makes the choice, and the next one becomes the present one. */
#ifndef ACF_AUTOMATON_H
#define ACF_AUTOMATON_H
#include "ir/ir.h"

typedef struct {
  guint function, block; /* whose terminator decides; G_MAXUINT when only the place is known */
  IrLoc loc;
  guint successor; /* index of the edge taken; G_MAXUINT: any */
  gboolean joined; /* with the step after it */
  gboolean stays;  /* the choice is not made by this edge */
} AutomatonStep;

typedef struct {
  GArray *steps;   /* AutomatonStep, in the order of the run */
  Failure error;   /* what is reached; file NULL: any */
  guint unrolling; /* enough for the run; 0: not known */
} Automaton;

Automaton *automaton_new(void);
Automaton *automaton_copy(const Automaton *a);
void automaton_free(Automaton *a);
void automaton_add(Automaton *a, guint function, guint block, IrLoc loc, guint successor);
/* Past the last step of the choice that starts at first. */
guint automaton_choice_end(const Automaton *a, guint first);
/* The first steps, without a part of a choice, with the error and unrolling of all of it. */
Automaton *automaton_prefix(const Automaton *a, guint n_steps);
/* Equal as sequences; equal up to the numbers of iterations (the same error and the same set of edges): what
 * POSSIBLE takes as seen before.  Neither looks at the unrolling. */
gboolean automaton_equal(const Automaton *a, const Automaton *b);
gboolean automaton_same_shape(const Automaton *a, const Automaton *b);
/* As bytes, to cross a pipe.  Reading moves *position past it; NULL: malformed, or a step along an edge that
 * p has not. */
void automaton_write(GByteArray *out, const Automaton *a);
Automaton *automaton_read(const Program *p, const guint8 *bytes, gsize size, gsize *position);
/* How often the branch that occurs most often does. */
guint automaton_repeats(const Automaton *a);
#endif
