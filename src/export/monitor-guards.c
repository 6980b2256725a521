/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The guards of a failure automaton as functions of C over what a monitor was given.
 *
 * A guard does not depend on inputs that a run does not read in the step.  So an edge to a location is decided once all is given
 * that it reads, with any values for the rest: these are 0.  What an edge reads that leads to an end, or to where no failure
 * follows, is not known; it is decided where it holds whatever the rest is. */
#include "export/monitor.h"
#include "formula/given.h"
#include "formula/print-exec-c.h"
#include "ir/print.h"

/* Inputs of calls have offset 0: this one stands for "the input is given". */
enum { GIVEN_OFFSET = 1 };

static const FailureEdge *edge_at(const Cfc *c, guint i) { return (const FailureEdge *)c->automaton->edges->pdata[i]; }

static guint place_of(const Monitor *m, guint site) {
  for (guint i = 0; i < m->sites->len; i++)
    if (input_key_unpack(((const Term *)m->sites->pdata[i])->param).site == site) return i;
  return G_MAXUINT;
}

static gboolean add_input(Monitor *m, const Term *input, GError **error) {
  const InputKey key = input_key_unpack(input->param);
  if (!site_is_called(program_site(m->cfc->program, key.site)) || key.offset != 0) {
    g_autofree char *label = input_label(m->cfc->program, input);
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "a monitor is told what calls return, but failures depend on %s", label);
    return FALSE;
  }
  guint at = place_of(m, key.site);
  if (at == G_MAXUINT) {
    at = m->sites->len;
    g_ptr_array_add(m->sites, (gpointer)term_input((InputKey){key.site, ROUND_OCCURRENCE + 1, 0}, input->width));
    m->room = g_renew(guint, m->room, at + 1);
    m->room[at] = 0;
  }
  m->room[at] = MAX(m->room[at], key.occurrence - ROUND_OCCURRENCE);
  return TRUE;
}

Monitor *monitor_new(const Cfc *c, GError **error) {
  g_autoptr(Monitor) m = g_new0(Monitor, 1);
  g_autofree char *program = export_prefix(c);
  m->cfc = c;
  m->prefix = g_strconcat(program, "_monitor", NULL);
  m->sites = g_ptr_array_new();
  m->outlooks = failure_outlooks(c->automaton);
  for (guint i = 0; i < c->automaton->edges->len; i++) {
    g_autoptr(GPtrArray) inputs = term_inputs(edge_at(c, i)->guard);
    for (guint k = 0; k < inputs->len; k++)
      if (!add_input(m, (const Term *)inputs->pdata[k], error)) return NULL;
  }
  m->parameters = parameters_of(c, m->sites);
  return g_steal_pointer(&m);
}

void monitor_free(Monitor *m) {
  if (m->parameters) parameters_free(m->parameters);
  g_ptr_array_unref(m->sites);
  g_free(m->room);
  g_free(m->outlooks);
  g_free(m->prefix);
  g_free(m);
}

const char *monitor_site_name(const Monitor *m, guint i) {
  return parameter_name(m->parameters, (const Term *)m->sites->pdata[i]);
}

gboolean monitor_is_last(const Monitor *m, const FailureEdge *e) {
  return e->to >= EDGE_UNKNOWN || m->outlooks[e->to] == OUTLOOK_SAFE;
}

guint monitor_reads(const Monitor *m, const FailureEdge *e, guint i) {
  const guint site = input_key_unpack(((const Term *)m->sites->pdata[i])->param).site;
  for (guint k = 0; k < e->reads->len; k++) {
    const SiteReads *r = &g_array_index(e->reads, SiteReads, k);
    if (r->site == site) return r->count;
  }
  return 0;
}

static const Term *given(gpointer data, const Term *input) {
  InputKey key = input_key_unpack(input->param);
  key.offset = GIVEN_OFFSET;
  return term_input(key, 1);
}

static ExecLeaf leaf(gpointer data, const Term *input) {
  const Monitor *m = (const Monitor *)data;
  const InputKey key = input_key_unpack(input->param);
  const guint at = place_of(m, key.site), r = key.occurrence - ROUND_OCCURRENCE;
  const Term *first = (const Term *)m->sites->pdata[at];
  if (key.offset == GIVEN_OFFSET)
    return (ExecLeaf){g_strdup_printf("(m->given_%s >= %uu)", monitor_site_name(m, at), r), FALSE, FALSE};
  return (ExecLeaf){g_strdup_printf("(m->value_%s[%u])", monitor_site_name(m, at), r - 1),
                    parameter_is_signed(m->parameters, first), parameter_is_float(m->parameters, first)};
}

gboolean monitor_append_guard(const Monitor *m, guint edge, GString *out) {
  const FailureEdge *e = edge_at(m->cfc, edge);
  const Term *guard = monitor_is_last(m, e) ? term_when_given(e->guard, given, NULL) : e->guard;
  g_autofree char *head = g_strdup_printf("static inline int %s_edge%u(const %s *m)", m->prefix, edge, m->prefix),
                  *prefix = g_strdup_printf("%s_edge%u_", m->prefix, edge);
  if (!term_is_const(guard)) return term_to_exec_c(guard, head, prefix, leaf, (gpointer)m, out, NULL);
  g_string_append_printf(out, "%s {\n  (void)m;\n  return %d;\n}\n", head, term_is_true(guard));
  return TRUE;
}
