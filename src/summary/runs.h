/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs of a function on many arguments: small ones, those near constants of interest, and extreme ones. */
#ifndef ACF_RUNS_H
#define ACF_RUNS_H
#include "summary/fit.h"
#include "summary/pure.h"

typedef struct {
  Observation *seen; /* the runs that returned, with what */
  guint n_seen;
  GArray *points; /* Observation: all arguments, also where it did not return in time (results: 0) */
} Runs;

Runs *runs_on_grid(Pure *pure, const IrFunction *f, const GArray *constants);
void runs_free(Runs *g);
/* The largest first argument, as a signed number, for which one returned; there is one. */
guint64 runs_largest(const Runs *g, const IrFunction *f);
/* Model*: some of the points, spread evenly. */
GPtrArray *runs_trials(const Runs *g, const IrFunction *f);
#endif
