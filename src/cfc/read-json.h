/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON files of unknown origin.  Internal to reading. */
#ifndef ACF_READ_JSON_H
#define ACF_READ_JSON_H
#include <json-glib/json-glib.h>

/* All of a file, up to 64 MiB, ended by a zero byte; FALSE with an error that names it. */
gboolean import_text(const char *path, char **text, gsize *size, GError **error);

/* The parser with the file's tree, or NULL with error.  Refused are files above 64 MiB, nesting that no file
 * of acf has, what the library reads although it is not JSON (comments, 'strings'), and objects that say two
 * things under one name. */
JsonParser *import_json(const char *path, GError **error);
/* The same of a text that is at hand. */
JsonParser *import_json_text(const char *text, gsize size, GError **error);
#endif
