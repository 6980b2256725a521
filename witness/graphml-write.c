/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Witnesses as GraphML, format 1.0 of SV-COMP.  Every key that is used is declared.  Texts are made valid
 * UTF-8 and XML first: a name in a source file may be neither.
 *
 * The graph of a correctness witness is made from its invariants: each has a node of its own that is entered
 * from the entry node and left to it at the invariant's line. */
#include "witness/text.h"
#include "witness/witness.h"
#include <libxml/xmlwriter.h>

/* Keys by the element that they belong to; the id of each is also what it is called, unless name says
 * otherwise. */
static const struct {
  const char *id, *name, *type, *owner, *value;
} keys[] = {
    {"witness-type", NULL, "string", "graph", NULL},
    {"sourcecodelang", NULL, "string", "graph", NULL},
    {"producer", NULL, "string", "graph", NULL},
    {"specification", NULL, "string", "graph", NULL},
    {"programfile", NULL, "string", "graph", NULL},
    {"programhash", NULL, "string", "graph", NULL},
    {"architecture", NULL, "string", "graph", NULL},
    {"creationtime", NULL, "string", "graph", NULL},
    {"entry", "isEntryNode", "boolean", "node", "false"},
    {"violation", "isViolationNode", "boolean", "node", "false"},
    {"sink", "isSinkNode", "boolean", "node", "false"},
    {"invariant", NULL, "string", "node", NULL},
    {"invariant.scope", NULL, "string", "node", NULL},
    {"originfile", "originFileName", "string", "edge", NULL},
    {"startline", NULL, "int", "edge", NULL},
    {"endline", NULL, "int", "edge", NULL},
    {"startoffset", NULL, "int", "edge", NULL},
    {"endoffset", NULL, "int", "edge", NULL},
    {"control", NULL, "string", "edge", NULL},
    {"enterFunction", NULL, "string", "edge", NULL},
    {"returnFrom", "returnFromFunction", "string", "edge", NULL},
    {"enterLoopHead", NULL, "boolean", "edge", "false"},
    {"assumption", NULL, "string", "edge", NULL},
    {"assumption.scope", NULL, "string", "edge", NULL},
    {"assumption.resultfunction", NULL, "string", "edge", NULL},
    {"sourcecode", NULL, "string", "edge", NULL},
};

/* ---- elements ---- */

static void start(xmlTextWriter *x, const char *element) { xmlTextWriterStartElement(x, BAD_CAST element); }

static void end(xmlTextWriter *x) { xmlTextWriterEndElement(x); }

static void attribute(xmlTextWriter *x, const char *name, const char *text) {
  g_autofree char *clean = text_for_document(text);
  xmlTextWriterWriteAttribute(x, BAD_CAST name, BAD_CAST clean);
}

/* Nothing for a text that is absent or empty. */
static void data(xmlTextWriter *x, const char *key, const char *text) {
  if (!text || !*text) return;
  g_autofree char *clean = text_for_document(text);
  start(x, "data");
  attribute(x, "key", key);
  xmlTextWriterWriteString(x, BAD_CAST clean);
  end(x);
}

static void data_number(xmlTextWriter *x, const char *key, gint64 number) {
  g_autofree char *text = g_strdup_printf("%" G_GINT64_FORMAT, number);
  data(x, key, text);
}

static void data_flag(xmlTextWriter *x, const char *key, gboolean flag) {
  if (flag) data(x, key, "true");
}

static void declare_keys(xmlTextWriter *x) {
  for (guint i = 0; i < G_N_ELEMENTS(keys); i++) {
    start(x, "key");
    attribute(x, "id", keys[i].id);
    attribute(x, "attr.name", keys[i].name ? keys[i].name : keys[i].id);
    attribute(x, "attr.type", keys[i].type);
    attribute(x, "for", keys[i].owner);
    if (keys[i].value) xmlTextWriterWriteElement(x, BAD_CAST "default", BAD_CAST keys[i].value);
    end(x);
  }
}

static void put_metadata(xmlTextWriter *x, const Witness *w) {
  data(x, "witness-type", w->kind == WITNESS_VIOLATION ? "violation_witness" : "correctness_witness");
  data(x, "sourcecodelang", "C");
  data(x, "producer", w->producer);
  data(x, "specification", w->specification);
  data(x, "programfile", w->program_file);
  data(x, "programhash", w->program_hash);
  data(x, "architecture", w->architecture);
  data(x, "creationtime", w->creation_time);
}

/* ---- violations ---- */

/* Names as they were may not be what XML takes for one: nodes are numbered. */
static char *node_id(guint node) { return g_strdup_printf("N%u", node); }

static void start_node(xmlTextWriter *x, guint node) {
  g_autofree char *id = node_id(node);
  start(x, "node");
  attribute(x, "id", id);
}

static void start_edge(xmlTextWriter *x, guint from, guint to) {
  g_autofree char *source = node_id(from), *target = node_id(to);
  start(x, "edge");
  attribute(x, "source", source);
  attribute(x, "target", target);
}

static void put_node(xmlTextWriter *x, guint index, const WitnessNode *n) {
  start_node(x, index);
  data_flag(x, "entry", n->entry);
  data_flag(x, "violation", n->violation);
  data_flag(x, "sink", n->sink);
  end(x);
}

static void put_edge(xmlTextWriter *x, const WitnessEdge *e) {
  static const char *const control[] = {NULL, "condition-true", "condition-false"};
  start_edge(x, e->from, e->to);
  data(x, "originfile", e->file);
  if (e->line) data_number(x, "startline", e->line);
  if (e->end_line) data_number(x, "endline", e->end_line);
  if (e->offset >= 0) data_number(x, "startoffset", e->offset);
  if (e->end_offset >= 0) data_number(x, "endoffset", e->end_offset);
  data(x, "sourcecode", e->sourcecode);
  data(x, "control", control[e->control]);
  data(x, "enterFunction", e->enter_function);
  data(x, "returnFrom", e->return_from);
  data_flag(x, "enterLoopHead", e->enter_loop);
  data(x, "assumption", e->assumption);
  data(x, "assumption.scope", e->assumption_scope);
  data(x, "assumption.resultfunction", e->result_function);
  end(x);
}

static void put_violation(xmlTextWriter *x, const Witness *w) {
  for (guint i = 0; i < w->nodes->len; i++) put_node(x, i, (const WitnessNode *)w->nodes->pdata[i]);
  for (guint i = 0; i < w->edges->len; i++) put_edge(x, (const WitnessEdge *)w->edges->pdata[i]);
}

/* ---- correctness ---- */

static void put_invariant_edge(xmlTextWriter *x, guint from, guint to, const WitnessInvariant *i,
                               const char *control) {
  start_edge(x, from, to);
  data(x, "originfile", i->file);
  if (i->line) data_number(x, "startline", i->line);
  if (i->line) data_number(x, "endline", i->line);
  data(x, "control", control);
  data_flag(x, "enterLoopHead", to && i->loop);
  end(x);
}

static void put_invariants(xmlTextWriter *x, const Witness *w) {
  const WitnessNode entry = {NULL, TRUE, FALSE, FALSE};
  put_node(x, 0, &entry);
  for (guint k = 0; k < w->invariants->len; k++) {
    const WitnessInvariant *i = (const WitnessInvariant *)w->invariants->pdata[k];
    start_node(x, k + 1);
    data(x, "invariant", i->expression);
    data(x, "invariant.scope", i->function);
    end(x);
    put_invariant_edge(x, 0, k + 1, i, NULL);
    put_invariant_edge(x, k + 1, 0, i, i->loop ? "condition-true" : NULL);
    if (i->loop) put_invariant_edge(x, k + 1, 0, i, "condition-false");
  }
}

/* ---- the whole ---- */

char *graphml_write(const Witness *w) {
  xmlBuffer *buffer = xmlBufferCreate();
  xmlTextWriter *x = xmlNewTextWriterMemory(buffer, 0);
  if (!x) g_error("no memory to write a witness");
  xmlTextWriterSetIndent(x, 1);
  xmlTextWriterStartDocument(x, "1.0", "UTF-8", NULL);
  start(x, "graphml");
  attribute(x, "xmlns", "http://graphml.graphdrawing.org/xmlns");
  attribute(x, "xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance");
  declare_keys(x);
  start(x, "graph");
  attribute(x, "edgedefault", "directed");
  put_metadata(x, w);
  if (w->kind == WITNESS_VIOLATION)
    put_violation(x, w);
  else
    put_invariants(x, w);
  xmlTextWriterEndDocument(x);
  xmlFreeTextWriter(x);
  char *text = g_strdup((const char *)xmlBufferContent(buffer));
  xmlBufferFree(buffer);
  return text;
}
