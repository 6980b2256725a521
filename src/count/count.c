/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting a formula: taken apart, and each part by the cheapest method that can. */
#include <string.h>
#include "count/count.h"
#include "base/limits.h"
#include "count/methods.h"
#include "count/parts.h"
#include "formula/readable.h"
#include "base/job.h"

static Count *count_new(void) {
  Count *c = g_new0(Count, 1);
  mpz_init(c->n);
  return c;
}

void count_free(Count *c) {
  mpz_clear(c->n);
  g_free(c->reason);
  g_free(c);
}

char *count_method_text(const Count *c) {
  static const char *const names[] = {"closed form", "every point tried", "decision diagram", "hashing",
                                      "points found one by one"};
  GString *text = g_string_new(NULL);
  for (guint i = 0; i < G_N_ELEMENTS(names); i++)
    if (c->methods & 1u << i) g_string_append_printf(text, "%s%s", text->len ? ", " : "", names[i]);
  if (!text->len) g_string_append(text, "constant");
  return g_string_free(text, FALSE);
}

static guint width_of(const GPtrArray *inputs) {
  guint bits = 0;
  for (guint i = 0; i < inputs->len; i++) bits += ((const Term *)inputs->pdata[i])->width;
  return bits;
}

static guint bits_of(const Term *t) {
  g_autoptr(GPtrArray) inputs = term_inputs(t);
  return width_of(inputs);
}

static const Term *join(TermOp op, const GPtrArray *terms) {
  const Term *const *all = (const Term *const *)terms->pdata;
  return op == TERM_AND ? term_and_n(all, terms->len) : term_or_n(all, terms->len);
}

/* Methods in processes of their own */

typedef struct {
  const Term *formula;
  CountMethod method;
  double epsilon, delta;
} Task;

/* In the child: whether the count is exact, and its digits. */
static gboolean run(gpointer data, GByteArray *answer) {
  const Task *task = data;
  gboolean exact = TRUE;
  mpz_t n;
  mpz_init(n);
  const gboolean known = task->method == METHOD_BDD
                             ? count_by_bdd(task->formula, n)
                             : count_by_hashing(task->formula, task->epsilon, task->delta, n, &exact);
  char *number = mpz_get_str(NULL, 10, n);
  g_byte_array_append(answer, (const guint8 *)(exact ? "=" : "~"), 1);
  g_byte_array_append(answer, (const guint8 *)number, (guint)strlen(number) + 1);
  free(number);
  mpz_clear(n);
  return known;
}

static gboolean run_task(Task *task, double seconds, const CountLimits *l, mpz_t n, gboolean *exact) {
  GByteArray *answer = NULL;
  const JobLimits limits = {seconds, l->memory_bytes};
  if (seconds <= 0 || job_interrupted()) return FALSE;
  const JobState state = job_run("count", run, task, limits, &answer);
  const gboolean known = state == JOB_DONE && answer && answer->len > 2 &&
                         answer->data[answer->len - 1] == 0 &&
                         mpz_set_str(n, (const char *)answer->data + 1, 10) == 0;
  if (known) *exact = answer->data[0] == '=';
  if (answer) g_byte_array_unref(answer);
  return known;
}

/* Exact counts */

typedef struct {
  const CountLimits *limits;
  guint methods;
  guint depth;
} Exact;

static double seconds_left(const CountLimits *l) {
  return (double)(l->deadline - g_get_monotonic_time()) / G_USEC_PER_SEC;
}

/* A share of the time that is left, but no more than so much. */
static gint64 share(const CountLimits *l, double most) {
  return g_get_monotonic_time() + (gint64)(MIN(seconds_left(l) * limits.count_share, most) * G_USEC_PER_SEC);
}

static gboolean count_leaf(Exact *e, const Term *t, mpz_t n) {
  const CountLimits *l = e->limits;
  CountMethod used = 0;
  gboolean exact;
  Task task = {t, METHOD_BDD, 0, 0};
  if (l->methods & METHOD_REGIONS && (count_by_boxes(t, share(l, limits.count_boxes_seconds), n) ||
                                      count_by_regions(t, share(l, limits.count_regions_seconds), n)))
    used = METHOD_REGIONS;
  else if (l->methods & METHOD_POINTS && count_by_points(t, share(l, limits.count_points_seconds), n))
    used = METHOD_POINTS;
  else if (l->methods & METHOD_BDD &&
           run_task(&task, MIN(seconds_left(l) * limits.count_share, limits.count_bdd_seconds), l, n, &exact))
    used = METHOD_BDD;
  e->methods |= used;
  return used != 0;
}

static gboolean count_exact(Exact *e, const Term *t, mpz_t n);

/* Disjuncts that share no inputs: no point is in all of the complements. */
static gboolean count_disjunction(Exact *e, const GPtrArray *groups, const Term *t, mpz_t n) {
  mpz_t part, outside;
  mpz_inits(part, outside, NULL);
  mpz_set_ui(outside, 1);
  gboolean known = TRUE;
  for (guint i = 0; known && i < groups->len; i++) {
    const Term *any = join(TERM_OR, groups->pdata[i]);
    known = count_exact(e, any, part);
    mpz_t all;
    mpz_init_set_ui(all, 1);
    mpz_mul_2exp(all, all, bits_of(any));
    mpz_sub(all, all, part);
    mpz_mul(outside, outside, all);
    mpz_clear(all);
  }
  mpz_set_ui(n, 1);
  mpz_mul_2exp(n, n, bits_of(t));
  mpz_sub(n, n, outside);
  mpz_clears(part, outside, NULL);
  return known;
}

/* One part of a conjunction. */
static gboolean count_part(Exact *e, const Term *t, mpz_t n) {
  if (term_is_const(t)) {
    mpz_set_ui(n, term_is_true(t));
    return TRUE;
  }
  g_autoptr(GPtrArray) disjuncts = readable_disjuncts(t), groups = parts_by_inputs(disjuncts);
  return groups->len > 1 ? count_disjunction(e, groups, t, n) : count_leaf(e, t, n);
}

/* Over the inputs that t mentions. */
static gboolean count_exact(Exact *e, const Term *t, mpz_t n) {
  g_autoptr(GPtrArray) conjuncts = readable_conjuncts(t), groups = parts_by_inputs(conjuncts);
  gboolean known = ++e->depth <= limits.count_depth;
  mpz_t part;
  mpz_init(part);
  mpz_set_ui(n, 1);
  for (guint i = 0; known && i < groups->len; i++) {
    known = count_part(e, join(TERM_AND, groups->pdata[i]), part);
    mpz_mul(n, n, part);
  }
  mpz_clear(part);
  e->depth--;
  return known;
}

static const char *why_not(const Term *t, const CountLimits *l) {
  if (job_interrupted()) return "interrupted";
  if (t->has_float) return "arithmetic of floating-point numbers is only counted over small domains";
  return seconds_left(l) <= 0 ? "the time limit was reached"
                              : "no method could count it in its time and memory";
}

/* What no exact method counted, as a whole: a product of approximations would be a worse one. */
static void approximate(Count *c, const Term *rest, guint bits_done, const CountLimits *l) {
  Task task = {rest, METHOD_HASHING, l->epsilon, l->delta};
  mpz_t n;
  mpz_init(n);
  c->known = l->methods & METHOD_HASHING && run_task(&task, seconds_left(l), l, n, &c->exact);
  if (c->known) {
    c->methods |= c->exact ? METHOD_FEW : METHOD_HASHING;
    c->delta = c->exact ? 0 : l->delta;
    mpz_mul(c->n, c->n, n);
  } else {
    c->reason = g_strdup(why_not(rest, l));
  }
  mpz_clear(n);
}

Count *count_formula(const Term *t, const GPtrArray *space, const CountLimits *l) {
  Count *c = count_new();
  Exact e = {.limits = l};
  mpz_t part;
  mpz_init(part);
  g_autoptr(GPtrArray) conjuncts = readable_conjuncts(t), groups = parts_by_inputs(conjuncts),
                       rest = g_ptr_array_new();
  guint bits = 0;
  mpz_set_ui(c->n, 1);
  for (guint i = 0; i < groups->len; i++) {
    const Term *group = join(TERM_AND, groups->pdata[i]);
    bits += bits_of(group);
    if (count_part(&e, group, part))
      mpz_mul(c->n, c->n, part);
    else
      g_ptr_array_add(rest, (gpointer)group);
  }
  c->methods = e.methods;
  c->known = c->exact = TRUE;
  if (rest->len > 0 && mpz_sgn(c->n) > 0) approximate(c, join(TERM_AND, rest), bits, l);
  mpz_mul_2exp(c->n, c->n, width_of(space) - bits); /* inputs that make no difference */
  mpz_clear(part);
  return c;
}
