/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search for summaries of functions that call each other. */
#ifndef ACF_FIND_H
#define ACF_FIND_H
#include "summary/body.h"
#include "summary/pure.h"

/* deadline: by cpu_seconds().  Sets the summaries of the members, where any are found, in known; they are to
 * free. */
void find_summaries(Known *known, Pure *pure, const guint *members, guint n, double deadline);
#endif
