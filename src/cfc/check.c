/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the formulas of a CFC claim of each other, by the solver. */
#include <stdio.h>
#include <string.h>
#include "formula/solver.h"
#include "base/deadline.h"
#include "cfc/read.h"
#include "base/job.h"
#include "base/limits.h"

typedef struct {
  const Cfc *cfc;
  gint64 deadline;
  gboolean unsure;
} Check;

static const Partition *partition(const Check *k, guint i) { return k->cfc->partitions->pdata[i]; }

static SolverAnswer is_sat(Check *k, const Term *t) {
  const gint64 left = (k->deadline - g_get_monotonic_time()) / 1000;
  const SolverAnswer answer = left > 0 ? solver_sat(t, (guint)left, NULL) : SOLVER_UNKNOWN;
  k->unsure |= answer == SOLVER_UNKNOWN;
  return answer;
}

static gboolean refuted(Check *k, const Term *should_be_empty) {
  return is_sat(k, should_be_empty) == SOLVER_SAT;
}

static char *find_in_one(Check *k, guint i) {
  const Partition *p = partition(k, i);
  for (guint e = 0; e < p->examples->len; e++)
    if (!term_eval(p->lower, p->examples->pdata[e]))
      return g_strdup_printf("partition %u: example %u is not in its lower bound", i + 1, e + 1);
  if (p->upper == p->lower) return NULL;
  if (refuted(k, term_and(p->lower, term_not(p->upper))))
    return g_strdup_printf("partition %u: the lower bound does not imply the upper bound", i + 1);
  if (p->exact && refuted(k, term_and(p->upper, term_not(p->lower))))
    return g_strdup_printf("partition %u: it is said to be exact, but the bounds differ", i + 1);
  return NULL;
}

/* A file that says there are failures has a point that fails. */
static gboolean has_point(Check *k) {
  if (cfc_verdict(k->cfc) != VERDICT_FAILURES) return TRUE;
  for (guint i = 0; i < k->cfc->partitions->len; i++)
    if (partition(k, i)->examples->len > 0) return TRUE; /* they were looked at before */
  for (guint i = 0; i < k->cfc->partitions->len; i++)
    if (is_sat(k, partition(k, i)->lower) != SOLVER_UNSAT) return TRUE;
  return FALSE;
}

/* Not exactly one of the guards of a location holds. */
static const Term *not_one(const FailureAutomaton *a, guint from) {
  const Term *one = term_bool(FALSE), *two = term_bool(FALSE);
  for (guint i = 0; i < a->edges->len; i++) {
    const FailureEdge *e = (const FailureEdge *)a->edges->pdata[i];
    if (e->from != from) continue;
    two = term_or(two, term_and(one, e->guard));
    one = term_or(one, e->guard);
  }
  return term_or(two, term_not(one));
}

/* A point that fails, which leads the automaton elsewhere. */
static char *find_misled(const Check *k) {
  const FailureAutomaton *a = k->cfc->automaton;
  for (guint i = 0; i < k->cfc->partitions->len; i++)
    for (guint e = 0; e < partition(k, i)->examples->len; e++) {
      const guint to = failure_automaton_follow(a, partition(k, i)->examples->pdata[e], limits.automaton_steps);
      if (to == EDGE_ENDS || (to < EDGE_UNKNOWN && ((const FailureLocation *)a->locations->pdata[to])->never_fails))
        return g_strdup_printf("automaton: example %u of partition %u does not lead it to a failure", e + 1, i + 1);
    }
  return NULL;
}

static char *find_in_automaton(Check *k) {
  const FailureAutomaton *a = k->cfc->automaton;
  for (guint i = 0; a && i < a->locations->len; i++)
    if (refuted(k, not_one(a, i)))
      return g_strdup_printf("automaton: location %u: not exactly one guard holds for all inputs", i);
  if (a && !failure_automaton_fails(a) && failure_automaton_exact(a) && cfc_verdict(k->cfc) == VERDICT_FAILURES)
    return g_strdup("automaton: it never fails, but \"verdict\" is 'failures'");
  return a ? find_misled(k) : NULL;
}

static char *find_wrong(Check *k) {
  const guint n = k->cfc->partitions->len;
  for (guint i = 0; i < n; i++) {
    char *what = find_in_one(k, i);
    if (what) return what;
  }
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < i; j++)
      if (refuted(k, term_and(partition(k, i)->upper, partition(k, j)->upper)))
        return g_strdup_printf("partitions %u and %u overlap", j + 1, i + 1);
  if (!has_point(k)) return g_strdup("\"verdict\" is 'failures', but the lower bounds have no point");
  return find_in_automaton(k);
}

/* In the child: "=" for sound, "?" for not sure, else what is wrong. */
static gboolean run(gpointer data, GByteArray *answer) {
  Check *k = data;
  g_autofree char *what = find_wrong(k);
  const char *text = what ? what : k->unsure ? "?" : "=";
  g_byte_array_append(answer, (const guint8 *)text, (guint)strlen(text));
  return TRUE;
}

CfcCheck cfc_check(const Cfc *c, double seconds, char **what) {
  Check k = {.cfc = c, .deadline = deadline_in(seconds)};
  GByteArray *answer = NULL;
  const JobLimits limits = {.seconds = seconds, .memory_bytes = (gsize)4096 << 20};
  const JobState state = job_run("check", run, &k, limits, &answer);
  g_autofree char *text = answer ? g_strndup((const char *)answer->data, answer->len) : NULL;
  if (answer) g_byte_array_unref(answer);
  if (state != JOB_DONE || !text || g_str_equal(text, "?")) return CFC_NOT_CHECKED;
  if (g_str_equal(text, "=")) return CFC_SOUND;
  *what = g_steal_pointer(&text);
  return CFC_WRONG;
}

Cfc *cfc_read_sound(const char *path, double seconds, GError **error) {
  g_autoptr(Cfc) c = cfc_read(path, error);
  g_autofree char *what = NULL;
  switch (c ? cfc_check(c, seconds / 4, &what) : CFC_SOUND) {
  case CFC_WRONG: g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "%s: %s", path, what); return NULL;
  case CFC_NOT_CHECKED:
    fprintf(stderr, "acf: %s: could not check in time that its claims agree\n", path);
    return g_steal_pointer(&c);
  default: return g_steal_pointer(&c);
  }
}
