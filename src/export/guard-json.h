/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The check to put into the program (guard.h), as JSON. */
#ifndef ACF_GUARD_JSON_H
#define ACF_GUARD_JSON_H
#include "cfc/json-build.h"

/* The member "guard". */
void json_add_guard(JsonBuilder *b, const Cfc *c);
#endif
