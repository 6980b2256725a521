/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Witnesses that a test knows to be good. */
#ifndef ACF_TESTS_READ_WITNESS_H
#define ACF_TESTS_READ_WITNESS_H
#include "witness/witness.h"

/* Of either format; an error ends the test. */
Witness *must_read(const char *text);
/* The i-th edge, which must be there. */
const WitnessEdge *must_have_edge(const Witness *w, guint i);
#endif
