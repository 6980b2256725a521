/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Races between over-approximators. */
#include "portfolio/portfolio.h"
#include "portfolio/analyzer.h"

typedef struct {
  const Engine *engine;
  const Question *question;
  guint question_index;
  gint64 start; /* when it joins */
  Job *job;
  gboolean over;
} Member;

static void publish(const Answer *a) {
  GByteArray *bytes = g_byte_array_new();
  answer_write(bytes, a);
  job_publish(bytes);
  g_byte_array_unref(bytes);
}

/* In the child. */
static gboolean run_engine(gpointer data, GByteArray *out) {
  const Member *m = (const Member *)data;
  Answer *a = m->engine->ask(m->question, publish);
  answer_write(out, a);
  answer_free(a);
  return TRUE;
}

static double seconds_until(gint64 deadline) {
  return deadline ? MAX((deadline - g_get_monotonic_time()) / 1e6, 0.001) : 0;
}

static void start_member(const Portfolio *p, Member *m) {
  JobLimits limits = {seconds_until(m->question->deadline), p->memory_bytes};
  m->job = job_start(m->engine->name, run_engine, m, limits);
  if (!m->job) m->over = TRUE;
}

/* An answer is better when it settles more; of unknown ones, that which leaves less open. */
static void keep_better(Answer **best, Answer *a) {
  if (!a) return;
  gboolean better = a->kind != ANSWER_UNKNOWN ||
                    (term_is_true((*best)->residue) && !term_is_true(a->residue)) ||
                    (!term_is_true(a->residue) && a->unrolling > (*best)->unrolling);
  if ((*best)->kind != ANSWER_UNKNOWN) better = FALSE;
  answer_free(better ? *best : a);
  if (better) *best = a;
}

static void hear(const Question *q, Member *m, Answer **answers) {
  JobState state = job_state(m->job);
  Answer *a = answer_read(q->program, job_answer(m->job));
  if (state == JOB_RUNNING && a && a->kind != ANSWER_UNKNOWN) { /* only a finished answer settles anything */
    answer_free(a);
    a = NULL;
  }
  keep_better(&answers[m->question_index], a);
  m->over = state != JOB_RUNNING;
}

static gboolean settled(const Member *m, Answer **answers) {
  return answers[m->question_index]->kind != ANSWER_UNKNOWN;
}

/* Starts those whose time has come; collects the running ones. Returns when the next one would start. */
static gint64 muster(const Portfolio *p, GArray *members, Answer **answers, GPtrArray *running,
                     GArray *index) {
  gint64 now = g_get_monotonic_time(), next = G_MAXINT64;
  g_ptr_array_set_size(running, 0);
  g_array_set_size(index, 0);
  guint busy = 0, cores = g_get_num_processors();
  for (guint i = 0; i < members->len; i++) {
    Member *m = &g_array_index(members, Member, i);
    if (m->job && !m->over && settled(m, answers)) job_cancel(m->job), m->over = TRUE;
    busy += m->job && !m->over;
  }
  for (guint i = 0; i < members->len; i++) {
    Member *m = &g_array_index(members, Member, i);
    if (m->over || settled(m, answers)) continue;
    gboolean due = m->start <= now || busy == 0;
    if (!m->job && !due) next = MIN(next, m->start);
    if (!m->job && due && busy < MAX(cores, 2) + 1) start_member(p, m), busy++;
    if (!m->job || m->over) continue;
    g_ptr_array_add(running, m->job);
    g_array_append_val(index, i);
  }
  return next;
}

void portfolio_ask_all(const Portfolio *p, const Question *q, guint n, Answer **answers) {
  GArray *members = g_array_new(FALSE, TRUE, sizeof(Member));
  for (guint i = 0; i < n; i++) {
    answers[i] = answer_new();
    for (guint e = 0; e < n_engines; e++) {
      if (p->only ? p->only != &engines[e] : engines[e].delay < 0) continue;
      gint64 delay = p->only ? 0 : (gint64)(engines[e].delay * 1e6);
      Member m = {&engines[e], &q[i], i, g_get_monotonic_time() + delay, NULL, FALSE};
      g_array_append_val(members, m);
    }
  }
  GPtrArray *running = g_ptr_array_new();
  GArray *index = g_array_new(FALSE, FALSE, sizeof(guint));
  gint64 deadline = q[0].deadline ? q[0].deadline + G_USEC_PER_SEC / 2 : G_MAXINT64;
  while (!job_interrupted()) {
    gint64 next = muster(p, members, answers, running, index);
    if ((running->len == 0 && next == G_MAXINT64) || g_get_monotonic_time() > deadline) break;
    int which =
        job_wait_any((Job *const *)running->pdata, running->len, MIN(next, deadline), p->tick, p->tick_data);
    if (which >= 0) hear(q, &g_array_index(members, Member, g_array_index(index, guint, which)), answers);
  }
  for (guint i = 0; i < members->len; i++) {
    Member *m = &g_array_index(members, Member, i);
    if (!m->job) continue;
    if (!m->over) keep_better(&answers[m->question_index], answer_read(q->program, job_answer(m->job)));
    job_free(m->job);
  }
  g_ptr_array_unref(running);
  g_array_unref(index);
  g_array_unref(members);
}

Answer *portfolio_ask(const Portfolio *p, const Question *q) {
  Answer *a;
  portfolio_ask_all(p, q, 1, &a);
  return a;
}
