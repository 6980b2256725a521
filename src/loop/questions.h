/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The questions that the loop puts to analyzers, and what is noted of their answers. */
#ifndef ACF_LOOP_QUESTIONS_H
#define ACF_LOOP_QUESTIONS_H
#include "loop/loop.h"

/* A question about the conditioned program, as the options limit it; to be answered within the seconds, and
 * before the deadline of the loop. */
Question question(const Loop *l, Conditioned p, double seconds);
/* The over-approximators' answer, never NULL.  Until a region was guessed, it takes only a share of the time.
 */
Answer *over_approximate(Loop *l, Conditioned p);
/* What symex confirms within the seconds; NULL: it did not end. */
Evidence *under_approximate(Loop *l, Confirmation *c, double seconds);
/* Does the answer get the loop on?  It does when it is safe, or a report that was not seen before. */
gboolean is_effective(const Loop *l, const Answer *e);
/* Why a residue is not smaller, to free. */
char *why_open(const GPtrArray *reasons, gboolean error, guint unrolling);
/* What the answer proves of inputs outside its residue is known from now on. */
void keep_residue(Loop *l, const Answer *e);
/* What runs read is listed in the result, up to some number of inputs. */
void note_inputs(Loop *l, const GPtrArray *inputs);
void note_reasons(Loop *l, const GPtrArray *reasons);
#endif
