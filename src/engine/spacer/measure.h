/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures: what gets smaller with every iteration of a loop or every recursive call, but never below zero.
 *
 * A measure is one affine expression, or two that count lexicographically.  That it decreases is a property
 * of all runs, which the Horn clauses check (chc.h): so a program whose loops and recursive procedures have
 * measures ends always. */
#ifndef ACF_MEASURE_H
#define ACF_MEASURE_H
#include "engine/spacer/effects.h"

#define NO_SLOT G_MAXUINT

/* first - second + constant; either may be missing.  Loops: slots that are live at the head.  Procedures:
 * numbers of parameters. */
typedef struct {
  guint first, second;
  gint64 constant;
} Affine;

typedef struct {
  guint procedure;
  guint head; /* node; G_MAXUINT: of the recursive calls of the procedure, and of those it recurs with */
  Affine parts[2];
  guint n_parts;
} Measure;

/* The heads of loops (nodes). */
GArray *measure_loops(const Flat *f);
/* Candidates for a loop, the likeliest first; of Measure. */
GArray *measure_candidates_of_loop(const Effects *e, guint head);
/* One procedure of each group that calls itself; guint. */
GArray *measure_recursions(const Flat *f);
GArray *measure_candidates_of_recursion(const Effects *e, guint procedure);
/* May the procedures call each other? */
gboolean measure_recur_together(const Flat *f, guint a, guint b);
/* The procedure of a node. */
guint measure_procedure_of(const Flat *f, guint node);
#endif
