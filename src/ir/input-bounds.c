/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bounds of inputs in JSON. */
#include "ir/input-bounds.h"
#include <json-glib/json-glib.h>

/* Those that are one number. */
static const struct {
  InputBoundsGiven bound;
  const char *name;
  gsize field;
} rows[] = {
    {BOUND_ARG_LENGTH, "arg_length", G_STRUCT_OFFSET(InputBounds, arg_length)},
    {BOUND_STDIN_LENGTH, "stdin_length", G_STRUCT_OFFSET(InputBounds, stdin_length)},
    {BOUND_FILE_LENGTH, "file_length", G_STRUCT_OFFSET(InputBounds, file_length)},
    {BOUND_MAX_ELEMENTS, "max_elements", G_STRUCT_OFFSET(InputBounds, max_elements)},
};

void input_bounds_write(JsonBuilder *b, const InputBounds *bounds) {
  if (!bounds->given) return;
  json_builder_set_member_name(b, "bounds");
  json_builder_begin_object(b);
  if (bounds->given & BOUND_ARGS) {
    json_builder_set_member_name(b, "args");
    json_builder_begin_array(b);
    json_builder_add_int_value(b, bounds->args_least);
    json_builder_add_int_value(b, bounds->args_most);
    json_builder_end_array(b);
  }
  for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
    if (!(bounds->given & rows[i].bound)) continue;
    json_builder_set_member_name(b, rows[i].name);
    json_builder_add_int_value(b, G_STRUCT_MEMBER(guint, bounds, rows[i].field));
  }
  json_builder_end_object(b);
}

G_DEFINE_QUARK(acf - input - bounds - error - quark, input_bounds_error)

static gboolean refuse(GError **error, const char *what) {
  g_set_error(error, input_bounds_error_quark(), 0, "\"bounds\": %s", what);
  return FALSE;
}

static gboolean read_number(JsonNode *n, guint *value) {
  if (!JSON_NODE_HOLDS_VALUE(n) || json_node_get_value_type(n) != G_TYPE_INT64) return FALSE;
  const gint64 number = json_node_get_int(n);
  *value = (guint)number;
  return number >= 0 && number <= G_MAXINT;
}

static gboolean read_args(JsonNode *n, InputBounds *bounds) {
  JsonArray *a = JSON_NODE_HOLDS_ARRAY(n) ? json_node_get_array(n) : NULL;
  bounds->given |= BOUND_ARGS;
  return a && json_array_get_length(a) == 2 &&
         read_number(json_array_get_element(a, 0), &bounds->args_least) &&
         read_number(json_array_get_element(a, 1), &bounds->args_most);
}

gboolean input_bounds_read(JsonObject *o, InputBounds *bounds, GError **error) {
  JsonNode *n = json_object_get_member(o, "bounds");
  *bounds = (InputBounds){0};
  if (!n) return TRUE;
  if (!JSON_NODE_HOLDS_OBJECT(n)) return refuse(error, "this is no object");
  JsonObject *from = json_node_get_object(n);
  if (json_object_has_member(from, "args") && !read_args(json_object_get_member(from, "args"), bounds))
    return refuse(error, "\"args\" is no pair of numbers");
  for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
    if (!json_object_has_member(from, rows[i].name)) continue;
    bounds->given |= rows[i].bound;
    if (!read_number(json_object_get_member(from, rows[i].name),
                     &G_STRUCT_MEMBER(guint, bounds, rows[i].field)))
      return refuse(error, "a number is missing or out of range");
  }
  return TRUE;
}
