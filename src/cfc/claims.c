/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What every export says about a CFC. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif
#include "cfc/claims.h"
#include "ir/print.h"

#ifndef PACKAGE_VERSION
#define PACKAGE_VERSION "unreleased"
#endif

const char *claim_version(void) { return PACKAGE_VERSION; }

const Term *claim_upper(const Partition *p) { return term_printable(p->upper) ? p->upper : term_bool(TRUE); }
const Term *claim_lower(const Partition *p) { return term_printable(p->lower) ? p->lower : term_bool(FALSE); }

static gboolean weakened(const Partition *p) {
  return !term_printable(p->upper) || !term_printable(p->lower);
}

gboolean claim_exact(const Partition *p) { return p->exact && !weakened(p); }

gboolean claims_exact(const Cfc *c) {
  for (guint i = 0; i < c->partitions->len; i++)
    if (!claim_exact(c->partitions->pdata[i])) return FALSE;
  return TRUE;
}

gboolean claims_characterized(const Cfc *c) {
  return claims_exact(c) || (c->automaton && failure_automaton_exact(c->automaton));
}

gboolean claims_by_automaton(const Cfc *c) {
  if (claims_exact(c) || !claims_characterized(c)) return FALSE;
  return claims_verdict(c) == VERDICT_FAILURES || (c->automaton->endless_fails && failure_automaton_fails(c->automaton));
}

gboolean claim_fails(const Partition *p) { return !term_is_false(claim_lower(p)) && partition_fails(p); }

guint claims_failing(const Cfc *c) {
  guint n = 0;
  for (guint i = 0; i < c->partitions->len; i++) n += claim_fails(c->partitions->pdata[i]);
  return n;
}

Verdict claims_verdict(const Cfc *c) {
  if (claims_failing(c)) return VERDICT_FAILURES;
  return c->partitions->len > 0 ? VERDICT_UNKNOWN : VERDICT_SAFE;
}

const char *claim_reason(const Partition *p) {
  if (weakened(p)) return "the formula uses fmod, which SMT-LIB cannot express";
  return p->exact ? NULL : p->reason;
}

static void add_inputs(ClaimInputs *i, const Term *t) {
  g_autoptr(GPtrArray) inputs = term_inputs(t);
  for (guint k = 0; k < inputs->len; k++)
    if (g_hash_table_add(i->mentioned, inputs->pdata[k])) g_ptr_array_add(i->all, inputs->pdata[k]);
}

ClaimInputs *claim_inputs_new(const Cfc *c) {
  ClaimInputs *i = g_new0(ClaimInputs, 1);
  i->all = g_ptr_array_new();
  i->mentioned = g_hash_table_new(NULL, NULL);
  for (guint k = 0; k < c->partitions->len; k++) {
    add_inputs(i, claim_upper(c->partitions->pdata[k]));
    add_inputs(i, claim_lower(c->partitions->pdata[k]));
  }
  g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
  for (guint k = 0; k < i->all->len; k++) g_hash_table_add(seen, i->all->pdata[k]);
  for (guint k = 0; k < c->inputs->len; k++)
    if (g_hash_table_add(seen, c->inputs->pdata[k])) g_ptr_array_add(i->all, c->inputs->pdata[k]);
  for (guint k = 0; c->program && k < c->program->sites->len; k++) { /* a call needs all of its arguments */
    const InputSite *s = program_site(c->program, k);
    const Term *input = site_is_argument(s) ? term_input((InputKey){k, 1, 0}, s->width) : NULL;
    if (input && g_hash_table_add(seen, (gpointer)input)) g_ptr_array_add(i->all, (gpointer)input);
  }
  term_sort_inputs(i->all);
  return i;
}

void claim_inputs_free(ClaimInputs *i) {
  g_ptr_array_unref(i->all);
  g_hash_table_unref(i->mentioned);
  g_free(i);
}

gboolean claim_input_matters(const ClaimInputs *i, const Term *input) {
  return g_hash_table_contains(i->mentioned, input);
}

const char *claim_idle_text(const Cfc *c) { return claims_exact(c) ? "does not matter" : "not mentioned"; }

static void add_value(const Term *leaf, guint64 value, gpointer values) {
  const ClaimValue v = {leaf, value};
  if (leaf->op == TERM_INPUT) g_array_append_val((GArray *)values, v);
}

static int value_by_key(gconstpointer a, gconstpointer b) {
  const guint64 x = ((const ClaimValue *)a)->input->param, y = ((const ClaimValue *)b)->input->param;
  return x < y ? -1 : x > y;
}

GArray *claim_example(const Partition *p, const Model *example) {
  GArray *values = g_array_new(FALSE, FALSE, sizeof(ClaimValue));
  model_foreach(example, add_value, values);
  const Term *both = term_and(claim_upper(p), claim_lower(p));
  g_autoptr(GPtrArray) inputs = term_inputs(both);
  for (guint i = 0; i < inputs->len; i++) {
    guint64 value;
    if (!model_lookup(example, inputs->pdata[i], &value)) add_value(inputs->pdata[i], 0, values);
  }
  g_array_sort(values, value_by_key);
  return values;
}

char *claim_nothing(const Cfc *c) {
  const Program *p = c->program;
  if (!p || !p->nothing_fails || claims_verdict(c) != VERDICT_SAFE) return NULL;
  return g_strdup_printf("nothing in %s can fail: %s", p->path, p->nothing_fails);
}

char *claim_checked(const Program *p) {
  g_autofree char *absence = property_absence(p->property);
  const gboolean main = g_str_equal(p->property->entry, "main");
  return g_strdup_printf("%s%s%s; %u-bit (%s)", absence, main ? "" : "; runs begin in ",
                         main ? "" : p->property->entry, p->pointer_width, claim_data_model(p));
}

/* What the block that fails there says of it: the operator that overflows. */
static const char *operator_at(const Program *p, Failure f) {
  for (guint i = 0; f.kind == FAILURE_OVERFLOW && i < p->functions->len; i++) {
    const GPtrArray *blocks = program_function(p, i)->blocks;
    for (guint b = 0; b < blocks->len; b++) {
      const IrBlock *block = blocks->pdata[b];
      const Failure here = {block->term_loc, block->failure};
      if (block->term == IR_ERROR && failure_same(here, f)) return block->reason;
    }
  }
  return NULL;
}

char *claim_failure(const Program *p, Failure f) {
  const char *operation = operator_at(p, f), *text = failure_row(f.kind)->text;
  return operation ? g_strdup_printf("%s of %s", text, operation) : g_strdup(text);
}

const char *claim_data_model(const Program *p) { return p->pointer_width == 64 ? "LP64" : "ILP32"; }
const char *claim_overflow(const Program *p) { return p->no_overflow ? "none" : "wrap"; }
