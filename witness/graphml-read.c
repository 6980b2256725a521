/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GraphML witnesses, formats 1.0 and 1.1 of SV-COMP and what came before them, read as a stream of elements.
 *
 * Nothing of the document is kept but what a Witness says.  A document type is refused as such, so there are
 * no entities but XML's own five and nothing is ever loaded.  The meaning of <data key="K"> is what <key>
 * says of K: its attr.name, and its default for elements without that <data>. */
#include "base/limits.h"
#include "witness/graphml.h"
#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <string.h>

#define MAX_DEPTH 32 /* elements in elements; the format needs four; a dimension of arrays */
#define CHUNK (1 << 16)

typedef enum { OWNER_GRAPH, OWNER_NODE, OWNER_EDGE } Owner;
typedef enum {
  IS_TEXT,
  IS_LINE,
  IS_OFFSET,
  IS_FLAG,
  IS_TYPE,
  IS_NODE_TYPE,
  IS_CONTROL,
  IS_NEGATED,
  IS_INVARIANT
} Meaning;

/* What a key may mean: the names that tools give it, and where its value goes. */
typedef struct {
  const char *name, *other_name;
  Owner owner;
  Meaning meaning;
  gsize place;
} Attribute;

#define GRAPH(name, other, meaning, field)                                                                   \
  { name, other, OWNER_GRAPH, meaning, G_STRUCT_OFFSET(Witness, field) }
#define NODE(name, other, field)                                                                             \
  { name, other, OWNER_NODE, IS_FLAG, G_STRUCT_OFFSET(WitnessNode, field) }
#define EDGE(name, other, meaning, field)                                                                    \
  { name, other, OWNER_EDGE, meaning, G_STRUCT_OFFSET(WitnessEdge, field) }

static const Attribute attributes[] = {
    GRAPH("witness-type", "type", IS_TYPE, kind),
    GRAPH("producer", "tool", IS_TEXT, producer),
    GRAPH("programfile", "program", IS_TEXT, program_file),
    GRAPH("programhash", NULL, IS_TEXT, program_hash),
    GRAPH("specification", NULL, IS_TEXT, specification),
    GRAPH("architecture", NULL, IS_TEXT, architecture),
    GRAPH("creationtime", NULL, IS_TEXT, creation_time),
    NODE("entry", "isEntryNode", entry),
    NODE("violation", "isViolationNode", violation),
    NODE("sink", "isSinkNode", sink),
    {"nodetype", NULL, OWNER_NODE, IS_NODE_TYPE, 0},
    {"invariant", NULL, OWNER_NODE, IS_INVARIANT, 0},
    {"invariant.scope", NULL, OWNER_NODE, IS_INVARIANT, 1},
    EDGE("startline", "originline", IS_LINE, line),
    EDGE("endline", NULL, IS_LINE, end_line),
    EDGE("startoffset", NULL, IS_OFFSET, offset),
    EDGE("endoffset", NULL, IS_OFFSET, end_offset),
    EDGE("originfile", "originFileName", IS_TEXT, file),
    EDGE("control", NULL, IS_CONTROL, control),
    EDGE("negated", "negative", IS_NEGATED, control),
    EDGE("enterFunction", NULL, IS_TEXT, enter_function),
    EDGE("returnFrom", "returnFromFunction", IS_TEXT, return_from),
    EDGE("enterLoopHead", NULL, IS_FLAG, enter_loop),
    EDGE("assumption", NULL, IS_TEXT, assumption),
    EDGE("assumption.scope", NULL, IS_TEXT, assumption_scope),
    EDGE("assumption.resultfunction", NULL, IS_TEXT, result_function),
    EDGE("sourcecode", NULL, IS_TEXT, sourcecode),
};

/* What the document says of a key. */
typedef struct {
  const Attribute *attribute; /* NULL: nothing that is of use */
  char *value;                /* by default, or NULL */
} Key;

/* What cannot be settled before all nodes are known. */
typedef struct {
  char *from, *to;
  int line;
} Ends;

typedef enum { IN_OTHER, IN_GRAPHML, IN_KEY, IN_DEFAULT, IN_GRAPH, IN_NODE, IN_EDGE, IN_DATA } Inside;

typedef struct {
  const char *name;
  xmlParserCtxt *parser;
  GError *error; /* the first one */
  Witness *witness;
  int graph_line; /* 0: none yet */
  gboolean has_kind;
  GHashTable *keys;  /* char* id to Key* */
  GHashTable *nodes; /* char* id to index + 1 */
  GArray *ends;      /* Ends, by edge */
  GArray *texts;     /* NodeText, by node */
  Inside inside[MAX_DEPTH];
  guint depth;
  Key *key;    /* of the <key> or <data> that is open */
  Owner owner; /* of the <data> that is open */
  gboolean reads_text;
  GString *text;
  gsize copied;
} Reader;

/* ---- errors ---- */

static void fail_at(Reader *r, int line, WitnessErrorCode code, const char *format, ...) G_GNUC_PRINTF(4, 5);
static void fail_at(Reader *r, int line, WitnessErrorCode code, const char *format, ...) {
  if (r->error) return;
  va_list args;
  va_start(args, format);
  g_autofree char *message = g_strdup_vprintf(format, args);
  va_end(args);
  g_autofree char *valid = g_utf8_make_valid(message, -1);
  for (char *c = valid; *c; c++) /* what is cited of the file may break lines */
    if (g_ascii_iscntrl(*c)) *c = ' ';
  g_set_error(&r->error, ACF_WITNESS_ERROR, code, "%s:%d: %s", r->name, MAX(line, 1), valid);
  xmlStopParser(r->parser);
}

#define malformed(r, ...) fail_at(r, xmlSAX2GetLineNumber((r)->parser), WITNESS_ERROR_MALFORMED, __VA_ARGS__)

/* The parser's own complaints; what it only warns of is no fault. */
static void on_error(void *data, const xmlError *e) {
  Reader *r = (Reader *)data;
  if (e->level < XML_ERR_ERROR || e->domain == XML_FROM_NAMESPACE) return;
  gboolean cut = e->code == XML_ERR_DOCUMENT_END && r->depth > 0;
  g_autofree char *message = g_strdup(cut          ? "it ends too early"
                                      : e->message ? e->message
                                                   : "not well-formed");
  message[strcspn(message, "\n")] = 0; /* the rest shows bytes */
  fail_at(r, e->line, WITNESS_ERROR_MALFORMED, "not XML: %s", message);
}

static void on_document_type(void *data, const xmlChar *name, const xmlChar *id, const xmlChar *system) {
  malformed((Reader *)data, "a witness has no document type (DTD)");
}

/* ---- values ---- */

static gboolean parse_flag(Reader *r, const Attribute *a, const char *value) {
  if (g_str_equal(value, "true")) return TRUE;
  if (!g_str_equal(value, "false")) malformed(r, "%s is neither true nor false: '%.40s'", a->name, value);
  return FALSE;
}

/* A number from 0; tools write -1 for a place that they do not know. */
static gint64 parse_number(Reader *r, const Attribute *a, const char *value, gint64 most) {
  guint64 n;
  if (g_str_equal(value, "-1")) return -1;
  if (g_ascii_string_to_unsigned(value, 10, 0, (guint64)most, &n, NULL)) return (gint64)n;
  malformed(r, "%s is not a number of a place: '%.40s'", a->name, value);
  return -1;
}

static void set_kind(Reader *r, const char *value) {
  r->has_kind = TRUE;
  if (g_str_equal(value, "violation_witness") || g_str_equal(value, "FALSE"))
    r->witness->kind = WITNESS_VIOLATION;
  else if (g_str_equal(value, "correctness_witness") || g_str_equal(value, "TRUE"))
    r->witness->kind = WITNESS_CORRECTNESS;
  else
    malformed(r, "unknown witness-type '%.40s': neither violation_witness nor correctness_witness", value);
}

static void set_node_type(WitnessNode *n, const char *value) {
  if (g_str_equal(value, "entry")) n->entry = TRUE;
  if (g_str_equal(value, "violation") || g_str_equal(value, "error")) n->violation = TRUE;
  if (g_str_equal(value, "sink")) n->sink = TRUE;
}

static void set_control(Reader *r, WitnessControl *control, const char *value) {
  if (g_str_equal(value, "condition-true"))
    *control = CONTROL_TRUE;
  else if (g_str_equal(value, "condition-false"))
    *control = CONTROL_FALSE;
  else
    malformed(r, "control is neither condition-true nor condition-false: '%.40s'", value);
}

static void set_text(char **place, const char *value) {
  g_free(*place);
  *place = *value ? g_strdup(value) : NULL;
}

/* Gives the element of an owner, which is the newest of its kind, the value of an attribute. */
static void assign(Reader *r, const Attribute *a, const char *text) {
  g_autofree char *value = g_strstrip(g_strdup(text));
  Witness *w = r->witness;
  gpointer owner = a->owner == OWNER_GRAPH  ? (gpointer)w
                   : a->owner == OWNER_NODE ? w->nodes->pdata[w->nodes->len - 1]
                                            : w->edges->pdata[w->edges->len - 1];
  gpointer place = G_STRUCT_MEMBER_P(owner, a->place);
  switch (a->meaning) {
  case IS_TEXT: set_text((char **)place, value); break;
  case IS_LINE: *(guint *)place = (guint)MAX(parse_number(r, a, value, G_MAXINT32), 0); break;
  case IS_OFFSET: *(gint64 *)place = parse_number(r, a, value, G_MAXINT32); break;
  case IS_FLAG: *(gboolean *)place = parse_flag(r, a, value); break;
  case IS_TYPE: set_kind(r, value); break;
  case IS_NODE_TYPE: set_node_type((WitnessNode *)owner, value); break;
  case IS_CONTROL: set_control(r, (WitnessControl *)place, value); break;
  case IS_NEGATED:
    if (parse_flag(r, a, value)) *(WitnessControl *)place = CONTROL_FALSE;
    break;
  case IS_INVARIANT:
    set_text(&g_array_index(r->texts, NodeText, w->nodes->len - 1).text[a->place], value);
    break;
  }
}

/* ---- keys ---- */

static const Attribute *find_attribute(const char *name) {
  for (guint i = 0; i < G_N_ELEMENTS(attributes); i++) {
    const Attribute *a = &attributes[i];
    if (g_ascii_strcasecmp(a->name, name) == 0) return a;
    if (a->other_name && g_ascii_strcasecmp(a->other_name, name) == 0) return a;
  }
  return NULL;
}

static void key_free(gpointer data) {
  Key *k = (Key *)data;
  g_free(k->value);
  g_free(k);
}

/* Keys may be left undeclared: their name is then what they are. */
static Key *find_key(Reader *r, const char *id) {
  Key *k = (Key *)g_hash_table_lookup(r->keys, id);
  if (k) return k;
  k = g_new0(Key, 1);
  k->attribute = find_attribute(id);
  g_hash_table_insert(r->keys, g_strdup(id), k);
  return k;
}

static void start_key(Reader *r, const char *id, const char *name) {
  if (!id) {
    malformed(r, "a <key> without id");
    return;
  }
  Key *k = find_key(r, id);
  const Attribute *a = name ? find_attribute(name) : NULL;
  if (a) k->attribute = a;
  r->key = k;
}

/* A new element has the defaults of its keys.  They repeat with every element: together they are bounded. */
static void assign_defaults(Reader *r, Owner owner) {
  GHashTableIter i;
  gpointer value;
  g_hash_table_iter_init(&i, r->keys);
  while (g_hash_table_iter_next(&i, NULL, &value)) {
    const Key *k = (const Key *)value;
    if (!k->value || !k->attribute || k->attribute->owner != owner) continue;
    r->copied += strlen(k->value);
    if (r->copied > limits.witness_copied_bytes) {
      fail_at(r, xmlSAX2GetLineNumber(r->parser), WITNESS_ERROR_TOO_LARGE, "too many defaults");
      return;
    }
    assign(r, k->attribute, k->value);
  }
}

/* ---- elements ---- */

static void start_graph(Reader *r) {
  if (r->graph_line) malformed(r, "more than one <graph>");
  r->graph_line = xmlSAX2GetLineNumber(r->parser);
  assign_defaults(r, OWNER_GRAPH);
}

static void start_node(Reader *r, const char *id) {
  if (!id)
    malformed(r, "a <node> without id");
  else if (g_hash_table_contains(r->nodes, id))
    malformed(r, "two nodes have the id '%.80s'", id);
  if (r->error) return;
  NodeText none = {{NULL, NULL}};
  witness_add_node(r->witness, id);
  g_array_append_val(r->texts, none);
  g_hash_table_insert(r->nodes, g_strdup(id), GUINT_TO_POINTER(r->witness->nodes->len));
  assign_defaults(r, OWNER_NODE);
}

static void start_edge(Reader *r, const char *from, const char *to) {
  if (!from || !to) {
    malformed(r, "an <edge> without %s", from ? "target" : "source");
    return;
  }
  Ends ends = {g_strdup(from), g_strdup(to), xmlSAX2GetLineNumber(r->parser)};
  g_array_append_val(r->ends, ends);
  witness_add_edge(r->witness, 0, 0);
  assign_defaults(r, OWNER_EDGE);
}

/* Text matters in the <data> of a known key that belongs to the element around it, and in <default>. */
static void start_data(Reader *r, Owner owner, const char *id) {
  if (!id) {
    malformed(r, "a <data> without key");
    return;
  }
  r->key = find_key(r, id);
  r->reads_text = r->key->attribute && r->key->attribute->owner == owner;
  g_string_truncate(r->text, 0);
}

typedef struct {
  const char *id, *name, *from, *to, *key; /* of the attributes that matter */
} Given;

static Inside start(Reader *r, Inside around, const char *element, const Given *g) {
  if (around == IN_OTHER && r->depth == 0 && g_str_equal(element, "graphml")) return IN_GRAPHML;
  if (r->depth == 0) malformed(r, "not GraphML: the document is a <%.40s>", element);
  if (around == IN_GRAPHML && g_str_equal(element, "key")) return start_key(r, g->id, g->name), IN_KEY;
  if (around == IN_GRAPHML && g_str_equal(element, "graph")) return start_graph(r), IN_GRAPH;
  if (around == IN_KEY && g_str_equal(element, "default")) {
    r->reads_text = TRUE;
    g_string_truncate(r->text, 0);
    return IN_DEFAULT;
  }
  if (around == IN_GRAPH && g_str_equal(element, "node")) return start_node(r, g->id), IN_NODE;
  if (around == IN_GRAPH && g_str_equal(element, "edge")) return start_edge(r, g->from, g->to), IN_EDGE;
  if (!g_str_equal(element, "data")) return IN_OTHER;
  if (around == IN_GRAPH) return start_data(r, OWNER_GRAPH, g->key), IN_DATA;
  if (around == IN_NODE) return start_data(r, OWNER_NODE, g->key), IN_DATA;
  if (around == IN_EDGE) return start_data(r, OWNER_EDGE, g->key), IN_DATA;
  return IN_OTHER;
}

/* Attributes come as five pointers each: name, prefix, namespace, value and its end. */
static void on_start(void *data, const xmlChar *element, const xmlChar *prefix, const xmlChar *uri,
                     int n_spaces, const xmlChar **spaces, int n, int n_defaulted, const xmlChar **given) {
  static const char *const names[] = {"id", "attr.name", "source", "target", "key"};
  Reader *r = (Reader *)data;
  char *values[G_N_ELEMENTS(names)] = {NULL};
  if (r->error) return;
  if (r->depth == MAX_DEPTH) {
    malformed(r, "elements are nested deeper than %d", MAX_DEPTH);
    return;
  }
  for (int i = 0; i < n; i++)
    for (guint k = 0; k < G_N_ELEMENTS(names); k++)
      if (!values[k] && g_str_equal((const char *)given[5 * i], names[k]))
        values[k] = g_strndup((const char *)given[5 * i + 3], given[5 * i + 4] - given[5 * i + 3]);
  Given g = {values[0], values[1], values[2], values[3], values[4]};
  Inside around = r->depth ? r->inside[r->depth - 1] : IN_OTHER;
  Inside now = start(r, around, (const char *)element, &g);
  r->inside[r->depth++] = now;
  for (guint k = 0; k < G_N_ELEMENTS(names); k++) g_free(values[k]);
}

static void on_end(void *data, const xmlChar *element, const xmlChar *prefix, const xmlChar *uri) {
  Reader *r = (Reader *)data;
  if (r->error || r->depth == 0) return;
  Inside was = r->inside[--r->depth];
  if (was == IN_DATA && r->reads_text) assign(r, r->key->attribute, r->text->str);
  if (was == IN_DEFAULT) {
    g_free(r->key->value);
    r->key->value = g_strdup(r->text->str);
  }
  if (was == IN_DATA || was == IN_DEFAULT) r->reads_text = FALSE;
}

static void on_text(void *data, const xmlChar *text, int n) {
  Reader *r = (Reader *)data;
  if (r->reads_text && !r->error) g_string_append_len(r->text, (const char *)text, n);
}

/* ---- the whole ---- */

static void check_entry(Reader *r) {
  guint n = 0;
  for (guint i = 0; i < r->witness->nodes->len; i++)
    n += ((const WitnessNode *)r->witness->nodes->pdata[i])->entry;
  if (n != 1)
    fail_at(r, r->graph_line, WITNESS_ERROR_MALFORMED, n ? "more than one entry node" : "no entry node");
}

static void connect_edges(Reader *r) {
  for (guint i = 0; i < r->ends->len && !r->error; i++) {
    const Ends *ends = &g_array_index(r->ends, Ends, i);
    WitnessEdge *e = (WitnessEdge *)r->witness->edges->pdata[i];
    guint from = GPOINTER_TO_UINT(g_hash_table_lookup(r->nodes, ends->from));
    guint to = GPOINTER_TO_UINT(g_hash_table_lookup(r->nodes, ends->to));
    if (!from || !to)
      fail_at(r, ends->line, WITNESS_ERROR_MALFORMED, "an edge %s '%.80s', which is no node",
              from ? "to" : "from", from ? ends->to : ends->from);
    e->from = from - 1;
    e->to = to - 1;
  }
}

/* Some tools do not say which kind it is: only a violation is led to. */
static void guess_kind(Reader *r) {
  r->witness->kind = WITNESS_CORRECTNESS;
  for (guint i = 0; i < r->witness->nodes->len; i++)
    if (((const WitnessNode *)r->witness->nodes->pdata[i])->violation) r->witness->kind = WITNESS_VIOLATION;
}

static void finish(Reader *r) {
  if (!r->graph_line) malformed(r, "there is no <graph>");
  if (!r->error) check_entry(r);
  if (!r->error) connect_edges(r);
  if (r->error) return;
  if (!r->has_kind) guess_kind(r);
  if (r->witness->kind == WITNESS_CORRECTNESS)
    graphml_place_invariants(r->witness, (const NodeText *)r->texts->data);
}

static void ends_clear(gpointer data) {
  g_free(((Ends *)data)->from);
  g_free(((Ends *)data)->to);
}

static void texts_clear(gpointer data) {
  g_free(((NodeText *)data)->text[0]);
  g_free(((NodeText *)data)->text[1]);
}

static void parse(Reader *r, const char *bytes, gsize size) {
  xmlSAXHandler sax = {.initialized = XML_SAX2_MAGIC,
                       .startElementNs = on_start,
                       .endElementNs = on_end,
                       .characters = on_text,
                       .ignorableWhitespace = on_text,
                       .cdataBlock = on_text,
                       .internalSubset = on_document_type,
                       .serror = (xmlStructuredErrorFunc)on_error};
  r->parser = xmlCreatePushParserCtxt(&sax, r, NULL, 0, r->name);
  xmlCtxtUseOptions(r->parser, XML_PARSE_NONET);
  for (gsize at = 0; at < size && !r->error; at += CHUNK)
    xmlParseChunk(r->parser, bytes + at, (int)MIN(CHUNK, size - at), 0);
  if (!r->error) xmlParseChunk(r->parser, NULL, 0, 1);
  if (!r->error && !r->parser->wellFormed) malformed(r, "not well-formed XML");
  if (!r->error) finish(r);
  xmlFreeDoc(r->parser->myDoc);
  xmlFreeParserCtxt(r->parser);
}

Witness *graphml_read(const char *name, const char *bytes, gsize size, GError **error) {
  Reader r = {.name = name, .witness = witness_new(WITNESS_VIOLATION)};
  r.keys = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, key_free);
  r.nodes = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  r.ends = g_array_new(FALSE, FALSE, sizeof(Ends));
  r.texts = g_array_new(FALSE, FALSE, sizeof(NodeText));
  r.text = g_string_new(NULL);
  g_array_set_clear_func(r.ends, ends_clear);
  g_array_set_clear_func(r.texts, texts_clear);
  parse(&r, bytes, size);
  g_hash_table_unref(r.keys);
  g_hash_table_unref(r.nodes);
  g_array_unref(r.ends);
  g_array_unref(r.texts);
  g_string_free(r.text, TRUE);
  if (!r.error) return r.witness;
  witness_free(r.witness);
  g_propagate_error(error, r.error);
  return NULL;
}
