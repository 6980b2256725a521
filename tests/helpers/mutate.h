/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Damaged texts: what a tool that crashes, a full disk or an enemy makes of a well-formed one. */
#ifndef ACF_TESTS_MUTATE_H
#define ACF_TESTS_MUTATE_H
#include <glib.h>

/* The text after one to four changes: bytes, pieces and lines lost, doubled, moved or replaced, numbers and
 * words exchanged, the end cut off.  The same for the same r. */
GByteArray *mutate(const char *text, gsize size, GRand *r);
#endif
