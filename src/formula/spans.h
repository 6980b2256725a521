/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Between which values do terms lie while the inputs lie in a box?
 *
 * Each leaf (an input or an unknown) lies between two places.  The places of a leaf are its values in an
 * order that keeps what the terms see of it together: as signed integers, or, where it is taken for a
 * floating-point number, from the negative NaNs over -infinity, -0 and +0 to infinity and the positive NaNs.
 */
#ifndef ACF_SPANS_H
#define ACF_SPANS_H
#include "formula/term.h"

typedef struct Spans Spans;
typedef enum { SPAN_NEVER, SPAN_ALWAYS, SPAN_PERHAPS } SpanTruth;

Spans *spans_new(const Term *const *formulas, guint n); /* Boolean; every leaf may have any value */
void spans_free(Spans *s);

guint spans_n_leaves(const Spans *s);
const Term *spans_leaf(const Spans *s, guint leaf);
void spans_places(const Spans *s, guint leaf, gint64 *low, gint64 *high);
void spans_set_places(Spans *s, guint leaf, gint64 low, gint64 high);
gboolean spans_is_float(const Spans *s, guint leaf); /* its places are in the order of such numbers */
guint64 spans_value_at(const Spans *s, guint leaf, gint64 place);
gint64 spans_place_of(const Spans *s, guint leaf, guint64 value);

/* Computes everything anew for the places as they are. */
void spans_update(Spans *s);
SpanTruth spans_truth(const Spans *s, guint formula); /* of the i-th */
/* Takes from the leaves places at which some formula is certainly false, as far as is seen at once.
 * TRUE: something changed, so that an update is due.  *empty: no place is left. */
gboolean spans_narrow(Spans *s, gboolean *empty);
#endif
