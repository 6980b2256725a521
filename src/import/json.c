/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON files of unknown origin. */
#include "import/json.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "import/sites.h"

enum { MAX_DEPTH = 64, MAX_MIB = 64 };

/* The library recurses into what is nested, and reads more than JSON: a quote in a comment would hide from us
 * what is nested behind it.  So nothing is let through that JSON does not have. */
static gboolean is_plain(const char *text, gsize size, GError **error) {
  static const char others[] = " \t\r\n:,+-.";
  guint depth = 0;
  gboolean quoted = FALSE;
  for (gsize i = 0; i < size; i++) {
    const char c = text[i];
    if (quoted && c == '\\')
      i++;
    else if (c == '"')
      quoted = !quoted;
    else if (quoted)
      continue;
    else if ((c == '[' || c == '{') && ++depth > MAX_DEPTH)
      return import_error(error, "byte %" G_GSIZE_FORMAT ": nested too deeply", i + 1);
    else if (c == ']' || c == '}')
      depth -= depth > 0;
    else if (c != '[' && c != '{' && !g_ascii_isalnum(c) && (c == 0 || !strchr(others, c)))
      return import_error(error, "byte %" G_GSIZE_FORMAT ": this is not JSON", i + 1);
  }
  return TRUE;
}

/* A second member of the same name takes the place of the first: there are fewer than were read. */
typedef struct {
  guint64 read, kept;
} Members;

static void on_member(JsonParser *parser, JsonObject *o, const char *name, gpointer members) {
  ((Members *)members)->read++;
}

static void on_object(JsonParser *parser, JsonObject *o, gpointer members) {
  ((Members *)members)->kept += json_object_get_size(o);
}

static gboolean parse(JsonParser *parser, const char *text, gsize size, GError **error) {
  Members members = {0};
  g_signal_connect(parser, "object-member", G_CALLBACK(on_member), &members);
  g_signal_connect(parser, "object-end", G_CALLBACK(on_object), &members);
  const gboolean good = json_parser_load_from_data(parser, text, (gssize)size, error);
  g_signal_handlers_disconnect_by_data(parser, &members);
  if (good && members.read != members.kept)
    return import_error(error, "an object has two members of the same name");
  return good;
}

/* Devices and pipes have no size before they are read. */
gboolean import_text(const char *path, char **text, gsize *size, GError **error) {
  enum { BLOCK = 1 << 16 };
  FILE *f = fopen(path, "rb");
  g_autoptr(GString) all = g_string_new(NULL);
  gsize n = 1;
  while (f && n > 0 && all->len <= (gsize)MAX_MIB << 20) {
    const gsize before = all->len;
    g_string_set_size(all, before + BLOCK);
    n = fread(all->str + before, 1, BLOCK, f);
    g_string_set_size(all, before + n);
  }
  const int wrong = !f || ferror(f) ? errno : 0;
  if (f) fclose(f);
  if (wrong) return import_error(error, "cannot read %s: %s", path, g_strerror(wrong));
  if (n > 0) return import_error(error, "%s: the file has more than %d MiB", path, MAX_MIB);
  *size = all->len;
  *text = g_string_free(g_steal_pointer(&all), FALSE);
  return TRUE;
}

JsonParser *import_json(const char *path, GError **error) {
  g_autoptr(JsonParser) parser = json_parser_new_immutable();
  g_autofree char *text = NULL;
  gsize size;
  if (!import_text(path, &text, &size, error)) return NULL;
  if (is_plain(text, size, error) && parse(parser, text, size, error)) return g_steal_pointer(&parser);
  g_prefix_error(error, "%s: ", path);
  return NULL;
}
