/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Witnesses as YAML, format 2.0 of SV-COMP.  libyaml's emitter does the quoting. */
#include "witness/text.h"
#include "witness/witness.h"
#include <string.h>
#include <yaml.h>

/* ---- events ---- */

static int append(void *out, unsigned char *bytes, size_t size) {
  g_string_append_len((GString *)out, (const char *)bytes, (gssize)size);
  return 1;
}

/* An event can only fail for lack of memory, or because this file makes them in a wrong order. */
static void emit(yaml_emitter_t *y, yaml_event_t *event) {
  if (!yaml_emitter_emit(y, event)) g_error("YAML is not written: %s", y->problem ? y->problem : "no memory");
}

static void scalar(yaml_emitter_t *y, const char *text, yaml_scalar_style_t style) {
  yaml_event_t event;
  g_autofree char *clean = text_for_document(text);
  yaml_scalar_event_initialize(&event, NULL, NULL, (yaml_char_t *)clean, (int)strlen(clean), 1, 1, style);
  emit(y, &event);
}

static void key(yaml_emitter_t *y, const char *name) { scalar(y, name, YAML_PLAIN_SCALAR_STYLE); }

static void start_map(yaml_emitter_t *y) {
  yaml_event_t event;
  yaml_mapping_start_event_initialize(&event, NULL, NULL, 1, YAML_BLOCK_MAPPING_STYLE);
  emit(y, &event);
}

static void end_map(yaml_emitter_t *y) {
  yaml_event_t event;
  yaml_mapping_end_event_initialize(&event);
  emit(y, &event);
}

static void start_list(yaml_emitter_t *y) {
  yaml_event_t event;
  yaml_sequence_start_event_initialize(&event, NULL, NULL, 1, YAML_BLOCK_SEQUENCE_STYLE);
  emit(y, &event);
}

static void end_list(yaml_emitter_t *y) {
  yaml_event_t event;
  yaml_sequence_end_event_initialize(&event);
  emit(y, &event);
}

/* Words of the format are plain, texts of others quoted: those may look like anything. */
static void put_word(yaml_emitter_t *y, const char *name, const char *word) {
  key(y, name);
  scalar(y, word, YAML_PLAIN_SCALAR_STYLE);
}

static void put_text(yaml_emitter_t *y, const char *name, const char *text) {
  if (!text) return;
  key(y, name);
  scalar(y, text, YAML_DOUBLE_QUOTED_SCALAR_STYLE);
}

static void put_number(yaml_emitter_t *y, const char *name, guint number) {
  g_autofree char *text = g_strdup_printf("%u", number);
  if (number) put_word(y, name, text);
}

static void open_map(yaml_emitter_t *y, const char *name) {
  key(y, name);
  start_map(y);
}

static void open_list(yaml_emitter_t *y, const char *name) {
  key(y, name);
  start_list(y);
}

/* ---- metadata ---- */

/* The last word of a producer is its version. */
static void put_producer(yaml_emitter_t *y, const char *producer) {
  const char *version = producer ? strrchr(producer, ' ') : NULL;
  g_autofree char *name = version ? g_strndup(producer, (gsize)(version - producer)) : g_strdup(producer);
  open_map(y, "producer");
  put_text(y, "name", name ? name : "unknown");
  put_text(y, "version", version ? version + 1 : name ? NULL : "unknown");
  end_map(y);
}

static void put_task(yaml_emitter_t *y, const Witness *w) {
  open_map(y, "task");
  if (w->program_file) {
    open_list(y, "input_files");
    scalar(y, w->program_file, YAML_DOUBLE_QUOTED_SCALAR_STYLE);
    end_list(y);
    open_map(y, "input_file_hashes");
    if (w->program_hash) {
      scalar(y, w->program_file, YAML_DOUBLE_QUOTED_SCALAR_STYLE);
      scalar(y, w->program_hash, YAML_DOUBLE_QUOTED_SCALAR_STYLE);
    }
    end_map(y);
  }
  put_text(y, "specification", w->specification);
  const char *architecture = w->architecture;
  if (architecture)
    put_text(y, "data_model",
             g_str_equal(architecture, "32bit")   ? "ILP32"
             : g_str_equal(architecture, "64bit") ? "LP64"
                                                  : architecture);
  put_word(y, "language", "C");
  end_map(y);
}

static void put_metadata(yaml_emitter_t *y, const Witness *w) {
  g_autofree char *uuid = g_uuid_string_random();
  open_map(y, "metadata");
  put_text(y, "format_version", "2.0");
  put_text(y, "uuid", uuid);
  put_text(y, "creation_time", w->creation_time);
  put_producer(y, w->producer);
  put_task(y, w);
  end_map(y);
}

/* ---- places ---- */

static void put_location(yaml_emitter_t *y, const Witness *w, const char *file, guint line, guint column,
                         const char *function) {
  open_map(y, "location");
  put_text(y, "file_name", file ? file : w->program_file);
  put_number(y, "line", line);
  put_number(y, "column", column);
  put_text(y, "function", function);
  end_map(y);
}

/* ---- violations ---- */

/* Which waypoint can say what the edge says; NULL: none. */
static const char *waypoint_type(const WitnessEdge *e) {
  if (!e->line) return NULL;
  if (e->target) return "target";
  if (e->control != CONTROL_NONE || e->has_case) return "branching";
  if (e->assumption) return e->return_from || e->result_function ? "function_return" : "assumption";
  if (e->enter_function) return "function_enter";
  return e->return_from ? "function_return" : NULL;
}

/* Expressions ended by semicolons as one expression. */
static char *as_expression(const char *assumption) {
  char **parts = g_strsplit(assumption, ";", -1);
  g_autoptr(GPtrArray) said = g_ptr_array_new();
  for (guint i = 0; parts[i]; i++)
    if (*g_strstrip(parts[i])) g_ptr_array_add(said, parts[i]);
  GString *all = g_string_new(said->len ? NULL : "1");
  for (guint i = 0; i < said->len; i++)
    g_string_append_printf(all, said->len == 1 ? "%s" : i ? " && (%s)" : "(%s)", (char *)said->pdata[i]);
  g_strfreev(parts);
  return g_string_free(all, FALSE);
}

static void put_constraint(yaml_emitter_t *y, const WitnessEdge *e, const char *type) {
  gboolean branching = g_str_equal(type, "branching");
  if (!branching && !e->assumption) return;
  open_map(y, "constraint");
  if (e->has_case) {
    g_autofree char *value = g_strdup_printf("%" G_GINT64_FORMAT, e->case_value);
    put_word(y, "value", value);
  } else if (branching) {
    put_word(y, "value", e->control == CONTROL_TRUE ? "true" : "false");
  } else {
    g_autofree char *expression = as_expression(e->assumption);
    put_text(y, "value", expression);
    put_word(y, "format", g_str_equal(type, "function_return") ? "acsl_expression" : "c_expression");
  }
  end_map(y);
}

static void put_waypoint(yaml_emitter_t *y, const Witness *w, const WitnessEdge *e, const char *type,
                         gboolean follow) {
  start_map(y);
  open_map(y, "waypoint");
  put_word(y, "type", type);
  put_word(y, "action", follow ? "follow" : "avoid");
  put_location(y, w, e->file, e->line, e->column, e->assumption_scope);
  put_constraint(y, e, type);
  end_map(y);
  end_map(y);
}

static gboolean leads_to_sink(const Witness *w, const WitnessEdge *e) {
  return ((const WitnessNode *)w->nodes->pdata[e->to])->sink;
}

/* The edge that is followed from a node: the first that does not lead to a sink; NULL: none. */
static const WitnessEdge *followed(const Witness *w, guint node) {
  for (guint i = 0; i < w->edges->len; i++) {
    const WitnessEdge *e = (const WitnessEdge *)w->edges->pdata[i];
    if (e->from == node && !leads_to_sink(w, e)) return e;
  }
  return NULL;
}

static void put_segment(yaml_emitter_t *y, const Witness *w, const WitnessEdge *follow, const char *type) {
  start_map(y);
  open_list(y, "segment");
  for (guint i = 0; i < w->edges->len; i++) {
    const WitnessEdge *e = (const WitnessEdge *)w->edges->pdata[i];
    const char *avoided = e->from == follow->from && leads_to_sink(w, e) ? waypoint_type(e) : NULL;
    if (avoided) put_waypoint(y, w, e, avoided, FALSE);
  }
  put_waypoint(y, w, follow, type, TRUE);
  end_list(y);
  end_map(y);
}

/* A sequence says one way: the first one of the graph, as far as it goes without coming back. */
static void put_sequence(yaml_emitter_t *y, const Witness *w) {
  guint node = 0;
  while (node < w->nodes->len && !((const WitnessNode *)w->nodes->pdata[node])->entry) node++;
  g_autofree gboolean *visited = g_new0(gboolean, w->nodes->len + 1);
  open_list(y, "content");
  while (node < w->nodes->len && !visited[node]) {
    visited[node] = TRUE;
    const WitnessEdge *e = followed(w, node);
    if (!e) break;
    node = e->to;
    gboolean last = ((const WitnessNode *)w->nodes->pdata[node])->violation;
    const char *type = last && e->line ? "target" : waypoint_type(e);
    if (type) put_segment(y, w, e, type);
  }
  end_list(y);
}

/* ---- correctness ---- */

static void put_invariants(yaml_emitter_t *y, const Witness *w) {
  open_list(y, "content");
  for (guint k = 0; k < w->invariants->len; k++) {
    const WitnessInvariant *i = (const WitnessInvariant *)w->invariants->pdata[k];
    start_map(y);
    open_map(y, "invariant");
    put_word(y, "type", i->loop ? "loop_invariant" : "location_invariant");
    put_location(y, w, i->file, i->line, i->column, i->function);
    put_text(y, "value", i->expression);
    put_word(y, "format", "c_expression");
    end_map(y);
    end_map(y);
  }
  end_list(y);
}

/* ---- the whole ---- */

static void put_entry(yaml_emitter_t *y, const Witness *w) {
  start_list(y);
  start_map(y);
  put_word(y, "entry_type", w->kind == WITNESS_VIOLATION ? "violation_sequence" : "invariant_set");
  put_metadata(y, w);
  if (w->kind == WITNESS_VIOLATION)
    put_sequence(y, w);
  else
    put_invariants(y, w);
  end_map(y);
  end_list(y);
}

char *yaml_write(const Witness *w) {
  GString *out = g_string_new(NULL);
  yaml_emitter_t y;
  yaml_event_t event;
  if (!yaml_emitter_initialize(&y)) g_error("no memory to write a witness");
  yaml_emitter_set_output(&y, append, out);
  yaml_emitter_set_width(&y, -1);
  yaml_emitter_set_unicode(&y, 1);
  yaml_stream_start_event_initialize(&event, YAML_UTF8_ENCODING);
  emit(&y, &event);
  yaml_document_start_event_initialize(&event, NULL, NULL, NULL, 1);
  emit(&y, &event);
  put_entry(&y, w);
  yaml_document_end_event_initialize(&event, 1);
  emit(&y, &event);
  yaml_stream_end_event_initialize(&event);
  emit(&y, &event);
  yaml_emitter_delete(&y);
  return g_string_free(out, FALSE);
}
