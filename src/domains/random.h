/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Choices: from the bytes of a string as long as there are any, then from a generator that they seed.  So a
 * fuzzer's input and a random number make a script by the same decoder. */
#ifndef ACF_DOMAINS_RANDOM_H
#define ACF_DOMAINS_RANDOM_H
#include <acf/domain.h>
#include <glib.h>

typedef struct {
  const guint8 *bytes;
  gsize length, at;
  guint64 state;
} Random;

Random random_new(guint64 seed);
Random random_of_bytes(const guint8 *bytes, gsize length);
guint random_below(Random *r, guint n); /* 0 to n - 1; n up to 65536 */
gint64 random_number(Random *r, const AcfDomain *d, gboolean predefined);
gint64 random_coefficient(Random *r, const AcfDomain *d, gboolean predefined);
AcfPoint random_point(Random *r, const AcfDomain *d, guint n);
#endif
