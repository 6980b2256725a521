/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conditioned programs: p (x) COND(c) of the paper.
 *
 * Inputs are prophecies: each (site, occurrence) is a constant chosen before the run.  So a condition over
 * inputs is an assume at the very top of the program, and whatever it excludes is never explored.  Engines
 * take the conjunction as it is. */
#ifndef ACF_CONDITION_H
#define ACF_CONDITION_H
#include "ir/cfg.h"

typedef struct {
  const Program *program;
  const Cfg *cfg;
  const Term *assume; /* over inputs, free of havoc: the points that are still of interest */
} Conditioned;

Conditioned condition_none(const Program *p, const Cfg *cfg);
/* The same program with a region of its inputs excluded. */
Conditioned condition_exclude(Conditioned c, const Term *region);
#endif
