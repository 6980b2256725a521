/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Projection: what a formula over unknown values says of the others, in polyhedra. */
#ifndef ACF_PROJECT_H
#define ACF_PROJECT_H
#include "symex/invariant/linear.h"

/* The polyhedra (Poly*) of a few cases, which together cover all points of the formula; NULL: too hard. */
GPtrArray *project_cases(const Space *s, const Term *formula, gint64 deadline);
/* What the polyhedron says, as a formula over the leaves; relations too complex to read are left out. */
const Term *project_term(const Space *s, const Poly *p);
/* A formula without havocs that t implies: at least as strong as term_without_havoc(t, TRUE).  Past the
 * deadline (0: none) it is no stronger. */
const Term *project_havocs(const Term *t, gint64 deadline);
#endif
