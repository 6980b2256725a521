/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples of the input space: points are labelled by executing the program on them.
 * Labels guide guesses; a claim needs more. */
#ifndef ACF_SAMPLE_H
#define ACF_SAMPLE_H
#include "ir/cfg.h"

typedef enum { LABEL_PASS, LABEL_FAIL, LABEL_UNKNOWN } Label; /* UNKNOWN: too long, or not modelled */

typedef struct Sampler Sampler;
/* Points outside the condition (NULL: none are) are LABEL_UNKNOWN without a run.  After the deadline
 * (monotonic microseconds, 0: none) every point is.  The program and the condition must outlive the sampler.
 */
Sampler *sampler_new(const Program *p, const Cfg *cfg, const Term *condition, guint64 max_steps,
                     gint64 deadline);
void sampler_free(Sampler *s);
/* inputs_read: Term* of the inputs the run read are added, in the order of reading; may be NULL. */
Label sampler_run(Sampler *s, const Model *point, GPtrArray *inputs_read);
guint64 sampler_steps(const Sampler *s); /* executed so far, by all runs */
/* Adds the conditions over the inputs that branches, assumes and accesses on the run of the point decided,
 * each one once and none that is large or mentions what acf does not know; and the inputs that the run read
 * (NULL: not wanted), each once.  By symbolic execution: much slower than a run. */
void sampler_atoms(Sampler *s, const Model *point, GPtrArray *atoms, GPtrArray *inputs);
#endif
