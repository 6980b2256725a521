/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The failure automaton in the report: a table of its edges, and the data that the script draws a graph from and plays a
 * failing sequence on. */
#include "base/limits.h"
#include "cfc/claims.h"
#include "cfc/json-build.h"
#include "export/automaton.h"
#include "export/html.h"
#include "ir/failure-paths.h"
#include "ir/print.h"

static const FailureLocation *location_at(const FailureAutomaton *a, guint i) {
  return (const FailureLocation *)a->locations->pdata[i];
}

static const FailureEdge *edge_at(const FailureAutomaton *a, guint i) { return (const FailureEdge *)a->edges->pdata[i]; }

/* ---- places ---- */

/* "#L12", or NULL: the page does not show the file. */
static char *link_of(const Program *p, IrLoc loc) {
  if (!loc.line) return NULL;
  if (!loc.file || g_str_equal(loc.file, p->path)) return g_strdup_printf("#L%u", loc.line);
  if (!program_file_of(p, loc)) return NULL;
  g_autofree char *id = html_line_id(p, loc.file);
  return g_strdup_printf("#%s%u", id, loc.line);
}

static char *place_of(const Program *p, IrLoc loc) {
  return loc.line ? g_strdup_printf("%s:%u", loc.file ? loc.file : p->path, loc.line) : NULL;
}

static void add_string(GString *out, const char *name, const char *text) {
  if (!text) return;
  g_string_append_printf(out, ",\"%s\":", name);
  json_append_string(out, text);
}

static void add_place(GString *out, const Program *p, IrLoc loc) {
  g_autofree char *place = place_of(p, loc), *link = link_of(p, loc);
  add_string(out, "place", place);
  add_string(out, "link", link);
}

/* ---- the data ---- */

static void add_location(GString *out, const Cfc *c, guint i, Outlook outlook) {
  static const char *const what[] = {[OUTLOOK_SAFE] = "no run fails from here", [OUTLOOK_OPEN] = "runs from here may fail or not",
                                     [OUTLOOK_DOOMED] = "every run fails from here",
                                     [OUTLOOK_UNKNOWN] = "whether runs fail from here is not known"};
  static const char *const how[] = {[OUTLOOK_SAFE] = "every run from here ends", [OUTLOOK_OPEN] = "runs from here may end or not",
                                    [OUTLOOK_DOOMED] = "no run from here ends",
                                    [OUTLOOK_UNKNOWN] = "whether runs from here end is not known"};
  const FailureLocation *l = location_at(c->automaton, i);
  g_string_append_printf(out, "%s{\"id\":%u", i ? ",\n" : "\n", i);
  add_string(out, "state", l->state);
  add_string(out, "outlook", c->automaton->endless_fails ? how[outlook] : what[outlook]);
  add_place(out, c->program, l->loc);
  g_string_append_c(out, '}');
}

static void add_edge(GString *out, const Cfc *c, guint i) {
  const FailureEdge *e = edge_at(c->automaton, i);
  g_autofree char *guard = term_is_true(e->guard) ? NULL : term_to_c(c->program, e->guard, limits.report_formula_characters);
  g_string_append_printf(out, e->to < EDGE_UNKNOWN ? "%s{\"from\":%u,\"to\":%u" : "%s{\"from\":%u", i ? ",\n" : "\n", e->from, e->to);
  if (e->to >= EDGE_UNKNOWN) add_string(out, "to", automaton_end_name(e->to));
  add_string(out, "guard", guard);
  if (e->to == EDGE_FAILS && e->failure.loc.line) {
    g_autofree char *what = claim_failure(c->program, e->failure);
    add_string(out, "failure", what);
    add_place(out, c->program, e->failure.loc);
  }
  g_string_append_c(out, '}');
}

/* ---- a failing sequence ---- */

/* The inputs that the run reads in a step that begins at these positions; to unref. */
static GPtrArray *inputs_of_step(const Cfc *c, const FailureEdge *e, GHashTable *positions) {
  GPtrArray *inputs = term_inputs(failure_guard_at(e->guard, positions));
  for (guint i = 0; i < e->reads->len; i++) {
    const SiteReads *r = &g_array_index(e->reads, SiteReads, i);
    const InputSite *s = program_site(c->program, r->site);
    const guint at = GPOINTER_TO_UINT(g_hash_table_lookup(positions, GUINT_TO_POINTER(r->site)));
    for (guint k = 1; k <= r->count && site_is_called(s); k++) {
      const Term *input = term_input((InputKey){r->site, at + k, 0}, s->width);
      if (!g_ptr_array_find(inputs, input, NULL)) g_ptr_array_add(inputs, (gpointer)input);
    }
  }
  return inputs;
}

static void add_step(GString *out, const Cfc *c, const FailureEdge *e, GHashTable *positions, const Model *m) {
  g_autoptr(GPtrArray) inputs = inputs_of_step(c, e, positions);
  g_autoptr(GString) reads = g_string_new(NULL);
  guint edge = 0;
  g_ptr_array_find(c->automaton->edges, e, &edge);
  for (guint i = 0; i < inputs->len && i < limits.report_values; i++) {
    const Term *input = (const Term *)inputs->pdata[i];
    g_autofree char *name = input_short_name(c->program, input), *value = input_value_text(c->program, input, model_value(m, input));
    g_string_append_printf(reads, "%s%s = %s", i ? ", " : "", name, value);
  }
  g_string_append_printf(out, "{\"edge\":%u", edge);
  add_string(out, "reads", reads->str);
  g_string_append_c(out, '}');
}

/* The edges that an example takes; NULL: it is not known to fail by them. */
static GPtrArray *failing_trace(const Cfc *c, const Model **example) {
  for (guint i = 0; i < c->partitions->len; i++) {
    const GPtrArray *examples = ((const Partition *)c->partitions->pdata[i])->examples;
    for (guint k = 0; k < examples->len; k++) {
      *example = (const Model *)examples->pdata[k];
      GPtrArray *way = failure_automaton_trace(c->automaton, *example, limits.automaton_drawn_steps);
      if (way->len && ((const FailureEdge *)way->pdata[way->len - 1])->to == EDGE_FAILS) return way;
      g_ptr_array_unref(way);
    }
  }
  return NULL;
}

static void add_sequence(GString *out, const Cfc *c) {
  const Model *example = NULL;
  g_autoptr(GPtrArray) way = failing_trace(c, &example);
  g_autoptr(GHashTable) positions = g_hash_table_new(NULL, NULL);
  g_string_append(out, "\"sequence\":[");
  for (guint i = 0; way && i < way->len; i++) {
    const FailureEdge *e = (const FailureEdge *)way->pdata[i];
    if (i) g_string_append(out, ",\n");
    add_step(out, c, e, positions, example);
    failure_move_on(positions, e->reads);
  }
  g_string_append(out, "]");
}

static void append_data(GString *out, const Cfc *c) {
  const FailureAutomaton *a = c->automaton;
  g_autofree Outlook *outlooks = failure_outlooks(a);
  g_string_append(out, "<script type=\"application/json\" id=\"acf-automaton\">{\"locations\":[");
  for (guint i = 0; i < a->locations->len; i++) add_location(out, c, i, outlooks[i]);
  g_string_append(out, "],\n\"edges\":[");
  for (guint i = 0; i < a->edges->len; i++) add_edge(out, c, i);
  g_string_append(out, "],\n");
  add_sequence(out, c);
  g_string_append(out, "}</script>\n");
}

/* ---- the table ---- */

static void append_target(GString *out, const FailureEdge *e) {
  g_autofree char *number = g_strdup_printf("%u", e->to);
  html_format(out, "%s", e->to >= EDGE_UNKNOWN ? automaton_end_name(e->to) : number);
}

static void append_row(GString *out, const Cfc *c, const FailureEdge *e) {
  const FailureLocation *l = location_at(c->automaton, e->from);
  g_autofree char *guard = term_to_c(c->program, e->guard, limits.report_formula_characters), *from = g_strdup_printf("%u", e->from),
                  *place = place_of(c->program, e->failure.loc), *link = link_of(c->program, e->failure.loc);
  html_format(out, "<tr%s><td>%s</td><td><code>%s</code></td><td><code>%s</code></td><td>", e->to == EDGE_FAILS ? " class=fails" : "",
              from, l->state ? l->state : "", term_is_true(e->guard) ? "" : guard);
  append_target(out, e);
  g_string_append(out, "</td><td>");
  if (e->to == EDGE_FAILS && link) html_format(out, "<a href=\"%s\">%s</a>", link, place);
  else if (e->to == EDGE_FAILS && place) html_text(out, place);
  g_string_append(out, "</td></tr>\n");
}

static void append_table(GString *out, const Cfc *c) {
  const FailureAutomaton *a = c->automaton;
  g_string_append(out, "<details class=\"edges\"><summary>All edges</summary>\n<div class=\"scroll\"><table><thead><tr><th>from</th>"
                       "<th>where</th><th>when</th><th>to</th><th>at</th></tr></thead>\n<tbody>\n");
  for (guint i = 0; i < a->edges->len && i < limits.automaton_drawn_edges; i++) append_row(out, c, edge_at(a, i));
  g_string_append(out, "</tbody></table></div>\n");
  if (a->edges->len > limits.automaton_drawn_edges) g_string_append(out, "<p class=\"note\">And more, which the JSON has.</p>\n");
  g_string_append(out, "</details>\n");
}

/* ---- the section ---- */

void html_automaton(GString *out, const Cfc *c) {
  const FailureAutomaton *a = c->automaton;
  if (!a || !failure_automaton_fails(a) || claims_exact(c)) return;
  const gboolean drawn = a->locations->len <= limits.automaton_drawn_locations && a->edges->len <= limits.automaton_drawn_edges;
  g_string_append(out, "<section class=\"automaton\" aria-labelledby=\"automaton\">\n<h2 id=\"automaton\">The failure automaton</h2>\n"
                       "<p class=\"note\">Runs begin in location 0. What a step reads decides which edge it takes.");
  if (!failure_automaton_exact(a)) g_string_append(out, " From <b>unknown</b> on nothing is claimed.");
  if (a->endless_fails) g_string_append(out, " A run that goes on through it for ever never ends: it fails.");
  if (!drawn) g_string_append(out, " It is too large to be drawn.");
  g_string_append(out, "</p>\n");
  if (drawn)
    g_string_append(out, "<div id=\"automaton-view\" hidden>\n<div class=\"card graph\" id=\"automaton-graph\"><svg role=\"group\" aria-label=\"The failure automaton\"></svg></div>\n"
                         "<div class=\"controls\" id=\"automaton-play\" hidden><span>A failing sequence:</span>"
                         "<button type=\"button\" id=\"play-first\">Start</button><button type=\"button\" id=\"play-back\">Back</button>"
                         "<button type=\"button\" id=\"play-next\">Next step</button><output id=\"play-says\" aria-live=\"polite\"></output></div>\n"
                         "<p class=\"hover\" id=\"automaton-details\" aria-live=\"polite\">Click on a location or an edge.</p>\n</div>\n");
  append_table(out, c);
  g_string_append(out, "</section>\n");
  if (drawn) append_data(out, c);
}
