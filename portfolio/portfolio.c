/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Races between over-approximators. */
#include "portfolio/portfolio.h"
#include "portfolio/analyzer.h"

/* Of the time of a question: so long a single failing run waits for engines that see all. */
#define PATIENCE 0.5

/* One question and what is known of it. */
typedef struct {
  const Question *question;
  Answer *best;
  Answer *held; /* a failing run, until patience ends or nobody else is left */
  gint64 patience;
} Race;

typedef struct {
  const Engine *engine;
  Race *race;
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
  Answer *a = m->engine->ask(m->race->question, publish);
  answer_write(out, a);
  answer_free(a);
  return TRUE;
}

static double seconds_until(gint64 deadline) {
  return deadline ? MAX((deadline - g_get_monotonic_time()) / 1e6, 0.001) : 0;
}

static guint places(const Portfolio *p) { return p->jobs ? p->jobs : MAX(g_get_num_processors(), 2) + 2; }

/* waiting: how many have no place yet.  When they are more than there are places, who gets one must leave it
 * to the next in time. */
static void start_member(const Portfolio *p, Member *m, guint waiting) {
  double share = p->jobs && p->jobs < waiting ? (double)p->jobs / waiting : 1;
  JobLimits limits = {seconds_until(m->race->question->deadline) * share, p->memory_bytes};
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
  if (!better && term_is_true((*best)->residue)) /* how far it came tells where to go on */
    (*best)->unrolling = MAX((*best)->unrolling, a->unrolling);
  answer_free(better ? *best : a);
  if (better) *best = a;
}

/* The run of one point tells less than an account of all runs to some depth. */
static gboolean is_hasty(const Answer *a) { return a && a->kind == ANSWER_ERROR && a->unrolling == 0; }

static void hear(Member *m) {
  Race *r = m->race;
  JobState state = job_state(m->job);
  Answer *a = answer_read(r->question->program, job_answer(m->job));
  if (a) a->engine = m->engine->name;
  if (state == JOB_RUNNING && a && a->kind != ANSWER_UNKNOWN) /* only a finished answer settles anything */
    g_clear_pointer(&a, answer_free);
  if (is_hasty(a) && !r->held)
    r->held = a;
  else
    keep_better(&r->best, a);
  m->over = state != JOB_RUNNING;
}

static gboolean settled(const Race *r) {
  return r->best->kind != ANSWER_UNKNOWN || (r->held && g_get_monotonic_time() >= r->patience);
}

/* Starts those whose time has come; collects the running ones. Returns when the next one would start. */
static gint64 muster(const Portfolio *p, GArray *members, GPtrArray *running, GArray *index) {
  gint64 now = g_get_monotonic_time(), next = G_MAXINT64;
  g_ptr_array_set_size(running, 0);
  g_array_set_size(index, 0);
  guint busy = 0, waiting = 0;
  for (guint i = 0; i < members->len; i++) {
    Member *m = &g_array_index(members, Member, i);
    if (m->job && !m->over && settled(m->race)) job_cancel(m->job), m->over = TRUE;
    busy += m->job && !m->over;
    waiting += !m->job && !m->over && !settled(m->race);
  }
  for (guint i = 0; i < members->len; i++) {
    Member *m = &g_array_index(members, Member, i);
    if (m->over || settled(m->race)) continue;
    if (m->race->held) next = MIN(next, m->race->patience);
    gboolean due = m->start <= now || busy == 0;
    if (!m->job && !due) next = MIN(next, m->start);
    if (!m->job && due && busy < places(p)) start_member(p, m, waiting--), busy++;
    if (!m->job || m->over) continue;
    g_ptr_array_add(running, m->job);
    g_array_append_val(index, i);
  }
  return next;
}

static gboolean takes_part(const Portfolio *p, const Engine *e, const Question *q) {
  if (p->only) return p->only == e;
  return e->delay >= 0 && (e->proves || !q->dual);
}

static void enroll(const Portfolio *p, GArray *members, Race *r) {
  gint64 now = g_get_monotonic_time();
  r->best = answer_new();
  r->patience = now + (gint64)(PATIENCE * MAX(r->question->deadline - now, 0));
  for (guint e = 0; e < n_engines; e++) {
    if (!takes_part(p, &engines[e], r->question)) continue;
    /* unrolling seldom settles the dual question: others need not wait for it long */
    double delay = p->only ? 0 : r->question->dual ? engines[e].delay / 8 : engines[e].delay;
    delay = order_delay(p->order, engines[e].name, delay);
    Member m = {&engines[e], r, now + (gint64)(delay * 1e6), NULL, FALSE};
    g_array_append_val(members, m);
  }
}

/* Who starts first comes first, whichever question it is for: none waits until all are done with another. */
static int compare_starts(gconstpointer a, gconstpointer b) {
  gint64 x = ((const Member *)a)->start, y = ((const Member *)b)->start;
  return (x > y) - (x < y);
}

static void record(const Portfolio *p, const Member *m, const Answer *a) {
  gboolean settled = a->kind != ANSWER_UNKNOWN;
  order_record(p->order, m->engine->name, job_seconds(m->job), settled && a->engine == m->engine->name,
               settled);
}

/* What the members still running have published, and what was held back, counts now. */
static void settle(const Portfolio *p, GArray *members, Race *races, guint n, Answer **answers) {
  for (guint i = 0; i < members->len; i++) {
    Member *m = &g_array_index(members, Member, i);
    if (m->job && !m->over) hear(m);
  }
  for (guint i = 0; i < n; i++) {
    Race *r = &races[i];
    gboolean useful = r->held && r->best->kind == ANSWER_UNKNOWN;
    if (useful && term_is_true(r->held->residue)) r->held->residue = r->best->residue;
    answers[i] = useful ? r->held : r->best;
    answer_free(useful ? r->best : r->held);
  }
  for (guint i = 0; i < members->len; i++) {
    Member *m = &g_array_index(members, Member, i);
    if (m->job) record(p, m, answers[m->race - races]);
    job_free(m->job);
  }
}

void portfolio_ask_all(const Portfolio *p, const Question *q, guint n, Answer **answers) {
  GArray *members = g_array_new(FALSE, TRUE, sizeof(Member));
  Race *races = g_new0(Race, n);
  for (guint i = 0; i < n; i++) {
    races[i].question = &q[i];
    enroll(p, members, &races[i]);
  }
  g_array_sort(members, compare_starts);
  GPtrArray *running = g_ptr_array_new();
  GArray *index = g_array_new(FALSE, FALSE, sizeof(guint));
  gint64 deadline = q[0].deadline ? q[0].deadline + G_USEC_PER_SEC / 2 : G_MAXINT64;
  while (!job_interrupted()) {
    gint64 next = muster(p, members, running, index);
    if (running->len == 0 || g_get_monotonic_time() > deadline) break;
    int which =
        job_wait_any((Job *const *)running->pdata, running->len, MIN(next, deadline), p->tick, p->tick_data);
    if (which >= 0) hear(&g_array_index(members, Member, g_array_index(index, guint, which)));
  }
  settle(p, members, races, n, answers);
  g_ptr_array_unref(running);
  g_array_unref(index);
  g_array_unref(members);
  g_free(races);
}

Answer *portfolio_ask(const Portfolio *p, const Question *q) {
  Answer *a;
  portfolio_ask_all(p, q, 1, &a);
  return a;
}
