/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bounds as ACSL: logic predicates over the inputs, and a function that requires inputs that do not fail.
 *
 * Inputs are calls, not parameters of the entry function, so its own contract cannot speak about them.  The
 * contract is that of a function to call where all of them are read. */
#include <string.h>
#include "export/claims.h"
#include "export/export.h"
#include "export/guard.h"
#include "export/parameters.h"
#include "formula/print-acsl.h"

static const char *name_of(gpointer data, const Term *input, gboolean *is_signed) {
  const Parameters *p = data;
  *is_signed = parameter_is_signed(p, input);
  return parameter_is_float(p, input) ? NULL : parameter_name(p, input);
}

static gboolean accepted(const Parameters *p, const Term *bound) {
  gboolean widths[65];
  g_autofree char *text = term_to_acsl(bound, name_of, (gpointer)p, widths);
  return text != NULL;
}

/* Floats are parameters of the predicates too; nothing is said about them. */
static char *logic_parameters(const Parameters *p) {
  GString *out = g_string_new(NULL);
  for (guint i = 0; i < p->inputs->len; i++)
    g_string_append_printf(out, "%s%s %s", i > 0 ? ", " : "(",
                           parameter_is_float(p, p->inputs->pdata[i]) ? "real" : "integer",
                           parameter_name(p, p->inputs->pdata[i]));
  if (p->inputs->len > 0) g_string_append_c(out, ')');
  return g_string_free(out, FALSE);
}

static void append_predicates(const Parameters *p, gboolean *weakened, GString *out) {
  gboolean widths[65] = {FALSE};
  const Term *must = parameters_bound(p, FALSE, accepted, weakened),
             *may = parameters_bound(p, TRUE, accepted, weakened);
  g_autofree char *must_text = term_to_acsl(must, name_of, (gpointer)p, widths),
                  *may_text = term_to_acsl(may, name_of, (gpointer)p, widths),
                  *parameters = logic_parameters(p);
  if (!must_text || !may_text) *weakened = TRUE; /* each fits, but not all together */
  g_string_append(out, "/*@\n");
  for (guint w = 2; w <= 64; w++)
    if (widths[w]) acsl_append_reductions(out, w);
  g_string_append_printf(out, "  predicate acf_must_fail%s =\n    %s;\n", parameters,
                         must_text ? must_text : "\\false");
  g_string_append_printf(out, "  predicate acf_may_fail%s =\n    %s;\n*/\n\n", parameters,
                         may_text ? may_text : "\\true");
}

/* C's bool would need a header. */
static void append_contract(const Parameters *p, GString *out) {
  g_autofree char *names = parameters_names(p);
  const char *open = p->inputs->len > 0 ? "(" : "", *close = p->inputs->len > 0 ? ")" : "";
  g_string_append_printf(out,
                         "/*@ requires !acf_may_fail%s%s%s;\n    assigns \\nothing; */\nvoid acf_inputs(",
                         open, names, close);
  for (guint i = 0; i < p->inputs->len; i++) {
    const Term *input = p->inputs->pdata[i];
    g_string_append_printf(out, "%s%s %s", i > 0 ? ", " : "",
                           input->width == 1 ? "_Bool" : parameter_type(p, input), parameter_name(p, input));
  }
  g_string_append_printf(out, "%s);\n", p->inputs->len > 0 ? "" : "void");
}

static char *comment_safe(const char *text) {
  char *line = g_strdelimit(g_strdup(text), "\r\n\\@", ' ');
  for (char *end; (end = strstr(line, "*/")) || (end = strstr(line, "/*"));) *end = ' ';
  return line;
}

static void append_advice(const Parameters *p, GString *out) {
  const Cfc *c = p->cfc;
  g_auto(Guard) g = guard_find(c);
  g_autofree char *reason = g.reason ? comment_safe(g.reason) : NULL, *names = parameters_names(p),
                  *file = comment_safe(g.after.file ? g.after.file : c->program->path);
  if (g.reason) {
    g_string_append_printf(out, " * There is no single place in the program for it: %s.\n", reason);
    return;
  }
  g_autofree char *check = guard_check(c);
  const char *from = strchr(check, '(') + 1; /* acf_may_fail(x, y) */
  g_autofree char *call = g_strndup(from, (gsize)(strrchr(check, ')') - from));
  g_string_append_printf(out, " * In the program, after line %u of %s:\n *   assert !%s;\n", g.after.line,
                         file, call);
}

char *export_acsl(const Cfc *c, GError **error) {
  g_autoptr(Parameters) p = parameters_new(c);
  g_autoptr(GString) predicates = g_string_new(NULL);
  gboolean weakened = FALSE;
  append_predicates(p, &weakened, predicates);
  g_autofree char *path = comment_safe(c->program->path),
                  *property = comment_safe(c->program->property->name);
  GString *out = g_string_new(NULL);
  g_string_append_printf(out, "/* The failing inputs of %s (%s, %s) in ACSL, by acf %s.\n", path, property,
                         claim_data_model(c->program), claim_version());
  g_string_append(out,
                  " * acf_must_fail holds only for inputs that fail, acf_may_fail for all inputs that do.\n");
  if (weakened)
    g_string_append(out, " * A part that has no form in ACSL's integers was left to \"may fail\".\n");
  g_string_append(
      out, " * Call acf_inputs where the inputs are read: its contract is met when none of them fails.\n");
  append_advice(p, out);
  g_string_append(out, " */\n");
  g_string_append(out, predicates->str);
  append_contract(p, out);
  return g_string_free(out, FALSE);
}
