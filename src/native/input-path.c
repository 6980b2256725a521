/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paths into values. */
#include "native/input-path.h"
#include <string.h>
#include "native/concrete-input.h"

typedef struct {
  char *member; /* NULL: an element */
  guint64 index;
} Step;

struct InputPath {
  char *base;
  GArray *steps; /* Step; `*p` is the element 0 of what p leads to */
};

static void clear_step(gpointer step) { g_free(((Step *)step)->member); }

void input_path_free(InputPath *p) {
  if (!p) return;
  g_free(p->base);
  g_array_unref(p->steps);
  g_free(p);
}

static char *take_name(const char **text) {
  gsize length = 0;
  while (g_ascii_isalnum((*text)[length]) || (*text)[length] == '_' || (*text)[length] == '$') length++;
  if (length == 0 || g_ascii_isdigit(**text)) return NULL;
  char *name = g_strndup(*text, length);
  *text += length;
  return name;
}

static void add_element(InputPath *p, guint64 index) {
  const Step step = {NULL, index};
  g_array_append_val(p->steps, step);
}

static gboolean take_member(InputPath *p, const char **text) {
  Step step = {take_name(text), 0};
  if (step.member) g_array_append_val(p->steps, step);
  return step.member != NULL;
}

static gboolean take_index(InputPath *p, const char **text) {
  char *end;
  if (!g_ascii_isdigit(**text)) return FALSE;
  add_element(p, g_ascii_strtoull(*text, &end, 10));
  *text = end;
  return *(*text)++ == ']';
}

static gboolean take_path(InputPath *p, const char **text, guint depth);

static gboolean take_suffixes(InputPath *p, const char **text) {
  for (;;) {
    if (g_str_has_prefix(*text, "->")) {
      add_element(p, 0);
      *text += 2;
      if (!take_member(p, text)) return FALSE;
    } else if (**text == '.' || **text == '[') {
      const gboolean member = *(*text)++ == '.';
      if (!(member ? take_member(p, text) : take_index(p, text))) return FALSE;
    } else {
      return TRUE;
    }
  }
}

static gboolean take_operand(InputPath *p, const char **text, guint depth) {
  if (**text != '(') return (p->base = take_name(text)) != NULL;
  (*text)++;
  return take_path(p, text, depth + 1) && *(*text)++ == ')';
}

static gboolean take_path(InputPath *p, const char **text, guint depth) {
  if (depth > 64) return FALSE;
  if (**text == '*') {
    (*text)++;
    if (!take_path(p, text, depth + 1)) return FALSE;
    add_element(p, 0);
    return TRUE;
  }
  return take_operand(p, text, depth) && take_suffixes(p, text);
}

InputPath *input_path_parse(const char *text) {
  InputPath *p = g_new0(InputPath, 1);
  p->steps = g_array_new(FALSE, FALSE, sizeof(Step));
  g_array_set_clear_func(p->steps, clear_step);
  if (take_path(p, &text, 0) && *text == 0) return p;
  input_path_free(p);
  return NULL;
}

/* An element of an array; what is no array is its own element 0. */
static PathEnd element(JsonNode **node, guint64 index, guint8 *byte) {
  g_autoptr(GBytes) bytes = concrete_bytes(*node);
  if (bytes) {
    gsize size;
    const guint8 *data = g_bytes_get_data(bytes, &size);
    *byte = index < size ? data[index] : 0;
    return PATH_BYTE;
  }
  if (!JSON_NODE_HOLDS_ARRAY(*node)) return index == 0 ? PATH_NODE : PATH_NOTHING;
  JsonArray *a = json_node_get_array(*node);
  if (index >= json_array_get_length(a)) return PATH_NOTHING;
  *node = json_array_get_element(a, (guint)index);
  return PATH_NODE;
}

static PathEnd member(JsonNode **node, const char *name) {
  JsonArray *a = JSON_NODE_HOLDS_ARRAY(*node) ? json_node_get_array(*node) : NULL;
  if (a && json_array_get_length(a) > 0) *node = json_array_get_element(a, 0);
  if (JSON_NODE_HOLDS_VALUE(*node)) return PATH_WRONG;
  JsonNode *next =
      JSON_NODE_HOLDS_OBJECT(*node) ? json_object_get_member(json_node_get_object(*node), name) : NULL;
  if (next) *node = next;
  return next ? PATH_NODE : PATH_NOTHING;
}

PathEnd input_path_follow(const InputPath *p, JsonObject *values, JsonNode **node, guint8 *byte) {
  JsonNode *at = json_object_get_member(values, p->base);
  if (!at) return PATH_NOTHING;
  for (guint i = 0; i < p->steps->len; i++) {
    const Step *s = &g_array_index(p->steps, Step, i);
    if (JSON_NODE_HOLDS_NULL(at)) return PATH_NULL;
    const PathEnd end = s->member ? member(&at, s->member) : element(&at, s->index, byte);
    if (end == PATH_BYTE && i + 1 < p->steps->len) return PATH_NOTHING;
    if (end != PATH_NODE) return end;
  }
  *node = at;
  return JSON_NODE_HOLDS_NULL(at) ? PATH_NULL : PATH_NODE;
}
