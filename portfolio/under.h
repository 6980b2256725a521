/* SPDX-License-Identifier: GPL-3.0-or-later */
/* External under-approximators: where symex finds no failing input along a report, they are asked for the
 * condition of a failing path, directed by the report.  What they print is a candidate; only what symex
 * confirms of it comes out here. */
#ifndef ACF_UNDER_H
#define ACF_UNDER_H
#include "portfolio/registry.h"

/* Is there one that could be asked about the program? */
gboolean under_available(const Registry *r, const Program *p);
/* Asks them one after the other, until the question's deadline.  Regions that fail for certain, within the
 * condition of the question, or NULL; then why (may be NULL) says what became of it, to free.  memory_bytes:
 * for symex. */
Evidence *under_ask(const Registry *r, const Question *q, const Automaton *direction, gsize memory_bytes,
                    char **why);
#endif
