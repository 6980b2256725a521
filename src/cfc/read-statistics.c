/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a CFC file says about its making: where the time went, and the counts.  Nothing is claimed by it, so
 * what is missing or odd is left out. */
#include "cfc/read-inputs.h"
#include "cfc/read-statistics.h"

static JsonObject *object_of(JsonObject *o, const char *name) {
  JsonNode *n = json_object_get_member(o, name);
  return n && JSON_NODE_HOLDS_OBJECT(n) ? json_node_get_object(n) : NULL;
}

static double number_of(JsonObject *o, const char *name) {
  JsonNode *n = json_object_get_member(o, name);
  if (!n || !JSON_NODE_HOLDS_VALUE(n)) return 0;
  const GType type = json_node_get_value_type(n);
  const double value = type == G_TYPE_INT64    ? (double)json_node_get_int(n)
                       : type == G_TYPE_DOUBLE ? json_node_get_double(n)
                                               : 0;
  return value >= 0 && value <= 1e15 ? value : 0;
}

static guint count_of(JsonObject *o, const char *name) {
  const double value = number_of(o, name);
  return value <= G_MAXINT ? (guint)value : 0;
}

static JsonArray *array_of(JsonObject *o, const char *name) {
  JsonNode *n = json_object_get_member(o, name);
  return n && JSON_NODE_HOLDS_ARRAY(n) ? json_node_get_array(n) : NULL;
}

static JsonObject *element_of(JsonArray *a, guint i) {
  JsonNode *n = json_array_get_element(a, i);
  return JSON_NODE_HOLDS_OBJECT(n) ? json_node_get_object(n) : NULL;
}

static void read_members(Statistics *s, JsonObject *o) {
  JsonArray *members = array_of(o, "analyzers");
  for (guint i = 0; members && i < json_array_get_length(members); i++) {
    JsonObject *m = element_of(members, i);
    const char *name;
    if (!m || !import_string(m, "name", &name, NULL)) continue;
    const Standing standing = {.name = g_intern_string(name),
                               .asked = count_of(m, "asked"),
                               .settled = count_of(m, "settled"),
                               .cache_hits = count_of(m, "cache_hits"),
                               .seconds = number_of(m, "seconds")};
    if (!s->members) s->members = g_array_new(FALSE, FALSE, sizeof(Standing));
    g_array_append_val(s->members, standing);
  }
}

static void read_strategies(Statistics *s, JsonObject *o) {
  JsonArray *strategies = array_of(o, "strategies");
  for (guint i = 0; strategies && i < json_array_get_length(strategies); i++) {
    JsonObject *m = element_of(strategies, i);
    const char *name;
    if (!m || !import_string(m, "name", &name, NULL)) continue;
    const StrategyTime time = {
        .name = g_intern_string(name), .runs = count_of(m, "runs"), .seconds = number_of(m, "seconds")};
    if (!s->strategies) s->strategies = g_array_new(FALSE, FALSE, sizeof(StrategyTime));
    g_array_append_val(s->strategies, time);
  }
}

/* Earlier versions wrote "meet" for what is "guess-and-prove" now. */
static const char *earlier_name(Phase p) { return p == PHASE_GUESS_AND_PROVE ? "meet" : phase_name(p); }

static gboolean is_named(Phase p, const char *name) {
  return g_str_equal(name, phase_name(p)) || g_str_equal(name, earlier_name(p));
}

void import_timeline(Cfc *c, JsonObject *root) {
  JsonArray *events = array_of(root, "timeline");
  for (guint i = 0; events && i < json_array_get_length(events); i++) {
    JsonObject *e = element_of(events, i);
    const char *phase, *answer, *analyzer = NULL;
    if (!e || !import_string(e, "phase", &phase, NULL) || !import_string(e, "answer", &answer, NULL))
      continue;
    import_string(e, "analyzer", &analyzer, NULL);
    for (Phase p = 0; p < PHASE_N; p++)
      if (is_named(p, phase))
        cfc_event(c, p, analyzer ? g_intern_string(analyzer) : NULL, number_of(e, "at"),
                  number_of(e, "seconds"), g_strdup(answer));
  }
}

void import_statistics(Cfc *c, JsonObject *root) {
  JsonObject *o = object_of(root, "statistics"), *phases = o ? object_of(o, "phases") : NULL;
  Statistics *s = &c->stats;
  for (Phase p = 0; phases && p < PHASE_N; p++) {
    JsonObject *phase = object_of(phases, phase_name(p));
    if (!phase) phase = object_of(phases, earlier_name(p));
    s->runs[p] = phase ? count_of(phase, "runs") : 0;
    s->seconds[p] = phase ? number_of(phase, "seconds") : 0;
  }
  if (!o) return;
  const char *closed_by;
  read_members(s, o);
  read_strategies(s, o);
  s->iterations = count_of(o, "iterations");
  s->conjuncts_sliced = count_of(o, "conjuncts_sliced");
  s->unrolling = count_of(o, "unrolling");
  s->cpu_seconds = number_of(o, "cpu_seconds");
  s->max_rss_kib = (glong)count_of(o, "max_rss_kib");
  if (import_string(o, "closed_by", &closed_by, NULL)) s->closed_by = g_intern_string(closed_by);
}

void import_count(Cfc *c, JsonObject *root) {
  JsonObject *count = object_of(root, "count");
  const char *format;
  if (!count || !import_string(count, "format", &format, NULL) || !g_str_equal(format, "acf-count")) return;
  c->count = json_to_string(json_object_get_member(root, "count"), FALSE);
}
