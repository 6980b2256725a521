/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The CFC as one SMT-LIB 2 script, ready for a solver. */
#include "cfc/claims.h"
#include "export/export.h"
#include "ir/print.h"

/* The text in one line, which ends the comment. */
static void comment(GString *out, const char *text) {
  g_autofree char *valid = g_utf8_make_valid(text, -1);
  g_string_append_printf(out, "; %s\n", g_strdelimit(valid, "\r\n", ' '));
}

static void declare_inputs(const Cfc *c, const ClaimInputs *inputs, GString *out) {
  for (guint i = 0; i < inputs->all->len; i++) {
    const Term *input = inputs->all->pdata[i];
    if (!claim_input_matters(inputs, input)) continue;
    g_autofree char *symbol = input_symbol(c->program, input), *label = input_label(c->program, input);
    g_string_append_printf(out, "(declare-const |%s| (_ BitVec %u)) ", symbol, input->width);
    comment(out, label);
  }
}

static void define(const Cfc *c, GString *out, const char *name, guint number, const Term *t) {
  g_autofree char *text = term_to_smt2(c->program, t);
  g_string_append_printf(out, "(define-fun |%s-%u| () Bool %s)\n", name, number, text);
}

static void define_union(const Cfc *c, GString *out, const char *name) {
  g_string_append_printf(out, "(define-fun %s () Bool ", name);
  if (c->partitions->len == 0) g_string_append(out, "false");
  if (c->partitions->len > 1) g_string_append(out, "(or");
  for (guint i = 0; i < c->partitions->len; i++)
    g_string_append_printf(out, "%s|%s-%u|", c->partitions->len > 1 ? " " : "", name, i + 1);
  if (c->partitions->len > 1) g_string_append(out, ")");
  g_string_append(out, ")\n");
}

static gboolean is_pure(const Cfc *c) {
  for (guint i = 0; i < c->partitions->len; i++) {
    const Partition *p = c->partitions->pdata[i];
    if (p->upper->has_float || p->lower->has_float || p->upper->has_array || p->lower->has_array)
      return FALSE;
  }
  return TRUE;
}

char *export_smt2(const Cfc *c) {
  GString *out = g_string_new(NULL);
  ClaimInputs *inputs = claim_inputs_new(c);
  g_autofree char *title = g_strdup_printf("%s: the inputs for which %s fails (acf %s)", c->program->path,
                                           property_name(c->program->property), claim_version());
  comment(out, title);
  comment(out,
          "lower => failing inputs => upper; upper-i and lower-i bound the i-th of the disjoint partitions.");
  g_autofree char *verdict =
      g_strdup_printf("verdict: %s, %s, data model %s", verdict_name(claims_verdict(c)),
                      claims_exact(c) ? "exact" : "not exact", claim_data_model(c->program));
  comment(out, verdict);
  g_autofree char *nothing = claim_nothing(c);
  if (nothing) comment(out, nothing);
  g_string_append_printf(out, "(set-info :smt-lib-version 2.6)\n(set-logic %s)\n",
                         is_pure(c) ? "QF_BV" : "ALL");
  declare_inputs(c, inputs, out);
  for (guint i = 0; i < c->partitions->len; i++) {
    define(c, out, "upper", i + 1, claim_upper(c->partitions->pdata[i]));
    define(c, out, "lower", i + 1, claim_lower(c->partitions->pdata[i]));
  }
  define_union(c, out, "upper");
  define_union(c, out, "lower");
  g_string_append(out, "\n; Ask, for example, for an input that may fail but is not known to:\n"
                       ";   (assert (and upper (not lower)))\n;   (check-sat)\n;   (get-model)\n");
  claim_inputs_free(inputs);
  return g_string_free(out, FALSE);
}
