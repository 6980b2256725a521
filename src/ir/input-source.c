/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sources of inputs: the table, their text, and JSON. */
#include "ir/input-source.h"
#include <json-glib/json-glib.h>
#include "formula/term.h"

#define MOST_ARGUMENTS 100000 /* more than any system passes on */

static const struct {
  SiteKind kind;
  SourcePart part;
  guint members;
} rows[] = {
#define INPUT_SOURCE(kind, part, members) {SITE_##kind, SOURCE_##part, members},
#include "ir/input-sources.def"
#undef INPUT_SOURCE
};

static const char *const part_names[SOURCE_PARTS] = {
    [SOURCE_COUNT] = "count",   [SOURCE_BYTE] = "byte",   [SOURCE_VALUE] = "value",
    [SOURCE_STATUS] = "status", [SOURCE_THERE] = "there", [SOURCE_NULL] = "null"};

gboolean input_source_members(SiteKind kind, SourcePart part, guint *members) {
  for (guint i = 0; i < G_N_ELEMENTS(rows); i++)
    if (rows[i].kind == kind && rows[i].part == part) {
      *members = rows[i].members;
      return TRUE;
    }
  return FALSE;
}

gboolean input_source_same(const InputSource *a, const InputSource *b) {
  return a->part == b->part && a->argument == b->argument && a->offset == b->offset && a->number == b->number &&
         a->conversion == b->conversion && a->name == b->name && a->path == b->path;
}

InputSource input_source_step(const InputSource *s, gint steps) {
  InputSource at = *s;
  if (s->part == SOURCE_BYTE) at.offset = (guint)((gint)at.offset + steps);
  if (s->part == SOURCE_VALUE || s->part == SOURCE_STATUS)
    at.number = at.number ? (guint)((gint)at.number + steps) : 0;
  return at;
}

/* ---- text ---- */

/* "stdin", "argv[1]", "file("a.txt")" */
static char *whole_text(SiteKind kind, const InputSource *s) {
  if (kind == SITE_ARGV) return g_strdup_printf("argv[%u]", s->argument);
  if (kind == SITE_STDIN) return g_strdup("stdin");
  g_autofree char *name = g_strescape(s->name ? s->name : "", NULL);
  return g_strdup_printf("%s(\"%s\")", kind == SITE_ENV ? "getenv" : "file", name);
}

/* "strtol(argv[1], 10)" */
static char *converted_text(const InputSource *s, const char *whole) {
  g_auto(GStrv) parts = g_strsplit(s->conversion, ":", 2);
  return parts[1] ? g_strdup_printf("%s(%s, %s)", parts[0], whole, parts[1])
                  : g_strdup_printf("%s(%s)", s->conversion, whole);
}

char *input_source_text(SiteKind kind, const InputSource *s) {
  if (s->part == SOURCE_NONE) return NULL;
  if (s->part == SOURCE_COUNT) return g_strdup("argc");
  if (s->path) return g_strdup_printf(s->part == SOURCE_NULL ? "%s == NULL" : "%s", s->path);
  g_autofree char *whole = whole_text(kind, s);
  if (s->part == SOURCE_BYTE) return g_strdup_printf("%s[%u]", whole, s->offset);
  if (s->part == SOURCE_THERE) return g_strdup_printf("%s != NULL", whole);
  if (!s->number) return converted_text(s, whole);
  if (s->part == SOURCE_STATUS) return g_strdup_printf("scanf_status#%u", s->number);
  return g_strdup_printf("scanf(%s)#%u", s->conversion, s->number);
}

/* ---- JSON ---- */

static void add_number(JsonBuilder *b, const char *name, guint value) {
  json_builder_set_member_name(b, name);
  json_builder_add_int_value(b, value);
}

static void add_text(JsonBuilder *b, const char *name, const char *value) {
  g_autofree char *valid = g_utf8_make_valid(value, -1);
  json_builder_set_member_name(b, name);
  json_builder_add_string_value(b, valid);
}

void input_source_write(JsonBuilder *b, const InputSource *s, SiteKind kind) {
  guint members = 0;
  if (s->part == SOURCE_NONE || !input_source_members(kind, s->part, &members)) return;
  json_builder_set_member_name(b, "source");
  json_builder_begin_object(b);
  if (part_names[s->part]) add_text(b, "part", part_names[s->part]);
  if (members & SOURCE_HAS_ARGUMENT) add_number(b, "argument", s->argument);
  if (members & SOURCE_HAS_OFFSET) add_number(b, "offset", s->offset);
  if (members & SOURCE_HAS_NUMBER) add_number(b, "number", s->number);
  if (members & SOURCE_HAS_CONVERSION) add_text(b, "conversion", s->conversion);
  if (members & SOURCE_HAS_NAME) add_text(b, "name", s->name);
  if (members & SOURCE_HAS_PATH) add_text(b, "path", s->path);
  json_builder_end_object(b);
}

G_DEFINE_QUARK(acf - input - source - error - quark, input_source_error)

static gboolean refuse(GError **error, const char *member, const char *what) {
  g_set_error(error, input_source_error_quark(), 0, "\"source\": \"%s\" %s", member, what);
  return FALSE;
}

static JsonNode *node_of(JsonObject *o, const char *name, GType type) {
  JsonNode *n = json_object_get_member(o, name);
  return n && JSON_NODE_HOLDS_VALUE(n) && json_node_get_value_type(n) == type ? n : NULL;
}

static gboolean read_number(JsonObject *o, const char *name, guint least, guint most, guint *value, GError **error) {
  JsonNode *n = node_of(o, name, G_TYPE_INT64);
  if (!n || json_node_get_int(n) < least || json_node_get_int(n) > most)
    return refuse(error, name, "is missing or out of range");
  *value = (guint)json_node_get_int(n);
  return TRUE;
}

static gboolean read_text(JsonObject *o, const char *name, const char **value, GError **error) {
  JsonNode *n = node_of(o, name, G_TYPE_STRING);
  if (!n || !*json_node_get_string(n)) return refuse(error, name, "is missing or is no string");
  *value = g_intern_string(json_node_get_string(n));
  return TRUE;
}

static gboolean read_part(JsonObject *o, SourcePart *part, GError **error) {
  JsonNode *n = node_of(o, "part", G_TYPE_STRING);
  *part = SOURCE_SCALAR;
  if (!json_object_has_member(o, "part")) return TRUE;
  for (guint i = 0; n && i < SOURCE_PARTS; i++)
    if (part_names[i] && g_str_equal(part_names[i], json_node_get_string(n))) {
      *part = (SourcePart)i;
      return TRUE;
    }
  return refuse(error, "part", "is not known");
}

gboolean input_source_read(JsonObject *o, SiteKind kind, InputSource *s, GError **error) {
  guint has = 0;
  JsonNode *n = json_object_get_member(o, "source");
  *s = (InputSource){0};
  if (!n) return TRUE;
  if (!JSON_NODE_HOLDS_OBJECT(n)) return refuse(error, "source", "is no object");
  JsonObject *from = json_node_get_object(n);
  if (!read_part(from, &s->part, error)) return FALSE;
  if (!input_source_members(kind, s->part, &has)) return refuse(error, "part", "is none of this kind of input");
  return (!(has & SOURCE_HAS_ARGUMENT) ||
          read_number(from, "argument", 1, MOST_ARGUMENTS, &s->argument, error)) &&
         (!(has & SOURCE_HAS_OFFSET) || read_number(from, "offset", 0, INPUT_MAX_OFFSET, &s->offset, error)) &&
         (!(has & SOURCE_HAS_NUMBER) || read_number(from, "number", 1, INPUT_MAX_OCCURRENCE, &s->number, error)) &&
         (!(has & SOURCE_HAS_CONVERSION) || read_text(from, "conversion", &s->conversion, error)) &&
         (!(has & SOURCE_HAS_NAME) || read_text(from, "name", &s->name, error)) &&
         (!(has & SOURCE_HAS_PATH) || read_text(from, "path", &s->path, error));
}
