/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Members of the JSON objects that acf writes. */
#ifndef ACF_JSON_BUILD_H
#define ACF_JSON_BUILD_H
#include <json-glib/json-glib.h>
#include "cfc/cfc.h"

void json_add_string(JsonBuilder *b, const char *name, const char *value); /* NULL: null */
void json_add_int(JsonBuilder *b, const char *name, gint64 value);
void json_add_bool(JsonBuilder *b, const char *name, gboolean value);
void json_add_double(JsonBuilder *b, const char *name, double value);
void json_add_unsigned(JsonBuilder *b, const char *name, guint64 value);
/* An object that says what an input is. */
void json_add_input(JsonBuilder *b, const Cfc *c, const Term *input, gboolean matters);
/* An object that says which failure it is, and where. */
void json_add_failure(JsonBuilder *b, const Program *p, Failure f);
/* The files of the program and their flags, where there is more than one file without flags. */
void json_add_files(JsonBuilder *b, const Program *p);
/* A JSON string that is safe within a script element, too: no markup can begin in it. */
void json_append_string(GString *out, const char *text);
/* What was built, with unsigned numbers as such. */
char *json_builder_text(JsonBuilder *b);
#endif
