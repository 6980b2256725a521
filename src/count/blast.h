/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Terms as bits. */
#ifndef ACF_BLAST_H
#define ACF_BLAST_H
#include "count/aig.h"

/* The Boolean t as a literal of g.  FALSE: t uses arithmetic of floating-point numbers (comparisons are
 * understood), or needs more nodes than g may have. */
gboolean blast(Aig *g, const Term *t, AigLit *root);
#endif
