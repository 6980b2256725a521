/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GraphML is checked on libxml2's tree, YAML on its own; then what acf reads of either must be what it
 * writes. */
#include "witness-rules.h"
#include "witness/witness.h"
#include "witness/yaml-tree.h"
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <string.h>

typedef struct {
  char *fault;       /* the first one */
  GHashTable *keys;  /* id to the element that it is for */
  GHashTable *nodes; /* id to index + 1 */
  char *entry, *program;
  guint n_entries, n_lines;
  gsize size;
  GHashTable *violations, *ends; /* ids of nodes */
  GPtrArray *from, *to;          /* char*: ids, by edge */
} Rules;

static void fault(Rules *r, const char *format, ...) G_GNUC_PRINTF(2, 3);
static void fault(Rules *r, const char *format, ...) {
  va_list args;
  va_start(args, format);
  if (!r->fault) r->fault = g_strdup_vprintf(format, args);
  va_end(args);
}

/* ---- the program ---- */

static void check_program(Rules *r, const char *path, const char *hash) {
  g_autofree char *text = NULL;
  if (!path || !g_file_get_contents(path, &text, &r->size, NULL)) {
    fault(r, "the program '%s' is not there", path);
    return;
  }
  g_autofree char *right = g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)text, r->size);
  if (g_strcmp0(hash, right) != 0) fault(r, "the hash of the program is wrong");
  for (gsize i = 0; i < r->size; i++) r->n_lines += text[i] == '\n' || i + 1 == r->size;
}

static void check_number(Rules *r, const char *what, const char *text, guint64 least, guint64 most) {
  guint64 n;
  if (!g_ascii_string_to_unsigned(text, 10, least, most, &n, NULL)) fault(r, "%s is '%s'", what, text);
}

static void check_time(Rules *r, const char *text) {
  g_autoptr(GDateTime) time = text ? g_date_time_new_from_iso8601(text, NULL) : NULL;
  if (!time) fault(r, "the time '%s' is not one of ISO 8601", text);
}

/* ---- GraphML ---- */

static char *attribute(const xmlNode *e, const char *name) {
  xmlChar *value = xmlGetProp(e, BAD_CAST name);
  char *copy = g_strdup((const char *)value);
  xmlFree(value);
  return copy;
}

static gboolean is(const xmlNode *e, const char *name) {
  return e->type == XML_ELEMENT_NODE && g_str_equal((const char *)e->name, name);
}

/* The text of the element's <data> of a key; NULL: none.  Two of one key, or an undeclared one, are faults.
 */
static char *datum(Rules *r, const xmlNode *owner, const char *key) {
  char *text = NULL;
  for (const xmlNode *e = owner->children; e; e = e->next) {
    if (!is(e, "data")) continue;
    g_autofree char *name = attribute(e, "key");
    const char *belongs = name ? g_hash_table_lookup(r->keys, name) : NULL;
    if (g_strcmp0(belongs, (const char *)owner->name) != 0)
      fault(r, "the key '%s' is not declared for it", name);
    if (g_strcmp0(name, key) != 0) continue;
    if (text) fault(r, "two values of '%s'", key);
    g_free(text);
    xmlChar *content = xmlNodeGetContent(e);
    text = g_strdup((const char *)content);
    xmlFree(content);
  }
  return text;
}

static gboolean flag(Rules *r, const xmlNode *owner, const char *key) {
  g_autofree char *text = datum(r, owner, key);
  if (text && !g_str_equal(text, "true") && !g_str_equal(text, "false")) fault(r, "%s is '%s'", key, text);
  return text && g_str_equal(text, "true");
}

static void check_metadata(Rules *r, const xmlNode *graph, gboolean *violation) {
  static const char *const needed[] = {"witness-type", "sourcecodelang", "producer",     "specification",
                                       "programfile",  "programhash",    "architecture", "creationtime"};
  char *said[G_N_ELEMENTS(needed)];
  for (guint i = 0; i < G_N_ELEMENTS(needed); i++) {
    said[i] = datum(r, graph, needed[i]);
    if (!said[i] || !*said[i]) fault(r, "no %s", needed[i]);
  }
  *violation = g_strcmp0(said[0], "violation_witness") == 0;
  if (!*violation && g_strcmp0(said[0], "correctness_witness") != 0) fault(r, "witness-type '%s'", said[0]);
  if (g_strcmp0(said[1], "C") != 0) fault(r, "sourcecodelang '%s'", said[1]);
  if (g_strcmp0(said[6], "32bit") != 0 && g_strcmp0(said[6], "64bit") != 0)
    fault(r, "architecture '%s'", said[6]);
  if (said[3] && !g_str_has_prefix(said[3], "CHECK( init(")) fault(r, "specification '%s'", said[3]);
  check_program(r, said[4], said[5]);
  check_time(r, said[7]);
  r->program = g_strdup(said[4]);
  for (guint i = 0; i < G_N_ELEMENTS(needed); i++) g_free(said[i]);
}

static void check_node(Rules *r, const xmlNode *e) {
  char *id = attribute(e, "id");
  if (!id || g_hash_table_contains(r->nodes, id)) fault(r, "a node without an id of its own: '%s'", id);
  if (!id) return;
  if (flag(r, e, "entry")) {
    r->n_entries++;
    g_free(r->entry);
    r->entry = g_strdup(id);
  }
  gboolean violation = flag(r, e, "violation"), sink = flag(r, e, "sink");
  if (violation) g_hash_table_add(r->violations, g_strdup(id));
  if (violation || sink) g_hash_table_add(r->ends, g_strdup(id));
  g_hash_table_add(r->nodes, id);
}

static void check_edge(Rules *r, const xmlNode *e) {
  static const char *const lines[] = {"startline", "endline"}, *const offsets[] = {"startoffset",
                                                                                   "endoffset"};
  char *from = attribute(e, "source"), *to = attribute(e, "target");
  if (!from || !to) fault(r, "an edge without its ends");
  g_ptr_array_add(r->from, from ? from : g_strdup(""));
  g_ptr_array_add(r->to, to ? to : g_strdup(""));
  g_autofree char *file = datum(r, e, "originfile"), *control = datum(r, e, "control");
  gboolean here = !file || g_strcmp0(file, r->program) == 0;
  for (guint i = 0; i < 2; i++) {
    g_autofree char *line = datum(r, e, lines[i]), *offset = datum(r, e, offsets[i]);
    if (line) check_number(r, lines[i], line, 1, here ? r->n_lines : G_MAXINT);
    if (offset) check_number(r, offsets[i], offset, 0, here ? r->size - 1 : G_MAXINT);
  }
  if (control && !g_str_equal(control, "condition-true") && !g_str_equal(control, "condition-false"))
    fault(r, "control is '%s'", control);
}

static void check_graph(Rules *r, gboolean violation) {
  g_autoptr(GHashTable) reached = g_hash_table_new(g_str_hash, g_str_equal);
  if (r->n_entries != 1) fault(r, "%u entry nodes", r->n_entries);
  if (r->entry) g_hash_table_add(reached, r->entry);
  for (guint i = 0; i < r->from->len; i++) {
    if (!g_hash_table_contains(r->nodes, r->from->pdata[i]) ||
        !g_hash_table_contains(r->nodes, r->to->pdata[i]))
      fault(r, "an edge from '%s' to '%s'", (char *)r->from->pdata[i], (char *)r->to->pdata[i]);
    if (g_hash_table_contains(r->ends, r->from->pdata[i]))
      fault(r, "an edge leaves '%s', where the run ends", (char *)r->from->pdata[i]);
  }
  for (gboolean more = TRUE; more;) {
    more = FALSE;
    for (guint i = 0; i < r->from->len; i++)
      if (g_hash_table_contains(reached, r->from->pdata[i]))
        more |= g_hash_table_add(reached, r->to->pdata[i]);
  }
  if (g_hash_table_size(reached) != g_hash_table_size(r->nodes)) fault(r, "some nodes are never reached");
  if (!violation == !!g_hash_table_size(r->violations)) fault(r, "violation nodes do not fit the kind");
}

static void check_elements(Rules *r, const xmlNode *root) {
  gboolean violation = FALSE;
  guint n_graphs = 0;
  for (const xmlNode *e = root->children; e; e = e->next) {
    if (!is(e, "key")) continue;
    char *id = attribute(e, "id");
    g_autofree char *name = attribute(e, "attr.name"), *type = attribute(e, "attr.type");
    if (!id || !name || !type) fault(r, "a key without its id, name or type");
    if (id && !g_hash_table_insert(r->keys, id, attribute(e, "for"))) fault(r, "a key is declared twice");
  }
  for (const xmlNode *g = root->children; g; g = g->next) {
    if (!is(g, "graph")) continue;
    n_graphs++;
    check_metadata(r, g, &violation);
    for (const xmlNode *e = g->children; e; e = e->next) {
      if (is(e, "node")) check_node(r, e);
      if (is(e, "edge")) check_edge(r, e);
    }
  }
  if (n_graphs != 1) fault(r, "%u graphs", n_graphs);
  if (!r->fault) check_graph(r, violation);
}

static void check_graphml(Rules *r, const char *text, gsize size) {
  xmlDoc *document = xmlReadMemory(text, (int)size, "witness", NULL, XML_PARSE_NONET | XML_PARSE_NOERROR);
  const xmlNode *root = document ? xmlDocGetRootElement(document) : NULL;
  r->keys = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
  r->nodes = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  r->violations = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  r->ends = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  r->from = g_ptr_array_new_with_free_func(g_free);
  r->to = g_ptr_array_new_with_free_func(g_free);
  if (root && is(root, "graphml"))
    check_elements(r, root);
  else
    fault(r, "not GraphML");
  xmlFreeDoc(document);
  g_hash_table_unref(r->keys);
  g_hash_table_unref(r->nodes);
  g_hash_table_unref(r->violations);
  g_hash_table_unref(r->ends);
  g_ptr_array_unref(r->from);
  g_ptr_array_unref(r->to);
  g_free(r->entry);
}

/* ---- YAML ---- */

static void check_location(Rules *r, const YamlNode *what) {
  const YamlNode *location = yaml_get(what, "location");
  const char *line = yaml_get_text(location, "line"), *column = yaml_get_text(location, "column");
  gboolean here = g_strcmp0(yaml_get_text(location, "file_name"), r->program) == 0;
  if (!line || !yaml_get_text(location, "file_name")) fault(r, "a location without file and line");
  if (line) check_number(r, "line", line, 1, here ? r->n_lines : G_MAXINT);
  if (column) check_number(r, "column", column, 1, here ? r->size : G_MAXINT);
}

static void check_yaml_metadata(Rules *r, const YamlNode *metadata) {
  const YamlNode *task = yaml_get(metadata, "task"), *producer = yaml_get(metadata, "producer");
  const YamlNode *files = yaml_get(task, "input_files");
  const char *file = files && files->kind == YAML_LIST && files->children->len
                         ? ((const YamlNode *)files->children->pdata[0])->text
                         : NULL;
  if (g_strcmp0(yaml_get_text(metadata, "format_version"), "2.0") != 0) fault(r, "the format is not 2.0");
  if (!g_uuid_string_is_valid(yaml_get_text(metadata, "uuid") ? yaml_get_text(metadata, "uuid") : ""))
    fault(r, "no uuid");
  if (!yaml_get_text(producer, "name") || !yaml_get_text(producer, "version")) fault(r, "no producer");
  if (g_strcmp0(yaml_get_text(task, "language"), "C") != 0) fault(r, "the language is not C");
  const char *model = yaml_get_text(task, "data_model"), *property = yaml_get_text(task, "specification");
  if (g_strcmp0(model, "ILP32") != 0 && g_strcmp0(model, "LP64") != 0) fault(r, "data_model '%s'", model);
  if (!property || !g_str_has_prefix(property, "CHECK( init(")) fault(r, "specification '%s'", property);
  check_time(r, yaml_get_text(metadata, "creation_time"));
  check_program(r, file, yaml_get_text(yaml_get(task, "input_file_hashes"), file ? file : ""));
  r->program = g_strdup(file);
}

static void check_waypoint(Rules *r, const YamlNode *item, gboolean last) {
  const YamlNode *w = yaml_get(item, "waypoint"), *constraint = yaml_get(w, "constraint");
  const char *type = yaml_get_text(w, "type"), *value = yaml_get_text(constraint, "value");
  const char *format = yaml_get_text(constraint, "format");
  check_location(r, w);
  if (g_strcmp0(yaml_get_text(w, "action"), "follow") != 0) fault(r, "acf only writes what to follow");
  if ((g_strcmp0(type, "target") == 0) != last) fault(r, "the target is not what comes last");
  if (last && constraint) fault(r, "a target with a constraint");
  if (!last && !value) fault(r, "a waypoint of type %s without value", type);
  if (g_strcmp0(type, "function_return") == 0 &&
      (g_strcmp0(format, "acsl_expression") != 0 || (value && !g_str_has_prefix(value, "\\result == "))))
    fault(r, "a return with '%s' in the format %s", value, format);
}

static void check_sequence(Rules *r, const YamlNode *content) {
  for (guint i = 0; i < content->children->len; i++) {
    const YamlNode *segment = yaml_get(content->children->pdata[i], "segment");
    if (!segment || segment->kind != YAML_LIST || segment->children->len != 1)
      fault(r, "not a segment of one waypoint");
    else
      check_waypoint(r, segment->children->pdata[0], i + 1 == content->children->len);
  }
  if (!content->children->len) fault(r, "an empty sequence");
}

static void check_invariants(Rules *r, const YamlNode *content) {
  for (guint i = 0; i < content->children->len; i++) {
    const YamlNode *invariant = yaml_get(content->children->pdata[i], "invariant");
    check_location(r, invariant);
    if (g_strcmp0(yaml_get_text(invariant, "type"), "loop_invariant") != 0) fault(r, "not a loop_invariant");
    if (!yaml_get_text(invariant, "value")) fault(r, "an invariant without value");
    if (g_strcmp0(yaml_get_text(invariant, "format"), "c_expression") != 0) fault(r, "not a c_expression");
  }
}

static void check_yaml(Rules *r, const char *text, gsize size) {
  g_autoptr(GError) error = NULL;
  YamlNode *root = yaml_tree_read("witness", text, size, &error);
  const YamlNode *entry =
      root && root->kind == YAML_LIST && root->children->len == 1 ? root->children->pdata[0] : NULL;
  const YamlNode *content = yaml_get(entry, "content");
  if (!content || content->kind != YAML_LIST) {
    fault(r, "not one entry with content: %s", error ? error->message : "");
  } else {
    const char *type = yaml_get_text(entry, "entry_type");
    check_yaml_metadata(r, yaml_get(entry, "metadata"));
    if (g_strcmp0(type, "violation_sequence") == 0)
      check_sequence(r, content);
    else if (g_strcmp0(type, "invariant_set") == 0)
      check_invariants(r, content);
    else
      fault(r, "entry_type '%s'", type);
  }
  yaml_tree_free(root);
}

/* ---- both ---- */

/* What acf reads, written and read again, must be the same. */
static void check_reading(Rules *r, const char *text, gsize size, gboolean graphml) {
  g_autoptr(GError) error = NULL;
  Witness *w = witness_read("witness", text, size, &error), *again = NULL;
  g_autofree char *copy = w ? (graphml ? graphml_write : yaml_write)(w) : NULL;
  if (w) again = witness_read("its copy", copy, strlen(copy), &error);
  if (!again)
    fault(r, "acf does not read it: %s", error->message);
  else if (!witness_equal(w, again))
    fault(r, "acf does not write what it reads");
  witness_free(w);
  witness_free(again);
}

char *witness_fault(const char *path) {
  Rules r = {0};
  g_autofree char *text = NULL;
  gsize size = 0;
  gboolean graphml = g_str_has_suffix(path, ".graphml");
  if (!g_file_get_contents(path, &text, &size, NULL)) return g_strdup("not there");
  (graphml ? check_graphml : check_yaml)(&r, text, size);
  if (!r.fault) check_reading(&r, text, size, graphml);
  g_free(r.program);
  return r.fault;
}
