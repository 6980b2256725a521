/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small random state machines: programs that read inputs in loops and fail after some sequences of them, for holding
 * failure automata against native runs.  They initialise what they read, and compare with small numbers, so that
 * short sequences decide. */
#ifndef ACF_TESTS_MACHINES_H
#define ACF_TESTS_MACHINES_H
#include "ir/property.h"

/* The program of a seed, to free: always the same text. */
char *generate_machine(guint32 seed);
/* What its failures are, to free: error calls, in some programs also errors at run time. */
Property *generate_machine_property(guint32 seed);
#endif
