/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asking an analyzer, in a job of its own. */
#include "audit/ask.h"
#include <sys/resource.h>
#include "base/bytes.h"
#include "base/deadline.h"
#include "base/scratch.h"
#include "base/limits.h"
#include "cfc/claims.h"
#include "frontend/frontend.h"
#include "ir/print.h"
#include "loop/acf.h"
#include "portfolio/opinion.h"
#include "witness/match.h"

Statement *statement_new(void) {
  Statement *s = g_new0(Statement, 1);
  s->points = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
  return s;
}

void statement_free(Statement *s) {
  if (!s) return;
  g_free(s->trouble);
  g_free(s->example);
  g_ptr_array_unref(s->points);
  g_free(s);
}

/* ---- points ---- */

static void add_value(const Term *input, guint64 value, gpointer point) {
  const PointValue v = {input->param, input->width, value};
  if (input->op == TERM_INPUT) g_array_append_val((GArray *)point, v);
}

static void add_point(Statement *s, const Model *m) {
  if (!m) return;
  GArray *point = g_array_new(FALSE, FALSE, sizeof(PointValue));
  model_foreach(m, add_value, point);
  g_ptr_array_add(s->points, point);
}

/* ---- in the job ---- */

static void ask_engine(const Suspect *suspect, const Question *q, Statement *s) {
  if (suspect->limit) limits_set(suspect->limit, NULL);
  Answer *a = suspect->analyzer->engine->ask(q, NULL);
  s->verdict = a->kind == ANSWER_SAFE ? TOOL_SAFE : a->kind == ANSWER_ERROR ? TOOL_FAILING : TOOL_UNKNOWN;
  if (s->verdict == TOOL_UNKNOWN && a->reasons->len)
    s->trouble = g_strdup((const char *)a->reasons->pdata[0]);
  add_point(s, a->point);
  answer_free(a);
}

static void ask_external(const Suspect *suspect, const Question *q, Statement *s) {
  g_autoptr(Opinion) o = opinion_ask(suspect->analyzer, q);
  s->verdict = o->verdict;
  s->trouble = g_strdup(o->trouble);
  add_point(s, o->point);
  Match *match = o->witness ? witness_match(q->program, o->witness) : NULL;
  if (match) add_point(s, match->point);
  if (match) match_free(match);
}

static char *example_text(const Program *p, const GArray *values) {
  GString *text = g_string_new(NULL);
  for (guint i = 0; i < values->len && i < 8; i++) {
    const ClaimValue v = g_array_index(values, ClaimValue, i);
    g_autofree char *name = input_short_name(p, v.input), *value = input_value_text(p, v.input, v.value);
    g_string_append_printf(text, "%s%s = %s", i ? ", " : "", name, value);
  }
  if (!values->len) g_string_append(text, "every input");
  return g_string_free(text, FALSE);
}

static void add_examples(const Cfc *c, Statement *s) {
  for (guint i = 0; i < c->partitions->len; i++) {
    const Partition *p = (const Partition *)c->partitions->pdata[i];
    for (guint k = 0; k < p->examples->len && s->points->len < 4; k++) {
      g_autoptr(GArray) values = claim_example(p, (const Model *)p->examples->pdata[k]);
      GArray *point = g_array_new(FALSE, FALSE, sizeof(PointValue));
      for (guint v = 0; v < values->len; v++)
        add_value(g_array_index(values, ClaimValue, v).input, g_array_index(values, ClaimValue, v).value,
                  point);
      g_ptr_array_add(s->points, point);
      if (!s->example) s->example = example_text(c->program, values);
    }
  }
}

static void ask_whole(const Asking *asking, Program *p, Statement *s) {
  const AnalysisOptions options = {.program = p->path,
                                   .lp64 = asking->lp64,
                                   .seconds = asking->seconds,
                                   .start = g_get_monotonic_time(),
                                   .memory_mib = (guint)MAX(asking->memory_bytes >> 20, 64),
                                   .verbosity = -1};
  Cfc *c = acf_characterize(p, &options);
  const Verdict v = claims_verdict(c);
  s->verdict = v == VERDICT_SAFE ? TOOL_SAFE : v == VERDICT_FAILURES ? TOOL_FAILING : TOOL_UNKNOWN;
  add_examples(c, s);
  cfc_free(c);
}

static void ask_about(const Asking *asking, Program *p, Statement *s) {
  if (!asking->suspect || !asking->suspect->analyzer) {
    ask_whole(asking, p, s);
    return;
  }
  Cfg *cfg = cfg_new(p);
  const Question q = {.program = p,
                      .cfg = cfg,
                      .condition = term_bool(TRUE),
                      .start_unroll = 1,
                      .inputs_per_site = INPUT_MAX_OCCURRENCE,
                      .deadline = deadline_in(asking->seconds)};
  (asking->suspect->analyzer->engine ? ask_engine : ask_external)(asking->suspect, &q, s);
  cfg_free(cfg);
}

static double cpu_seconds(const struct rusage *u) {
  return (double)(u->ru_utime.tv_sec + u->ru_stime.tv_sec) +
         (double)(u->ru_utime.tv_usec + u->ru_stime.tv_usec) / 1e6;
}

static void take_usage(Statement *s) {
  struct rusage self, children;
  getrusage(RUSAGE_SELF, &self);
  getrusage(RUSAGE_CHILDREN, &children);
  s->cpu = cpu_seconds(&self) + cpu_seconds(&children);
  s->memory = (guint64)MAX(self.ru_maxrss, children.ru_maxrss);
}

static void write_statement(GByteArray *out, const Statement *s) {
  bytes_put(out, s->verdict);
  bytes_put_string(out, s->trouble);
  bytes_put_string(out, s->example);
  bytes_put(out, (guint64)(1e6 * s->cpu));
  bytes_put(out, s->memory);
  bytes_put(out, s->points->len);
  for (guint i = 0; i < s->points->len; i++) {
    const GArray *point = (const GArray *)s->points->pdata[i];
    bytes_put(out, point->len);
    for (guint k = 0; k < point->len; k++) {
      const PointValue v = g_array_index(point, PointValue, k);
      bytes_put(out, v.key);
      bytes_put(out, v.width);
      bytes_put(out, v.value);
    }
  }
}

static gboolean ask_in_child(gpointer data, GByteArray *out) {
  const Asking *asking = (const Asking *)data;
  const FrontendOptions options = {.lp64 = asking->lp64};
  g_autoptr(GError) error = NULL;
  g_autoptr(Statement) s = statement_new();
  g_autoptr(Scratch) scratch = scratch_new(&error);
  g_autofree char *path = scratch ? scratch_file(scratch, "program.c") : NULL;
  Program *p = path && g_file_set_contents(path, asking->text, -1, &error)
                   ? frontend_load(path, &options, &error)
                   : NULL;
  if (p)
    ask_about(asking, p, s);
  else
    s->trouble = g_strdup(error->message);
  take_usage(s);
  write_statement(out, s);
  return TRUE;
}

/* ---- outside ---- */

Job *ask_start(Asking *asking) {
  const gboolean own = asking->suspect && asking->suspect->analyzer && asking->suspect->analyzer->engine;
  return job_start(asking->suspect ? asking->suspect->name : "acf", ask_in_child, asking,
                   (JobLimits){asking->seconds + limits.audit_grace_seconds, own ? asking->memory_bytes : 0});
}

static void read_points(ByteReader *r, Statement *s) {
  for (guint64 n = bytes_get(r, 1000); n && !r->failed; n--) {
    GArray *point = g_array_new(FALSE, FALSE, sizeof(PointValue));
    for (guint64 k = bytes_get(r, 1000000); k && !r->failed; k--) {
      PointValue v;
      v.key = bytes_get(r, G_MAXUINT64);
      v.width = (guint)bytes_get(r, 64);
      v.value = bytes_get(r, G_MAXUINT64);
      g_array_append_val(point, v);
    }
    g_ptr_array_add(s->points, point);
  }
}

Statement *ask_result(const Job *job) {
  Statement *s = statement_new();
  const GByteArray *bytes = job_state(job) == JOB_DONE ? job_answer(job) : NULL;
  s->wall = job_seconds(job);
  if (bytes) {
    ByteReader r = {.bytes = bytes->data, .size = bytes->len};
    s->verdict = (ToolVerdict)bytes_get(&r, TOOL_FAILING);
    s->trouble = bytes_get_string(&r);
    s->example = bytes_get_string(&r);
    s->cpu = (double)bytes_get(&r, G_MAXUINT64) / 1e6;
    s->memory = bytes_get(&r, G_MAXUINT64);
    read_points(&r, s);
    if (!r.failed) return s;
    s->verdict = TOOL_UNKNOWN;
  }
  g_free(s->trouble);
  s->trouble = g_strdup(job_failure(job) ? job_failure(job) : "it did not answer");
  return s;
}

Statement *ask_wait(Asking *asking) {
  Job *job = ask_start(asking);
  while (job && job_state(job) == JOB_RUNNING && !job_interrupted())
    job_wait_any(&job, 1, G_MAXINT64, NULL, NULL);
  Statement *s = job ? ask_result(job) : statement_new();
  if (job) job_free(job);
  return s;
}

Statement *ask_acf(const char *text, gboolean lp64, double seconds, gsize memory_bytes) {
  Asking asking = {.text = (char *)text, .lp64 = lp64, .seconds = seconds, .memory_bytes = memory_bytes};
  return ask_wait(&asking);
}
