/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The failing inputs of a program: the public header of the alternating loop. */
#ifndef ACF_ACF_H
#define ACF_ACF_H
#include "cfc/cfc.h"
#include "loop/options.h"

/* The characterization of the program, as good as the limits in o allow; never NULL.  The time limit counts
 * from o->start.  Comes back early after job_interrupt().  With o->engine that engine alone is asked.
 * property is the name that the result carries; the program must outlive the result. */
Cfc *acf_characterize(Program *program, const AnalysisOptions *o);
#endif
