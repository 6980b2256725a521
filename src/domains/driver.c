/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Batches of tries as jobs.  Parent and child share a tally: when a child dies, it says where. */
#include "domains/driver.h"
#include "domains/shrink.h"
#include "domains/show.h"
#include "base/job.h"
#include "base/limits.h"
#include <string.h>
#include <sys/mman.h>


SearchOptions search_defaults(void) {
  return (SearchOptions){.configuration = configurations[1],
                         .seed = 1,
                         .runs = 10000,
                         .rounds = 8,
                         .stall = 20,
                         .memory = (gsize)2048 << 20,
                         .deaths = 30,
                         .shrink = TRUE};
}

typedef struct {
  const AcfDomain *domain;
  const SearchOptions *options;
  Tally *tally; /* shared */
  guint64 from, to;
  gint64 deadline; /* of the batch */
  Job *job;
  guint64 seen_number; /* when it last moved */
  guint seen_property, seen_round;
  gint64 seen_at;
  gboolean stalled;
} Batch;

static gboolean run_batch(gpointer data, GByteArray *answer) {
  Batch *b = data;
  const gint64 begun = g_get_monotonic_time();
  (void)answer;
  try_silence();
  for (guint64 i = b->from; i < b->to && g_get_monotonic_time() < b->deadline; i++)
    try_run(b->domain, b->options, i, b->tally);
  b->tally->busy += (double)(g_get_monotonic_time() - begun) / G_USEC_PER_SEC;
  return TRUE;
}

/* Called while the child is waited for: one that does not move is ended. */
static void watch(gpointer data) {
  Batch *b = data;
  const Tally *t = b->tally;
  const gint64 now = g_get_monotonic_time();
  if (t->number != b->seen_number || t->property != b->seen_property || t->round != b->seen_round)
    b->seen_at = now;
  b->seen_number = t->number;
  b->seen_property = t->property;
  b->seen_round = t->round;
  if ((double)(now - b->seen_at) / G_USEC_PER_SEC < b->options->stall) return;
  b->stalled = TRUE;
  job_cancel(b->job);
}

static void note_death(Batch *b) {
  PropertyTally *t = &b->tally->property_tally[b->tally->property];
  const FindingKind kind = b->stalled ? FOUND_TIMEOUT : FOUND_CRASH;
  if (t->found[kind]++) return;
  t->first[kind] = (Place){.number = b->tally->number,
                           .round = b->tally->round,
                           .seconds = (double)(g_get_monotonic_time() - b->tally->started) / G_USEC_PER_SEC};
}

/* The state in which the child ended. */
static JobState run_child(Batch *b) {
  b->stalled = FALSE;
  b->seen_at = g_get_monotonic_time();
  b->job = job_start("domains", run_batch, b, (JobLimits){.memory_bytes = b->options->memory});
  while (job_state(b->job) == JOB_RUNNING && !job_interrupted())
    job_wait_any(&b->job, 1, G_MAXINT64, watch, b);
  const JobState state = job_state(b->job);
  job_free(b->job);
  return state;
}

static void search(Batch *b, gint64 end) {
  guint deaths = 0;
  const guint64 last = (b->options->runs + b->options->rounds - 1) / b->options->rounds;
  for (b->from = 0, b->to = last; b->from < last && deaths < b->options->deaths;) {
    const gint64 now = g_get_monotonic_time();
    if (job_interrupted() || now >= end) return;
    b->deadline = MIN(end, now + (gint64)(limits.domains_batch_seconds * G_USEC_PER_SEC));
    b->tally->number = b->from;
    b->tally->property = BUILDING;
    const JobState state = run_child(b);
    if (job_interrupted()) return;
    if (state != JOB_DONE) note_death(b), deaths++;
    b->from = b->tally->number + 1;
  }
}

/* ---- findings ---- */

static void finding_free(gpointer data) {
  Finding *f = data;
  script_free(f->script);
  g_free(f->text);
  g_free(f);
}

static const char *const kind_texts[] = {NULL, "an operation failed", "the process crashed",
                                         "the process did not end in time"};

static void collect(SearchResult *r, const SearchOptions *o, guint property, FindingKind kind) {
  const PropertyTally *t = &r->tally.property_tally[property];
  if (!t->found[kind]) return;
  Finding *f = g_new0(Finding, 1);
  f->kind = kind;
  f->property = property == BUILDING ? 0 : properties[property].number;
  f->place = t->first[kind];
  f->times = t->found[kind];
  f->text = g_strdup(kind_texts[kind]);
  f->script = shrink_finding(r->domain, o, f);
  f->cause = kind == FOUND_VIOLATION ? shrink_cause(f->script, o) : NULL;
  g_ptr_array_add(r->findings, f);
}

SearchResult *search_run(const AcfDomain *d, const SearchOptions *o) {
  SearchResult *r = g_new0(SearchResult, 1);
  r->domain = d;
  r->findings = g_ptr_array_new_with_free_func(finding_free);
  Tally *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  g_assert(shared != MAP_FAILED);
  const gint64 start = shared->started = g_get_monotonic_time();
  Batch b = {.domain = d, .options = o, .tally = shared};
  search(&b, o->seconds > 0 ? start + (gint64)(o->seconds * G_USEC_PER_SEC) : G_MAXINT64);
  r->tally = *shared;
  munmap(shared, sizeof *shared);
  r->seconds = (double)(g_get_monotonic_time() - start) / G_USEC_PER_SEC;
  SearchOptions last = *o;
  r->interrupted = job_interrupted();
  if (r->interrupted) { /* what was found is still to be shown, but soon */
    job_resume();
    last.shrink = FALSE;
  }
  for (guint i = 0; i <= MAX_PROPERTIES; i++)
    for (guint k = 0; k < N_FINDING_KINDS; k++) collect(r, &last, i, (FindingKind)k);
  return r;
}

void search_result_free(SearchResult *r) {
  if (!r) return;
  g_ptr_array_unref(r->findings);
  g_free(r);
}
