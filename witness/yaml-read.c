/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Witnesses of the YAML formats: violation sequences and invariant sets of format 2.0, and the loop
 * invariants of format 0.1, one entry each.  Entries of other kinds (certificates) say nothing about the
 * program and are passed over; what is said about the program must be well formed. */
#include "witness/witness.h"
#include "witness/yaml-tree.h"

typedef struct {
  const char *name;
  Witness *witness; /* NULL until the first entry that says which kind it is */
  guint sink;       /* the node that waypoints to avoid lead to; G_MAXUINT: none yet */
  GError **error;
} Reader;

static gboolean refuse(Reader *r, const YamlNode *at, const char *format, ...) G_GNUC_PRINTF(3, 4);

static gboolean refuse(Reader *r, const YamlNode *at, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *what = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  g_set_error(r->error, ACF_WITNESS_ERROR, WITNESS_ERROR_MALFORMED, "%s:%u: %s", r->name, at->line, what);
  return FALSE;
}

static void set_text(char **place, const char *text) {
  if (!*place && text && *text) *place = g_strdup(text);
}

/* The name and the version of a producer are one text in a witness. */
static void read_producer(Witness *w, const YamlNode *producer) {
  const char *name = yaml_get_text(producer, "name"), *version = yaml_get_text(producer, "version");
  if (w->producer || !name) return;
  w->producer = version && *version ? g_strdup_printf("%s %s", name, version) : g_strdup(name);
}

static void read_metadata(Witness *w, const YamlNode *metadata) {
  const YamlNode *task = yaml_get(metadata, "task");
  read_producer(w, yaml_get(metadata, "producer"));
  set_text(&w->creation_time, yaml_get_text(metadata, "creation_time"));
  set_text(&w->specification, yaml_get_text(task, "specification"));
  const char *model = yaml_get_text(task, "data_model");
  if (model)
    set_text(&w->architecture, g_str_equal(model, "ILP32")  ? "32bit"
                               : g_str_equal(model, "LP64") ? "64bit"
                                                            : model);
  const YamlNode *files = yaml_get(task, "input_files"), *hashes = yaml_get(task, "input_file_hashes");
  if (files && files->kind == YAML_LIST && files->children->len)
    files = g_ptr_array_index(files->children, 0);
  if (files) set_text(&w->program_file, files->text);
  if (w->program_file) set_text(&w->program_hash, yaml_get_text(hashes, w->program_file));
}

/* The witness as the entry's kind wants it; NULL with an error when an earlier entry was of the other kind.
 */
static Witness *witness_of(Reader *r, const YamlNode *entry, WitnessKind kind) {
  if (!r->witness) r->witness = witness_new(kind);
  if (r->witness->kind != kind) {
    refuse(r, entry, "an entry for a violation and one for correctness in one witness");
    return NULL;
  }
  read_metadata(r->witness, yaml_get(entry, "metadata"));
  return r->witness;
}

static gboolean read_number(Reader *r, const YamlNode *location, const char *key, guint *number) {
  const YamlNode *value = yaml_get(location, key);
  guint64 parsed;
  if (!value) return TRUE;
  if (!value->text || !g_ascii_string_to_unsigned(value->text, 10, 0, G_MAXINT, &parsed, NULL))
    return refuse(r, value, "the %s is not a number", key);
  *number = (guint)parsed;
  return TRUE;
}

/* The place of `what`: into the witness's own fields. */
static gboolean read_location(Reader *r, const YamlNode *what, char **file, guint *line, guint *column,
                              char **function) {
  const YamlNode *location = yaml_get(what, "location");
  if (!location || location->kind != YAML_MAP) return refuse(r, what, "no location");
  if (!read_number(r, location, "line", line) || !read_number(r, location, "column", column)) return FALSE;
  if (!*line) return refuse(r, location, "a location without its line");
  const char *name = yaml_get_text(location, "file_name");
  if (g_strcmp0(name, r->witness->program_file)) set_text(file, name);
  set_text(function, yaml_get_text(location, "function"));
  return TRUE;
}

static guint add_node(Witness *w, const char *prefix) {
  g_autofree char *id = g_strdup_printf("%s%u", prefix, w->nodes->len);
  witness_add_node(w, id);
  return w->nodes->len - 1;
}

static WitnessNode *node_at(Witness *w, guint index) { return g_ptr_array_index(w->nodes, index); }

static guint sink_of(Reader *r) {
  if (r->sink == G_MAXUINT) {
    r->sink = add_node(r->witness, "sink");
    node_at(r->witness, r->sink)->sink = TRUE;
  }
  return r->sink;
}

/* Branches of a switch are named by their values; `default` has none and directs nothing. */
static gboolean read_branching(Reader *r, const YamlNode *value, WitnessEdge *edge) {
  if (g_str_equal(value->text, "true"))
    edge->control = CONTROL_TRUE;
  else if (g_str_equal(value->text, "false"))
    edge->control = CONTROL_FALSE;
  else if (g_ascii_string_to_signed(value->text, 10, G_MININT64, G_MAXINT64, &edge->case_value, NULL))
    edge->has_case = TRUE;
  else if (!g_str_equal(value->text, "default"))
    return refuse(r, value, "a branching goes true, false, default or to a number, not \"%s\"", value->text);
  return TRUE;
}

static gboolean read_constraint(Reader *r, const YamlNode *waypoint, const char *type, WitnessEdge *edge) {
  const YamlNode *value = yaml_get(yaml_get(waypoint, "constraint"), "value");
  gboolean returns = g_str_equal(type, "function_return");
  if (!value && returns) return TRUE;
  if (!value || !value->text)
    return refuse(r, waypoint, "a waypoint of type %s without the value of its constraint", type);
  if (g_str_equal(type, "branching")) return read_branching(r, value, edge);
  edge->assumption = g_strconcat(value->text, ";", NULL);
  return TRUE;
}

static gboolean read_type(Reader *r, const YamlNode *waypoint, const char *type, WitnessEdge *edge) {
  if (g_str_equal(type, "target")) {
    edge->target = TRUE;
    return TRUE;
  }
  if (g_str_equal(type, "function_enter")) {
    edge->enter_function = g_strdup(""); /* the one that is called at the place */
    return TRUE;
  }
  if (g_str_equal(type, "function_return"))
    edge->return_from = g_strdup("");
  else if (!g_str_equal(type, "assumption") && !g_str_equal(type, "branching"))
    return refuse(r, waypoint, "a waypoint of unknown type \"%s\"", type);
  return read_constraint(r, waypoint, type, edge);
}

/* One waypoint: an edge from the segment's node, to `to` or to the sink. */
static gboolean read_waypoint(Reader *r, const YamlNode *item, guint from, guint to, gboolean follow) {
  const YamlNode *waypoint = yaml_get(item, "waypoint");
  const char *type = yaml_get_text(waypoint, "type"), *action = yaml_get_text(waypoint, "action");
  if (!waypoint) return refuse(r, item, "a segment holds something that is no waypoint");
  if (!type) return refuse(r, waypoint, "a waypoint without its type");
  if (g_strcmp0(action, follow ? "follow" : "avoid"))
    return refuse(r, waypoint, "the last waypoint of a segment is to follow, all before it to avoid");
  if (!follow && g_str_equal(type, "target")) return refuse(r, waypoint, "a target is to follow");
  WitnessEdge *edge = witness_add_edge(r->witness, from, follow ? to : sink_of(r));
  return read_location(r, waypoint, &edge->file, &edge->line, &edge->column, &edge->assumption_scope) &&
         read_type(r, waypoint, type, edge);
}

static gboolean read_segment(Reader *r, const YamlNode *item, guint *node) {
  const YamlNode *segment = yaml_get(item, "segment");
  if (!segment || segment->kind != YAML_LIST || !segment->children->len)
    return refuse(r, item, "a violation sequence is a list of segments of waypoints");
  guint from = *node, to = add_node(r->witness, "N");
  for (guint i = 0; i < segment->children->len; i++)
    if (!read_waypoint(r, g_ptr_array_index(segment->children, i), from, to, i + 1 == segment->children->len))
      return FALSE;
  *node = to;
  return TRUE;
}

/* Several sequences are other ways from the same entry. */
static gboolean read_sequence(Reader *r, const YamlNode *entry) {
  const YamlNode *content = yaml_get(entry, "content");
  if (!witness_of(r, entry, WITNESS_VIOLATION)) return FALSE;
  if (!content || content->kind != YAML_LIST || !content->children->len)
    return refuse(r, entry, "a violation sequence without its content");
  guint node = r->witness->nodes->len ? 0 : add_node(r->witness, "N");
  node_at(r->witness, node)->entry = TRUE;
  for (guint i = 0; i < content->children->len; i++)
    if (!read_segment(r, g_ptr_array_index(content->children, i), &node)) return FALSE;
  node_at(r->witness, node)->violation = TRUE;
  return TRUE;
}

/* One invariant, whose text is under `key` of `what` and whose place is beside it. */
static gboolean read_invariant(Reader *r, const YamlNode *what, gboolean loop, const char *text) {
  if (!text) return refuse(r, what, "an invariant without its expression");
  WitnessInvariant *invariant = witness_add_invariant(r->witness);
  invariant->loop = loop;
  invariant->expression = g_strdup(text);
  return read_location(r, what, &invariant->file, &invariant->line, &invariant->column, &invariant->function);
}

static gboolean read_invariant_set(Reader *r, const YamlNode *entry) {
  const YamlNode *content = yaml_get(entry, "content");
  if (!witness_of(r, entry, WITNESS_CORRECTNESS)) return FALSE;
  if (!content) return refuse(r, entry, "a set of invariants without its content");
  if (content->kind != YAML_LIST) /* an empty set is written as nothing */
    return !content->text || !*content->text || refuse(r, content, "a set of invariants is a list");
  for (guint i = 0; i < content->children->len; i++) {
    const YamlNode *item = g_ptr_array_index(content->children, i), *invariant = yaml_get(item, "invariant");
    const char *type = yaml_get_text(invariant, "type");
    if (!invariant || !type)
      return refuse(r, item, "a set of invariants holds something that is no invariant");
    gboolean loop = g_str_equal(type, "loop_invariant");
    if (!loop && !g_str_equal(type, "location_invariant"))
      return refuse(r, invariant, "an invariant of unknown type \"%s\"", type);
    if (!read_invariant(r, invariant, loop, yaml_get_text(invariant, "value"))) return FALSE;
  }
  return TRUE;
}

static gboolean read_entry(Reader *r, const YamlNode *entry) {
  const char *type = yaml_get_text(entry, "entry_type");
  if (!type) return refuse(r, entry, "an entry without entry_type");
  if (g_str_equal(type, "violation_sequence")) return read_sequence(r, entry);
  if (g_str_equal(type, "invariant_set")) return read_invariant_set(r, entry);
  gboolean loop = g_str_equal(type, "loop_invariant");
  if (loop || g_str_equal(type, "location_invariant")) /* format 0.1 */
    return witness_of(r, entry, WITNESS_CORRECTNESS) &&
           read_invariant(r, entry, loop, yaml_get_text(yaml_get(entry, type), "string"));
  return TRUE;
}

static gboolean read_entries(Reader *r, const YamlNode *root) {
  if (root->kind != YAML_LIST) return refuse(r, root, "a witness is a list of entries");
  for (guint i = 0; i < root->children->len; i++)
    if (!read_entry(r, g_ptr_array_index(root->children, i))) return FALSE;
  return r->witness || refuse(r, root, "no entry says anything about the program");
}

Witness *yaml_read(const char *name, const char *bytes, gsize size, GError **error) {
  YamlNode *root = yaml_tree_read(name, bytes, size, error);
  if (!root) return NULL;
  Reader r = {.name = name, .sink = G_MAXUINT, .error = error};
  gboolean good = read_entries(&r, root);
  yaml_tree_free(root);
  if (!good) g_clear_pointer(&r.witness, witness_free);
  return r.witness;
}
