/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Divide and conquer: which conditions of a check cause a disagreement.
 *
 * A check that several conditions make is asked as a whole first.  Where the analyzers disagree, its halves
 * are asked, and so on in each half where they still do: for one condition that matters at most 2 log2(n) + 1
 * programs. */
#ifndef ACF_AUDIT_DIVIDE_H
#define ACF_AUDIT_DIVIDE_H
#include <glib.h>

/* The part of n conditions that "01..." stands for: 0 takes the first half of what is left, 1 the second.
 * FALSE: there is no such part. */
gboolean divide_part(guint n, const char *part, guint *from, guint *to);
/* Can it be divided further? */
gboolean divide_again(guint n, const char *part);
#endif
