/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small random C programs, for holding acf against native runs.
 * They initialise what they read, stay within their arrays and shift by less than the width, so that a native
 * run (with -fwrapv) and acf must agree; they may divide by zero, overflow, and loop for long.  Some do, on
 * purpose, what the standard leaves open: there acf must not claim anything. */
#ifndef ACF_TESTS_GENERATOR_H
#define ACF_TESTS_GENERATOR_H
#include "ir/property.h"

/* The program of a seed, to free: always the same text from one build (the order in which a compiler
 * evaluates arguments decides as well).  It reads one to four inputs, some of them several times, and calls
 * reach_error() in places that may or may not be reachable. */
char *generate_program(guint32 seed);
/* Whether runs of that program may, for some inputs, depend on who compiles it: what it does then is not
 * defined, or left to the compiler. */
gboolean generate_is_open(guint32 seed);
/* Whether the order in which operands are evaluated does not matter in it. */
gboolean generate_has_any_order(guint32 seed);
/* What its failures are, to free: some programs begin in another function than main, whose parameters are
 * inputs; in some the calls of another function fail. */
Property *generate_property(guint32 seed);
#endif
