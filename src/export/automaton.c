/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Failure automata as JSON and as text. */
#include "export/automaton.h"
#include "base/limits.h"
#include "cfc/claims.h"
#include "ir/print.h"

static const FailureLocation *location_at(const FailureAutomaton *a, guint i) {
  return (const FailureLocation *)a->locations->pdata[i];
}

static const FailureEdge *edge_at(const FailureAutomaton *a, guint i) { return (const FailureEdge *)a->edges->pdata[i]; }

const char *automaton_end_name(guint to) {
  return to == EDGE_FAILS ? "fails" : to == EDGE_ENDS ? "ends" : "unknown";
}

gboolean automaton_there(const Cfc *c, GError **error) {
  if (c->automaton) return TRUE;
  g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "no failure automaton of %s is known: only programs that read inputs in loops have one",
              c->program->path);
  return FALSE;
}

/* ---- JSON ---- */

/* By place: so the order does not depend on that in which sites became known. */
static int by_place(gconstpointer a, gconstpointer b, gpointer data) {
  const Term *x = *(const Term *const *)a, *y = *(const Term *const *)b;
  const InputKey i = input_key_unpack(x->param), k = input_key_unpack(y->param);
  const IrLoc at = program_site((const Program *)data, i.site)->loc, other = program_site((const Program *)data, k.site)->loc;
  const int files = g_strcmp0(at.file, other.file);
  if (files) return files;
  if (at.line != other.line) return at.line < other.line ? -1 : 1;
  if (at.column != other.column) return at.column < other.column ? -1 : 1;
  return x->param < y->param ? -1 : x->param > y->param;
}

static gboolean has_input_of(const GPtrArray *inputs, guint site) {
  for (guint i = 0; i < inputs->len; i++)
    if (input_key_unpack(((const Term *)inputs->pdata[i])->param).site == site) return TRUE;
  return FALSE;
}

/* Inputs of the guards, and the first of each place that is read but that no guard mentions; to unref. */
static GPtrArray *inputs_of(const Cfc *c) {
  g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
  GPtrArray *all = g_ptr_array_new();
  for (guint i = 0; i < c->automaton->edges->len; i++) {
    g_autoptr(GPtrArray) inputs = term_inputs(edge_at(c->automaton, i)->guard);
    for (guint k = 0; k < inputs->len; k++)
      if (g_hash_table_add(seen, inputs->pdata[k])) g_ptr_array_add(all, inputs->pdata[k]);
  }
  for (guint i = 0; i < c->automaton->edges->len; i++) {
    const GArray *reads = edge_at(c->automaton, i)->reads;
    for (guint k = 0; k < reads->len; k++) {
      const guint site = g_array_index(reads, SiteReads, k).site;
      const InputSite *s = program_site(c->program, site);
      if (site_is_called(s) && !has_input_of(all, site))
        g_ptr_array_add(all, (gpointer)term_input((InputKey){site, ROUND_OCCURRENCE + 1, 0}, s->width));
    }
  }
  g_ptr_array_sort_with_data(all, by_place, (gpointer)c->program);
  return all;
}

static gboolean is_mentioned(const FailureAutomaton *a, const Term *input) {
  for (guint i = 0; i < a->edges->len; i++) {
    g_autoptr(GPtrArray) inputs = term_inputs(edge_at(a, i)->guard);
    if (g_ptr_array_find(inputs, input, NULL)) return TRUE;
  }
  return FALSE;
}

static void add_inputs(JsonBuilder *b, const Cfc *c, const GPtrArray *inputs) {
  json_builder_set_member_name(b, "inputs");
  json_builder_begin_array(b);
  for (guint i = 0; i < inputs->len; i++)
    json_add_input(b, c, (const Term *)inputs->pdata[i], is_mentioned(c->automaton, (const Term *)inputs->pdata[i]));
  json_builder_end_array(b);
}

static void add_location(JsonBuilder *b, const Cfc *c, guint i) {
  const FailureLocation *l = location_at(c->automaton, i);
  json_builder_begin_object(b);
  json_add_int(b, "id", i);
  if (l->state) json_add_string(b, "state_c", l->state);
  if (l->loc.file) {
    json_add_string(b, "file", l->loc.file);
    json_add_int(b, "line", l->loc.line);
    json_add_int(b, "column", l->loc.column);
  }
  if (l->never_fails) json_add_bool(b, "never_fails", TRUE);
  json_builder_end_object(b);
}

/* How far the places move: those of calls by their lines and columns, too; objects in memory by an input alone. */
static void add_reads(JsonBuilder *b, const Cfc *c, const GPtrArray *inputs, const GArray *reads, gboolean called) {
  for (guint i = 0; i < reads->len; i++) {
    const SiteReads *r = &g_array_index(reads, SiteReads, i);
    const InputSite *s = program_site(c->program, r->site);
    if (site_is_called(s) != called || !has_input_of(inputs, r->site)) continue;
    guint k = 0;
    while (input_key_unpack(((const Term *)inputs->pdata[k])->param).site != r->site) k++;
    g_autofree char *symbol = input_symbol(c->program, (const Term *)inputs->pdata[k]);
    json_builder_begin_object(b);
    if (called) json_add_int(b, "line", s->loc.line);
    if (called) json_add_int(b, "column", s->loc.column);
    json_add_string(b, "symbol", symbol);
    json_add_int(b, "count", r->count);
    json_builder_end_object(b);
  }
}

static gboolean moves_memory(const Cfc *c, const GPtrArray *inputs, const GArray *reads) {
  for (guint i = 0; i < reads->len; i++) {
    const guint site = g_array_index(reads, SiteReads, i).site;
    if (!site_is_called(program_site(c->program, site)) && has_input_of(inputs, site)) return TRUE;
  }
  return FALSE;
}

static void add_moves(JsonBuilder *b, const Cfc *c, const GPtrArray *inputs, const GArray *reads) {
  json_builder_set_member_name(b, "reads");
  json_builder_begin_array(b);
  add_reads(b, c, inputs, reads, TRUE);
  json_builder_end_array(b);
  if (!moves_memory(c, inputs, reads)) return;
  json_builder_set_member_name(b, "memory");
  json_builder_begin_array(b);
  add_reads(b, c, inputs, reads, FALSE);
  json_builder_end_array(b);
}

static void add_edge(JsonBuilder *b, const Cfc *c, const GPtrArray *inputs, const FailureEdge *e) {
  g_autofree char *guard = term_to_smt2(c->program, e->guard),
                  *text = term_to_c(c->program, e->guard, limits.report_c_characters);
  json_builder_begin_object(b);
  json_add_int(b, "from", e->from);
  if (e->to < EDGE_UNKNOWN) json_add_int(b, "to", e->to);
  else json_add_string(b, "to", automaton_end_name(e->to));
  json_add_string(b, "guard", guard);
  json_add_string(b, "guard_c", text);
  if (e->to == EDGE_FAILS && e->failure.loc.line) {
    json_builder_set_member_name(b, "error");
    json_add_failure(b, c->program, e->failure);
  }
  add_moves(b, c, inputs, e->reads);
  json_builder_end_object(b);
}

void json_add_automaton(JsonBuilder *b, const Cfc *c) {
  const FailureAutomaton *a = c->automaton;
  if (!a) return;
  g_autoptr(GPtrArray) inputs = inputs_of(c);
  json_builder_set_member_name(b, "automaton");
  json_builder_begin_object(b);
  json_add_bool(b, "exact", failure_automaton_exact(a));
  json_add_int(b, "initial", 0);
  add_inputs(b, c, inputs);
  json_builder_set_member_name(b, "locations");
  json_builder_begin_array(b);
  for (guint i = 0; i < a->locations->len; i++) add_location(b, c, i);
  json_builder_end_array(b);
  json_builder_set_member_name(b, "edges");
  json_builder_begin_array(b);
  for (guint i = 0; i < a->edges->len; i++) add_edge(b, c, inputs, edge_at(a, i));
  json_builder_end_array(b);
  json_builder_end_object(b);
}

/* ---- text ---- */

/* An edge that has to be said: others stay where they are, or where that does not fail, end. */
static gboolean is_told(const FailureAutomaton *a, const FailureEdge *e) {
  return (e->to != EDGE_ENDS || a->endless_fails) && e->to != e->from && !location_at(a, e->from)->never_fails;
}

static void append_edge(GString *out, const Cfc *c, const FailureEdge *e, guint max_chars) {
  const gboolean endless = c->automaton->endless_fails;
  if (e->to == EDGE_FAILS) g_string_append(out, endless ? "never ends" : "fails");
  else if (e->to == EDGE_ENDS) g_string_append(out, "ends");
  else if (e->to == EDGE_UNKNOWN) g_string_append(out, "unknown");
  else if (location_at(c->automaton, e->to)->never_fails) g_string_append(out, endless ? "ends" : "never fails any more");
  else g_string_append_printf(out, "to %u", e->to);
  if (term_is_true(e->guard)) return;
  g_autofree char *guard = term_to_c(c->program, e->guard, max_chars);
  g_string_append_printf(out, " when %s", guard);
}

static guint append_location(GString *out, const Cfc *c, guint from, guint max_chars) {
  const FailureAutomaton *a = c->automaton;
  const FailureLocation *l = location_at(a, from);
  guint n = 0;
  for (guint i = 0; i < a->edges->len; i++) {
    const FailureEdge *e = edge_at(a, i);
    if (e->from != from || !is_told(a, e)) continue;
    if (!n) g_string_append_printf(out, "  %u", from);
    if (!n && l->state) g_string_append_printf(out, " (%s)", l->state);
    g_string_append(out, n++ ? "; " : ": ");
    append_edge(out, c, e, max_chars);
  }
  if (n) g_string_append_c(out, '\n');
  return n > 0;
}

/* What the table is there for. */
static const char *table_title(const FailureAutomaton *a, gboolean said) {
  const gboolean exact = failure_automaton_exact(a);
  if (a->endless_fails)
    return said    ? "that is, when its inputs, step by step, never lead this automaton from 0 to an end:\n"
           : exact ? "runs for ever exactly when its inputs, step by step, never lead this automaton from 0 to an end:\n"
                   : "\nbounded by an automaton over the inputs of each step; where they never lead it to an end, it may run for ever:\n";
  return said    ? "that is, when its inputs, step by step, lead this automaton from 0 to a failure:\n"
         : exact ? "fails exactly when its inputs, step by step, lead this automaton from 0 to a failure:\n"
                 : "\nbounded by an automaton over the inputs of each step:\n";
}

void text_append_automaton(GString *out, const Cfc *c, guint max_chars, guint max_lines, gboolean brief) {
  const FailureAutomaton *a = c->automaton;
  guint lines = 0;
  if (!a || !failure_automaton_fails(a) || claims_exact(c)) return;
  g_autofree char *sentence = automaton_sentence(c);
  if (sentence) g_string_append_printf(out, "%s\n", sentence);
  if (sentence && brief) return;
  g_string_append(out, table_title(a, sentence != NULL));
  guint i = 0;
  for (; i < a->locations->len && lines < max_lines; i++) lines += append_location(out, c, i, max_chars);
  if (i < a->locations->len) g_string_append_printf(out, "  and %u more (-v, --json FILE)\n", a->locations->len - i);
  g_string_append(out, a->endless_fails ? "  other inputs leave it where it is, and the run goes on\n"
                                        : "  other inputs leave it where it is, or end the run\n");
}
