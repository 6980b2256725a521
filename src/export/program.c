/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program of a characterization, which may have been read from a file: its text is where it was, or
 * where the user says. */
#include "export/formats.h"

static gboolean has_hash(const char *path, const char *hash) {
  g_autofree char *text = NULL;
  gsize size;
  if (!g_file_get_contents(path, &text, &size, NULL)) return FALSE;
  g_autofree char *own = g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)text, size);
  return !hash || g_str_equal(own, hash);
}

char *export_program(const Cfc *c, const ExportOptions *o, GError **error) {
  const char *path = o->program ? o->program : c->program->path;
  if (!g_file_test(path, G_FILE_TEST_IS_REGULAR))
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_NOENT, "there is no program %s", path);
  else if (!has_hash(path, c->program->hash))
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL,
                "%s is not the program that was characterized: its text has changed", path);
  else
    return g_strdup(path);
  return NULL;
}
