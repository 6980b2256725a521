/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The beginning and the end of a text that may be longer than one wants to keep.  Memory is bounded by what
 * is kept, however much is added. */
#ifndef ACF_EXCERPT_H
#define ACF_EXCERPT_H
#include <glib.h>

typedef struct Excerpt Excerpt;

Excerpt *excerpt_new(gsize keep); /* bytes, half of them from the beginning */
void excerpt_add(Excerpt *x, const guint8 *bytes, gsize n);
gsize excerpt_dropped(const Excerpt *x);
/* All of it, or beginning, a line that says how many bytes are left out, and end. */
GByteArray *excerpt_text(const Excerpt *x);
void excerpt_free(Excerpt *x);
#endif
