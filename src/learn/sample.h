/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples of the input space: points are labelled by executing the program on them.
 * Labels guide guesses; a claim needs more. */
#ifndef ACF_SAMPLE_H
#define ACF_SAMPLE_H
#include "ir/cfg.h"

typedef enum { LABEL_PASS, LABEL_FAIL, LABEL_UNKNOWN } Label; /* UNKNOWN: too long, or not modelled.  Where runs that never end are
                                                                the failures, those that take too long are FAIL */

typedef struct Sampler Sampler;
/* Points outside the condition (NULL: none are) are LABEL_UNKNOWN without a run.  After the deadline
 * (monotonic microseconds, 0: none) every point is.  max_steps: of one run; it sinks when many runs need
 * more.  The program and the condition must outlive the sampler.
 */
Sampler *sampler_new(const Program *p, const Term *condition, guint64 max_steps, gint64 deadline);
void sampler_free(Sampler *s);
/* From now on, runs leap over many iterations of loops at once (ir/leap.h).  cfg must outlive the sampler. */
void sampler_leap(Sampler *s, const Cfg *cfg);
/* What runs that take too long are taken for, where the property does not say it; LABEL_UNKNOWN at first. */
void sampler_take_long_runs_for(Sampler *s, Label label);
/* inputs_read: Term* of the inputs the run read are added, in the order of reading; may be NULL. */
Label sampler_run(Sampler *s, const Model *point, GPtrArray *inputs_read);
/* Did any run get a label? */
gboolean sampler_has_labels(const Sampler *s);
/* gint64: the numbers that occur in the program, each once; not all where there are very many.  The
 * sampler's. */
const GArray *sampler_constants(Sampler *s);
#endif
