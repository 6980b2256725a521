/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Findings as scripts: whatever calls a library runs in children, and scripts come back as text. */
#include "domains/registry.h"
#include "domains/show.h"
#include "domains/shrink.h"
#include "base/job.h"
#include "base/limits.h"
#include <string.h>

typedef struct {
  const AcfDomain *domain;
  const SearchOptions *options;
  const Finding *finding;
  const Script *script;
  Outcome wanted;
} Work;

static void append_script(GByteArray *to, const Script *s) {
  g_autofree char *text = show_script(s);
  g_byte_array_append(to, (const guint8 *)text, (guint)strlen(text) + 1);
}

static Script *parse(const GByteArray *bytes, const AcfDomain *d) {
  if (!bytes || !bytes->len || bytes->data[bytes->len - 1]) return NULL;
  return replay_parse((const char *)bytes->data, d, NULL);
}

/* ---- in children ---- */

static gboolean make_script(gpointer data, GByteArray *answer) {
  const Work *w = data;
  try_silence();
  g_autoptr(Script) s = try_script(w->domain, w->options, w->finding->property, &w->finding->place);
  append_script(answer, s);
  return TRUE;
}

static gboolean still_shows(const Script *s, gpointer data) {
  return try_outcome(s) == ((const Work *)data)->wanted;
}

static void publish(const Script *s, gpointer data) {
  g_autoptr(GByteArray) text = g_byte_array_new();
  (void)data;
  append_script(text, s);
  job_publish(text);
}

static gboolean shrink_script(gpointer data, GByteArray *answer) {
  Work *w = data;
  try_silence();
  g_autoptr(Script) s = script_copy(w->script);
  shrink(&s, still_shows, publish, w, limits.domains_shrink_candidates,
         g_get_monotonic_time() + (gint64)(limits.domains_shrink_seconds * G_USEC_PER_SEC));
  append_script(answer, s);
  return TRUE;
}

static gboolean run_script(gpointer data, GByteArray *answer) {
  try_silence();
  const guint8 outcome = (guint8)try_outcome(((const Work *)data)->script);
  g_byte_array_append(answer, &outcome, 1);
  return TRUE;
}

/* ---- here ---- */

static Script *by_job(const char *name, JobFunction run, Work *w, double seconds) {
  g_autoptr(GByteArray) answer = NULL;
  job_run(name, run, w, (JobLimits){seconds, w->options->memory}, &answer);
  return parse(answer, w->domain);
}

static gboolean still_dies(const Script *s, gpointer data) {
  Work w = *(const Work *)data;
  w.script = s;
  const JobState state =
      job_run("script", run_script, &w, (JobLimits){w.options->stall, w.options->memory}, NULL);
  return state == (w.finding->kind == FOUND_TIMEOUT ? JOB_TIMEOUT : JOB_CRASHED);
}

Script *shrink_finding(const AcfDomain *d, const SearchOptions *o, const Finding *f) {
  Work w = {
      .domain = d, .options = o, .finding = f, .wanted = f->kind == FOUND_VIOLATION ? VIOLATED : FAILED};
  Script *s = by_job("script", make_script, &w, o->stall);
  if (!s) s = try_script(d, o, 0, &f->place); /* its elements alone do it */
  w.script = s;
  if (!o->shrink || job_interrupted()) return s;
  if (f->kind == FOUND_CRASH || f->kind == FOUND_TIMEOUT) {
    const double seconds = f->kind == FOUND_TIMEOUT ? 10 * o->stall : limits.domains_shrink_seconds;
    shrink(&s, still_dies, NULL, &w, limits.domains_crash_candidates,
           g_get_monotonic_time() + (gint64)(seconds * G_USEC_PER_SEC));
    return s;
  }
  Script *shorter = by_job("shrink", shrink_script, &w, 2 * limits.domains_shrink_seconds);
  if (shorter) {
    script_free(s);
    s = shorter;
  }
  return s;
}

/* The domain with the same sets and exact numbers; NULL: there is none. */
static const AcfDomain *exact_sibling(const AcfDomain *d) {
  g_autoptr(GString) name = g_string_new(d->name);
  if (!g_string_replace(name, "box-double", "box", 1) && !g_string_replace(name, "-double", "-mpq", 1) &&
      !g_string_replace(name, "-mpz", "-mpq", 1))
    return NULL;
  return domains_find(name->str);
}

const char *shrink_cause(const Script *s, const SearchOptions *o) {
  const AcfDomain *exact = exact_sibling(s->domain);
  if (!exact || !s->check.property) return NULL;
  g_autoptr(Script) same = script_copy(s);
  g_autoptr(GByteArray) answer = NULL;
  same->domain = exact;
  Work w = {.script = same, .options = o};
  const JobState state = job_run("script", run_script, &w, (JobLimits){o->stall, o->memory}, &answer);
  const gboolean holds = state == JOB_DONE && answer && answer->len == 1 &&
                         (answer->data[0] == HOLDS || answer->data[0] == SKIPPED);
  return holds ? "rounding" : NULL;
}
