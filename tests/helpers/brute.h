/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting without any cleverness: what counts are compared with. */
#ifndef ACF_TESTS_BRUTE_H
#define ACF_TESTS_BRUTE_H
#include <gmp.h>
#include "formula/term.h"

gint64 soon(double seconds); /* a deadline */
guint brute_bits(const GPtrArray *inputs);
/* The points of t over the inputs that it mentions. */
guint64 brute_count(const Term *t);
void brute_is(const mpz_t n, guint64 expected);
#endif
