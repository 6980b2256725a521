/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of objects: the members that lead to them, each behind a separator: `.` one of a structure, `|` one
 * of a union, `?` one of a structure without a name that stands in a union.  NULL is the whole object. */
#ifndef ACF_FRONTEND_ORDER_PATHS_H
#define ACF_FRONTEND_ORDER_PATHS_H
#include <glib.h>

typedef enum { APART, MAYBE_TOGETHER, TOGETHER } Overlap;

/* In one object. */
Overlap paths_overlap(const char *a, const char *b);
/* Where pointers lead, to a structure or to one that it is a member of. */
Overlap paths_overlap_in_memory(const char *a, const char *b);
#endif
