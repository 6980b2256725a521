/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The input sites of a program, from what a CFC file says about its inputs.  Internal to reading.
 */
#ifndef ACF_READ_INPUTS_H
#define ACF_READ_INPUTS_H
#include <json-glib/json-glib.h>
#include "ir/ir.h"

/* The input that the object describes; its site is added to the program unless an earlier input has it.  Those with
 * "relative" are occurrences counted from ROUND_OCCURRENCE.  NULL with error when a member is missing or contradicts another. */
const Term *import_input(Program *p, JsonObject *o, GError **error);
/* Adds sites that the file does not list but whose existence shows in the names of others. */
void import_name_input(Program *p, const Term *input, const char *name);

/* Members that must be there, of the right kind; FALSE with error. */
gboolean import_string(JsonObject *o, const char *name, const char **value, GError **error);
gboolean import_number(JsonObject *o, const char *name, guint least, guint most, guint *value,
                       GError **error);
gboolean import_bool(JsonObject *o, const char *name, gboolean *value, GError **error);
gboolean import_array(JsonObject *o, const char *name, JsonArray **value, GError **error);
JsonObject *import_object(JsonArray *a, guint i, const char *what, GError **error); /* "edge 3 is no object" */
/* A failure that the property counts: its place, and its kind (a call of an error function where the object does not say). */
gboolean import_failure(const Property *p, JsonObject *o, Failure *f, GError **error);
gboolean import_identifier(const char *name, GError **error); /* is it one of C's? */

GQuark import_error_quark(void);
gboolean import_error(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3); /* FALSE always */
#endif
