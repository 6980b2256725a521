/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finding out the truth. */
#include "audit/truth.h"
#include "audit/kept-input.h"
#include "base/bytes.h"
#include "base/limits.h"
#include "cfc/claims.h"
#include "frontend/frontend.h"
#include "native/driven.h"
#include "native/runner.h"

TruthFound *truth_found_new(Truth truth, const char *how) {
  TruthFound *t = g_new0(TruthFound, 1);
  t->truth = truth;
  t->how = g_strdup(how);
  return t;
}

void truth_found_free(TruthFound *t) {
  if (!t) return;
  g_free(t->how);
  g_free(t->values);
  g_free(t->input);
  g_free(t);
}

/* ---- inputs that fail ---- */

/* Runs the input as anyone can; NULL: it proves nothing. */
static TruthFound *confirm(const TruthRequest *r, const GArray *reads, const char *how) {
  g_autofree char *input = kept_input_text(reads);
  const KeptResult result = kept_input_run(r->text, input, r->lp64);
  if (result != KEPT_FAILS && result != KEPT_OVERFLOWS) return NULL;
  TruthFound *t = truth_found_new(TRUTH_FAILS, how);
  t->overflows = result == KEPT_OVERFLOWS;
  t->values = kept_input_values(reads, r->lp64);
  t->input = g_steal_pointer(&input);
  return t;
}

static TruthFound *try_random(const TruthRequest *r) {
  const RunsRequest request = {.lp64 = r->lp64, .constants = r->constants, .seed = r->seed};
  g_autoptr(RandomRuns) runs = runs_random(r->text, &request, NULL);
  return runs && runs->failing ? confirm(r, runs->failing, "a native run on a random input") : NULL;
}

/* What a run has read, as InputRead; NULL: something that no function returns. */
static GArray *reads_of(const Program *p, const DrivenRun *run) {
  g_autoptr(GArray) reads = g_array_new(FALSE, FALSE, sizeof(InputRead));
  for (guint i = 0; i < run->reads->len; i++) {
    const DrivenRead *d = &g_array_index(run->reads, DrivenRead, i);
    const InputSite *s = program_site(p, d->site);
    if (!site_is_called(s) || s->is_float || d->occurrence == 0) return NULL;
    const InputRead read = {g_intern_string(s->function), g_intern_string(runner_type(s)), d->value};
    g_array_append_val(reads, read);
  }
  return g_steal_pointer(&reads);
}

static TruthFound *try_point(const TruthRequest *r, const Driven *d, const Program *p, const GArray *point) {
  g_autoptr(GArray) values = g_array_new(FALSE, FALSE, sizeof(ClaimValue));
  for (guint i = 0; i < point->len; i++) {
    const PointValue v = g_array_index(point, PointValue, i);
    const ClaimValue c = {term_input(input_key_unpack(v.key), v.width), v.value};
    if (input_key_unpack(v.key).site < p->sites->len) g_array_append_val(values, c);
  }
  DrivenRun run;
  const RunResult result = driven_run(d, values, &run, NULL);
  g_autoptr(GArray) reads = result == RUN_FAILED ? reads_of(p, &run) : NULL;
  driven_run_clear(&run);
  return reads ? confirm(r, reads, "a native run on an input that an analyzer has found") : NULL;
}

static TruthFound *try_points(const TruthRequest *r, const GPtrArray *points) {
  g_autoptr(Scratch) folder = points->len ? scratch_new(NULL) : NULL;
  const FrontendOptions options = {.lp64 = r->lp64};
  if (!folder) return NULL;
  g_autofree char *path = scratch_file(folder, "program.c");
  Program *p = g_file_set_contents(path, r->text, -1, NULL) ? frontend_load(path, &options, NULL) : NULL;
  Cfc *c = p ? cfc_new(p) : NULL;
  Driven *d = c ? driven_new(c, path, 0, NULL) : NULL;
  TruthFound *found = NULL;
  for (guint i = 0; d && !found && i < points->len; i++)
    found = try_point(r, d, p, (const GArray *)points->pdata[i]);
  if (d) driven_free(d);
  if (c) cfc_free(c);
  if (p) program_free(p);
  return found;
}

/* ---- proofs ---- */

static TruthFound *ask_for_proof(const TruthRequest *r) {
  if (r->acf == TOOL_SAFE) return truth_found_new(TRUTH_SAFE, "acf proves that it is safe");
  if (r->acf != TOOL_UNKNOWN || !r->ask) return NULL;
  g_autoptr(Statement) said = ask_acf(r->text, r->lp64, r->seconds, r->memory_bytes);
  if (said->verdict == TOOL_SAFE) return truth_found_new(TRUTH_SAFE, "acf proves that it is safe");
  return said->verdict == TOOL_FAILING ? try_points(r, said->points) : NULL;
}

TruthFound *truth_find(const TruthRequest *r) {
  TruthFound *found = try_random(r);
  if (!found) found = try_points(r, r->points);
  if (!found) found = ask_for_proof(r);
  return found ? found : truth_found_new(TRUTH_OPEN, "neither a failing run nor a proof was found");
}

/* ---- as a job ---- */

static gboolean find_in_child(gpointer data, GByteArray *out) {
  g_autoptr(TruthFound) t = truth_find((const TruthRequest *)data);
  bytes_put(out, t->truth);
  bytes_put(out, (guint64)t->overflows);
  bytes_put_string(out, t->how);
  bytes_put_string(out, t->values);
  bytes_put_string(out, t->input);
  return TRUE;
}

Job *truth_start(TruthRequest *r) {
  return job_start("truth", find_in_child, r, (JobLimits){r->seconds + limits.audit_truth_seconds, 0});
}

TruthFound *truth_result(const Job *job) {
  const GByteArray *bytes = job_state(job) == JOB_DONE ? job_answer(job) : NULL;
  if (!bytes) return truth_found_new(TRUTH_OPEN, "there was not enough time to find it");
  ByteReader r = {.bytes = bytes->data, .size = bytes->len};
  TruthFound *t = truth_found_new((Truth)bytes_get(&r, TRUTH_SAFE), NULL);
  t->overflows = bytes_get(&r, 1) != 0;
  t->how = bytes_get_string(&r);
  t->values = bytes_get_string(&r);
  t->input = bytes_get_string(&r);
  if (r.failed) t->truth = TRUTH_OPEN;
  return t;
}
