/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Concrete inputs. */
#include "native/concrete-input.h"
#include <string.h>
#include "cfc/read-inputs.h"
#include "cfc/read-json.h"

static void unref_bytes(gpointer bytes) { g_bytes_unref(bytes); }

ConcreteInput *concrete_new(void) {
  ConcreteInput *in = g_new0(ConcreteInput, 1);
  in->args = g_ptr_array_new_with_free_func(unref_bytes);
  in->text = g_bytes_new_static("", 0);
  in->named = json_object_new();
  return in;
}

void concrete_free(ConcreteInput *in) {
  if (!in) return;
  g_ptr_array_unref(in->args);
  g_bytes_unref(in->text);
  json_object_unref(in->named);
  g_free(in);
}

gboolean concrete_add_argument(ConcreteInput *in, const void *bytes, gsize size, GError **error) {
  if (memchr(bytes, 0, size)) return import_error(error, "argument %u has a zero byte", in->args->len + 1);
  g_ptr_array_add(in->args, g_bytes_new(bytes, size));
  return TRUE;
}

void concrete_set_text(ConcreteInput *in, const void *bytes, gsize size) {
  g_bytes_unref(in->text);
  in->text = g_bytes_new(bytes, size);
}

/* ---- bytes ---- */

static gboolean is_text(JsonNode *n) {
  return JSON_NODE_HOLDS_VALUE(n) && json_node_get_value_type(n) == G_TYPE_STRING;
}

/* NULL: not well-formed. */
static GBytes *decode(const char *text) {
  const gsize length = strlen(text);
  gsize size = 0;
  if (length == 0) return g_bytes_new_static("", 0);
  const char *padding = strchr(text, '=');
  if (length % 4 != 0 || strspn(text, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "+/") < length - 2) return NULL;
  if (padding && strspn(padding, "=") != strlen(padding)) return NULL;
  guchar *bytes = g_base64_decode(text, &size);
  return g_bytes_new_take(bytes, size);
}

GBytes *concrete_bytes(JsonNode *n) {
  if (is_text(n)) {
    const char *text = json_node_get_string(n);
    return g_bytes_new(text, strlen(text));
  }
  if (!JSON_NODE_HOLDS_OBJECT(n)) return NULL;
  JsonObject *o = json_node_get_object(n);
  JsonNode *encoded = json_object_get_member(o, "base64");
  return encoded && json_object_get_size(o) == 1 && is_text(encoded) ? decode(json_node_get_string(encoded))
                                                                     : NULL;
}

/* A string that JSON can hold whole: the library ends them at a zero byte. */
static GBytes *member_bytes(JsonNode *n, gboolean encoded) {
  if (!is_text(n)) return NULL;
  return encoded ? decode(json_node_get_string(n)) : concrete_bytes(n);
}

/* ---- reading ---- */

static gboolean read_arguments(ConcreteInput *in, const char *name, JsonNode *n, gboolean encoded,
                               GError **error) {
  if (!JSON_NODE_HOLDS_ARRAY(n)) return import_error(error, "\"%s\" is no array", name);
  JsonArray *a = json_node_get_array(n);
  for (guint i = 0; i < json_array_get_length(a); i++) {
    g_autoptr(GBytes) bytes = member_bytes(json_array_get_element(a, i), encoded);
    if (!bytes)
      return import_error(error, "\"%s\": argument %u is no %s", name, i + 1,
                          encoded ? "base64 text" : "string");
    gsize size;
    const void *data = g_bytes_get_data(bytes, &size);
    if (!concrete_add_argument(in, data ? data : "", size, error)) return FALSE;
  }
  return TRUE;
}

static gboolean read_text(ConcreteInput *in, const char *name, JsonNode *n, gboolean encoded,
                          GError **error) {
  GBytes *bytes = member_bytes(n, encoded);
  if (!bytes) return import_error(error, "\"%s\" is no %s", name, encoded ? "base64 text" : "string");
  g_bytes_unref(in->text);
  in->text = bytes;
  return TRUE;
}

static gboolean read_named(ConcreteInput *in, JsonNode *n, GError **error) {
  if (!JSON_NODE_HOLDS_OBJECT(n)) return import_error(error, "\"inputs\" is no object");
  json_object_unref(in->named);
  in->named = json_node_dup_object(n);
  return TRUE;
}

static gboolean read_member(ConcreteInput *in, const char *name, JsonNode *n, GError **error) {
  if (g_str_equal(name, "args") || g_str_equal(name, "args_base64")) {
    if (in->args->len > 0) return import_error(error, "the arguments are given twice");
    return read_arguments(in, name, n, g_str_has_suffix(name, "_base64"), error);
  }
  if (g_str_equal(name, "stdin") || g_str_equal(name, "stdin_base64")) {
    if (g_bytes_get_size(in->text) > 0) return import_error(error, "the standard input is given twice");
    return read_text(in, name, n, g_str_has_suffix(name, "_base64"), error);
  }
  if (g_str_equal(name, "inputs")) return read_named(in, n, error);
  return import_error(
      error, "\"%.40s\" is not known; there are args, args_base64, stdin, stdin_base64, inputs", name);
}

ConcreteInput *concrete_read(JsonObject *o, GError **error) {
  g_autoptr(ConcreteInput) in = concrete_new();
  g_autoptr(GList) names = json_object_get_members(o);
  for (GList *l = names; l; l = l->next)
    if (!read_member(in, l->data, json_object_get_member(o, l->data), error)) return NULL;
  return g_steal_pointer(&in);
}

gboolean concrete_add_named(ConcreteInput *in, const char *assignment, GError **error) {
  const char *equals = strchr(assignment, '=');
  if (!equals || equals == assignment)
    return import_error(error, "'%s' is not of the form NAME=VALUE", assignment);
  g_autofree char *name = g_strndup(assignment, (gsize)(equals - assignment));
  g_autoptr(JsonParser) parser = import_json_text(equals + 1, strlen(equals + 1), NULL);
  JsonNode *value = parser ? json_node_copy(json_parser_get_root(parser)) : NULL;
  if (!value) value = json_node_init_string(json_node_alloc(), equals + 1);
  json_object_set_member(in->named, name, value);
  return TRUE;
}

/* ---- bounds ---- */

/* The most elements that something below has in a row. */
static gsize longest(JsonNode *n) {
  gsize most = 0;
  g_autoptr(GBytes) bytes = concrete_bytes(n);
  if (bytes) return g_bytes_get_size(bytes);
  if (JSON_NODE_HOLDS_ARRAY(n)) {
    JsonArray *a = json_node_get_array(n);
    most = json_array_get_length(a);
    for (guint i = 0; i < json_array_get_length(a); i++)
      most = MAX(most, longest(json_array_get_element(a, i)));
  }
  if (JSON_NODE_HOLDS_OBJECT(n)) {
    g_autoptr(GList) values = json_object_get_values(json_node_get_object(n));
    for (GList *l = values; l; l = l->next) most = MAX(most, longest(l->data));
  }
  return most;
}

static char *arguments_outside(const ConcreteInput *in, const InputBounds *b) {
  const guint n = in->args->len;
  if (b->given & BOUND_ARGS && (n < b->args_least || n > b->args_most))
    return g_strdup_printf("it has %u argument%s, and the characterization is about %u to %u", n,
                           n == 1 ? "" : "s", b->args_least, b->args_most);
  for (guint i = 0; b->given & BOUND_ARG_LENGTH && i < n; i++)
    if (g_bytes_get_size(in->args->pdata[i]) > b->arg_length)
      return g_strdup_printf("argument %u has %zu bytes, and the characterization is about %u at most", i + 1,
                             g_bytes_get_size(in->args->pdata[i]), b->arg_length);
  return NULL;
}

char *concrete_outside(const ConcreteInput *in, const InputBounds *bounds) {
  char *why = arguments_outside(in, bounds);
  if (why) return why;
  if (bounds->given & BOUND_STDIN_LENGTH && g_bytes_get_size(in->text) > bounds->stdin_length)
    return g_strdup_printf("the standard input has %zu bytes, and the characterization is about %u at most",
                           g_bytes_get_size(in->text), bounds->stdin_length);
  if (!(bounds->given & BOUND_MAX_ELEMENTS)) return NULL;
  g_autoptr(GList) names = json_object_get_members(in->named);
  for (GList *l = names; l; l = l->next) {
    const gsize elements = longest(json_object_get_member(in->named, l->data));
    if (elements > bounds->max_elements)
      return g_strdup_printf("%s has %zu elements, and the characterization is about %u at most",
                             (const char *)l->data, elements, bounds->max_elements);
  }
  return NULL;
}
