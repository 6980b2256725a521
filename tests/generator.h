/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small random C programs, for holding acf against native runs.
 * They initialise what they read, stay within their arrays and shift by less than the width, so that a native
 * run (with -fwrapv) and acf must agree; they may divide by zero, overflow, and loop for long. */
#ifndef ACF_TESTS_GENERATOR_H
#define ACF_TESTS_GENERATOR_H
#include "ir/property.h"

/* The program of a seed, to free: always the same text from one build (the order in which a compiler
 * evaluates arguments decides as well).  It reads one to four inputs, some of them several times, and calls
 * reach_error() in places that may or may not be reachable. */
char *generate_program(guint32 seed);
/* What its failures are, to free: some programs begin in another function than main, whose parameters are
 * inputs; in some the calls of another function fail. */
Property *generate_property(guint32 seed);
#endif
