/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arrivals at the head of a loop, in some runs. */
#ifndef ACF_ARRIVALS_H
#define ACF_ARRIVALS_H
#include "symex/invariant/invariant.h"

/* Model*: values of the `any` terms and the constants at the arrivals of a few short runs.  What is false in
 * one of them is no invariant.  None where arrays are involved. */
GPtrArray *loop_arrivals(const LoopTerms *l, gint64 deadline);
#endif
