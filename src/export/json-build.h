/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Members of JSON objects, as the exports need them. */
#ifndef ACF_JSON_BUILD_H
#define ACF_JSON_BUILD_H
#include <json-glib/json-glib.h>
#include "cfc.h"

void json_add_string(JsonBuilder *b, const char *name, const char *value); /* NULL: null */
void json_add_int(JsonBuilder *b, const char *name, gint64 value);
void json_add_bool(JsonBuilder *b, const char *name, gboolean value);
void json_add_double(JsonBuilder *b, const char *name, double value);
void json_add_unsigned(JsonBuilder *b, const char *name, guint64 value);
/* An object that says what an input is. */
void json_add_input(JsonBuilder *b, const Cfc *c, const Term *input, gboolean matters);
/* The member "guard": a check of the inputs to put into the program, see export/guard.h. */
void json_add_guard(JsonBuilder *b, const Cfc *c);
/* What was built, with unsigned numbers as such. */
char *json_builder_text(JsonBuilder *b);
#endif
