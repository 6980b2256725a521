/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tree is built from libyaml's events with a stack of open lists and maps: nothing here recurses, except
 * freeing, whose depth is bounded by then. */
#include "witness/yaml-tree.h"
#include "base/limits.h"
#include "witness/witness.h"
#include <string.h>
#include <yaml.h>

typedef struct {
  const char *name;
  yaml_parser_t parser;
  YamlNode *root;
  GPtrArray *open; /* YamlNode*, not owned: the lists and maps around what comes next */
  gboolean ended;
  GError **error;
} Builder;

void yaml_tree_free(YamlNode *node) {
  if (!node) return;
  g_free(node->text);
  if (node->children) g_ptr_array_unref(node->children);
  g_free(node);
}

static gboolean refuse(Builder *b, WitnessErrorCode code, guint line, const char *what) {
  g_set_error(b->error, ACF_WITNESS_ERROR, code, "%s:%u: %s", b->name, line, what);
  return FALSE;
}

static YamlNode *node_new(YamlKind kind, guint line) {
  YamlNode *node = g_new0(YamlNode, 1);
  node->kind = kind;
  node->line = line;
  if (kind != YAML_TEXT) node->children = g_ptr_array_new_with_free_func((GDestroyNotify)yaml_tree_free);
  return node;
}

/* Puts the node where it belongs; the tree owns it from then on. */
static void attach(Builder *b, YamlNode *node) {
  if (b->open->len) {
    YamlNode *parent = g_ptr_array_index(b->open, b->open->len - 1);
    g_ptr_array_add(parent->children, node);
  } else {
    b->root = node; /* a document has one root, and a second document is refused */
  }
}

static gboolean take_scalar(Builder *b, const yaml_event_t *event, guint line) {
  const char *text = (const char *)event->data.scalar.value;
  gsize length = event->data.scalar.length;
  if (strlen(text) != length) return refuse(b, WITNESS_ERROR_MALFORMED, line, "a text holds a zero byte");
  YamlNode *node = node_new(YAML_TEXT, line);
  node->text = g_strndup(text, length);
  attach(b, node);
  return TRUE;
}

static gboolean take_start(Builder *b, YamlKind kind, guint line) {
  if (b->open->len >= limits.witness_yaml_depth)
    return refuse(b, WITNESS_ERROR_TOO_LARGE, line, "nested deeper than a witness can be");
  YamlNode *node = node_new(kind, line);
  attach(b, node);
  g_ptr_array_add(b->open, node);
  return TRUE;
}

static gboolean take(Builder *b, const yaml_event_t *event) {
  guint line = (guint)event->start_mark.line + 1;
  switch (event->type) {
  case YAML_DOCUMENT_START_EVENT:
    return !b->root || refuse(b, WITNESS_ERROR_MALFORMED, line, "a second document; a witness is one");
  case YAML_ALIAS_EVENT:
    return refuse(b, WITNESS_ERROR_MALFORMED, line, "an alias; write out what it stands for");
  case YAML_SCALAR_EVENT: return take_scalar(b, event, line);
  case YAML_SEQUENCE_START_EVENT: return take_start(b, YAML_LIST, line);
  case YAML_MAPPING_START_EVENT: return take_start(b, YAML_MAP, line);
  case YAML_SEQUENCE_END_EVENT:
  case YAML_MAPPING_END_EVENT: g_ptr_array_set_size(b->open, (gint)b->open->len - 1); return TRUE;
  case YAML_STREAM_END_EVENT: b->ended = TRUE; return TRUE;
  default: return TRUE;
  }
}

static gboolean refuse_syntax(Builder *b) {
  const yaml_parser_t *p = &b->parser;
  g_autofree char *what = g_strdup_printf("not YAML: %s", p->problem ? p->problem : "unreadable");
  return refuse(b, WITNESS_ERROR_MALFORMED, (guint)p->problem_mark.line + 1, what);
}

static gboolean build(Builder *b) {
  while (!b->ended) {
    yaml_event_t event;
    if (!yaml_parser_parse(&b->parser, &event)) return refuse_syntax(b);
    gboolean good = take(b, &event);
    yaml_event_delete(&event);
    if (!good) return FALSE;
  }
  return b->root || refuse(b, WITNESS_ERROR_MALFORMED, 1, "empty");
}

YamlNode *yaml_tree_read(const char *name, const char *bytes, gsize size, GError **error) {
  Builder b = {.name = name, .error = error};
  if (size > limits.witness_bytes) {
    refuse(&b, WITNESS_ERROR_TOO_LARGE, 1, "larger than 64 MiB, more than any witness");
    return NULL;
  }
  if (!yaml_parser_initialize(&b.parser)) {
    refuse(&b, WITNESS_ERROR_UNREADABLE, 1, "no memory to read it");
    return NULL;
  }
  yaml_parser_set_input_string(&b.parser, (const unsigned char *)bytes, size);
  b.open = g_ptr_array_new();
  gboolean good = build(&b);
  g_ptr_array_unref(b.open);
  yaml_parser_delete(&b.parser);
  if (!good) g_clear_pointer(&b.root, yaml_tree_free);
  return b.root;
}

const YamlNode *yaml_get(const YamlNode *node, const char *key) {
  if (!node || node->kind != YAML_MAP) return NULL;
  for (guint i = 0; i + 1 < node->children->len; i += 2) {
    const YamlNode *name = g_ptr_array_index(node->children, i);
    if (name->text && g_str_equal(name->text, key)) return g_ptr_array_index(node->children, i + 1);
  }
  return NULL;
}

const char *yaml_get_text(const YamlNode *node, const char *key) {
  const YamlNode *value = yaml_get(node, key);
  return value ? value->text : NULL;
}
