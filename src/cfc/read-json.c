/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON files of unknown origin. */
#include "cfc/read-json.h"
#include "base/limits.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "cfc/read-inputs.h"

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
    else if ((c == '[' || c == '{') && ++depth > limits.cfc_json_depth)
      return import_error(error, "byte %" G_GSIZE_FORMAT ": nested too deeply", i + 1);
    else if (c == ']' || c == '}')
      depth -= depth > 0;
    else if (c != '[' && c != '{' && !g_ascii_isalnum(c) && (c == 0 || !strchr(others, c)))
      return import_error(error, "byte %" G_GSIZE_FORMAT ": this is not JSON", i + 1);
  }
  return TRUE;
}

/* Appends a word of JSON (a number, true, ...).  The library has signed numbers of 64 bits: of what is larger
 * it keeps the value modulo 2^64 in some releases, and takes it for the largest number in others.  Here it
 * becomes the negative one that is the same modulo 2^64.  FALSE with an error: a whole number has more than
 * 64 bits. */
static gboolean append_word(GString *out, const char *word, gsize length, GError **error) {
  g_autofree char *number = g_strndup(word, length);
  const gsize sign = number[0] == '-';
  const gboolean whole = length > sign && strspn(number + sign, "0123456789") == length - sign;
  gint64 any;
  guint64 large = 0;
  if (!whole || g_ascii_string_to_signed(number, 10, G_MININT64, G_MAXINT64, &any, NULL))
    g_string_append_len(out, word, (gssize)length);
  else if (g_ascii_string_to_unsigned(number, 10, 0, G_MAXUINT64, &large, NULL))
    g_string_append_printf(out, "%" G_GINT64_FORMAT, (gint64)large);
  else
    return import_error(error, "%s has more than 64 bits", number);
  return TRUE;
}

/* Behind the string that starts at the place. */
static gsize string_end(const char *text, gsize size, gsize at) {
  for (at++; at < size && text[at] != '"'; at++) at += text[at] == '\\';
  return MIN(at + 1, size);
}

/* The text with words that every release reads in the same way; NULL with an error. */
static GString *portable(const char *text, gsize size, GError **error) {
  g_autoptr(GString) out = g_string_sized_new(size);
  for (gsize i = 0, end; i < size; i = end) {
    gsize word = i;
    while (word < size && (g_ascii_isalnum(text[word]) || strchr("+-.", text[word]))) word++;
    end = word > i ? word : text[i] == '"' ? string_end(text, size, i) : i + 1;
    if (word == i)
      g_string_append_len(out, text + i, (gssize)(end - i));
    else if (!append_word(out, text + i, word - i, error))
      return NULL;
  }
  return g_steal_pointer(&out);
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
  while (f && n > 0 && all->len <= (gsize)limits.cfc_json_mib << 20) {
    const gsize before = all->len;
    g_string_set_size(all, before + BLOCK);
    n = fread(all->str + before, 1, BLOCK, f);
    g_string_set_size(all, before + n);
  }
  const int wrong = !f || ferror(f) ? errno : 0;
  if (f) fclose(f);
  if (wrong) return import_error(error, "cannot read %s: %s", path, g_strerror(wrong));
  if (n > 0) return import_error(error, "%s: the file has more than %d MiB", path, limits.cfc_json_mib);
  *size = all->len;
  *text = g_string_free(g_steal_pointer(&all), FALSE);
  return TRUE;
}

JsonParser *import_json_text(const char *text, gsize size, GError **error) {
  /* not immutable: releases of the library stop the process on roots that they have not sealed */
  g_autoptr(JsonParser) parser = json_parser_new();
  g_autoptr(GString) plain = is_plain(text, size, error) ? portable(text, size, error) : NULL;
  return plain && parse(parser, plain->str, plain->len, error) ? g_steal_pointer(&parser) : NULL;
}

JsonParser *import_json(const char *path, GError **error) {
  g_autofree char *text = NULL;
  gsize size;
  if (!import_text(path, &text, &size, error)) return NULL;
  JsonParser *parser = import_json_text(text, size, error);
  if (!parser) g_prefix_error(error, "%s: ", path);
  return parser;
}
