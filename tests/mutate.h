/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts with small damage, as broken or hostile tools print them. */
#ifndef ACF_TESTS_MUTATE_H
#define ACF_TESTS_MUTATE_H
#include <glib.h>

/* A copy with one to eight changes: bits flipped, bytes and numbers replaced, pieces dropped, doubled, moved
 * or cut off.  Any bytes may come out; to unref. */
GByteArray *mutate(GRand *rand, const char *text, gsize size);
/* How many mutants a test makes: $ACF_MUTANTS, or by_default. */
guint mutants(guint by_default);
#endif
