/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Formulas that are evaluated at many points, of which some coordinates may be open.
 *
 * The formulas are laid out once, arguments before what uses them; a point then costs one pass over as much
 * of that as is asked for.  A value that depends on an open coordinate is open itself, except where the
 * others decide it (false and anything is false). */
#ifndef ACF_FORMULA_PARTIAL_H
#define ACF_FORMULA_PARTIAL_H
#include "formula/term.h"

typedef struct PartialFormulas PartialFormulas;
PartialFormulas *partial_new(const Term *const *roots, guint n); /* no arrays as roots */
void partial_free(PartialFormulas *f);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(PartialFormulas, partial_free)

/* The inputs that the formulas mention, ordered by key; theirs. */
const GPtrArray *partial_inputs(const PartialFormulas *f);

/* Begins a new point, all of whose coordinates are open. */
void partial_begin(PartialFormulas *f);
/* Gives the coordinate with that index in partial_inputs() its value, before any value is asked for. */
void partial_set(PartialFormulas *f, guint index, guint64 value);
/* The value of the root with that number; FALSE: it is open. */
gboolean partial_value(PartialFormulas *f, guint root, guint64 *value);
#endif
