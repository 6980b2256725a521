/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the C library makes of text: its conversions to numbers, and text that they turn into a given number.
 *
 * A conversion is named as in the sources of inputs (ir/input-source.h): "atoi", "strtol:10", "strtod" for
 * functions, "%d", "%5lu", "%lf" for scanf.  Numbers are bits, those of floating point too.  What `long` is
 * depends on the data model. */
#ifndef ACF_NATIVE_CONVERSION_H
#define ACF_NATIVE_CONVERSION_H
#include <glib.h>

/* The value that the function returns for the text; FALSE: the conversion is not known. */
gboolean conversion_value(const char *conversion, gboolean lp64, const char *text, guint64 *value);

typedef struct {
  gint status; /* 1: something was read, 0: the text does not match, -1: it ended before */
  guint64 value;
} Scanned;
/* What scanf reads by one conversion from the place on, which moves behind what was taken.  FALSE: the
 * conversion is not known, or C libraries differ on this text. */
gboolean conversion_scan(const char *conversion, gboolean lp64, const guint8 *bytes, gsize size, gsize *place,
                         Scanned *result);

/* The shortest usual text of which the conversion makes the value (of so many bits), to free; NULL: there is
 * none. */
char *conversion_text(const char *conversion, gboolean lp64, guint64 value, guint width);
#endif
