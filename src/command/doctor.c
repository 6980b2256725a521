/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trying analyzers. */
#include "command/doctor.h"
#include "base/deadline.h"
#include "base/limits.h"
#include "frontend/frontend.h"
#include "base/job.h"
#include "portfolio/external.h"
#include "base/scratch.h"
#include <stdio.h>
#include <string.h>

#define MEMORY ((gsize)4 << 30)

static const char *const names[] = {"failing.c", "safe.c"};
enum { FAILING, SAFE };

/* A program that fails for one input, or for none. */
static char *trial_text(guint which) {
  const char *error = error_function_usual();
  return g_strdup_printf(
      "extern int __VERIFIER_nondet_int(void);\nextern void %s(void);\n\nint main(void) {\n"
      "  int x = __VERIFIER_nondet_int();\n  if (x > 5 && x < 9) {\n    if (x == %d) %s();\n  }\n  "
      "return 0;\n}\n",
      error, which == FAILING ? 7 : 17, error);
}

/* One program under an analyzer, and what came of it. */
typedef struct {
  Program *program;
  Cfg *cfg;
  const Analyzer *analyzer;
  Question question;
} Trial;

typedef struct {
  guint32 verdict, witness, kind;
  char trouble[200];
} Outcome;

/* In a child. */
static gboolean try_analyzer(gpointer data, GByteArray *out) {
  const Trial *t = (const Trial *)data;
  Outcome o = {0};
  Answer *answer = NULL;
  if (t->analyzer->engine) {
    answer = t->analyzer->engine->ask(&t->question, NULL);
    o.verdict = answer->kind == ANSWER_SAFE    ? TOOL_SAFE
                : answer->kind == ANSWER_ERROR ? TOOL_FAILING
                                               : TOOL_UNKNOWN;
  } else {
    g_autoptr(Opinion) opinion = opinion_ask(t->analyzer, &t->question);
    Question brief = t->question;
    brief.deadline = MIN(brief.deadline, deadline_in(limits.doctor_engine_seconds));
    answer = external_judge(t->analyzer, &brief, opinion);
    o.verdict = opinion->verdict;
    o.witness = opinion->witness != NULL;
    if (opinion->trouble) g_strlcpy(o.trouble, opinion->trouble, sizeof o.trouble);
  }
  o.kind = answer->kind;
  answer_free(answer);
  g_byte_array_append(out, (const guint8 *)&o, sizeof o);
  return TRUE;
}

static Outcome run_trial(Trial *t, const Analyzer *a, double *seconds) {
  Outcome o = {0};
  GByteArray *bytes = NULL;
  gint64 start = g_get_monotonic_time();
  gint64 limit = a->engine ? limits.doctor_engine_seconds : limits.doctor_seconds;
  t->analyzer = a;
  t->question = (Question){.program = t->program,
                           .cfg = t->cfg,
                           .condition = term_bool(TRUE),
                           .start_unroll = 1,
                           .inputs_per_site = 16,
                           .deadline = start + limit * G_USEC_PER_SEC};
  job_run(a->name, try_analyzer, t, (JobLimits){(double)limit + 5, a->engine ? MEMORY : 0}, &bytes);
  if (bytes && bytes->len == sizeof o) memcpy(&o, bytes->data, sizeof o);
  if (bytes) g_byte_array_unref(bytes);
  *seconds = (g_get_monotonic_time() - start) / 1e6;
  return o;
}

static gboolean can_say_safe(const Analyzer *a) {
  return a->engine ? a->engine->proves : a->external->safe || a->external->safe_status->len;
}

static gboolean can_say_failing(const Analyzer *a) {
  return a->engine || a->external->failing || a->external->failing_status->len;
}

/* Engines that prove need not find. */
static gboolean must_say(const Analyzer *a, guint which) {
  return which == SAFE ? can_say_safe(a) : can_say_failing(a) && !(a->engine && a->engine->proves);
}

/* NULL: as it should be. */
static char *complaint(const Analyzer *a, guint which, const Outcome *o) {
  ToolVerdict right = which == FAILING ? TOOL_FAILING : TOOL_SAFE;
  if (o->verdict == (guint32)right || (o->verdict == TOOL_UNKNOWN && !must_say(a, which))) return NULL;
  return g_strdup_printf("says %s of a program that is %s%s%s", tool_verdict_name((ToolVerdict)o->verdict),
                         tool_verdict_name(which == FAILING ? TOOL_FAILING : TOOL_SAFE),
                         *o->trouble ? ": " : "", o->trouble);
}

/* FALSE: it does not work. */
static gboolean examine(const Analyzer *a, Trial *trials) {
  double seconds[2] = {0, 0};
  Outcome o[2];
  g_autofree char *wrong = NULL;
  for (guint i = 0; i < 2 && !wrong && !job_interrupted(); i++) {
    o[i] = run_trial(&trials[i], a, &seconds[i]);
    wrong = complaint(a, i, &o[i]);
  }
  const char *extra = "";
  if (!wrong && a->external && *a->external->witnesses)
    extra = !o[FAILING].witness               ? "; no witness was read"
            : o[FAILING].kind == ANSWER_ERROR ? "; its witness is right"
                                              : "; its witness leads nowhere";
  printf("%-22s %-5s %5.1f s  %s%s\n", a->name, wrong ? "FAILS" : "works", seconds[0] + seconds[1],
         wrong ? wrong : "",
         wrong    ? ""
         : *extra ? extra + 2
                  : "");
  fflush(stdout);
  return !wrong;
}

static gboolean prepare(Trial *t, const char *path, const char *text, gboolean lp64, GError **error) {
  const FrontendOptions options = {.lp64 = lp64};
  if (!g_file_set_contents(path, text, -1, error)) return FALSE;
  t->program = frontend_load(path, &options, error);
  if (t->program) t->cfg = cfg_new(t->program);
  return t->program != NULL;
}

int doctor(const Registry *r, gboolean lp64, GError **error) {
  g_autoptr(Scratch) scratch = scratch_new(error);
  Trial trials[2] = {0};
  int sick = scratch ? 0 : -1;
  for (guint i = 0; i < 2 && sick == 0; i++) {
    g_autofree char *path = scratch_file(scratch, names[i]);
    g_autofree char *text = trial_text(i);
    if (!prepare(&trials[i], path, text, lp64, error)) sick = -1;
  }
  for (guint i = 0; sick >= 0 && i < r->analyzers->len && !job_interrupted(); i++) {
    const Analyzer *a = (const Analyzer *)r->analyzers->pdata[i];
    if (analyzer_found(a) && !examine(a, trials)) sick++;
  }
  for (guint i = 0; i < 2; i++) {
    if (trials[i].cfg) cfg_free(trials[i].cfg);
    if (trials[i].program) program_free(trials[i].program);
  }
  return sick;
}
