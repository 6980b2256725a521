/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The format of scanf, as a row of directives. */
#ifndef ACF_FRONTEND_SCAN_FORMAT_H
#define ACF_FRONTEND_SCAN_FORMAT_H
#include <glib.h>

typedef enum {
  SCAN_SPACE,   /* any white space */
  SCAN_LITERAL, /* the character `base` */
  SCAN_INTEGER, /* %d %i %u %x %o */
  SCAN_FLOAT,   /* %f %e %g, of float and double, without a width */
  SCAN_BYTES,   /* %c */
  SCAN_WORD,    /* %s */
  SCAN_SET      /* %[...] */
} ScanKind;

typedef struct {
  ScanKind kind;
  gboolean suppressed;  /* %*d: nothing is stored */
  guint width;          /* 0: none given */
  guint size;           /* SCAN_INTEGER: bytes of the object */
  gboolean is_signed;   /* SCAN_INTEGER */
  gboolean is_long_long; /* SCAN_INTEGER: made a long long first; else a long */
  guint base;           /* SCAN_INTEGER: 0 for %i */
  char set[256];        /* SCAN_SET: by character, 1 for those that match */
  const char *conversion; /* "%d": as it stands, without the width; %f and %lf of all that do the same; interned */
} ScanItem;

/* GArray of ScanItem; NULL: it has a directive that is not modelled (%Lf, %5f, %n, %p, wide characters), or
 * none that exists. */
GArray *scan_format_parse(const char *format, gboolean lp64);
/* Whether it reads nothing but white space and decimal integers of any size, all of which are stored. */
gboolean scan_format_is_decimal(const GArray *items);
/* Whether it reads nothing but white space, decimal integers, floating point, single characters, and literal characters
 * that are no digits. */
gboolean scan_format_is_itemized(const GArray *items);
/* Whether it has floating point, which only items are read of. */
gboolean scan_format_has_float(const GArray *items);
/* So many of its directives from the one of that index on are not white space. */
guint scan_format_count(const GArray *items, guint from);
#endif
