/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a CFC file says about its making.  Internal to reading. */
#ifndef ACF_READ_STATISTICS_H
#define ACF_READ_STATISTICS_H
#include <json-glib/json-glib.h>
#include "cfc/cfc.h"

void import_statistics(Cfc *c, JsonObject *root);
void import_timeline(Cfc *c, JsonObject *root);
void import_count(Cfc *c, JsonObject *root);
#endif
