/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Limits that widening tries to keep. */
#ifndef ACF_LIMITS_H
#define ACF_LIMITS_H
#include "symex/invariant/linear.h"

/* LinearConstraint: the ranges of the leaves, and what the comparisons in the terms hold them against. */
GArray *limits_of(const Space *s, const Term *const *terms, guint n);
#endif
