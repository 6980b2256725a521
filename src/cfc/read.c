/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading a CFC from JSON. */
#include "cfc/read.h"
#include "cfc/claims.h"
#include "ir/print.h"
#include "ir/scanned.h"
#include "formula/read-smt2.h"
#include "cfc/read-automaton.h"
#include "cfc/read-files.h"
#include "cfc/read-json.h"
#include "cfc/read-inputs.h"
#include "cfc/read-statistics.h"

typedef struct {
  Cfc *cfc;
  Program *program;
  GHashTable *inputs; /* symbol -> Term* */
  AutomatonReading automaton;
} Reading;

static const Term *lookup(const char *name, gpointer inputs) { return g_hash_table_lookup(inputs, name); }

static gboolean read_input(Reading *r, JsonObject *o, GError **error) {
  if (json_object_has_member(o, "relative")) return import_error(error, "\"relative\" is for inputs of an automaton");
  const Term *input = import_input(r->program, o, error);
  if (!input) return FALSE;
  const char *symbol = json_object_get_string_member(o, "symbol");
  if (g_hash_table_contains(r->inputs, symbol)) return import_error(error, "'%s' is declared twice", symbol);
  g_hash_table_insert(r->inputs, g_strdup(symbol), (gpointer)input);
  g_ptr_array_add(r->cfc->inputs, (gpointer)input);
  return TRUE;
}

/* Names come last: they depend on all sites. */
static gboolean name_inputs(Reading *r, JsonArray *inputs, GError **error) {
  for (guint i = 0; i < r->cfc->inputs->len; i++) {
    const char *name;
    if (!import_string(json_array_get_object_element(inputs, i), "name", &name, error)) return FALSE;
    import_name_input(r->program, r->cfc->inputs->pdata[i], name);
  }
  return TRUE;
}

static gboolean read_inputs(Reading *r, JsonObject *root, GError **error) {
  JsonArray *inputs;
  if (!import_array(root, "inputs", &inputs, error)) return FALSE;
  for (guint i = 0; i < json_array_get_length(inputs); i++) {
    JsonObject *o = import_object(inputs, i, "input", error);
    if (!o) return FALSE;
    if (!read_input(r, o, error)) {
      g_prefix_error(error, "input %u: ", i + 1);
      return FALSE;
    }
  }
  return import_automaton_inputs(&r->automaton, r->program, error) && name_inputs(r, inputs, error) &&
         import_automaton_names(&r->automaton, r->program, error);
}

static const Term *read_formula(Reading *r, JsonObject *o, const char *name, GError **error) {
  const char *text;
  if (!import_string(o, name, &text, error)) return NULL;
  const Term *t = smt2_read_formula(text, lookup, r->inputs, error);
  if (!t) g_prefix_error(error, "%s: ", name);
  return t;
}

static gboolean read_example(Reading *r, Partition *p, JsonObject *o, GError **error) {
  Model *m = model_new();
  g_ptr_array_add(p->examples, m);
  g_autoptr(GList) symbols = json_object_get_members(o);
  for (GList *l = symbols; l; l = l->next) {
    const Term *input = g_hash_table_lookup(r->inputs, l->data);
    JsonNode *n = json_object_get_member(o, l->data);
    if (!input) return import_error(error, "'%s' is not a declared input", (char *)l->data);
    if (!JSON_NODE_HOLDS_VALUE(n) || json_node_get_value_type(n) != G_TYPE_INT64)
      return import_error(error, "'%s' has a value that is no whole number", (char *)l->data);
    const guint64 value = (guint64)json_node_get_int(n); /* beyond 2^63 it is kept modulo 2^64 */
    if (value > term_mask(input->width))
      return import_error(error, "'%s' has a value of more than %u bits", (char *)l->data, input->width);
    model_set(m, input, value);
  }
  return TRUE;
}

static gboolean read_examples(Reading *r, Partition *p, JsonObject *o, GError **error) {
  JsonArray *examples;
  if (!json_object_has_member(o, "examples")) return TRUE;
  if (!import_array(o, "examples", &examples, error)) return FALSE;
  for (guint i = 0; i < json_array_get_length(examples); i++) {
    JsonObject *e = import_object(examples, i, "example", error);
    if (!e) return FALSE;
    if (!read_example(r, p, e, error)) {
      g_prefix_error(error, "example %u: ", i + 1);
      return FALSE;
    }
  }
  return TRUE;
}

static gboolean read_errors(const Property *property, Partition *p, JsonObject *o, GError **error) {
  JsonArray *errors;
  if (!json_object_has_member(o, "errors")) return TRUE;
  if (!import_array(o, "errors", &errors, error)) return FALSE;
  for (guint i = 0; i < json_array_get_length(errors); i++) {
    JsonObject *e = import_object(errors, i, "error", error);
    Failure f;
    if (!e || !import_failure(property, e, &f, error)) return FALSE;
    g_array_append_val(p->errors, f);
  }
  return TRUE;
}

static gboolean read_partition(Reading *r, JsonObject *o, GError **error) {
  const Term *upper = read_formula(r, o, "upper", error),
             *lower = upper ? read_formula(r, o, "lower", error) : NULL;
  if (!lower) return FALSE;
  Partition *p = partition_new(upper, lower);
  g_ptr_array_add(r->cfc->partitions, p);
  gboolean certain = TRUE; /* of a file that does not say it the verdict does */
  if (!import_bool(o, "exact", &p->exact, error) ||
      (json_object_has_member(o, "certain") && !import_bool(o, "certain", &certain, error)))
    return FALSE;
  p->doubtful = !certain;
  const char *reason;
  if (json_object_has_member(o, "reason")) {
    if (!import_string(o, "reason", &reason, error)) return FALSE;
    p->reason = g_strdup(reason);
  }
  return read_examples(r, p, o, error) && read_errors(r->program->property, p, o, error);
}

static gboolean read_partitions(Reading *r, JsonObject *root, GError **error) {
  JsonArray *partitions;
  if (!import_array(root, "partitions", &partitions, error)) return FALSE;
  for (guint i = 0; i < json_array_get_length(partitions); i++) {
    JsonObject *o = import_object(partitions, i, "partition", error);
    if (!o) return FALSE;
    if (!read_partition(r, o, error)) {
      g_prefix_error(error, "partition %u: ", i + 1);
      return FALSE;
    }
  }
  return TRUE;
}

/* What running the program takes; files of earlier versions lack it. */
static gboolean read_objects(Program *p, JsonObject *root, GError **error) {
  if (!json_object_has_member(root, "external_objects")) return TRUE;
  JsonNode *n = json_object_get_member(root, "external_objects");
  if (!JSON_NODE_HOLDS_OBJECT(n)) return import_error(error, "\"external_objects\" is no object");
  JsonObject *objects = json_node_get_object(n);
  g_autoptr(GList) names = json_object_get_members(objects);
  for (GList *l = names; l; l = l->next) {
    guint size;
    if (!import_identifier(l->data, error) || !import_number(objects, l->data, 0, G_MAXINT, &size, error))
      return FALSE;
    program_add_global(p, l->data, size)->external = TRUE;
  }
  return TRUE;
}

/* NULL with error; empty where the file has no such member. */
static char **read_names(JsonObject *root, const char *member, GError **error) {
  JsonArray *names;
  g_autoptr(GStrvBuilder) all = g_strv_builder_new();
  if (!json_object_has_member(root, member)) return g_strv_builder_end(all);
  if (!import_array(root, member, &names, error)) return NULL;
  for (guint i = 0; i < json_array_get_length(names); i++) {
    JsonNode *n = json_array_get_element(names, i);
    const char *name = JSON_NODE_HOLDS_VALUE(n) ? json_node_get_string(n) : NULL;
    if (!name) import_error(error, "\"%s\" has a member that is no string", member);
    if (!name || !import_identifier(name, error)) return NULL;
    g_strv_builder_add(all, name);
  }
  return g_strv_builder_end(all);
}

/* What the question was restricted to: kinds of failures, and a place. */
static gboolean read_only(Property *p, JsonObject *root, GError **error) {
  if (json_object_has_member(root, "only")) {
    JsonArray *names;
    guint only = 0;
    if (!import_array(root, "only", &names, error)) return FALSE;
    for (guint i = 0; i < json_array_get_length(names); i++) {
      JsonNode *n = json_array_get_element(names, i);
      FailureKind kind;
      if (!JSON_NODE_HOLDS_VALUE(n) || !failure_find(json_node_get_string(n) ? json_node_get_string(n) : "", &kind))
        return import_error(error, "\"only\" has a member that is no kind of failure");
      only |= 1u << kind;
    }
    property_set_failures(p, only);
  }
  if (!json_object_has_member(root, "at")) return TRUE;
  const char *file;
  guint line;
  JsonNode *at = json_object_get_member(root, "at");
  if (!JSON_NODE_HOLDS_OBJECT(at)) return import_error(error, "\"at\" is no object");
  if (!import_string(json_node_get_object(at), "file", &file, error) ||
      !import_number(json_node_get_object(at), "line", 1, G_MAXINT, &line, error))
    return FALSE;
  property_set_place(p, file, line);
  return TRUE;
}

/* The property as a whole.  Files of earlier versions lack all but its name. */
static Property *read_property(JsonObject *root, GError **error) {
  const char *name, *entry = NULL;
  if (!import_string(root, "property", &name, error)) return NULL;
  g_autoptr(Property) named = property_named(name);
  if (!named) {
    g_autofree char *known = property_names();
    import_error(error, "\"property\": '%.40s' is not known (known: %s)", name, known);
    return NULL;
  }
  if (json_object_has_member(root, "entry") &&
      (!import_string(root, "entry", &entry, error) || !import_identifier(entry, error)))
    return NULL;
  g_auto(GStrv) errors = read_names(root, "error_functions", error);
  if (!errors) return NULL;
  if (!*errors && json_object_has_member(root, "error_functions")) {
    import_error(error, "\"error_functions\" is empty");
    return NULL;
  }
  Property *p = property_new(named->kind, entry, *errors ? (const char *const *)errors : NULL);
  p->kinds = named->kinds;
  p->failures = named->failures;
  if (read_only(p, root, error)) return p;
  property_free(p);
  return NULL;
}

static gboolean read_functions(Program *p, JsonObject *root, GError **error) {
  g_auto(GStrv) external = read_names(root, "external_functions", error);
  if (!external) return FALSE;
  for (char **f = external; *f; f++) program_add_external(p, *f);
  return TRUE;
}

/* The formats that the calls of scanf have one after the other. */
static gboolean read_scan_order(Program *p, JsonObject *root, GError **error) {
  guint again;
  JsonArray *formats;
  JsonNode *n = json_object_get_member(root, "scanf");
  if (!n) return TRUE;
  if (!JSON_NODE_HOLDS_OBJECT(n)) return import_error(error, "\"scanf\" is no object");
  JsonObject *from = json_node_get_object(n);
  if (!import_array(from, "formats", &formats, error) ||
      !import_number(from, "again", 0, json_array_get_length(formats), &again, error))
    return FALSE;
  g_autoptr(GPtrArray) order = g_ptr_array_new();
  for (guint i = 0; i < json_array_get_length(formats); i++) {
    JsonNode *format = json_array_get_element(formats, i);
    const char *text = JSON_NODE_HOLDS_VALUE(format) ? json_node_get_string(format) : NULL;
    if (!text) return import_error(error, "\"formats\" has a member that is no string");
    g_ptr_array_add(order, (gpointer)g_intern_string(text));
  }
  program_set_scan_order(p, g_steal_pointer(&order), again);
  return TRUE;
}

static gboolean read_program(Cfc *c, JsonObject *root, GError **error) {
  Program *p = (Program *)c->program;
  const char *hash, *nothing;
  if (json_object_has_member(root, "program_hash")) {
    if (!import_string(root, "program_hash", &hash, error)) return FALSE;
    p->hash = g_strdup(hash);
  }
  if (json_object_has_member(root, "entry")) p->entry = program_add_function(p, p->property->entry)->id;
  const char *driver;
  if (json_object_has_member(root, "driver")) {
    if (!import_string(root, "driver", &driver, error)) return FALSE;
    p->driver = g_strdup(driver);
  }
  if (json_object_has_member(root, "nothing_can_fail")) {
    if (!import_string(root, "nothing_can_fail", &nothing, error)) return FALSE;
    p->nothing_fails = g_strdup(nothing);
  }
  return import_files(p, root, error) && input_bounds_read(root, &p->bounds, error) && read_scan_order(p, root, error) &&
         read_functions(p, root, error) &&
         read_objects(p, root, error);
}

static gboolean read_guard(Cfc *c, JsonObject *root, GError **error) {
  if (!json_object_has_member(root, "guard")) return TRUE;
  JsonNode *n = json_object_get_member(root, "guard");
  if (!JSON_NODE_HOLDS_OBJECT(n)) return import_error(error, "\"guard\" is no object");
  JsonObject *o = json_node_get_object(n);
  const char *reason, *file, *condition;
  if (json_object_has_member(o, "reason")) {
    if (!import_string(o, "reason", &reason, error)) return FALSE;
    c->guard_reason = g_strdup(reason);
    return TRUE;
  }
  if (!import_string(o, "file", &file, error) ||
      !import_number(o, "line", 1, G_MAXINT, &c->guard_after.line, error) ||
      !import_number(o, "column", 1, G_MAXINT, &c->guard_after.column, error) ||
      !import_string(o, "condition", &condition, error))
    return FALSE;
  c->guard_after.file = g_intern_string(file);
  c->guard_condition = g_strdup(condition);
  return TRUE;
}

static gboolean read_texts(JsonObject *root, const char *name, GPtrArray *texts, GError **error) {
  JsonArray *a;
  if (!json_object_has_member(root, name)) return TRUE;
  if (!import_array(root, name, &a, error)) return FALSE;
  for (guint i = 0; i < json_array_get_length(a); i++) {
    JsonNode *n = json_array_get_element(a, i);
    if (!JSON_NODE_HOLDS_VALUE(n) || json_node_get_value_type(n) != G_TYPE_STRING)
      return import_error(error, "\"%s\" has a member that is no string", name);
    g_ptr_array_add(texts, g_strdup(json_node_get_string(n)));
  }
  return TRUE;
}

/* The program as far as the file knows it, and the CFC without its inputs and partitions. */
static Cfc *read_header(JsonObject *root, GError **error) {
  const char *format, *path, *model, *overflow = "wrap";
  guint version;
  if (!import_string(root, "format", &format, error)) return NULL;
  if (!g_str_equal(format, "acf-cfc")) {
    import_error(error, "\"format\" is '%s', not 'acf-cfc'", format);
    return NULL;
  }
  if (!import_number(root, "format_version", 1, 1, &version, error) ||
      !import_string(root, "program", &path, error) || !import_string(root, "data_model", &model, error) ||
      (json_object_has_member(root, "overflow") && !import_string(root, "overflow", &overflow, error)))
    return NULL;
  const gboolean lp64 = g_str_equal(model, "LP64");
  if (!lp64 && !g_str_equal(model, "ILP32")) {
    import_error(error, "\"data_model\" is '%s', neither ILP32 nor LP64", model);
    return NULL;
  }
  Property *property = read_property(root, error);
  if (!property) return NULL;
  Program *p = program_new(path, lp64 ? 64 : 32);
  p->no_overflow = g_str_equal(overflow, "none");
  property_free(p->property);
  p->property = property;
  return cfc_new(p);
}

/* A verdict that the partitions contradict; lowers that may have no point make it unknown. */
static gboolean read_verdict(Cfc *c, JsonObject *root, GError **error) {
  const char *verdict;
  if (!import_string(root, "verdict", &verdict, error)) return FALSE;
  if (g_str_equal(verdict, "unknown"))
    for (guint i = 0; i < c->partitions->len; i++) ((Partition *)c->partitions->pdata[i])->doubtful = TRUE;
  if (!g_str_equal(verdict, verdict_name(cfc_verdict(c))))
    return import_error(error, "\"verdict\" is '%s', but the partitions say '%s'", verdict,
                        verdict_name(cfc_verdict(c)));
  gboolean exact = claims_characterized(c);
  if (json_object_has_member(root, "exact") && !import_bool(root, "exact", &exact, error)) return FALSE;
  if (exact != claims_characterized(c))
    return import_error(error, "\"exact\" is %s, but the partitions%s say otherwise", exact ? "true" : "false",
                        c->automaton ? " and the automaton" : "");
  if (json_object_has_member(root, "interrupted"))
    return import_bool(root, "interrupted", &c->interrupted, error);
  return TRUE;
}

static Cfc *read_root(JsonNode *node, GError **error) {
  if (!node || !JSON_NODE_HOLDS_OBJECT(node)) {
    import_error(error, "not a JSON object");
    return NULL;
  }
  JsonObject *root = json_node_get_object(node);
  g_autoptr(Cfc) c = read_header(root, error);
  if (!c) return NULL;
  g_autoptr(GHashTable) inputs = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  Reading r = {.cfc = c, .program = (Program *)c->program, .inputs = inputs};
  const gboolean good = automaton_reading_begin(&r.automaton, root, error) && read_program(c, root, error) &&
                        read_inputs(&r, root, error) && read_partitions(&r, root, error) &&
                        import_automaton(&r.automaton, c, error) && read_guard(c, root, error) &&
                        read_texts(root, "assumptions", c->program->assumptions, error) &&
                        read_texts(root, "notes", c->notes, error) && read_verdict(c, root, error);
  automaton_reading_clear(&r.automaton);
  if (!good) return NULL;
  import_statistics(c, root);
  import_timeline(c, root);
  import_count(c, root);
  return g_steal_pointer(&c);
}

Cfc *cfc_read(const char *path, GError **error) {
  g_autoptr(JsonParser) parser = import_json(path, error);
  if (!parser) return NULL;
  Cfc *c = read_root(json_parser_get_root(parser), error);
  if (!c) g_prefix_error(error, "%s: ", path);
  if (!c && error)
    g_strchomp(g_strdelimit((*error)->message, "\r\n", ' ')); /* what it quotes may have lines */
  return c;
}

void cfc_read_free(Cfc *c) {
  if (!c) return;
  Program *p = (Program *)c->program;
  cfc_free(c);
  program_free(p);
}

/* The first occurrence of an input of the automaton. */
static const Term *find_first(const Cfc *c, const char *name) {
  for (guint i = 0; c->automaton && i < c->automaton->edges->len; i++) {
    g_autoptr(GPtrArray) inputs = term_inputs(((const FailureEdge *)c->automaton->edges->pdata[i])->guard);
    for (guint k = 0; k < inputs->len; k++) {
      InputKey key = input_key_unpack(((const Term *)inputs->pdata[k])->param);
      key.occurrence = 1;
      const Term *first = term_input(key, ((const Term *)inputs->pdata[k])->width);
      g_autofree char *symbol = input_symbol(c->program, first), *short_name = input_short_name(c->program, first);
      if (g_str_equal(name, symbol) || g_str_equal(name, short_name)) return first;
    }
  }
  return NULL;
}

const Term *cfc_find_input(const Cfc *c, const char *name) {
  for (guint i = 0; i < c->inputs->len; i++) {
    const Term *input = c->inputs->pdata[i];
    g_autofree char *symbol = input_symbol(c->program, input),
                    *short_name = input_short_name(c->program, input);
    if (g_str_equal(name, symbol) || g_str_equal(name, short_name)) return input;
  }
  return find_first(c, name);
}
