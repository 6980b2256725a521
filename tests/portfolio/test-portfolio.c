/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The portfolio: the first answer that settles a question wins; without one, what is known is kept. */
#include "portfolio/portfolio.h"
#include <signal.h>
#include <unistd.h>
#include "formula/solver.h"
#include "base/job.h"
#include "base/descendants.h"
#include "tests/helpers/sample.h"

static const char safe[] = "int main(void) { int x = any(); assume(x > 7); check(x != 7); }";
static const char failing[] = "int main(void) { int x = any(); check(x != 7); }";
/* bmc never ends here, and nothing is there to be found or proven soon */
static const char endless[] = "int main(void) { unsigned n = any(), i = 0, s = 1; while (i < n) { i++; s = s "
                              "* 5 + 1; check(s != 0x1234567 || i < 3000); } }";
/* products of two inputs: the solver does not come back in time */
static const char hard[] = "int main(void) { unsigned long a = (unsigned)any(), b = (unsigned)any();\n"
                           " if (a > 1 && b > 1 && a <= b) check(a * b != 0x3fffffffb000007bul); }";

static Portfolio everyone(void) { return (Portfolio){.memory_bytes = (gsize)1 << 30}; }

static Question question(const Loaded *l, double seconds) {
  Question q = sample_question(l);
  q.deadline = g_get_monotonic_time() + (gint64)(seconds * G_USEC_PER_SEC);
  return q;
}

static AnswerKind ask(const char *source, const char *engine) {
  Loaded l = sample_load(source);
  Portfolio p = everyone();
  p.only = engine ? engine_find(engine) : NULL;
  Question q = question(&l, 120);
  Answer *a = portfolio_ask(&p, &q);
  AnswerKind kind = a->kind;
  if (kind == ANSWER_SAFE) g_assert_true(term_is_false(a->residue));
  if (kind == ANSWER_ERROR) {
    Automaton *trace = symex_trace(&q, a->point);
    g_assert_true(automaton_equal(trace, a->error));
    automaton_free(trace);
  }
  answer_free(a);
  sample_free(&l);
  return kind;
}

static void test_verdicts(void) {
  g_assert_cmpint(ask(safe, NULL), ==, ANSWER_SAFE);
  g_assert_cmpint(ask(failing, NULL), ==, ANSWER_ERROR);
  g_assert_cmpint(ask(safe, "bmc"), ==, ANSWER_SAFE);
  g_assert_cmpint(ask(safe, "symex"), ==, ANSWER_SAFE);
  g_assert_cmpint(ask(failing, "bmc"), ==, ANSWER_ERROR);
  g_assert_cmpint(ask(failing, "probe"), ==, ANSWER_ERROR);
}

/* Others settle what bmc never ends with, and it is stopped then. */
static void test_race(void) {
  gint64 start = g_get_monotonic_time();
  g_assert_cmpint(
      ask("int main(void) { int x = 1; while (any()) { x = any() ? 1 : 2; check(x < 3); } }", NULL), ==,
      ANSWER_SAFE);
  g_assert_cmpint(g_get_monotonic_time() - start, <, 60 * G_USEC_PER_SEC);
}

/* By the deadline there is an answer, with the residue of those who came some way. */
static void test_deadline(void) {
  Loaded l = sample_load(endless);
  Portfolio p = everyone();
  const Term *n = sample_input(l.program, 0, 1);
  p.only = engine_find("bmc");
  Question q = question(&l, 1);
  gint64 start = g_get_monotonic_time();
  Answer *a = portfolio_ask(&p, &q);
  g_assert_cmpint(g_get_monotonic_time() - start, <, 60 * G_USEC_PER_SEC);
  g_assert_cmpint(a->kind, ==, ANSWER_UNKNOWN);
  g_assert_cmpuint(a->unrolling, >, 1);
  g_assert_false(term_is_true(a->residue));
  Model *m = model_new(); /* a short run is done with, a long one is not */
  g_assert_false(term_eval(a->residue, m));
  model_set(m, n, 1u << 30);
  g_assert_true(term_eval(a->residue, m));
  model_free(m);
  answer_free(a);
  sample_free(&l);
}

static void test_nothing_known(void) {
  Loaded l = sample_load(hard);
  Portfolio p = everyone();
  p.only = engine_find("bmc");
  Question q = question(&l, 0.5);
  gint64 start = g_get_monotonic_time();
  Answer *a = portfolio_ask(&p, &q);
  g_assert_cmpint(g_get_monotonic_time() - start, <, 60 * G_USEC_PER_SEC);
  /* what may fail is known before the solver has found out whether anything does */
  if (a->kind == ANSWER_UNKNOWN) g_assert_false(term_is_false(a->residue));
  answer_free(a);
  q = question(&l, 10);
  p.memory_bytes = 4096; /* engines that die leave the question open */
  a = portfolio_ask(&p, &q);
  g_assert_cmpint(a->kind, ==, ANSWER_UNKNOWN);
  g_assert_false(term_is_false(a->residue));
  answer_free(a);
  sample_free(&l);
}

/* Each of several questions gets its own answer. */
static void test_many(void) {
  Loaded l = sample_load("int main(void) { unsigned char x = any_byte(); check(x % 3 != 1); }");
  const Term *x = sample_input(l.program, 0, 1);
  Portfolio p = everyone();
  enum { N = 9 };
  Question q[N];
  Answer *a[N];
  for (guint i = 0; i < N; i++) {
    q[i] = question(&l, 20);
    q[i].condition = term_eq(x, term_const(8, i));
  }
  portfolio_ask_all(&p, q, N, a);
  for (guint i = 0; i < N; i++) {
    g_assert_cmpint(a[i]->kind, ==, i % 3 == 1 ? ANSWER_ERROR : ANSWER_SAFE);
    if (i % 3 == 1) g_assert_cmpuint(model_value(a[i]->point, x), ==, i);
    answer_free(a[i]);
  }
  sample_free(&l);
}

static void count_tick(gpointer data) { ++*(guint *)data; }

static void test_tick(void) {
  Loaded l = sample_load(endless);
  guint ticks = 0;
  Portfolio p = everyone();
  p.only = engine_find("probe");
  p.tick = count_tick;
  p.tick_data = &ticks;
  Question q = question(&l, 0.7);
  answer_free(portfolio_ask(&p, &q));
  g_assert_cmpuint(ticks, >, 1);
  sample_free(&l);
}

static void count_processes(gpointer data) {
  guint *most = (guint *)data;
  *most = MAX(*most, descendants_measure().alive);
}

/* The most processes that were seen at once while three questions were asked. */
static guint most_at_once(const Loaded *l, guint jobs) {
  enum { N = 3 };
  Question q[N];
  Answer *a[N];
  guint most = 0;
  Portfolio p = everyone();
  p.jobs = jobs;
  p.tick = count_processes;
  p.tick_data = &most;
  for (guint i = 0; i < N; i++) q[i] = question(l, 1.5);
  portfolio_ask_all(&p, q, N, a);
  for (guint i = 0; i < N; i++) answer_free(a[i]);
  return most;
}

/* Of the processes of several questions so many run at once, and no more.  (A busy machine may have to look
 * again to see them all.) */
static void test_jobs(void) {
  Loaded l = sample_load(endless);
  for (guint jobs = 1; jobs <= 3; jobs++) {
    guint most = 0;
    for (guint i = 0; i < 10 && most < jobs; i++) most = MAX(most, most_at_once(&l, jobs));
    g_assert_cmpuint(most, ==, jobs);
  }
  sample_free(&l);
}

/* With a single place each gets its turn, in time, and what all of them said counts. */
static void test_turns(void) {
  Loaded l = sample_load(endless);
  Portfolio p = everyone();
  p.jobs = 1;
  p.order = order_new();
  Question q = question(&l, 6);
  gint64 start = g_get_monotonic_time();
  Answer *a = portfolio_ask(&p, &q);
  g_assert_cmpint(g_get_monotonic_time() - start, <, 60 * G_USEC_PER_SEC);
  g_assert_cmpint(a->kind, ==, ANSWER_UNKNOWN);
  g_assert_false(term_is_true(a->residue)); /* bmc said that */
  g_autoptr(GArray) standings = order_standings(p.order);
  guint members = 0;
  for (guint i = 0; i < n_engines; i++) members += engines[i].delay >= 0;
  g_assert_cmpuint(standings->len, ==, members);
  for (guint i = 0; i < standings->len; i++) {
    const Standing *s = &g_array_index(standings, Standing, i);
    g_assert_cmpuint(s->asked, ==, 1);
    g_assert_cmpuint(s->settled, ==, 0);
  }
  answer_free(a);
  order_free(p.order);
  sample_free(&l);
}

/* Who settles a question gets the credit. */
static void test_record(void) {
  Loaded l = sample_load(safe);
  Portfolio p = everyone();
  p.order = order_new();
  Question q = question(&l, 20);
  for (guint i = 0; i < 3; i++) answer_free(portfolio_ask(&p, &q));
  g_autoptr(GArray) standings = order_standings(p.order);
  const Standing *s = &g_array_index(standings, Standing, 0);
  g_assert_cmpstr(s->name, ==, "bmc");
  g_assert_cmpuint(s->asked, ==, 3);
  g_assert_cmpuint(s->settled, ==, 3);
  order_free(p.order);
  sample_free(&l);
}

static void interrupt(int signal) { job_interrupt(); }

/* Ctrl-C ends the race long before the deadline; what was published is kept.  Interrupting is for good, so
 * this is done in a process of its own. */
static void test_interrupt(void) {
  if (!g_test_subprocess()) {
    g_test_trap_subprocess(NULL, 120 * G_USEC_PER_SEC, G_TEST_SUBPROCESS_INHERIT_STDERR);
    g_test_trap_assert_passed();
    return;
  }
  Loaded l = sample_load(endless);
  Portfolio p = everyone();
  p.only = engine_find("bmc");
  signal(SIGALRM, interrupt);
  Question q = question(&l, 600);
  alarm(1);
  gint64 start = g_get_monotonic_time();
  Answer *a = portfolio_ask(&p, &q);
  g_assert_cmpint(g_get_monotonic_time() - start, <, 60 * G_USEC_PER_SEC);
  g_assert_cmpint(a->kind, ==, ANSWER_UNKNOWN);
  g_assert_false(term_is_true(a->residue));
  answer_free(a);
  sample_free(&l);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/portfolio/verdicts", test_verdicts);
  g_test_add_func("/portfolio/race", test_race);
  g_test_add_func("/portfolio/deadline", test_deadline);
  g_test_add_func("/portfolio/nothing-known", test_nothing_known);
  g_test_add_func("/portfolio/many", test_many);
  g_test_add_func("/portfolio/tick", test_tick);
  g_test_add_func("/portfolio/jobs", test_jobs);
  g_test_add_func("/portfolio/turns", test_turns);
  g_test_add_func("/portfolio/record", test_record);
  g_test_add_func("/portfolio/interrupt", test_interrupt);
  return g_test_run();
}
