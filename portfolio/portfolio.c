/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Races between over-approximators. */
#include "portfolio/portfolio.h"
#include "base/job.h"
#include "base/limits.h"
#include "portfolio/external.h"

/* One question and what is known of it. */
typedef struct {
  const Portfolio *portfolio;
  const Question *question;
  Answer *best;
  Answer *held; /* a failing run, until patience ends or no other analyzer is left */
  gint64 patience;
  Answer *claimed; /* safe, by an external verifier, until doubt ends */
  gint64 doubt;
  const Term *bound; /* nothing outside it fails, by induction; NULL: not known */
  gint64 followed; /* an engine has followed all runs, so that single ones are tried until then only; 0: none has */
} Race;

typedef struct {
  const Engine *engine; /* or NULL: */
  Analyzer *external;
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

static const char *member_name(const Member *m) { return m->engine ? m->engine->name : m->external->name; }

/* In the child. */
static gboolean run_member(gpointer data, GByteArray *out) {
  const Member *m = (const Member *)data;
  const Question *q = m->race->question;
  Answer *a = m->engine ? m->engine->ask(q, publish) : external_ask(m->external, q, publish);
  answer_write(out, a);
  answer_free(a);
  return TRUE;
}

static double seconds_until(gint64 deadline) {
  return deadline ? MAX((deadline - g_get_monotonic_time()) / 1e6, 0.001) : 0;
}

/* Engines share the cores among themselves, external ones get half as many besides. */
static guint places(const Portfolio *p, gboolean external) {
  guint cores = MAX(g_get_num_processors(), 2);
  return p->jobs ? p->jobs : external ? cores / 2 : cores + 4;
}

/* waiting: how many have no place yet.  When they are more than there are places, the one that gets a place
 * must leave it to the next in time; the engines, without --jobs, have always done without. */
static void start_member(const Portfolio *p, Member *m, guint waiting) {
  guint all = places(p, m->external != NULL);
  double share = (p->jobs || m->external) && all < waiting ? (double)all / waiting : 1;
  double seconds = seconds_until(m->race->question->deadline);
  double part = MAX(seconds * share, MIN(seconds, m->external ? limits.portfolio_external_seconds
                                                              : limits.portfolio_engine_seconds));
  /* the processes of an external one have limits of their own */
  JobLimits job = {part, m->engine ? p->memory_bytes : 0};
  m->job = job_start(member_name(m), run_member, m, job);
  if (!m->job) m->over = TRUE;
}

/* More answers are not waited for. */
static gboolean is_settled(const Answer *a) { return a->kind != ANSWER_UNKNOWN || a->final; }

/* An answer is better when it settles more; of unknown ones, that which leaves less open, or says why. */
static gboolean is_better(const Answer *a, const Answer *best) {
  if (is_settled(best) || is_settled(a)) return !is_settled(best);
  if (term_is_true(a->residue)) return term_is_true(best->residue) && a->reasons->len && !best->reasons->len;
  return term_is_true(best->residue) || a->unrolling > best->unrolling;
}

static void keep_better(Answer **best, Answer *a) {
  if (!a) return;
  const gboolean better = is_better(a, *best);
  if (!better && term_is_true((*best)->residue)) /* how far it came says where to go on */
    (*best)->unrolling = MAX((*best)->unrolling, a->unrolling);
  answer_free(better ? *best : a);
  if (better) *best = a;
}

/* What an account of all runs to no depth in particular leaves open, by induction, holds beside what others
 * do to some depth. */
static void note_bound(Race *r, const Answer *a) {
  if (a && a->kind == ANSWER_UNKNOWN && !a->unrolling && !term_is_true(a->residue)) r->bound = a->residue;
}

/* The run of one point says less than an account of all runs to some depth. */
static gboolean is_hasty(const Answer *a) { return a && a->kind == ANSWER_ERROR && a->unrolling == 0; }

const Model *claim_refutation(const GPtrArray *failing, const Term *condition) {
  for (guint i = 0; failing && i < failing->len; i++)
    if (term_eval(condition, (const Model *)failing->pdata[i])) return (const Model *)failing->pdata[i];
  return NULL;
}

/* An external one says safe.  It is heard, but believed only after a while, and never against an input that
 * is known to fail.  Takes the answer. */
static void hear_claim(Member *m, Answer *a) {
  Race *r = m->race;
  const Portfolio *p = r->portfolio;
  const Question *q = r->question;
  Claim claim = {m->external, q->condition, FALSE};
  if (p->claims) g_array_append_val(p->claims, claim);
  gboolean wrong = claim_refutation(p->failing, q->condition) != NULL;
  if (wrong) m->external->distrusted = TRUE;
  if (wrong || r->claimed) {
    answer_free(a);
  } else if (p->only_external) {
    keep_better(&r->best, a);
  } else {
    gint64 now = g_get_monotonic_time();
    double seconds = CLAMP(limits.portfolio_doubt_share * (q->deadline - now) / 1e6,
                           limits.portfolio_doubt_least_seconds, limits.portfolio_doubt_seconds);
    r->claimed = a;
    r->doubt = now + (gint64)(1e6 * seconds);
  }
}

static void pass_on_reasons(const Portfolio *p, const Answer *a) {
  for (guint i = 0; p->remark && a->kind == ANSWER_UNKNOWN && i < a->reasons->len; i++)
    p->remark(p->tick_data, (const char *)a->reasons->pdata[i]);
}

static gint64 end_of_single_runs(const Race *r) {
  const gint64 now = g_get_monotonic_time(), left = r->question->deadline - now;
  return now + (gint64)MAX(limits.portfolio_single_share * left, 1e6 * limits.portfolio_single_seconds);
}

static void hear(Member *m) {
  Race *r = m->race;
  JobState state = job_state(m->job);
  Answer *a = answer_read(r->question->program, job_answer(m->job));
  if (a) a->engine = member_name(m);
  if (a && a->recalled && state != JOB_RUNNING) order_record_hit(r->portfolio->order, member_name(m));
  if (state == JOB_RUNNING && a && is_settled(a)) /* only a finished answer settles anything */
    g_clear_pointer(&a, answer_free);
  if (m->engine) note_bound(r, a);
  if (a && a->followed && state != JOB_RUNNING && !r->followed) r->followed = end_of_single_runs(r);
  if (m->external && a) pass_on_reasons(r->portfolio, a);
  if (m->external && a && a->kind == ANSWER_SAFE)
    hear_claim(m, a);
  else if (is_hasty(a) && !r->held)
    r->held = a;
  else
    keep_better(&r->best, a);
  m->over = state != JOB_RUNNING;
}

static gboolean settled(const Race *r) {
  if (is_settled(r->best) || (r->claimed && r->held)) return TRUE;
  gint64 now = g_get_monotonic_time();
  return (r->held && now >= r->patience) || (r->claimed && now >= r->doubt);
}

/* What it might say is of no use any more. */
static gboolean is_needless(const Member *m) {
  const Race *r = m->race;
  if (settled(r)) return TRUE;
  return r->followed && g_get_monotonic_time() >= r->followed && m->engine && !m->engine->proves;
}

/* No external one starts when one of them has said safe, but the engines that might know better do. */
static gboolean may_start(const Portfolio *p, const Member *m, const guint busy[2], gint64 now) {
  guint all = busy[0] + busy[1];
  gboolean place = (p->jobs ? all : busy[m->external != NULL]) < places(p, m->external != NULL);
  gboolean due = m->start <= now || all == 0;
  return place && (m->external ? due && !m->race->claimed : due || m->race->claimed);
}

/* Starts those whose time has come; collects the running ones. Returns when the next one would start. */
static gint64 muster(const Portfolio *p, GArray *members, GPtrArray *running, GArray *index) {
  gint64 now = g_get_monotonic_time(), next = G_MAXINT64;
  g_ptr_array_set_size(running, 0);
  g_array_set_size(index, 0);
  guint busy[2] = {0, 0}, waiting[2] = {0, 0}; /* engines, external ones */
  for (guint i = 0; i < members->len; i++) {
    Member *m = &g_array_index(members, Member, i);
    if (m->job && !m->over && is_needless(m)) job_cancel(m->job), m->over = TRUE;
    busy[m->external != NULL] += m->job && !m->over;
    waiting[m->external != NULL] += !m->job && !m->over && !is_needless(m);
  }
  for (guint i = 0; i < members->len; i++) {
    Member *m = &g_array_index(members, Member, i);
    if (m->over || is_needless(m)) continue;
    if (m->race->held) next = MIN(next, m->race->patience);
    if (m->race->followed > now) next = MIN(next, m->race->followed);
    if (m->race->claimed) next = MIN(next, m->race->doubt);
    if (!m->job && m->start > now) next = MIN(next, m->start);
    if (!m->job && may_start(p, m, busy, now)) {
      start_member(p, m, p->jobs ? waiting[0] + waiting[1] : waiting[m->external != NULL]);
      waiting[m->external != NULL]--;
      busy[m->external != NULL]++;
    }
    if (!m->job || m->over) continue;
    g_ptr_array_add(running, m->job);
    g_array_append_val(index, i);
  }
  return next;
}

static gboolean takes_part(const Portfolio *p, const Engine *e, const Question *q) {
  if (p->only_external) return FALSE;
  if (p->only) return p->only == e;
  const Analyzer *a = p->registry ? registry_find(p->registry, e->name) : NULL;
  return (a ? a->member : e->delay >= 0) && (e->proves || !q->dual);
}

static void enroll_external(const Portfolio *p, GArray *members, Race *r, gint64 now) {
  for (guint i = 0; p->registry && !p->only && !r->question->dual && i < p->registry->analyzers->len; i++) {
    Analyzer *a = (Analyzer *)p->registry->analyzers->pdata[i];
    gboolean chosen = p->only_external ? p->only_external == a : a->member && !a->distrusted;
    if (!a->external || !chosen) continue;
    if (a->external->direction == DIRECTION_UNDER && !p->only_external) continue; /* it is asked elsewhere */
    double delay = p->only_external ? 0 : order_delay(p->order, a->name, a->delay);
    Member m = {NULL, a, r, now + (gint64)(1e6 * delay), NULL, FALSE};
    g_array_append_val(members, m);
  }
}

static void enroll(const Portfolio *p, GArray *members, Race *r) {
  gint64 now = g_get_monotonic_time();
  r->best = answer_new();
  r->patience = now + (gint64)(limits.portfolio_patience_share * MAX(r->question->deadline - now, 0));
  for (guint e = 0; e < n_engines; e++) {
    if (!takes_part(p, &engines[e], r->question)) continue;
    /* unrolling seldom settles the dual question: others need not wait for it long */
    double delay = p->only ? 0 : MAX(engines[e].delay, 0) / (r->question->dual ? 8 : 1);
    Member m = {&engines[e], NULL, r, now + (gint64)(delay * 1e6), NULL, FALSE};
    g_array_append_val(members, m);
  }
  enroll_external(p, members, r, now);
}

/* What was held back counts when there is nothing better.  An engine's failure goes before a safe verdict
 * from outside: it can be checked. */
static Answer *final_answer(Race *r) {
  Answer *answer = r->best;
  if (r->best->kind == ANSWER_UNKNOWN && (r->held || r->claimed)) {
    answer = r->held ? r->held : r->claimed;
    if (term_is_true(answer->residue)) answer->residue = r->best->residue;
  }
  const Term *both = r->bound ? term_and(answer->residue, r->bound) : answer->residue;
  if (can_state(both)) answer->residue = both;
  if (r->bound) answer->inductive = r->bound;
  answer->followed = r->followed != 0 && answer->kind == ANSWER_UNKNOWN;
  if (r->claimed && answer->kind == ANSWER_ERROR) answer->denied_by = r->claimed->engine;
  Answer *const all[] = {r->best, r->held, r->claimed};
  for (guint i = 0; i < G_N_ELEMENTS(all); i++)
    if (all[i] != answer) answer_free(all[i]);
  return answer;
}

/* Where places are few, the first to start comes first, whichever question it is for: none waits until all
 * are done with another.  Engines with enough places stay in their order, before the external ones. */
static int compare_starts(gconstpointer a, gconstpointer b, gpointer portfolio) {
  const Member *x = (const Member *)a, *y = (const Member *)b;
  gboolean few = ((const Portfolio *)portfolio)->jobs != 0;
  if (!few && !(x->external && y->external)) return (x->external != NULL) - (y->external != NULL);
  return (x->start > y->start) - (x->start < y->start);
}

static void record(const Portfolio *p, const Member *m, const Answer *a) {
  gboolean settled = is_settled(a);
  order_record(p->order, member_name(m), job_seconds(m->job), settled && a->engine == member_name(m),
               settled);
}

/* What the members still running have published counts now. */
static void settle(const Portfolio *p, GArray *members, Race *races, guint n, Answer **answers) {
  for (guint i = 0; i < members->len; i++) {
    Member *m = &g_array_index(members, Member, i);
    if (m->job && !m->over) hear(m);
  }
  for (guint i = 0; i < n; i++) answers[i] = final_answer(&races[i]);
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
    races[i].portfolio = p;
    races[i].question = &q[i];
    enroll(p, members, &races[i]);
  }
  g_array_sort_with_data(members, compare_starts, (gpointer)p);
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
