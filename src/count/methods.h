/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ways to count the points that satisfy a Boolean term, over the inputs that it mentions.  Each gives up
 * (FALSE) on what it does not understand or what would take it past its limits. */
#ifndef ACF_COUNT_METHODS_H
#define ACF_COUNT_METHODS_H
#include <gmp.h>
#include "formula/term.h"

/* Linear conditions in closed form: the space is split into regions.  Wrap-around is split by, too. */
gboolean count_by_regions(const Term *t, gint64 deadline, mpz_t n);
/* Every point is tried, 64 at a time, where the ranges that t states leave few enough. */
gboolean count_by_points(const Term *t, gint64 deadline, mpz_t n);
/* A binary decision diagram of the bits.  Changes the state of a library: call it in a child. */
gboolean count_by_bdd(const Term *t, mpz_t n);
/* Hashing by random parities: within a factor 1 + epsilon with probability 1 - delta; *exact when there were
 * so few points that they were counted one by one.  Deterministic.  Call it in a child. */
gboolean count_by_hashing(const Term *t, double epsilon, double delta, mpz_t n, gboolean *exact);
#endif
