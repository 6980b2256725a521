/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inputs that lead a run along a way through the failure automaton, as few and as near to 0 as can be. */
#ifndef ACF_CFC_SEQUENCE_H
#define ACF_CFC_SEQUENCE_H
#include "cfc/cfc.h"

/* A point of the condition, with values near 0; NULL: none was found in the time. */
Model *sequence_of(const Program *p, const Term *condition, double seconds, gsize memory_bytes);
/* The shortest one that fails by one of the failures (Failure) and is in the region; NULL: none was found. */
Model *sequence_in(const Cfc *c, const Term *region, const GArray *failures, gsize memory_bytes);
#endif
