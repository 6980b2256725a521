/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points worth a test, by the solver. */
#include "export/points.h"
#include "base/deadline.h"
#include "base/limits.h"
#include <string.h>
#include "cfc/claims.h"
#include "ir/print.h"
#include "formula/readable.h"
#include "formula/solver.h"
#include "base/job.h"

typedef struct {
  const Cfc *cfc;
  const gboolean *settable;
  GPtrArray *inputs;   /* Term*: those that matter */
  const Term *outside; /* of all upper bounds */
  gint64 deadline;
  GByteArray *answer;
} Finder;

static const InputSite *site_of(const Finder *f, const Term *input) {
  return program_site(f->cfc->program, input_key_unpack(input->param).site);
}

static gboolean is_settable(const Finder *f, const Term *input) {
  return f->settable[input_key_unpack(input->param).site];
}

/* --- points --- */

/* A test can say "nan", but not which one. */
static guint64 plain_value(const Finder *f, const Term *input, guint64 value) {
  if (!site_of(f, input)->is_float) return value;
  if (input->width == 32 && (value & 0x7fffffff) > 0x7f800000) return 0x7fc00000;
  if (input->width == 64 &&
      (value & G_GUINT64_CONSTANT(0x7fffffffffffffff)) > G_GUINT64_CONSTANT(0x7ff0000000000000))
    return G_GUINT64_CONSTANT(0x7ff8000000000000);
  return value;
}

static Model *plain_model(const Finder *f, const Model *m) {
  Model *plain = model_new();
  for (guint i = 0; i < f->inputs->len; i++) {
    const Term *input = f->inputs->pdata[i];
    model_set(plain, input, is_settable(f, input) ? plain_value(f, input, model_value(m, input)) : 0);
  }
  return plain;
}

static void put(Finder *f, const void *data, guint size) { g_byte_array_append(f->answer, data, size); }

/* Appends the point when it is where it should be; takes m. */
static gboolean emit(Finder *f, Model *m, guint partition, gboolean fails, gboolean extra, const char *what) {
  Model *plain = m ? plain_model(f, m) : NULL;
  const Partition *p = f->cfc->partitions->pdata[partition];
  const gboolean good = plain && term_eval(fails ? claim_lower(p) : f->outside, plain);
  if (good) {
    const guint32 head[] = {partition, fails, extra, (guint32)strlen(what)};
    put(f, head, sizeof head);
    put(f, what, head[3]);
    for (guint i = 0; i < f->inputs->len; i++) {
      const guint64 value = model_value(plain, f->inputs->pdata[i]);
      put(f, &value, sizeof value);
    }
  }
  if (plain) model_free(plain);
  if (m) model_free(m);
  return good;
}

/* --- extremes --- */

/* The input as a word whose unsigned order is that of its values. */
static const Term *ordered(const Finder *f, const Term *input) {
  const InputSite *s = site_of(f, input);
  const guint w = input->width;
  const Term *top = term_const(w, G_GUINT64_CONSTANT(1) << (w - 1));
  if (s->is_float)
    return term_ite(term_extract(input, w - 1, 1), term_unary(TERM_NOT, input),
                    term_binary(TERM_OR, input, top));
  return s->is_signed && w > 1 ? term_binary(TERM_XOR, input, top) : input;
}

static const Term *bit_is(const Term *t, guint bit, gboolean value) {
  const Term *b = term_extract(t, bit, 1);
  return value ? b : term_not(b);
}

static gboolean is_late(const Finder *f) { return g_get_monotonic_time() >= f->deadline; }

static Model *solve(const Finder *f, Solver *s, const Term *assumption) {
  if (is_late(f)) return NULL;
  return solver_check(s, &assumption, assumption ? 1 : 0, limits.export_check_ms) == SOLVER_SAT
             ? solver_model(s)
             : NULL;
}

/* A model of what is asserted with the least or greatest value of a word, bit by bit from the top; NULL:
 * there is none, or it is not known. */
static Model *extreme(Finder *f, Solver *s, const Term *word, gboolean greatest) {
  Model *best = solve(f, s, NULL);
  solver_push(s);
  for (guint bit = word->width; best && bit-- > 0;) {
    if (term_eval(bit_is(word, bit, greatest), best)) {
      solver_assert(s, bit_is(word, bit, greatest));
      continue;
    }
    Model *better = solve(f, s, bit_is(word, bit, greatest));
    solver_assert(s, bit_is(word, bit, better ? greatest : !greatest));
    if (better) {
      model_free(best);
      best = better;
    }
  }
  solver_pop(s);
  return best;
}

/* --- inside --- */

static void emit_extremes(Finder *f, Solver *s, guint partition, const Term *lower) {
  g_autoptr(GPtrArray) inputs = term_inputs(lower);
  guint done = 0;
  for (guint i = 0; i < inputs->len && done < limits.points_inputs && !is_late(f); i++) {
    const Term *input = inputs->pdata[i];
    if (!is_settable(f, input)) continue;
    done++;
    g_autofree char *name = input_short_name(f->cfc->program, input);
    g_autofree char *least = g_strconcat(name, " is least", NULL),
                    *greatest = g_strconcat(name, " is greatest", NULL);
    emit(f, extreme(f, s, ordered(f, input), FALSE), partition, TRUE, FALSE, least);
    emit(f, extreme(f, s, ordered(f, input), TRUE), partition, TRUE, FALSE, greatest);
  }
}

/* Points that differ from all before in some input. */
static void emit_extra(Finder *f, Solver *s, guint partition, const Term *lower) {
  g_autoptr(GPtrArray) inputs = term_inputs(lower);
  for (guint n = 0; n < limits.points_extra && inputs->len > 0; n++) {
    Model *m = solve(f, s, NULL);
    if (!m) return;
    g_autoptr(GPtrArray) differs = g_ptr_array_new();
    for (guint i = 0; i < inputs->len; i++) {
      const Term *input = inputs->pdata[i];
      g_ptr_array_add(differs,
                      (gpointer)term_not(term_eq(input, term_const(input->width, model_value(m, input)))));
    }
    solver_assert(s, term_or_n((const Term *const *)differs->pdata, differs->len));
    emit(f, m, partition, TRUE, TRUE, "another point");
  }
}

static void emit_inside(Finder *f, guint partition) {
  const Partition *p = f->cfc->partitions->pdata[partition];
  const Term *lower = claim_lower(p);
  g_autoptr(GPtrArray) unset = term_inputs(lower);
  g_autoptr(GPtrArray) disjuncts = readable_disjuncts(lower);
  if (term_is_false(lower)) return;
  Solver *s = solver_new();
  solver_assert(s, lower);
  for (guint i = 0; i < unset->len; i++) {
    const Term *input = unset->pdata[i];
    if (!is_settable(f, input)) solver_assert(s, term_eq(input, term_const(input->width, 0)));
  }
  for (guint i = 0; i < p->examples->len; i++)
    emit(f, model_copy(p->examples->pdata[i]), partition, TRUE, FALSE, "an example");
  job_publish(f->answer); /* what follows may take all the time there is */
  for (guint i = 0; i < disjuncts->len && i < limits.points_disjuncts; i++)
    emit(f, solve(f, s, disjuncts->pdata[i]), partition, TRUE, FALSE, "one of the cases");
  emit_extremes(f, s, partition, lower);
  emit_extra(f, s, partition, lower);
  solver_free(s);
}

/* --- outside --- */

/* The condition that only this input decides, the others being as in m. */
static const Term *along(const Finder *f, const Model *m, const Term *input) {
  g_autoptr(GHashTable) map = g_hash_table_new(NULL, NULL);
  for (guint i = 0; i < f->inputs->len; i++) {
    const Term *other = f->inputs->pdata[i];
    if (other != input)
      g_hash_table_insert(map, (gpointer)other, (gpointer)term_const(other->width, model_value(m, other)));
  }
  return term_substitute(f->outside, map);
}

/* The nearest value of the input outside, above or below what it is in m. */
static void emit_neighbour(Finder *f, const Model *m, guint partition, const Term *input, gboolean above) {
  const Term *word = ordered(f, input), *here = term_const(word->width, term_eval(word, m));
  const Term *beyond = above ? term_binary(TERM_ULT, here, word) : term_binary(TERM_ULT, word, here);
  g_autofree char *name = input_short_name(f->cfc->program, input),
                  *what = g_strdup_printf("%s is just %s", name, above ? "above" : "below");
  Solver *s = solver_new();
  solver_assert(s, term_and(along(f, m, input), beyond));
  Model *near = extreme(f, s, word, !above);
  solver_free(s);
  if (!near) return;
  Model *point = model_copy(m);
  model_set(point, input, model_value(near, input));
  model_free(near);
  emit(f, point, partition, FALSE, FALSE, what);
}

static void emit_neighbours(Finder *f, const Model *m, guint partition) {
  for (guint i = 0, done = 0; i < f->inputs->len && done < limits.points_inputs && !is_late(f); i++) {
    if (!is_settable(f, f->inputs->pdata[i])) continue;
    done++;
    emit_neighbour(f, m, partition, f->inputs->pdata[i], FALSE);
    emit_neighbour(f, m, partition, f->inputs->pdata[i], TRUE);
  }
}

static gsize point_size(const Finder *f, guint32 n_what) {
  return 4 * sizeof(guint32) + n_what + f->inputs->len * sizeof(guint64);
}

/* The values of the point that stands at `at` of the answer. */
static Model *model_at(const Finder *f, gsize at) {
  guint32 n_what;
  memcpy(&n_what, f->answer->data + at + 3 * sizeof(guint32), sizeof n_what);
  Model *m = model_new();
  for (guint i = 0; i < f->inputs->len; i++) {
    guint64 value;
    memcpy(&value, f->answer->data + at + 4 * sizeof(guint32) + n_what + i * sizeof value, sizeof value);
    model_set(m, f->inputs->pdata[i], value);
  }
  return m;
}

/* Neighbours of the first of the points from `from` on. */
static void emit_outside(Finder *f, guint partition, gsize from) {
  const gsize end = f->answer->len;
  for (guint n = 0; n < limits.points_neighboured && from < end && !term_is_false(f->outside); n++) {
    guint32 n_what;
    memcpy(&n_what, f->answer->data + from + 3 * sizeof(guint32), sizeof n_what);
    Model *m = model_at(f, from);
    from += point_size(f, n_what);
    emit_neighbours(f, m, partition);
    model_free(m);
  }
}

/* Where no failing point is known: neighbours of a point that may fail. */
static void emit_around_upper(Finder *f, guint partition) {
  const Term *upper = claim_upper(f->cfc->partitions->pdata[partition]);
  Solver *s = solver_new();
  solver_assert(s, upper);
  Model *m = solve(f, s, NULL);
  solver_free(s);
  Model *plain = m ? plain_model(f, m) : NULL;
  if (m) model_free(m);
  if (!plain) return;
  emit_neighbours(f, plain, partition);
  model_free(plain);
}

static gboolean run(gpointer data, GByteArray *answer) {
  Finder *f = data;
  f->answer = answer;
  const guint n = f->cfc->partitions->len;
  const gint64 start = g_get_monotonic_time(), end = f->deadline;
  for (guint i = 0; i < n; i++) {
    f->deadline = start + (end - start) * (i + 1) / n; /* each gets its share */
    const gsize before = answer->len;
    emit_inside(f, i);
    if (answer->len > before)
      emit_outside(f, i, before);
    else
      emit_around_upper(f, i);
    job_publish(answer);
  }
  return TRUE;
}

/* --- back --- */

TestPoint *test_point_new(guint partition, gboolean fails, char *what) {
  TestPoint *p = g_new0(TestPoint, 1);
  *p = (TestPoint){partition, fails, FALSE, what, g_array_new(FALSE, FALSE, sizeof(ClaimValue))};
  return p;
}

void test_point_free(gpointer data) {
  TestPoint *p = data;
  g_free(p->what);
  g_array_unref(p->values);
  g_free(p);
}

static TestPoint *point_at(const Finder *f, gsize *at) {
  guint32 head[4];
  memcpy(head, f->answer->data + *at, sizeof head);
  TestPoint *p = test_point_new(head[0], head[1] != 0, g_strndup((const char *)f->answer->data + *at + sizeof head, head[3]));
  p->extra = head[2] != 0;
  Model *m = model_at(f, *at);
  for (guint i = 0; i < f->inputs->len; i++) {
    const ClaimValue v = {f->inputs->pdata[i], model_value(m, f->inputs->pdata[i])};
    g_array_append_val(p->values, v);
  }
  model_free(m);
  *at += point_size(f, head[3]);
  return p;
}

static const Term *outside_of(const Cfc *c) {
  const Term *outside = term_bool(TRUE);
  for (guint i = 0; i < c->partitions->len; i++)
    outside = term_and(outside, term_not(claim_upper(c->partitions->pdata[i])));
  return outside;
}

GPtrArray *points_find(const Cfc *c, const gboolean *settable, double seconds) {
  GPtrArray *points = g_ptr_array_new_with_free_func(test_point_free);
  ClaimInputs *all = claim_inputs_new(c);
  Finder f = {.cfc = c, .settable = settable, .inputs = g_ptr_array_new(), .outside = outside_of(c)};
  f.deadline = deadline_in(seconds);
  for (guint i = 0; i < all->all->len; i++)
    if (claim_input_matters(all, all->all->pdata[i])) g_ptr_array_add(f.inputs, all->all->pdata[i]);
  const JobLimits limits = {.seconds = MAX(seconds, 0.1) + MIN(5, seconds / 4),
                            .memory_bytes = (gsize)4096 << 20};
  GByteArray *answer = NULL;
  job_run("tests", run, &f, limits, &answer);
  if (answer) {
    f.answer = answer;
    for (gsize at = 0; at < answer->len;) g_ptr_array_add(points, point_at(&f, &at));
    g_byte_array_unref(answer);
  }
  g_ptr_array_unref(f.inputs);
  claim_inputs_free(all);
  return points;
}
