/* SPDX-License-Identifier: GPL-3.0-or-later */
/* External verifiers as members of the portfolio: their verdicts become Answers like those of the engines.
 *
 * A safe verdict becomes one only where the verifier promises a proof of just what was asked.  A failure is
 * a report: symex follows its witness, and a failing input that symex confirms is the answer; without one the
 * answer is unknown. */
#ifndef ACF_EXTERNAL_H
#define ACF_EXTERNAL_H
#include "portfolio/opinion.h"

/* Runs in a job.  Never NULL. */
Answer *external_ask(const Analyzer *a, const Question *q, PublishAnswer publish);
/* Why a safe verdict on this program would prove nothing; NULL: it would.  Static text. */
const char *external_doubt(const Analyzer *a, const Program *p);
/* Can it start the program where runs begin? */
gboolean external_begins(const Description *d, const Program *p);
/* The answer to a question of which the opinion is known. */
Answer *external_judge(const Analyzer *a, const Question *q, const Opinion *o);
#endif
