/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Running an external under-approximator, and putting what it prints to the proof. */
#include "frontend/join.h"
#include "portfolio/under.h"
#include "base/job.h"
#include "base/limits.h"
#include "portfolio/candidate.h"
#include "portfolio/civl.h"
#include "portfolio/external.h"
#include "base/process.h"
#include <string.h>

/* One run of a tool, in a job. */
typedef struct {
  const Analyzer *analyzer;
  const Question *question;
  const Automaton *direction;
  gsize memory_bytes;
  Scratch *scratch;
  GHashTable *values; /* of placeholders */
} Run;

static double seconds_left(const Question *q) {
  return MAX((q->deadline - g_get_monotonic_time()) / 1e6, 0.1);
}

static gboolean can_ask(const Analyzer *a, const Program *p) {
  return a->external && a->external->direction == DIRECTION_UNDER && a->member && a->executable &&
         !a->distrusted && a->external->bits[p->pointer_width == 64] && external_begins(a->external, p);
}

gboolean under_available(const Registry *r, const Program *p) {
  for (guint i = 0; r && i < r->analyzers->len; i++)
    if (can_ask((const Analyzer *)r->analyzers->pdata[i], p)) return TRUE;
  return FALSE;
}

/* ---- the tool ---- */

static void set(Run *r, const char *name, char *value) {
  g_hash_table_insert(r->values, g_strdup(name), value);
}

static void set_values(Run *r) {
  const Program *p = r->question->program;
  gboolean wide = p->pointer_width == 64;
  g_autofree char *name = g_path_get_basename(p->path);
  set(r, "executable", g_strdup(r->analyzer->executable));
  set(r, "folder", g_path_get_dirname(r->analyzer->executable));
  set(r, "program", scratch_file(r->scratch, name));
  set(r, "scratch", g_strdup(r->scratch->path));
  set(r, "entry", g_strdup(p->property->entry));
  set(r, "bits", g_strdup(wide ? "64" : "32"));
  set(r, "seconds", g_strdup_printf("%.0f", MAX(limits.external_tool_share * seconds_left(r->question), 1)));
}

/* The program as it is, not conditioned: what the tool says of its variables is to be understood.  The
 * condition counts when the candidate is confirmed. */
static gboolean write_inputs(Run *r, GError **error) {
  const Program *p = r->question->program;
  g_autofree char *guide = civl_guide(p, r->direction), *text = join_files(p, error);
  if (!text) return FALSE;
  if (guide) {
    char *path = scratch_file(r->scratch, "acf.direct");
    set(r, "guide", path);
    if (!g_file_set_contents(path, guide, -1, error)) return FALSE;
  }
  return g_file_set_contents((const char *)g_hash_table_lookup(r->values, "program"), text, -1, error);
}

/* Runs it with the arguments and appends what it prints.  FALSE: it did not end by itself. */
static gboolean run_tool(const Run *r, char *const *arguments, GByteArray *output) {
  g_autoptr(GPtrArray) argv = g_ptr_array_new_with_free_func(g_free);
  g_ptr_array_add(argv, g_strdup(r->analyzer->executable));
  for (; *arguments; arguments++) g_ptr_array_add(argv, description_fill(*arguments, r->values));
  g_ptr_array_add(argv, NULL);
  ProcessRequest request = {.argv = (const char *const *)argv->pdata,
                            .folder = r->scratch->path,
                            .seconds = limits.external_tool_share * seconds_left(r->question),
                            .memory_bytes = r->analyzer->memory_bytes,
                            .scratch = r->scratch};
  g_autoptr(ProcessResult) result = process_run(&request);
  g_byte_array_append(output, result->output->data, result->output->len);
  g_byte_array_append(output, (const guint8 *)"\n", 1);
  return result->end == PROCESS_EXITED;
}

static GPtrArray *read_candidates(const Run *r, const GByteArray *output, GError **error) {
  g_autoptr(CivlReport) report = civl_read((const char *)output->data, output->len, error);
  return report ? civl_candidates(r->question->program, report, error) : NULL;
}

static GPtrArray *candidates_of(Run *r, GError **error) {
  const Description *d = r->analyzer->external;
  g_autoptr(GByteArray) output = g_byte_array_new();
  set_values(r);
  if (!write_inputs(r, error)) return NULL;
  gboolean guided = g_hash_table_contains(r->values, "guide") && *d->guided;
  if (run_tool(r, guided ? d->guided : d->arguments, output) && *d->replay) run_tool(r, d->replay, output);
  return read_candidates(r, output, error);
}

/* ---- the proof ---- */

typedef struct {
  const Question *question;
  const GPtrArray *candidates;
} Proof;

static gboolean prove(gpointer data, GByteArray *out) {
  const Proof *p = (const Proof *)data;
  Evidence *e = candidate_confirm(p->question, (const Term *const *)p->candidates->pdata, p->candidates->len);
  if (!e) return FALSE;
  evidence_write(out, e);
  evidence_free(e);
  return TRUE;
}

/* In the job: a byte that distinguishes evidence from a text that says why there is none, and that. */
static gboolean run(gpointer data, GByteArray *out) {
  Run *r = (Run *)data;
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) candidates = NULL;
  GByteArray *evidence = NULL;
  r->scratch = scratch_new(&error);
  r->values = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
  if (r->scratch) candidates = candidates_of(r, &error);
  if (candidates) {
    Proof proof = {r->question, candidates};
    JobLimits limits = {seconds_left(r->question) + 0.5, r->memory_bytes};
    if (job_run("symex", prove, &proof, limits, &evidence) != JOB_DONE)
      g_clear_pointer(&evidence, g_byte_array_unref);
  }
  const char *why = candidates ? "its candidate was not confirmed"
                    : error    ? error->message
                               : "it said nothing";
  g_byte_array_append(out, (const guint8 *)(evidence ? "e" : "w"), 1);
  if (evidence)
    g_byte_array_append(out, evidence->data, evidence->len);
  else
    g_byte_array_append(out, (const guint8 *)why, (guint)strlen(why));
  if (evidence) g_byte_array_unref(evidence);
  g_hash_table_unref(r->values);
  if (r->scratch) scratch_free(r->scratch);
  return TRUE;
}

static Evidence *ask_one(Run *r, char **why) {
  GByteArray *bytes = NULL;
  job_run(r->analyzer->name, run, r, (JobLimits){seconds_left(r->question) + 2, 0}, &bytes);
  Evidence *e = NULL;
  if (bytes && bytes->len && bytes->data[0] == 'w' && why) {
    g_free(*why);
    *why = g_strdup_printf("%s: %.*s", r->analyzer->name, (int)bytes->len - 1, (const char *)bytes->data + 1);
  }
  if (bytes && bytes->len && bytes->data[0] == 'e') {
    g_byte_array_remove_index(bytes, 0);
    e = evidence_read(r->question->program, bytes);
  }
  if (bytes) g_byte_array_unref(bytes);
  return e;
}

Evidence *under_ask(const Registry *r, const Question *q, const Automaton *direction, gsize memory_bytes,
                    char **why) {
  Evidence *e = NULL;
  for (guint i = 0; i < r->analyzers->len && !e; i++) {
    Run one = {.analyzer = (const Analyzer *)r->analyzers->pdata[i],
               .question = q,
               .direction = direction,
               .memory_bytes = memory_bytes};
    if (can_ask(one.analyzer, q->program) && g_get_monotonic_time() < q->deadline && !job_interrupted())
      e = ask_one(&one, why);
  }
  return e;
}
