/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The input sites of a program, from what a CFC file says about its inputs.  Internal to the import folder.
 */
#ifndef ACF_IMPORT_SITES_H
#define ACF_IMPORT_SITES_H
#include <json-glib/json-glib.h>
#include "ir/ir.h"

/* The input that the object describes; its site is added to the program unless an earlier input has it.  NULL
 * with error when a member is missing or contradicts another. */
const Term *import_input(Program *p, JsonObject *o, GError **error);
/* Adds sites that the file does not list but whose existence shows in the names of others. */
void import_name_input(Program *p, const Term *input, const char *name);

/* Members that must be there, of the right kind; FALSE with error. */
gboolean import_string(JsonObject *o, const char *name, const char **value, GError **error);
gboolean import_number(JsonObject *o, const char *name, guint least, guint most, guint *value,
                       GError **error);
gboolean import_bool(JsonObject *o, const char *name, gboolean *value, GError **error);
gboolean import_array(JsonObject *o, const char *name, JsonArray **value, GError **error);
gboolean import_identifier(const char *name, GError **error); /* is it one of C's? */

GQuark import_error_quark(void);
gboolean import_error(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3); /* FALSE always */
#endif
