/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a CFC file says about its making.  Internal to the import folder. */
#ifndef ACF_IMPORT_STATISTICS_H
#define ACF_IMPORT_STATISTICS_H
#include <json-glib/json-glib.h>
#include "cfc.h"

void import_statistics(Cfc *c, JsonObject *root);
void import_timeline(Cfc *c, JsonObject *root);
void import_count(Cfc *c, JsonObject *root);
#endif
