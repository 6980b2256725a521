/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of a program, built natively. */
#include "native/native-files.h"
#include <string.h>
#include "ctext/scan.h"
#include "frontend/flags.h"
#include "native/runner.h"

gboolean native_possible(const Program *p, GError **error) {
  for (guint i = 0; i < p->files->len; i++) {
    const SourceFile *f = (const SourceFile *)p->files->pdata[i];
    if (!f->is_bitcode) continue;
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL,
                "%s is bitcode: the inputs in it cannot be set from outside", f->path);
    return FALSE;
  }
  return TRUE;
}

guint native_files(const Program *p) { return MAX(p->files->len, 1); }

const SourceFile *native_file(const Program *p, guint i) {
  return i < p->files->len ? (const SourceFile *)p->files->pdata[i] : NULL;
}

static const char *path_of(const Program *p, guint i, const char *path) {
  const SourceFile *f = native_file(p, i);
  return i == 0 && path ? path : f ? f->path : p->path;
}

Source *native_source(const Program *p, guint i, const char *path, GError **error) {
  const SourceFile *f = native_file(p, i);
  return f && f->text ? source_new(f->text, f->length) : source_read(path_of(p, i, path), error);
}

char *native_text(const Program *p, const char *path) {
  GString *all = g_string_new(NULL);
  for (guint i = 0; i < native_files(p); i++) {
    g_autoptr(Source) text = native_source(p, i, path, NULL);
    if (text) g_string_append(all, text->text);
  }
  return g_string_free(all, FALSE);
}

static gboolean names(const char *text, const char *function) {
  for (const char *at = strstr(text, function); at; at = strstr(at + 1, function))
    if (ctext_word_at(text, (gsize)(at - text), function)) return TRUE;
  return FALSE;
}

guint native_entry_file(const Program *p) {
  const char *known = p->functions->len ? program_function(p, p->entry)->loc.file : NULL;
  for (guint i = 0; i < p->sites->len && !known; i++)
    if (site_is_argument(program_site(p, i))) known = program_site(p, i)->loc.file;
  for (guint i = 0; i < p->files->len; i++) {
    const SourceFile *f = native_file(p, i);
    if (known ? f->path == known : f->text && names(f->text, p->property->entry)) return i;
  }
  return 0;
}

char **native_flags(const Program *p, guint i, const char *path) {
  const SourceFile *f = native_file(p, i);
  g_autofree char *folder = g_path_get_dirname(path_of(p, i, path));
  g_auto(GStrv) given = f ? flags_absolute(f->flags) : NULL;
  GPtrArray *all = g_ptr_array_new();
  g_ptr_array_add(all, g_strdup("-iquote"));
  g_ptr_array_add(all, g_canonicalize_filename(folder, NULL));
  for (char **g = given; g && *g; g++) g_ptr_array_add(all, g_strdup(*g));
  g_ptr_array_add(all, NULL);
  return (char **)g_ptr_array_free(all, FALSE);
}

gboolean native_compile(const Program *p, guint i, const char *path, const Scratch *folder,
                        const char *source, const char *object, const char *const *more, gint64 deadline,
                        GError **error) {
  g_auto(GStrv) flags = native_flags(p, i, path);
  g_autoptr(GPtrArray) arguments = g_ptr_array_new();
  g_ptr_array_add(arguments, (gpointer) "-c");
  for (char **f = flags; *f; f++) g_ptr_array_add(arguments, *f);
  for (; *more; more++) g_ptr_array_add(arguments, (gpointer)*more);
  const char *const rest[] = {source, "-o", object, NULL};
  for (guint k = 0; k < G_N_ELEMENTS(rest); k++) g_ptr_array_add(arguments, (gpointer)rest[k]);
  return runner_compile(p, folder, (const char *const *)arguments->pdata, deadline, NULL, error);
}
