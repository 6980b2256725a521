/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files of a program.  Nothing that a characterization says may make a compiler do more than compile. */
#include "cfc/read-files.h"
#include "cfc/read-inputs.h"
#include "frontend/flags.h"

/* NULL with error. */
static char **read_flags(JsonObject *o, gboolean lp64, GError **error) {
  JsonArray *flags;
  g_autoptr(GStrvBuilder) all = g_strv_builder_new();
  if (!import_array(o, "flags", &flags, error)) return NULL;
  for (guint i = 0; i < json_array_get_length(flags); i++) {
    JsonNode *n = json_array_get_element(flags, i);
    const char *flag = JSON_NODE_HOLDS_VALUE(n) ? json_node_get_string(n) : NULL;
    if (!flag) {
      import_error(error, "\"flags\" has a member that is no string");
      return NULL;
    }
    g_strv_builder_add(all, flag);
  }
  g_auto(GStrv) read = g_strv_builder_end(all);
  return flags_accept(read, lp64, error);
}

static SourceFile *read_file(JsonObject *o, gboolean lp64, GError **error) {
  const char *path, *hash = NULL;
  gboolean model = FALSE;
  if (!import_string(o, "file", &path, error) ||
      (json_object_has_member(o, "hash") && !import_string(o, "hash", &hash, error)) ||
      (json_object_has_member(o, "model") && !import_bool(o, "model", &model, error)))
    return NULL;
  g_auto(GStrv) flags = read_flags(o, lp64, error);
  if (!flags) return NULL;
  SourceFile *f = source_file_new(path, NULL, 0, (const char *const *)flags);
  f->hash = g_strdup(hash);
  f->is_model = model;
  return f;
}

gboolean import_files(Program *p, JsonObject *root, GError **error) {
  JsonArray *files;
  if (!json_object_has_member(root, "files")) {
    SourceFile *alone = source_file_new(p->path, NULL, 0, NULL);
    alone->hash = g_strdup(p->hash);
    g_ptr_array_add(p->files, alone);
    return TRUE;
  }
  if (!import_array(root, "files", &files, error)) return FALSE;
  for (guint i = 0; i < json_array_get_length(files); i++) {
    JsonNode *n = json_array_get_element(files, i);
    if (!JSON_NODE_HOLDS_OBJECT(n)) return import_error(error, "\"files\" has a member that is no object");
    SourceFile *f = read_file(json_node_get_object(n), p->pointer_width == 64, error);
    if (!f) return FALSE;
    g_ptr_array_add(p->files, f);
  }
  return p->files->len > 0 || import_error(error, "\"files\" is empty");
}
