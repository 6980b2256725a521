/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The beginning and the end of a long text: an array that fills up, then a ring. */
#include "base/excerpt.h"
#include <string.h>

struct Excerpt {
  gsize keep;
  GByteArray *head, *ring;
  gsize begin;   /* of the ring: its oldest byte */
  gsize dropped; /* bytes that fell out of the ring */
};

Excerpt *excerpt_new(gsize keep) {
  Excerpt *x = g_new0(Excerpt, 1);
  *x = (Excerpt){.keep = MAX(keep / 2, 1), .head = g_byte_array_new(), .ring = g_byte_array_new()};
  return x;
}

static void add_to_ring(Excerpt *x, const guint8 *bytes, gsize n) {
  gsize skip = n > x->keep ? n - x->keep : 0; /* would be overwritten at once */
  gsize fresh = MIN(n - skip, x->keep - x->ring->len);
  x->dropped += n - fresh;
  if (skip) x->begin = 0, bytes += skip, n -= skip; /* the whole ring is new: any order will do */
  g_byte_array_append(x->ring, bytes, (guint)fresh);
  for (bytes += fresh, n -= fresh; n > 0;) {
    gsize part = MIN(n, x->keep - x->begin);
    memcpy(x->ring->data + x->begin, bytes, part);
    x->begin = (x->begin + part) % x->keep;
    bytes += part;
    n -= part;
  }
}

void excerpt_add(Excerpt *x, const guint8 *bytes, gsize n) {
  gsize room = MIN(n, x->keep - x->head->len);
  g_byte_array_append(x->head, bytes, (guint)room);
  if (n > room) add_to_ring(x, bytes + room, n - room);
}

gsize excerpt_dropped(const Excerpt *x) { return x->dropped; }

GByteArray *excerpt_text(const Excerpt *x) {
  GByteArray *text = g_byte_array_new();
  g_byte_array_append(text, x->head->data, x->head->len);
  if (x->dropped) {
    g_autofree char *gap = g_strdup_printf("\n[%" G_GSIZE_FORMAT " bytes left out]\n", x->dropped);
    g_byte_array_append(text, (const guint8 *)gap, (guint)strlen(gap));
  }
  if (x->ring->len) {
    g_byte_array_append(text, x->ring->data + x->begin, (guint)(x->ring->len - x->begin));
    g_byte_array_append(text, x->ring->data, (guint)x->begin);
  }
  return text;
}

void excerpt_free(Excerpt *x) {
  if (!x) return;
  g_byte_array_unref(x->head);
  g_byte_array_unref(x->ring);
  g_free(x);
}
