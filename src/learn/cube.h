/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cubes: of a formula that holds at a point, the conjunction of comparisons that makes it hold there. */
#ifndef ACF_CUBE_H
#define ACF_CUBE_H
#include "formula/term.h"

/* Term*: literals without disjunctions and choices; all hold at the point, and together they imply the
 * formula.  NULL: it does not hold there, or it is too deep to look into. */
GPtrArray *cube_around(const Term *formula, const Model *point);
#endif
