/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Properties: which calls are failures.  By name ("unreach-call") or from an SV-COMP property file. */
#ifndef ACF_PROPERTY_H
#define ACF_PROPERTY_H
#include <glib.h>

#define ACF_PROPERTY_ERROR (property_error_quark())
GQuark property_error_quark(void);

typedef enum { PROPERTY_ERROR_UNKNOWN, PROPERTY_ERROR_SYNTAX } PropertyError;

typedef struct {
  char *name;                 /* "unreach-call" */
  char *entry;                /* "main" */
  GPtrArray *error_functions; /* char*, NULL-terminated (the NULL counts in len) */
} Property;

/* The argument is a known name, or a file `CHECK( init(main()), LTL(G ! call(reach_error())) )`. */
Property *property_parse(const char *name_or_prp_path, GError **error);
void property_free(Property *p);
#endif
