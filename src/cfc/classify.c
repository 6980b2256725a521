/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Classes of points. */
#include "cfc/classify.h"
#include "base/job.h"
#include "base/limits.h"
#include "formula/partial.h"
#include "formula/solver.h"

/* Of a bound at a partial point. */
typedef enum { BOUND_FALSE, BOUND_TRUE, BOUND_OPEN } BoundValue;

struct Classifier {
  const Cfc *cfc;
  PartialFormulas *bounds; /* all lower ones, then all upper ones */
  guint64 *values;         /* by input */
  gboolean *given;
  BoundValue *lower, *upper; /* by partition */
};

const char *class_name(InputClass c) {
  static const char *const names[] = {
      [CLASS_CANNOT_FAIL] = "cannot fail", [CLASS_MAY_FAIL] = "may fail", [CLASS_FAILS] = "fails"};
  return names[c];
}

static guint n_partitions(const Classifier *k) { return k->cfc->partitions->len; }

static const Partition *partition(const Classifier *k, guint i) { return k->cfc->partitions->pdata[i]; }

Classifier *classifier_new(const Cfc *c) {
  Classifier *k = g_new0(Classifier, 1);
  const guint n = c->partitions->len;
  g_autofree const Term **roots = g_new(const Term *, 2 * (gsize)n);
  k->cfc = c;
  for (guint i = 0; i < n; i++) {
    roots[i] = partition(k, i)->lower;
    roots[n + i] = partition(k, i)->upper;
  }
  k->bounds = partial_new(roots, 2 * n);
  k->values = g_new0(guint64, classifier_inputs(k)->len);
  k->given = g_new0(gboolean, classifier_inputs(k)->len);
  k->lower = g_new0(BoundValue, n);
  k->upper = g_new0(BoundValue, n);
  return k;
}

void classifier_free(Classifier *k) {
  if (!k) return;
  partial_free(k->bounds);
  g_free(k->values);
  g_free(k->given);
  g_free(k->lower);
  g_free(k->upper);
  g_free(k);
}

const GPtrArray *classifier_inputs(const Classifier *k) { return partial_inputs(k->bounds); }

void classifier_begin(Classifier *k) {
  for (guint i = 0; i < classifier_inputs(k)->len; i++) k->given[i] = FALSE;
}

void classifier_set(Classifier *k, guint index, guint64 value) {
  k->given[index] = TRUE;
  k->values[index] = value;
}

static BoundValue bound_at(Classifier *k, guint root) {
  guint64 value;
  if (!partial_value(k->bounds, root, &value)) return BOUND_OPEN;
  return value ? BOUND_TRUE : BOUND_FALSE;
}

/* The index of a bound with that value; -1: there is none. */
static gint first_with(const BoundValue *bounds, guint n, BoundValue value) {
  for (guint i = 0; i < n; i++)
    if (bounds[i] == value) return (gint)i;
  return -1;
}

static guint count_with(const BoundValue *bounds, guint n, BoundValue value) {
  guint count = 0;
  for (guint i = 0; i < n; i++) count += bounds[i] == value;
  return count;
}

/* What is true and open at the point.  Lower bounds come first: often they are enough. */
static void look(Classifier *k) {
  const guint n = n_partitions(k);
  partial_begin(k->bounds);
  for (guint i = 0; i < classifier_inputs(k)->len; i++)
    if (k->given[i]) partial_set(k->bounds, i, k->values[i]);
  for (guint i = 0; i < n; i++) k->lower[i] = bound_at(k, i);
  for (guint i = 0; i < n; i++) k->upper[i] = bound_at(k, n + i);
}

/* Completions that were tried: whether one is outside of all lower bounds, and one within an upper bound. */
typedef struct {
  gboolean not_lower, upper;
} Seen;

/* The first completions give all open coordinates one value, the others values by chance. */
static guint64 completing_value(guint trial, GRand *random) {
  static const guint64 uniform[] = {0, 1, G_MAXUINT64, 2, 10};
  if (trial < G_N_ELEMENTS(uniform)) return uniform[trial];
  const guint64 high = g_rand_int(random), low = g_rand_int(random);
  return low & 1 ? low >> 24 : high << 32 | low;
}

static void try_completion(Classifier *k, guint trial, GRand *random, Seen *seen) {
  const guint n = n_partitions(k);
  gboolean in_lower = FALSE;
  partial_begin(k->bounds);
  for (guint i = 0; i < classifier_inputs(k)->len; i++)
    partial_set(k->bounds, i, k->given[i] ? k->values[i] : completing_value(trial, random));
  for (guint i = 0; i < n && !in_lower; i++) in_lower = bound_at(k, i) != BOUND_FALSE;
  seen->not_lower |= !in_lower;
  for (guint i = 0; i < n && !seen->upper; i++) seen->upper = bound_at(k, n + i) == BOUND_TRUE;
}

static Seen try_completions(Classifier *k) {
  Seen seen = {0};
  g_autoptr(GRand) random = g_rand_new_with_seed(1);
  for (guint t = 0; t < limits.classify_completions && !(seen.not_lower && seen.upper); t++)
    try_completion(k, t, random, &seen);
  return seen;
}

/* What the child is asked: the bounds with the values of the point put in. */
typedef struct {
  Classifier *classifier;
  const Seen *seen;
  guint timeout_ms;
} Residue;

typedef struct {
  guint8 all_fail, none_fails;
  gint32 partition; /* that holds all completions */
} Verified;

static const Term *at_point(const Classifier *k, GHashTable *map, gboolean upper) {
  g_autoptr(GPtrArray) open = g_ptr_array_new();
  const BoundValue *bounds = upper ? k->upper : k->lower;
  for (guint i = 0; i < n_partitions(k); i++)
    if (bounds[i] == BOUND_OPEN)
      g_ptr_array_add(
          open, (gpointer)term_substitute(upper ? partition(k, i)->upper : partition(k, i)->lower, map));
  return term_or_n((const Term *const *)open->pdata, open->len);
}

static GHashTable *given_values(const Classifier *k) {
  GHashTable *map = g_hash_table_new(NULL, NULL);
  for (guint i = 0; i < classifier_inputs(k)->len; i++) {
    const Term *input = classifier_inputs(k)->pdata[i];
    if (k->given[i])
      g_hash_table_insert(map, (gpointer)input, (gpointer)term_const(input->width, k->values[i]));
  }
  return map;
}

/* The one partition that every completion is in; -1: there is no such. */
static gint32 whole_partition(const Classifier *k, GHashTable *map, guint timeout_ms) {
  const gint first = first_with(k->lower, n_partitions(k), BOUND_OPEN);
  if (count_with(k->lower, n_partitions(k), BOUND_OPEN) == 1) return first;
  for (guint i = 0; i < n_partitions(k); i++)
    if (k->lower[i] == BOUND_OPEN && solver_valid(term_substitute(partition(k, i)->lower, map), timeout_ms))
      return (gint32)i;
  return -1;
}

static gboolean verify(gpointer data, GByteArray *answer) {
  const Residue *r = data;
  const Classifier *k = r->classifier;
  Verified v = {.partition = -1};
  g_autoptr(GHashTable) map = given_values(k);
  v.all_fail = !r->seen->not_lower && solver_valid(at_point(k, map, FALSE), r->timeout_ms);
  v.none_fails = !v.all_fail && !r->seen->upper && first_with(k->upper, n_partitions(k), BOUND_TRUE) < 0 &&
                 solver_valid(term_not(at_point(k, map, TRUE)), r->timeout_ms);
  if (v.all_fail) v.partition = whole_partition(k, map, r->timeout_ms);
  g_byte_array_append(answer, (const guint8 *)&v, sizeof v);
  return TRUE;
}

/* What is proven of all completions, in a child: the solver may take too long, and what it is asked is not to
 * stay in memory. */
static Verified ask(Classifier *k, const Seen *seen, double seconds) {
  Verified v = {.partition = -1};
  Residue r = {k, seen, (guint)MAX(seconds * 1000 / 3, 1)};
  GByteArray *answer = NULL;
  const JobLimits job = {.seconds = seconds, .memory_bytes = (gsize)limits.classify_solver_mib << 20};
  if (job_run("classify", verify, &r, job, &answer) == JOB_DONE && answer && answer->len == sizeof v)
    v = *(const Verified *)answer->data;
  if (answer) g_byte_array_unref(answer);
  return v;
}

/* The one partition that completions may be in; -1: there are several. */
static gint possible_partition(const Classifier *k) {
  const guint n = n_partitions(k);
  const gint certain = first_with(k->upper, n, BOUND_TRUE);
  if (certain >= 0) return certain; /* they do not overlap */
  return count_with(k->upper, n, BOUND_OPEN) == 1 ? first_with(k->upper, n, BOUND_OPEN) : -1;
}

Classification classifier_complete(Classifier *k, double seconds) {
  Seen seen = try_completions(k);
  const guint n = n_partitions(k);
  if (first_with(k->lower, n, BOUND_OPEN) < 0) seen.not_lower = TRUE;
  if (first_with(k->upper, n, BOUND_TRUE) >= 0) seen.upper = TRUE;
  Classification answer = {CLASS_MAY_FAIL, possible_partition(k),
                           "it depends on what the input does not say"};
  if (seen.not_lower && seen.upper) return answer;
  const Verified v = ask(k, &seen, seconds);
  if (v.all_fail) return (Classification){CLASS_FAILS, v.partition, NULL};
  if (v.none_fails) return (Classification){CLASS_CANNOT_FAIL, -1, NULL};
  return answer;
}

gboolean classifier_look(Classifier *k, Classification *answer, gboolean *open, GError **error) {
  const guint n = n_partitions(k);
  *open = FALSE;
  look(k);
  const gint fails = first_with(k->lower, n, BOUND_TRUE);
  if (fails >= 0 && k->upper[fails] == BOUND_FALSE) {
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL,
                "partition %d: the input is in the lower bound, but not in the upper bound", fails + 1);
    return FALSE;
  }
  if (fails >= 0)
    *answer = (Classification){CLASS_FAILS, fails, NULL};
  else if (count_with(k->upper, n, BOUND_FALSE) == n)
    *answer = (Classification){CLASS_CANNOT_FAIL, -1, NULL};
  else if (first_with(k->upper, n, BOUND_OPEN) < 0 && first_with(k->lower, n, BOUND_OPEN) < 0)
    *answer = (Classification){CLASS_MAY_FAIL, first_with(k->upper, n, BOUND_TRUE), NULL};
  else
    *open = TRUE;
  return TRUE;
}

gboolean classifier_decide(Classifier *k, double seconds, Classification *answer, GError **error) {
  gboolean open;
  if (!classifier_look(k, answer, &open, error)) return FALSE;
  if (open) *answer = classifier_complete(k, seconds);
  return TRUE;
}
