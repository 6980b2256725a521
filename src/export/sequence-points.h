/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points worth a test of a program with a failure automaton: the shortest sequences of inputs through each edge that fails, and
 * next to them sequences that pass. */
#ifndef ACF_SEQUENCE_POINTS_H
#define ACF_SEQUENCE_POINTS_H
#include "export/points.h"

/* TestPoint*, as points_find() of export/points.h; empty where there is no automaton. */
GPtrArray *sequence_points_find(const Cfc *c, const gboolean *settable, double seconds);
/* It is known that no run ends without a failure. */
gboolean sequence_never_ends(const Cfc *c);
#endif
