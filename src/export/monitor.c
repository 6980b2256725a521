/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The failure automaton as a monitor: a C header that is told each value that a run reads, and says what can still happen. */
#include "export/monitor.h"
#include "cfc/claims.h"
#include "export/automaton.h"
#include "export/formats.h"

/* In the order of the enumeration. */
static const struct {
  const char *name, *what;
} verdicts[] = {{"CANNOT_FAIL", "the run does not fail any more"},
                {"CAN_FAIL", "it can still fail, or not"},
                {"WILL_FAIL", "it fails later, whatever it reads"},
                {"FAILED", "it fails in this step"},
                {"UNKNOWN", "whether it can fail is not known"}};

/* The same where runs fail by going on for ever. */
static const char *const endless[] = {"the run ends, whatever it reads", "it may end, or go on for ever",
                                      "it goes on for ever, whatever it reads", "the same, and it need not be told any more",
                                      "whether it can go on for ever is not known"};

static const char *verdict_of(Outlook o) {
  static const char *const names[] = {[OUTLOOK_SAFE] = "CANNOT_FAIL", [OUTLOOK_OPEN] = "CAN_FAIL",
                                      [OUTLOOK_DOOMED] = "WILL_FAIL", [OUTLOOK_UNKNOWN] = "UNKNOWN"};
  return names[o];
}

/* Ends are numbered after the locations. */
static guint number_of(const FailureAutomaton *a, guint to) {
  const guint n = a->locations->len;
  return to == EDGE_FAILS ? n : to == EDGE_ENDS ? n + 1 : to == EDGE_UNKNOWN ? n + 2 : to;
}

static const char *type_of(const Monitor *m, guint i) { return parameter_type(m->parameters, (const Term *)m->sites->pdata[i]); }

/* ---- the comment at the top ---- */

static void append_safe(GString *out, const char *text) {
  g_autofree char *safe = comment_safe(text);
  g_string_append(out, safe);
}

static void append_calls(const Monitor *m, GString *out) {
  const Program *program = m->cfc->program;
  for (guint i = 0; i < m->sites->len; i++) {
    const InputSite *s = program_site(program, input_key_unpack(((const Term *)m->sites->pdata[i])->param).site);
    g_autofree char *place = g_strdup_printf("%s at %s:%u:%u", s->function, s->loc.file ? s->loc.file : program->path,
                                             s->loc.line, s->loc.column);
    g_string_append_printf(out, " *   %s_read_%s(&m, value) after ", m->prefix, monitor_site_name(m, i));
    append_safe(out, place);
    g_string_append_c(out, '\n');
  }
}

static void append_title(const Monitor *m, const char *upper, gboolean left_out, GString *out) {
  const Cfc *c = m->cfc;
  g_string_append(out, "/* A monitor of ");
  append_safe(out, c->program->path);
  g_string_append(out, " (");
  append_safe(out, property_name(c->program->property));
  g_string_append_printf(out, ", %s), by acf %s: can this run still fail?\n *\n", claim_data_model(c->program), claim_version());
  g_string_append_printf(out,
                         " *   %s m;\n *   %s_init(&m) when a run begins, and then, in the order in which it reads,\n",
                         m->prefix, m->prefix);
  append_calls(m, out);
  g_string_append_printf(out, " *   %s_end(&m) when it has ended by itself (not needed: it settles what was left open).\n"
                              " * Each returns one of\n", m->prefix);
  for (guint i = 0; i < G_N_ELEMENTS(verdicts); i++)
    g_string_append_printf(out, " *   %s_%s: %s%s\n", upper, verdicts[i].name,
                           c->automaton->endless_fails ? endless[i] : verdicts[i].what,
                           i + 1 < G_N_ELEMENTS(verdicts) ? "," : ".");
  g_string_append(out, " * A value is taken into account when the step that reads it is decided, with its last value at the latest.\n"
                       " * Values that no run reads in this order give UNKNOWN, or are taken for those of another run.\n");
  if (left_out) g_string_append(out, " * Conditions that C has no operator for lead to UNKNOWN.\n");
  g_string_append(out, " * Floating-point numbers must be evaluated in their own precision (FLT_EVAL_METHOD 0). */\n");
}

/* ---- types ---- */

static void append_types(const Monitor *m, const char *upper, GString *out) {
  g_string_append(out, "typedef enum {\n");
  for (guint i = 0; i < G_N_ELEMENTS(verdicts); i++) g_string_append_printf(out, "  %s_%s,\n", upper, verdicts[i].name);
  g_string_truncate(out, out->len - 2);
  g_string_append_printf(out, "\n} %s_verdict;\n\ntypedef struct {\n  unsigned int location; /* of the automaton */\n", m->prefix);
  for (guint i = 0; i < m->sites->len; i++)
    g_string_append_printf(out, "  unsigned int given_%s; /* in this step */\n  %s value_%s[%u];\n", monitor_site_name(m, i),
                           type_of(m, i), monitor_site_name(m, i), m->room[i]);
  g_string_append_printf(out, "} %s;\n\n", m->prefix);
}

/* ---- functions ---- */

static void append_clear(const Monitor *m, GString *out) {
  g_string_append_printf(out, "static inline void %s_move(%s *m, unsigned int location) {\n  m->location = location;\n", m->prefix,
                         m->prefix);
  for (guint i = 0; i < m->sites->len; i++) {
    g_string_append_printf(out, "  m->given_%s = 0;\n", monitor_site_name(m, i));
    for (guint k = 0; k < m->room[i]; k++) g_string_append_printf(out, "  m->value_%s[%u] = 0;\n", monitor_site_name(m, i), k);
  }
  g_string_append(out, "}\n\n");
}

/* "m->given_x >= 1u && " for what the edge reads. */
static void append_edge(const Monitor *m, guint edge, GString *out) {
  const FailureAutomaton *a = m->cfc->automaton;
  const FailureEdge *e = (const FailureEdge *)a->edges->pdata[edge];
  g_autoptr(GString) more = g_string_new(NULL);
  g_string_append(out, "    if (");
  for (guint i = 0; i < m->sites->len && !monitor_is_last(m, e); i++) {
    const guint n = monitor_reads(m, e, i);
    if (n) g_string_append_printf(out, "m->given_%s >= %uu && ", monitor_site_name(m, i), n);
    g_string_append_printf(more, "%sm->given_%s > %uu", more->len ? " || " : "", monitor_site_name(m, i), n);
  }
  g_string_append_printf(out, "%s_edge%u(m)) {\n      %s_move(m, ", m->prefix, edge, m->prefix);
  if (more->len) g_string_append_printf(out, "(%s) ? %uu : ", more->str, number_of(a, EDGE_UNKNOWN));
  g_string_append_printf(out, "%uu);\n      return 1;\n    }\n", number_of(a, e->to));
}

/* The case of a location: its edges.  Nothing can be done where a guard cannot be written; that is FALSE. */
static gboolean append_location(const Monitor *m, guint from, GString *guards, GString *out) {
  const FailureAutomaton *a = m->cfc->automaton;
  g_autoptr(GString) own = g_string_new(NULL), cases = g_string_new(NULL);
  gboolean written = TRUE;
  for (guint i = 0; i < a->edges->len && written; i++) {
    if (((const FailureEdge *)a->edges->pdata[i])->from != from) continue;
    written = monitor_append_guard(m, i, own);
    append_edge(m, i, cases);
  }
  g_string_append_printf(out, "  case %u:\n", from);
  if (written) g_string_append_printf(out, "%s    break;\n", cases->str);
  else g_string_append_printf(out, "    %s_move(m, %uu);\n    break;\n", m->prefix, number_of(a, EDGE_UNKNOWN));
  if (written) g_string_append(guards, own->str);
  return written;
}

/* A step, where what is given decides it.  Nothing has to be followed where no failure is ahead. */
static gboolean append_step(const Monitor *m, GString *out) {
  g_autoptr(GString) cases = g_string_new(NULL);
  gboolean written = TRUE;
  for (guint i = 0; i < m->cfc->automaton->locations->len; i++)
    if (m->outlooks[i] != OUTLOOK_SAFE) written = append_location(m, i, out, cases) && written;
  g_string_append_printf(out, "\nstatic inline int %s_step(%s *m) {\n  switch (m->location) {\n%s  default: break;\n  }\n  return 0;\n}\n\n",
                         m->prefix, m->prefix, cases->str);
  return written;
}

static void append_verdict(const Monitor *m, const char *upper, GString *out) {
  const guint n = m->cfc->automaton->locations->len;
  g_string_append_printf(out, "static inline %s_verdict %s_verdict_of(const %s *m) {\n  static const %s_verdict verdicts[] = {",
                         m->prefix, m->prefix, m->prefix, m->prefix);
  for (guint i = 0; i < n; i++) g_string_append_printf(out, "%s_%s, ", upper, verdict_of(m->outlooks[i]));
  g_string_append_printf(out, "%s_FAILED, %s_CANNOT_FAIL, %s_UNKNOWN};\n  return verdicts[m->location];\n}\n\n", upper, upper, upper);
  g_string_append_printf(out, "/* Steps that read nothing for ever are one loop. */\n"
                              "static inline %s_verdict %s_settle(%s *m) {\n"
                              "  unsigned int n;\n  for (n = 0; n <= %uu && %s_step(m); n++) {}\n  return %s_verdict_of(m);\n}\n\n",
                         m->prefix, m->prefix, m->prefix, n, m->prefix, m->prefix);
}

static void append_interface(const Monitor *m, GString *out) {
  const char *p = m->prefix;
  g_string_append_printf(out, "static inline %s_verdict %s_init(%s *m) {\n  %s_move(m, 0);\n  return %s_settle(m);\n}\n", p, p, p, p, p);
  for (guint i = 0; i < m->sites->len; i++) {
    const char *name = monitor_site_name(m, i);
    g_string_append_printf(out,
                           "\nstatic inline %s_verdict %s_read_%s(%s *m, %s value) {\n"
                           "  if (m->given_%s < %uu) m->value_%s[m->given_%s] = value;\n"
                           "  if (m->given_%s < %uu) m->given_%s++;\n  return %s_settle(m);\n}\n",
                           p, p, name, p, type_of(m, i), name, m->room[i], name, name, name, G_MAXINT32, name, p);
  }
  if (m->cfc->automaton->endless_fails) {
    g_string_append_printf(out, "\n/* A run that has ended has not gone on for ever. */\nstatic inline %s_verdict %s_end(%s *m) {\n"
                                "  %s_move(m, %uu);\n  return %s_verdict_of(m);\n}\n",
                           p, p, p, p, number_of(m->cfc->automaton, EDGE_ENDS), p);
    return;
  }
  g_string_append_printf(out, "\n/* What was not read is given, with any value. */\nstatic inline %s_verdict %s_end(%s *m) {\n", p, p, p);
  for (guint i = 0; i < m->sites->len; i++) g_string_append_printf(out, "  m->given_%s = %uu;\n", monitor_site_name(m, i), G_MAXINT32);
  g_string_append_printf(out, "  return %s_settle(m);\n}\n", p);
}

char *export_monitor(const Cfc *c, GError **error) {
  g_autoptr(Monitor) m = automaton_there(c, error) ? monitor_new(c, error) : NULL;
  if (!m) return NULL;
  g_autofree char *upper = g_ascii_strup(m->prefix, -1);
  g_autoptr(GString) body = g_string_new("#ifndef __cplusplus\n#include <stdbool.h>\n#endif\n\n");
  append_types(m, upper, body);
  append_clear(m, body);
  const gboolean written = append_step(m, body);
  append_verdict(m, upper, body);
  append_interface(m, body);
  g_autofree char *guard = include_guard_name(c, body->str);
  GString *out = g_string_new(NULL);
  append_title(m, upper, !written, out);
  g_string_append_printf(out, "#ifndef %s\n#define %s\n%s#endif\n", guard, guard, body->str);
  return g_string_free(out, FALSE);
}
