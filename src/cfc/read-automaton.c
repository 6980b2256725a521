/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading a failure automaton from JSON.  The shape is checked here, what the guards claim of each other in check.c. */
#include "cfc/read-automaton.h"
#include "cfc/read-inputs.h"
#include "formula/read-smt2.h"
#include "ir/failure-fates.h"

gboolean automaton_reading_begin(AutomatonReading *r, JsonObject *root, GError **error) {
  *r = (AutomatonReading){NULL, g_hash_table_new(g_str_hash, g_str_equal), g_ptr_array_new()};
  JsonNode *n = json_object_get_member(root, "automaton");
  if (n && !JSON_NODE_HOLDS_OBJECT(n)) return import_error(error, "\"automaton\" is no object");
  r->object = n ? json_node_get_object(n) : NULL;
  return TRUE;
}

void automaton_reading_clear(AutomatonReading *r) {
  g_clear_pointer(&r->inputs, g_hash_table_unref);
  g_clear_pointer(&r->listed, g_ptr_array_unref);
}

/* ---- inputs ---- */

static gboolean read_input(AutomatonReading *r, Program *p, JsonObject *o, GError **error) {
  if (!json_object_has_member(o, "relative")) return import_error(error, "\"relative\" is missing");
  const Term *input = import_input(p, o, error);
  if (!input) return FALSE;
  const char *symbol = json_object_get_string_member(o, "symbol");
  if (!g_hash_table_insert(r->inputs, (gpointer)symbol, (gpointer)input))
    return import_error(error, "'%s' is declared twice", symbol);
  g_ptr_array_add(r->listed, (gpointer)input);
  return TRUE;
}

gboolean import_automaton_inputs(AutomatonReading *r, Program *p, GError **error) {
  JsonArray *inputs;
  if (!r->object) return TRUE;
  gboolean good = import_array(r->object, "inputs", &inputs, error);
  for (guint i = 0; good && i < json_array_get_length(inputs); i++) {
    JsonObject *o = import_object(inputs, i, "input", error);
    good = o && read_input(r, p, o, error);
    if (o && !good) g_prefix_error(error, "input %u: ", i + 1);
  }
  if (!good) g_prefix_error(error, "automaton: ");
  return good;
}

gboolean import_automaton_names(AutomatonReading *r, Program *p, GError **error) {
  JsonArray *inputs = r->object ? json_object_get_array_member(r->object, "inputs") : NULL;
  for (guint i = 0; i < r->listed->len; i++) {
    const char *name;
    if (!import_string(json_array_get_object_element(inputs, i), "name", &name, error)) return FALSE;
    import_name_input(p, (const Term *)r->listed->pdata[i], name);
  }
  return TRUE;
}

/* ---- locations ---- */

static gboolean read_place(JsonObject *o, IrLoc *loc, GError **error) {
  const char *file;
  if (!json_object_has_member(o, "file")) return TRUE;
  if (!import_string(o, "file", &file, error) || !import_number(o, "line", 0, G_MAXINT, &loc->line, error) ||
      !import_number(o, "column", 0, G_MAXINT, &loc->column, error))
    return FALSE;
  loc->file = g_intern_string(file);
  return TRUE;
}

static gboolean read_location(FailureAutomaton *a, JsonObject *o, GError **error) {
  guint id;
  const char *state = NULL;
  IrLoc loc = {0};
  gboolean never_fails = FALSE;
  if (!import_number(o, "id", 0, G_MAXINT, &id, error)) return FALSE;
  if (id != a->locations->len) return import_error(error, "\"id\" is %u, not %u", id, a->locations->len);
  if ((json_object_has_member(o, "state_c") && !import_string(o, "state_c", &state, error)) ||
      (json_object_has_member(o, "never_fails") && !import_bool(o, "never_fails", &never_fails, error)) ||
      !read_place(o, &loc, error))
    return FALSE;
  failure_automaton_add_location(a, g_strdup(state), loc)->never_fails = never_fails;
  return TRUE;
}

static gboolean read_locations(FailureAutomaton *a, JsonObject *o, GError **error) {
  JsonArray *locations;
  guint initial;
  if (!import_number(o, "initial", 0, 0, &initial, error) || !import_array(o, "locations", &locations, error)) return FALSE;
  if (json_array_get_length(locations) == 0) return import_error(error, "\"locations\" is empty");
  for (guint i = 0; i < json_array_get_length(locations); i++) {
    JsonObject *l = import_object(locations, i, "location", error);
    if (!l) return FALSE;
    if (!read_location(a, l, error)) {
      g_prefix_error(error, "location %u: ", i);
      return FALSE;
    }
  }
  return TRUE;
}

/* ---- edges ---- */

static const Term *lookup(const char *name, gpointer inputs) {
  return (const Term *)g_hash_table_lookup((GHashTable *)inputs, name);
}

static gboolean read_target(const FailureAutomaton *a, JsonObject *o, guint *to, GError **error) {
  JsonNode *n = json_object_get_member(o, "to");
  const char *name = n && JSON_NODE_HOLDS_VALUE(n) ? json_node_get_string(n) : NULL;
  if (!name)
    return import_number(o, "to", 0, G_MAXINT, to, error) &&
           (*to < a->locations->len || import_error(error, "\"to\" is %u, which is no location", *to));
  *to = g_str_equal(name, "fails") ? EDGE_FAILS : g_str_equal(name, "ends") ? EDGE_ENDS : EDGE_UNKNOWN;
  return *to != EDGE_UNKNOWN || g_str_equal(name, "unknown") ||
         import_error(error, "\"to\" is '%.40s', neither a location nor fails, ends or unknown", name);
}

/* The site of the input that the object names; else the only one of those listed at its line and column. */
static gboolean read_site(const AutomatonReading *r, const Program *p, JsonObject *o, guint *site, GError **error) {
  const char *symbol;
  guint line, column, found = 0;
  if (json_object_has_member(o, "symbol")) {
    if (!import_string(o, "symbol", &symbol, error)) return FALSE;
    const Term *input = lookup(symbol, r->inputs);
    if (input) *site = input_key_unpack(input->param).site;
    return input || import_error(error, "'%s' is no input of the automaton", symbol);
  }
  if (!import_number(o, "line", 0, G_MAXINT, &line, error) || !import_number(o, "column", 0, G_MAXINT, &column, error))
    return FALSE;
  for (guint i = 0; i < r->listed->len; i++) {
    const guint listed = input_key_unpack(((const Term *)r->listed->pdata[i])->param).site;
    const IrLoc loc = program_site(p, listed)->loc;
    if (loc.line != line || loc.column != column || (found && *site == listed)) continue;
    *site = listed;
    found++;
  }
  return found == 1 || import_error(error, "%s at line %u, column %u", found ? "several inputs are" : "no input is", line, column);
}

static gboolean moves(const GArray *reads, guint site) {
  for (guint i = 0; i < reads->len; i++)
    if (g_array_index(reads, SiteReads, i).site == site) return TRUE;
  return FALSE;
}

static gboolean read_reads(const AutomatonReading *r, const Program *p, JsonObject *o, const char *name, GArray *reads,
                           GError **error) {
  JsonArray *list;
  if (!json_object_has_member(o, name)) return TRUE;
  if (!import_array(o, name, &list, error)) return FALSE;
  for (guint i = 0; i < json_array_get_length(list); i++) {
    JsonObject *one = import_object(list, i, name, error);
    SiteReads s = {0};
    if (!one) return FALSE;
    if (!read_site(r, p, one, &s.site, error) || !import_number(one, "count", 1, ROUND_OCCURRENCE - 1, &s.count, error) ||
        (moves(reads, s.site) && !import_error(error, "the input is named twice"))) {
      g_prefix_error(error, "%s %u: ", name, i + 1);
      return FALSE;
    }
    g_array_append_val(reads, s);
  }
  return TRUE;
}

static gboolean read_failure(const Program *p, JsonObject *o, FailureEdge *e, GError **error) {
  JsonNode *n = json_object_get_member(o, "error");
  if (property_asks_for_end(p->property)) e->failure.kind = FAILURE_ENDLESS;
  if (!n) return TRUE;
  if (!JSON_NODE_HOLDS_OBJECT(n)) return import_error(error, "\"error\" is no object");
  return import_failure(p->property, json_node_get_object(n), &e->failure, error);
}

static gboolean read_edge(const AutomatonReading *r, FailureAutomaton *a, const Program *p, JsonObject *o, GError **error) {
  guint from, to;
  const char *text;
  if (!import_number(o, "from", 0, G_MAXINT, &from, error) || !read_target(a, o, &to, error) ||
      !import_string(o, "guard", &text, error))
    return FALSE;
  if (from >= a->locations->len) return import_error(error, "\"from\" is %u, which is no location", from);
  const Term *guard = smt2_read_formula(text, lookup, r->inputs, error);
  if (!guard) {
    g_prefix_error(error, "guard: ");
    return FALSE;
  }
  FailureEdge *e = failure_automaton_add_edge(a, from, to, guard, NULL);
  if (to == EDGE_FAILS) return read_failure(p, o, e, error);
  return read_reads(r, p, o, "reads", e->reads, error) && read_reads(r, p, o, "memory", e->reads, error);
}

static gboolean read_edges(const AutomatonReading *r, FailureAutomaton *a, const Program *p, GError **error) {
  JsonArray *edges;
  guint last = 0;
  if (!import_array(r->object, "edges", &edges, error)) return FALSE;
  for (guint i = 0; i < json_array_get_length(edges); i++) {
    JsonObject *o = import_object(edges, i, "edge", error);
    if (!o) return FALSE;
    if (!read_edge(r, a, p, o, error)) {
      g_prefix_error(error, "edge %u: ", i + 1);
      return FALSE;
    }
    const guint from = ((const FailureEdge *)a->edges->pdata[i])->from;
    if (from < last) return import_error(error, "edge %u: the edges are not in the order of their locations", i + 1);
    last = from;
  }
  return TRUE;
}

/* No failure follows a location of which the file says so. */
static gboolean check_never_fails(const FailureAutomaton *a, GError **error) {
  g_autofree gboolean *goes_on = failure_automaton_goes_on(a);
  for (guint i = 0; a->endless_fails && i < a->locations->len; i++)
    if (((const FailureLocation *)a->locations->pdata[i])->never_fails && goes_on[i])
      return import_error(error, "location %u: \"never_fails\" is true, but a run may go on from there for ever", i);
  for (guint i = 0; i < a->edges->len; i++) {
    const FailureEdge *e = (const FailureEdge *)a->edges->pdata[i];
    if (!((const FailureLocation *)a->locations->pdata[e->from])->never_fails || e->to == EDGE_ENDS) continue;
    if (e->to >= EDGE_UNKNOWN || !((const FailureLocation *)a->locations->pdata[e->to])->never_fails)
      return import_error(error, "location %u: \"never_fails\" is true, but edge %u may lead to a failure", e->from, i + 1);
  }
  return TRUE;
}

static gboolean read_automaton(AutomatonReading *r, FailureAutomaton *a, const Program *p, GError **error) {
  gboolean exact;
  if (!read_locations(a, r->object, error) || !read_edges(r, a, p, error) || !check_never_fails(a, error) ||
      !import_bool(r->object, "exact", &exact, error))
    return FALSE;
  return exact == failure_automaton_exact(a) ||
         import_error(error, "\"exact\" is %s, but the edges say otherwise", exact ? "true" : "false");
}

gboolean import_automaton(AutomatonReading *r, Cfc *c, GError **error) {
  if (!r->object) return TRUE;
  c->automaton = failure_automaton_new();
  c->automaton->endless_fails = property_asks_for_end(c->program->property);
  if (read_automaton(r, c->automaton, c->program, error)) return TRUE;
  g_prefix_error(error, "automaton: ");
  return FALSE;
}
