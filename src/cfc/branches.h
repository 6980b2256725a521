/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The branches that matter to the failures found: those on the runs of the examples, and what the slicer says
 * of them. */
#ifndef ACF_CFC_BRANCHES_H
#define ACF_CFC_BRANCHES_H
#include "cfc/cfc.h"

/* Fills c->branches, for the first example of each partition, within about so many seconds altogether.  A run
 * that cannot be followed in that time adds nothing: the branches are for people to look at, no claim. */
void branches_find(Cfc *c, double seconds, gsize memory_bytes);
#endif
