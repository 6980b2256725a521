/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bounds as ACSL: logic predicates over the inputs, and a function that requires inputs that do not fail.
 *
 * Inputs are calls, not parameters of the entry function, so its own contract cannot speak about them.  The
 * contract is that of a function to call where all of them are read. */
#include "cfc/claims.h"
#include "export/formats.h"
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

/* A file may have the exports of several programs. */
static void append_reductions(guint width, GString *out) {
  g_string_append_printf(out, "#ifndef ACF_ACSL_%u\n#define ACF_ACSL_%u\n/*@\n", width, width);
  acsl_append_reductions(out, width);
  g_string_append(out, "*/\n#endif\n");
}

static void append_predicates(const Parameters *p, gboolean *weakened, GString *out) {
  gboolean widths[65] = {FALSE};
  const Term *must = parameters_bound(p, FALSE, accepted, weakened),
             *may = parameters_bound(p, TRUE, accepted, weakened);
  g_autofree char *must_text = term_to_acsl(must, name_of, (gpointer)p, widths),
                  *may_text = term_to_acsl(may, name_of, (gpointer)p, widths),
                  *parameters = logic_parameters(p);
  if (!must_text || !may_text) *weakened = TRUE; /* each fits, but not all together */
  g_autofree char *must_name = predicate_name(p->cfc, FALSE), *may_name = predicate_name(p->cfc, TRUE);
  for (guint w = 2; w <= 64; w++)
    if (widths[w]) append_reductions(w, out);
  g_string_append_printf(out, "/*@\n  predicate %s%s =\n    %s;\n", must_name, parameters,
                         must_text ? must_text : "\\false");
  g_string_append_printf(out, "  predicate %s%s =\n    %s;\n*/\n\n", may_name, parameters,
                         may_text ? may_text : "\\true");
}

/* C's bool would need a header. */
static void append_contract(const Parameters *p, GString *out) {
  g_autofree char *names = parameters_names(p), *prefix = export_prefix(p->cfc),
                  *may = predicate_name(p->cfc, TRUE);
  const char *open = p->inputs->len > 0 ? "(" : "", *close = p->inputs->len > 0 ? ")" : "";
  g_string_append_printf(out, "/*@ requires !%s%s%s%s;\n    assigns \\nothing; */\nvoid %s_inputs(", may,
                         open, names, close, prefix);
  for (guint i = 0; i < p->inputs->len; i++) {
    const Term *input = p->inputs->pdata[i];
    g_string_append_printf(out, "%s%s %s", i > 0 ? ", " : "",
                           input->width == 1 ? "_Bool" : parameter_type(p, input), parameter_name(p, input));
  }
  g_string_append_printf(out, "%s);\n", p->inputs->len > 0 ? "" : "void");
}

static void append_advice(const Parameters *p, GString *out) {
  const Cfc *c = p->cfc;
  g_auto(Guard) g = guard_find(c);
  g_autofree char *reason = g.reason ? comment_safe(g.reason) : NULL,
                  *file = comment_safe(g.after.file ? g.after.file : c->program->path);
  if (g.reason) {
    g_string_append_printf(out, " * There is no single place in the program for it: %s.\n", reason);
    return;
  }
  g_autofree char *call = guard_call(c), *safe = comment_safe(call);
  g_string_append_printf(out, " * In the program, after line %u of %s, in an annotation:\n *   assert !%s;\n",
                         g.after.line, file, safe);
}

char *export_acsl(const Cfc *c, GError **error) {
  g_autoptr(Parameters) p = parameters_new(c);
  g_autoptr(GString) predicates = g_string_new(NULL);
  gboolean weakened = FALSE;
  append_predicates(p, &weakened, predicates);
  g_autofree char *path = comment_safe(c->program->path),
                  *property = comment_safe(property_name(c->program->property)), *prefix = export_prefix(c);
  GString *out = g_string_new(NULL);
  g_string_append_printf(out, "/* The failing inputs of %s (%s, %s) in ACSL, by acf %s.\n", path, property,
                         claim_data_model(c->program), claim_version());
  g_string_append_printf(
      out, " * %s_must_fail holds only for inputs that fail, %s_may_fail for all inputs that do.\n", prefix,
      prefix);
  if (weakened)
    g_string_append(out, " * A part that has no form in ACSL's integers was left to \"may fail\".\n");
  g_string_append_printf(
      out, " * Call %s_inputs where the inputs are read: its contract is met when none of them fails.\n",
      prefix);
  append_advice(p, out);
  g_string_append(out, " */\n");
  g_string_append(out, predicates->str);
  append_contract(p, out);
  return g_string_free(out, FALSE);
}
