/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which combination of functions of the arguments gives the results that were seen, modulo 2^width? */
#ifndef ACF_FIT_H
#define ACF_FIT_H
#include "summary/summary.h"

typedef struct {
  guint64 args[SUMMARY_PARAMETERS];
  guint64 result;
} Observation;

/* Solves matrix * coefficients = results modulo 2^width: n rows of m columns, by rows.  Both are overwritten.
 * Columns that the others make needless get 0; of several solutions the one near 0 is given.  FALSE: none, or
 * none that was found. */
gboolean fit_modular(guint64 *matrix, guint64 *results, guint n, guint m, guint width, guint64 *coefficients);

enum { FIT_LEVELS = 6 };
/* A sum of few simple terms over the parameters of f that is what all n observations say, or NULL.  Level 0:
 * constants; 1: and arguments; 2: and their parities; 3: and halves; 4: and powers of two; 5: and products. A
 * sum needs more observations than it has terms. */
const Term *fit_sum(const IrFunction *f, guint level, const Observation *const *seen, guint n);
#endif
