/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The library: what a result knows. */
#include "base/limits.h"
#include "cfc/claims.h"
#include "export/export.h"
#include "ir/print.h"
#include "lib/handle.h"

/* ---- made once, when the result is ---- */

static const char *keep(AcfResult *r, char *text) {
  const char *kept = text ? g_string_chunk_insert(r->strings, text) : NULL;
  g_free(text);
  return kept;
}

static void add_input(AcfResult *r, const Term *input, gboolean matters) {
  const Program *p = r->cfc->program;
  const InputKey key = input_key_unpack(input->param);
  const InputSite *s = program_site(p, key.site);
  const AcfInput i = {.symbol = keep(r, input_symbol(p, input)),
                      .name = keep(r, input_short_name(p, input)),
                      .kind = site_kind_name(s->kind),
                      .function = keep(r, g_strdup(s->function)),
                      .variable = keep(r, g_strdup(s->variable)),
                      .type = keep(r, g_strdup(s->type)),
                      .file = keep(r, g_strdup(s->loc.file ? s->loc.file : p->path)),
                      .line = s->loc.line,
                      .column = s->loc.column,
                      .occurrence = key.occurrence,
                      .offset = key.offset,
                      .width = input->width,
                      .is_signed = s->is_signed,
                      .is_float = s->is_float,
                      .matters = matters};
  g_array_append_val(r->inputs, i);
  g_ptr_array_add(r->terms, (gpointer)input);
}

static void add_partition(AcfResult *r, const Partition *p) {
  const Program *program = r->cfc->program;
  const AcfPartition a = {.upper = keep(r, term_to_smt2(program, claim_upper(p))),
                          .lower = keep(r, term_to_smt2(program, claim_lower(p))),
                          .upper_c = keep(r, term_to_c(program, claim_upper(p), limits.report_c_characters)),
                          .lower_c = keep(r, term_to_c(program, claim_lower(p), limits.report_c_characters)),
                          .exact = claim_exact(p),
                          .reason = keep(r, g_strdup(claim_reason(p))),
                          .n_examples = p->examples->len};
  g_array_append_val(r->partitions, a);
}

AcfResult *result_new(AcfProgram *p, Cfc *cfc) {
  AcfResult *r = g_new0(AcfResult, 1);
  r->program = p;
  r->cfc = cfc;
  r->terms = g_ptr_array_new();
  r->inputs = g_array_new(FALSE, FALSE, sizeof(AcfInput));
  r->partitions = g_array_new(FALSE, FALSE, sizeof(AcfPartition));
  r->strings = g_string_chunk_new(1024);
  ClaimInputs *inputs = claim_inputs_new(cfc);
  for (guint i = 0; i < inputs->all->len; i++)
    add_input(r, inputs->all->pdata[i], claim_input_matters(inputs, inputs->all->pdata[i]));
  claim_inputs_free(inputs);
  for (guint i = 0; i < cfc->partitions->len; i++) add_partition(r, cfc->partitions->pdata[i]);
  return r;
}

void acf_result_free(AcfResult *r) {
  if (!r) return;
  cfc_free(r->cfc);
  g_ptr_array_unref(r->terms);
  g_array_unref(r->inputs);
  g_array_unref(r->partitions);
  g_string_chunk_free(r->strings);
  acf_program_free(r->program);
  g_free(r);
}

/* ---- what is known ---- */

AcfVerdict acf_result_verdict(const AcfResult *r) {
  switch (claims_verdict(r->cfc)) {
  case VERDICT_SAFE: return ACF_VERDICT_SAFE;
  case VERDICT_FAILURES: return ACF_VERDICT_FAILURES;
  default: return ACF_VERDICT_UNKNOWN;
  }
}

int acf_result_exact(const AcfResult *r) { return claims_exact(r->cfc); }
int acf_result_interrupted(const AcfResult *r) { return r->cfc->interrupted; }
size_t acf_result_n_inputs(const AcfResult *r) { return r->inputs->len; }
size_t acf_result_n_partitions(const AcfResult *r) { return r->partitions->len; }

const AcfInput *acf_result_input(const AcfResult *r, size_t i) {
  return i < r->inputs->len ? &g_array_index(r->inputs, AcfInput, i) : NULL;
}

const AcfPartition *acf_result_partition(const AcfResult *r, size_t i) {
  return i < r->partitions->len ? &g_array_index(r->partitions, AcfPartition, i) : NULL;
}

int acf_result_example(const AcfResult *r, size_t partition, size_t example, size_t input, uint64_t *bits) {
  if (partition >= r->partitions->len || input >= r->terms->len) return 0;
  const Partition *p = r->cfc->partitions->pdata[partition];
  if (example >= p->examples->len) return 0;
  g_autoptr(GArray) values = claim_example(p, p->examples->pdata[example]);
  for (guint i = 0; i < values->len; i++) {
    const ClaimValue v = g_array_index(values, ClaimValue, i);
    if (v.input != r->terms->pdata[input]) continue;
    *bits = v.value;
    return 1;
  }
  return 0;
}

/* ---- one point ---- */

static const Term *find_input(const AcfResult *r, const char *name) {
  for (guint i = 0; i < r->inputs->len; i++) {
    const AcfInput *input = &g_array_index(r->inputs, AcfInput, i);
    if (g_str_equal(name, input->symbol) || g_str_equal(name, input->name)) return r->terms->pdata[i];
  }
  return NULL;
}

static gboolean set_value(const AcfResult *r, Model *m, const AcfValue *v, char **error) {
  const Term *input = find_input(r, v->input);
  if (input && v->bits <= term_mask(input->width)) {
    model_set(m, input, v->bits);
    return TRUE;
  }
  if (error && !input) *error = g_strdup_printf("there is no input '%s'", v->input);
  if (error && input)
    *error = g_strdup_printf("the value of '%s' has more than %u bits", v->input, input->width);
  return FALSE;
}

static AcfPoint evaluate(const Cfc *c, const Model *m) {
  AcfPoint answer = ACF_POINT_SAFE;
  for (guint i = 0; i < c->partitions->len; i++) {
    const Partition *p = c->partitions->pdata[i];
    if (term_eval(claim_lower(p), m)) return ACF_POINT_MUST_FAIL;
    if (term_eval(claim_upper(p), m)) answer = ACF_POINT_MAY_FAIL;
  }
  return answer;
}

AcfPoint acf_result_evaluate(const AcfResult *r, const AcfValue *values, size_t n, char **error) {
  Model *m = model_new();
  gboolean good = TRUE;
  for (size_t i = 0; i < n && good; i++) good = set_value(r, m, &values[i], error);
  const AcfPoint answer = good ? evaluate(r->cfc, m) : ACF_POINT_WRONG;
  model_free(m);
  return answer;
}

/* ---- writing ---- */

char *acf_result_text(const AcfResult *r, AcfFormat format) {
  switch (format) {
  case ACF_FORMAT_JSON: return export_json(r->cfc);
  case ACF_FORMAT_SMT2: return export_smt2(r->cfc);
  default: return export_text(r->cfc, FALSE, FALSE, FALSE);
  }
}

int acf_result_write(const AcfResult *r, AcfFormat format, const char *path, char **error) {
  g_autofree char *text = acf_result_text(r, format);
  GError *failure = NULL;
  return export_write(path, text, &failure) || give_error(failure, error);
}
