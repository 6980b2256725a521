/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When are two values different?  In a form that leaves little to solve. */
#ifndef ACF_DIFFER_H
#define ACF_DIFFER_H
#include "formula/term.h"

/* The same as not a == b, or (coarse) what follows from it, without arithmetic: cases are told apart first,
 * and in each case what is equal as a polynomial modulo 2^width is gone.  (Solvers that work bit by bit find
 * n + n * (m - 1) == n * m hard.) */
const Term *term_differ(const Term *a, const Term *b, gboolean coarse);
#endif
