/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of a program. */
#include "ir/source-file.h"

static gboolean names_bitcode(const char *path) {
  return g_str_has_suffix(path, ".bc") || g_str_has_suffix(path, ".ll");
}

SourceFile *source_file_new(const char *path, char *text, gsize length, const char *const *flags) {
  static const char *const none[] = {NULL};
  SourceFile *f = g_new0(SourceFile, 1);
  f->path = g_intern_string(path);
  f->text = text;
  f->length = length;
  f->flags = g_strdupv((char **)(flags ? flags : none));
  f->is_bitcode = names_bitcode(path);
  if (text) f->hash = g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)text, length);
  return f;
}

SourceFile *source_file_copy(const SourceFile *f) {
  SourceFile *copy = g_new(SourceFile, 1);
  *copy = *f;
  copy->text = f->text ? g_memdup2(f->text, f->length + 1) : NULL;
  copy->hash = g_strdup(f->hash);
  copy->flags = g_strdupv(f->flags);
  return copy;
}

void source_file_free(SourceFile *f) {
  if (!f) return;
  g_free(f->text);
  g_free(f->hash);
  g_strfreev(f->flags);
  g_free(f);
}

gboolean source_file_has_places(const SourceFile *f) { return !f->is_bitcode && !f->is_model; }

GPtrArray *source_files_new(void) { return g_ptr_array_new_with_free_func((GDestroyNotify)source_file_free); }

const SourceFile *source_files_find(const GPtrArray *files, const char *path) {
  for (guint i = 0; i < files->len; i++) {
    const SourceFile *f = (const SourceFile *)files->pdata[i];
    if (g_str_equal(f->path, path)) return f;
  }
  return NULL;
}
