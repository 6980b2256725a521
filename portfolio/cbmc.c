/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading the values of inputs from CBMC's JSON. */
#include "portfolio/cbmc.h"
#include "base/limits.h"
#include <json-glib/json-glib.h>
#include <string.h>

#define RETURNED "return_value_"

G_DEFINE_QUARK(acf - cbmc - error, cbmc_error)

/* How deep brackets nest, outside of strings. */
static guint nesting(const char *bytes, gsize size) {
  guint depth = 0, deepest = 0;
  gboolean quoted = FALSE;
  for (gsize i = 0; i < size; i++) {
    char c = bytes[i];
    if (quoted && c == '\\')
      i++;
    else if (c == '"')
      quoted = !quoted;
    else if (!quoted && (c == '[' || c == '{'))
      depth++;
    else if (!quoted && (c == ']' || c == '}') && depth)
      depth--;
    deepest = MAX(deepest, depth);
  }
  return deepest;
}

/* The list that CBMC prints; messages of other programs may stand around it. */
static gboolean find_list(const char **bytes, gsize *size) {
  const char *start = *size ? memchr(*bytes, '[', *size) : NULL;
  if (!start) return FALSE;
  *size -= (gsize)(start - *bytes);
  *bytes = start;
  while (*size && start[*size - 1] != ']') (*size)--;
  return *size > 0;
}

/* Members, whatever the type of what is there; NULL: not of the type. */
static JsonObject *object_of(JsonNode *n) {
  return n && JSON_NODE_HOLDS_OBJECT(n) ? json_node_get_object(n) : NULL;
}

static JsonObject *object_member(JsonObject *o, const char *name) {
  return o ? object_of(json_object_get_member(o, name)) : NULL;
}

static JsonArray *array_member(JsonObject *o, const char *name) {
  JsonNode *n = o ? json_object_get_member(o, name) : NULL;
  return n && JSON_NODE_HOLDS_ARRAY(n) ? json_node_get_array(n) : NULL;
}

static const char *string_member(JsonObject *o, const char *name) {
  JsonNode *n = o ? json_object_get_member(o, name) : NULL;
  return n && json_node_get_value_type(n) == G_TYPE_STRING ? json_node_get_string(n) : NULL;
}

static gboolean is_true(JsonObject *o, const char *name) {
  JsonNode *n = json_object_get_member(o, name);
  return n && json_node_get_value_type(n) == G_TYPE_BOOLEAN && json_node_get_boolean(n);
}

/* The trace of a failing assertion, else the first: that loops go on has a trace, too. */
static JsonArray *find_result(JsonArray *results) {
  JsonArray *first = NULL;
  for (guint i = 0; i < json_array_get_length(results); i++) {
    JsonObject *o = object_of(json_array_get_element(results, i));
    JsonArray *trace = array_member(o, "trace");
    const char *property = string_member(o, "property");
    if (trace && property && strstr(property, ".assertion.")) return trace;
    if (!first) first = trace;
  }
  return first;
}

/* Of the only property, or in the list of results. */
static JsonArray *find_trace(JsonArray *list) {
  for (guint i = 0; i < json_array_get_length(list); i++) {
    JsonObject *o = object_of(json_array_get_element(list, i));
    JsonArray *trace = array_member(o, "trace"), *results = array_member(o, "result");
    if (!trace && results) trace = find_result(results);
    if (trace) return trace;
  }
  return NULL;
}

typedef struct {
  const Program *program;
  Model *point;
  GHashTable
      *calls; /* "line function" to GPtrArray* of char*: the temporaries seen there, one for each call */
  guint *occurrences;  /* by site */
  gboolean *temporary; /* by site: its values go through temporaries */
} Reading;

/* The site on that line that is the index-th one to call the function; NULL: none. */
static const InputSite *find_site(const Program *p, guint line, const char *function, guint index) {
  for (guint i = 0; i < p->sites->len; i++) {
    const InputSite *s = program_site(p, i);
    if (!site_has(s, INPUT_COMMON) || s->loc.line != line || g_strcmp0(s->function, function) != 0) continue;
    if (index-- == 0) return s;
  }
  return NULL;
}

/* Calls on one line are told apart by the temporary that takes the value. */
static guint call_index(Reading *r, guint line, const char *function, const char *lhs) {
  g_autofree char *key = g_strdup_printf("%u %s", line, function);
  GPtrArray *seen = g_hash_table_lookup(r->calls, key);
  guint index;
  if (!seen) {
    seen = g_ptr_array_new_with_free_func(g_free);
    g_hash_table_insert(r->calls, g_steal_pointer(&key), seen);
  }
  if (g_ptr_array_find_with_equal_func(seen, lhs, g_str_equal, &index)) return index;
  g_ptr_array_add(seen, g_strdup(lhs));
  return seen->len - 1;
}

/* "00000101" */
static gboolean read_binary(const char *text, guint64 *value) {
  gsize n = text ? strspn(text, "01") : 0;
  if (n == 0 || n > 64 || text[n]) return FALSE;
  *value = g_ascii_strtoull(text, NULL, 2);
  return TRUE;
}

/* `x = f();` needs no temporary: the assignment itself, where it is the line's only input. */
static const InputSite *stored_site(const Reading *r, guint line, const char *lhs) {
  const InputSite *found = NULL;
  for (guint i = 0; i < r->program->sites->len; i++) {
    const InputSite *s = program_site(r->program, i);
    if (!site_has(s, INPUT_COMMON) || s->loc.line != line) continue;
    if (found || r->temporary[i] || (s->variable && !g_str_equal(s->variable, lhs))) return NULL;
    found = s;
  }
  return found;
}

/* A temporary return_value_F or return_value_F$1 holds what F returned. */
static const InputSite *returned_site(Reading *r, guint line, const char *lhs) {
  const char *name = lhs + strlen(RETURNED);
  g_autofree char *function = g_strndup(name, strcspn(name, "$"));
  const InputSite *s = find_site(r->program, line, function, call_index(r, line, function, lhs));
  if (s) r->temporary[s->id] = TRUE;
  return s;
}

/* Assignments that are no initialisation. */
static void read_step(Reading *r, JsonObject *step) {
  const char *lhs = string_member(step, "lhs"), *kind = string_member(step, "stepType");
  const char *place = string_member(object_member(step, "sourceLocation"), "line");
  guint64 value, line;
  if (!lhs || !place || g_strcmp0(kind, "assignment") != 0 || is_true(step, "hidden")) return;
  if (!read_binary(string_member(object_member(step, "value"), "binary"), &value)) return;
  if (!g_ascii_string_to_unsigned(place, 10, 1, G_MAXUINT / 2, &line, NULL)) return;
  const InputSite *s =
      g_str_has_prefix(lhs, RETURNED) ? returned_site(r, (guint)line, lhs) : stored_site(r, (guint)line, lhs);
  if (!s || r->occurrences[s->id] >= INPUT_MAX_OCCURRENCE) return;
  InputKey key = {s->id, ++r->occurrences[s->id], 0};
  model_set(r->point, term_input(key, s->width), value & term_mask(s->width));
}

static Model *read_trace(const Program *p, JsonArray *trace) {
  Reading r = {p, model_new(),
               g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref),
               g_new0(guint, p->sites->len + 1), g_new0(gboolean, p->sites->len + 1)};
  for (guint i = 0; i < json_array_get_length(trace); i++) {
    JsonObject *step = object_of(json_array_get_element(trace, i));
    if (step) read_step(&r, step);
  }
  g_hash_table_unref(r.calls);
  g_free(r.occurrences);
  g_free(r.temporary);
  return r.point;
}

Model *cbmc_point(const Program *p, const char *bytes, gsize size, GError **error) {
  /* not immutable: releases of the library stop the process on roots that they have not sealed */
  g_autoptr(JsonParser) parser = json_parser_new();
  g_autoptr(GError) wrong = NULL;
  if (size > limits.cbmc_output_bytes || nesting(bytes, size) > limits.cbmc_output_depth) {
    g_set_error(error, ACF_CBMC_ERROR, CBMC_ERROR_TOO_LARGE,
                "the output of CBMC is too large or nested too deeply");
    return NULL;
  }
  if (!find_list(&bytes, &size) || !g_utf8_validate(bytes, (gssize)size, NULL) ||
      !json_parser_load_from_data(parser, bytes, (gssize)size, &wrong)) {
    g_set_error(error, ACF_CBMC_ERROR, CBMC_ERROR_MALFORMED, "the output of CBMC is not JSON: %s",
                wrong ? wrong->message : "no list in it");
    return NULL;
  }
  JsonNode *root = json_parser_get_root(parser);
  JsonArray *trace = root && JSON_NODE_HOLDS_ARRAY(root) ? find_trace(json_node_get_array(root)) : NULL;
  if (trace) return read_trace(p, trace);
  g_set_error(error, ACF_CBMC_ERROR, CBMC_ERROR_NO_TRACE, "CBMC shows no failing run");
  return NULL;
}
