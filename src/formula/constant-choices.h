/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Comparisons of what conditions choose among constants, as C programs make them of truth values and states. */
#ifndef ACF_CONSTANT_CHOICES_H
#define ACF_CONSTANT_CHOICES_H
#include "formula/term.h"

/* An equivalent formula in which (c ? 1 : 0) == (d ? 1 : 0) is c == d, and (c ? 2 : x) == 2 is c || x == 2, for choices
 * of a few constants. */
const Term *term_open_choices(const Term *t);
/* a == b, or with `differ` a != b, of truth values of which one is a part of the other: (p || b) != b is p && !b.
 * NULL: they are not so. */
const Term *term_compare_part(const Term *a, const Term *b, gboolean differ);
#endif
