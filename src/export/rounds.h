/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statements about every round of a loop (engine/round-statements.h), written out.  A characterization that
 * is exact needs none. */
#ifndef ACF_EXPORT_ROUNDS_H
#define ACF_EXPORT_ROUNDS_H
#include "cfc/json-build.h"

/* The member "rounds", where there is something to say. */
void json_add_rounds(JsonBuilder *b, const Cfc *c);
/* For people, after the partitions. */
void text_append_rounds(GString *out, const Cfc *c, guint max_chars);
#endif
