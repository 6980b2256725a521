/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading properties: by name ("unreach-call"), or from an SV-COMP property file. */
#ifndef ACF_FRONTEND_PROPERTY_H
#define ACF_FRONTEND_PROPERTY_H
#include "ir/property.h"

#define ACF_PROPERTY_ERROR (property_error_quark())
GQuark property_error_quark(void);

typedef enum { PROPERTY_ERROR_UNKNOWN, PROPERTY_ERROR_SYNTAX } PropertyError;

/* The argument is a known name, or a file `CHECK( init(main()), LTL(G ! call(reach_error())) )`, which may have
 * several of these. */
Property *property_parse(const char *name_or_prp_path, GError **error);
/* Of several, NULL-terminated, at least one: what is a failure of one is a failure. */
Property *property_parse_all(char **names, GError **error);
#endif
