/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program of a characterization, which may have been read from a file: its text is where it was, or
 * where the user says. */
#include "export/formats.h"

/* The text, if it is the one that was characterized; it stays with the file from then on. */
static gboolean read_again(SourceFile *f, const char *path, GError **error) {
  g_autofree char *text = NULL, *own = NULL;
  gsize size = 0;
  if (f->text) return TRUE;
  if (g_file_test(path, G_FILE_TEST_IS_REGULAR) && g_file_get_contents(path, &text, &size, NULL))
    own = g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)text, size);
  if (!own) {
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_NOENT, "there is no program %s", path);
    return FALSE;
  }
  if (f->hash && !g_str_equal(own, f->hash)) {
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL,
                "%s is not the program that was characterized: its text has changed", path);
    return FALSE;
  }
  f->text = g_steal_pointer(&text);
  f->length = size;
  return TRUE;
}

char *export_program(const Cfc *c, const ExportOptions *o, GError **error) {
  const GPtrArray *files = c->program->files;
  const char *path = o->program ? o->program : c->program->path;
  for (guint i = 0; i < files->len; i++) {
    SourceFile *f = (SourceFile *)files->pdata[i];
    if (!read_again(f, i == 0 ? path : f->path, error)) return NULL;
  }
  return g_strdup(path);
}
