/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading compilation databases. */
#include "loop/compile-commands.h"
#include <json-glib/json-glib.h>
#include "cfc/read-inputs.h"
#include "cfc/read-json.h"
#include "frontend/flags.h"

struct CompileCommands {
  char *path;
  JsonParser *parser;
  JsonArray *entries; /* of the parser */
};

static gboolean wrong(const CompileCommands *c, GError **error, const char *format, ...) G_GNUC_PRINTF(3, 4);
static gboolean wrong(const CompileCommands *c, GError **error, const char *format, ...) {
  va_list args;
  va_start(args, format);
  g_autofree char *message = g_strdup_vprintf(format, args);
  va_end(args);
  import_error(error, "%s: %s", c->path, message);
  return FALSE;
}

void compile_commands_free(CompileCommands *c) {
  g_free(c->path);
  g_clear_object(&c->parser);
  g_free(c);
}

CompileCommands *compile_commands_read(const char *path, GError **error) {
  g_autoptr(CompileCommands) c = g_new0(CompileCommands, 1);
  c->path = g_strdup(path);
  c->parser = import_json(path, error);
  if (!c->parser) return NULL;
  JsonNode *root = json_parser_get_root(c->parser);
  if (!root || !JSON_NODE_HOLDS_ARRAY(root)) {
    wrong(c, error, "no compilation database: it is not a list of commands");
    return NULL;
  }
  c->entries = json_node_get_array(root);
  return g_steal_pointer(&c);
}

/* A member that is a string; NULL: it has none. */
static const char *text_of(JsonObject *entry, const char *name) {
  JsonNode *n = json_object_get_member(entry, name);
  return n && JSON_NODE_HOLDS_VALUE(n) && json_node_get_value_type(n) == G_TYPE_STRING
             ? json_node_get_string(n)
             : NULL;
}

static JsonObject *entry_at(const CompileCommands *c, guint i) {
  JsonNode *n = json_array_get_element(c->entries, i);
  return n && JSON_NODE_HOLDS_OBJECT(n) ? json_node_get_object(n) : NULL;
}

/* Relative folders are those of the database. */
static char *folder_of(const CompileCommands *c, JsonObject *entry) {
  const char *folder = text_of(entry, "directory");
  g_autofree char *of_database = g_path_get_dirname(c->path),
                  *whole = g_canonicalize_filename(of_database, NULL);
  return g_canonicalize_filename(folder ? folder : ".", whole);
}

static JsonObject *find_entry(const CompileCommands *c, const char *file) {
  g_autofree char *wanted = g_canonicalize_filename(file, NULL);
  for (guint i = 0; i < json_array_get_length(c->entries); i++) {
    JsonObject *entry = entry_at(c, i);
    const char *name = entry ? text_of(entry, "file") : NULL;
    if (!name) continue;
    g_autofree char *folder = folder_of(c, entry), *path = g_canonicalize_filename(name, folder);
    if (g_str_equal(path, wanted)) return entry;
  }
  return NULL;
}

/* The words of the command; NULL with error. */
static char **words_of(const CompileCommands *c, JsonObject *entry, const char *file, GError **error) {
  const char *command = text_of(entry, "command");
  g_auto(GStrv) words = NULL;
  if (!json_object_has_member(entry, "arguments")) {
    if (command && g_shell_parse_argv(command, NULL, &words, NULL)) return g_steal_pointer(&words);
    wrong(c, error, "the command for %s cannot be read", file);
    return NULL;
  }
  JsonNode *n = json_object_get_member(entry, "arguments");
  g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func(g_free);
  for (guint i = 0; JSON_NODE_HOLDS_ARRAY(n) && i < json_array_get_length(json_node_get_array(n)); i++) {
    JsonNode *word = json_array_get_element(json_node_get_array(n), i);
    if (!JSON_NODE_HOLDS_VALUE(word) || json_node_get_value_type(word) != G_TYPE_STRING) break;
    g_ptr_array_add(all, g_strdup(json_node_get_string(word)));
  }
  if (!JSON_NODE_HOLDS_ARRAY(n) || all->len < json_array_get_length(json_node_get_array(n)) ||
      all->len == 0) {
    wrong(c, error, "the arguments for %s are not a list of strings", file);
    return NULL;
  }
  g_ptr_array_add(all, NULL);
  return (char **)g_ptr_array_free(g_steal_pointer(&all), FALSE);
}

gboolean compile_commands_find(const CompileCommands *c, const char *file, gboolean lp64, GPtrArray *flags,
                               GPtrArray *left_out, GError **error) {
  JsonObject *entry = find_entry(c, file);
  if (!entry) return wrong(c, error, "no command compiles %s", file);
  g_auto(GStrv) words = words_of(c, entry, file, error);
  if (!words) return FALSE;
  g_autofree char *folder = folder_of(c, entry);
  g_autoptr(GPtrArray) unknown = g_ptr_array_new_with_free_func(g_free);
  if (!flags_of_command(words + 1, folder, lp64, flags, unknown, error)) {
    g_prefix_error(error, "%s: %s: ", c->path, file);
    return FALSE;
  }
  if (!unknown->len) return TRUE;
  g_ptr_array_add(unknown, NULL);
  g_autofree char *names = g_strjoinv(" ", (char **)unknown->pdata);
  g_ptr_array_add(left_out, g_strdup_printf("%s is compiled without %s of %s", file, names, c->path));
  return TRUE;
}
