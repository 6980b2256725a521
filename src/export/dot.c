/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The failure automaton as a graph for Graphviz. */
#include "base/limits.h"
#include "cfc/claims.h"
#include "export/automaton.h"
#include "export/formats.h"
#include "ir/print.h"

/* Text inside a quoted string, where a backslash begins an escape.  Long conditions break after their connectives. */
static void append_quoted(GString *out, const char *text) {
  g_autofree char *valid = g_utf8_make_valid(text, -1);
  guint column = 0;
  for (const char *at = valid; *at; at = g_utf8_next_char(at), column++) {
    const gunichar c = g_utf8_get_char(at);
    const gboolean breaks = *at == ' ' && column >= limits.dot_columns && at - valid > 2 && (at[-1] == '&' || at[-1] == '|');
    if (*at == '"' || *at == '\\') g_string_append_c(out, '\\');
    if (breaks || *at == '\n') g_string_append(out, "\\n");
    else g_string_append_unichar(out, g_unichar_isprint(c) ? c : ' ');
    if (breaks) column = 0;
  }
}

static void append_location(GString *out, const FailureAutomaton *a, guint i) {
  const FailureLocation *l = (const FailureLocation *)a->locations->pdata[i];
  g_string_append_printf(out, "  %u [label=\"%u", i, i);
  if (l->state) {
    g_string_append(out, "\\n");
    append_quoted(out, l->state);
  }
  g_string_append(out, l->never_fails ? "\", color=gray, fontcolor=gray];\n" : "\"];\n");
}

static const char *target_name(char *room, gsize size, guint to) {
  if (to >= EDGE_UNKNOWN) return automaton_end_name(to);
  g_snprintf(room, size, "%u", to);
  return room;
}

/* "reach_error at prog.c:12", in a line of its own. */
static void append_failure(GString *out, const Cfc *c, Failure f) {
  if (!f.loc.line) return;
  g_autofree char *what = claim_failure(c->program, f),
                  *text = g_strdup_printf("%s at %s:%u", what, f.loc.file ? f.loc.file : c->program->path, f.loc.line);
  g_string_append(out, "\\n");
  append_quoted(out, text);
}

static void append_edge(GString *out, const Cfc *c, const FailureEdge *e) {
  char room[16];
  g_autofree char *guard = term_to_c(c->program, e->guard, limits.report_formula_characters);
  g_string_append_printf(out, "  %u -> %s [label=\"", e->from, target_name(room, sizeof room, e->to));
  append_quoted(out, term_is_true(e->guard) ? "" : guard);
  if (e->to == EDGE_FAILS) append_failure(out, c, e->failure);
  g_string_append(out, e->to == EDGE_FAILS     ? "\", color=red, fontcolor=red, penwidth=2];\n"
                       : e->to == EDGE_UNKNOWN ? "\", style=dashed];\n"
                       : e->to == EDGE_ENDS    ? "\", color=gray, fontcolor=gray];\n"
                                               : "\"];\n");
}

static void append_ends(GString *out, const FailureAutomaton *a) {
  static const struct {
    guint to;
    const char *attributes;
  } ends[] = {{EDGE_FAILS, "shape=doublecircle, color=red, fontcolor=red"},
              {EDGE_ENDS, "shape=plaintext, fontcolor=gray"},
              {EDGE_UNKNOWN, "shape=diamond, style=dashed"}};
  for (guint k = 0; k < G_N_ELEMENTS(ends); k++) {
    gboolean used = FALSE;
    for (guint i = 0; i < a->edges->len; i++) used |= ((const FailureEdge *)a->edges->pdata[i])->to == ends[k].to;
    if (used) g_string_append_printf(out, "  %s [%s];\n", automaton_end_name(ends[k].to), ends[k].attributes);
  }
}

char *export_dot(const Cfc *c, GError **error) {
  if (!automaton_there(c, error)) return NULL;
  GString *out = g_string_new("digraph \"");
  append_quoted(out, c->program->path);
  g_string_append(out, "\" {\n  rankdir=LR;\n  node [shape=box, style=rounded];\n  start [shape=point];\n  start -> 0;\n");
  if (c->automaton->endless_fails) g_string_append(out, "  label=\"A run that goes on through it for ever never ends: it fails.\";\n");
  for (guint i = 0; i < c->automaton->locations->len; i++) append_location(out, c->automaton, i);
  append_ends(out, c->automaton);
  for (guint i = 0; i < c->automaton->edges->len; i++)
    append_edge(out, c, (const FailureEdge *)c->automaton->edges->pdata[i]);
  g_string_append(out, "}\n");
  return g_string_free(out, FALSE);
}
