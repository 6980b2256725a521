/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A YAML document as a tree that remembers its lines.  The input is never trusted: aliases are refused (a
 * short text could stand for a huge one), and size and depth are bounded, so walking it may recurse. */
#ifndef ACF_YAML_TREE_H
#define ACF_YAML_TREE_H
#include <glib.h>

typedef enum { YAML_TEXT, YAML_LIST, YAML_MAP } YamlKind;

typedef struct {
  YamlKind kind;
  guint line;          /* from 1 */
  char *text;          /* of a scalar, whatever its style; else NULL */
  GPtrArray *children; /* YamlNode*: of a list its items, of a map keys and values in turn; else NULL */
} YamlNode;

/* The only document of the text; NULL with a witness error "name:line: what". */
YamlNode *yaml_tree_read(const char *name, const char *bytes, gsize size, GError **error);
void yaml_tree_free(YamlNode *node);
/* The value of a key; NULL: node is no map (or NULL), or has no such key. */
const YamlNode *yaml_get(const YamlNode *node, const char *key);
/* The text of the key's value; NULL: there is none, or it is no scalar. */
const char *yaml_get_text(const YamlNode *node, const char *key);
#endif
