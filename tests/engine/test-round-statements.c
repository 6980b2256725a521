/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statements about every round of a loop: what they say, and that no run of many rounds contradicts them.
 * The first thing that a round reads is a byte, which no formula mentions: it tells runs where rounds begin.
 * Another byte tells that the last one is over. */
#include "engine/round-statements.h"
#include "ir/print.h"
#include "tests/helpers/ir-run.h"
#include "tests/helpers/sample.h"
#include <string.h>

#define RUNS 300
#define STEPS 5000
#define VALUES 14 /* inputs are -2 to 11: that meets the constants below often */

/* NULL for upper: nothing is said.  lower NULL: the same as upper. */
typedef struct {
  const char *name, *source, *upper, *lower;
  guint from;
  gboolean only;
} Loop;

static const Loop loops[] = {
    {"this-input", "int main(void) { while (1) { any_byte(); int x = any(); check(x != 7); } }", "x == 7",
     NULL, 1, TRUE},
    {"idle-counter",
     "int main(void) { unsigned n = 0; while (1) { any_byte(); int x = any(); n += x; check(x != 7); } }",
     "x == 7", NULL, 1, TRUE},
    {"two-sites",
     "int main(void) { while (1) { any_byte(); int x = any(), y = any(); check(x != 3 || y != 4); } }",
     "x == 3 && y == 4", NULL, 1, TRUE},
    {"one-site-twice",
     "static int get(void) { int x = any(); return x; }\n"
     "int main(void) { while (1) { any_byte(); int a = get(); if (a > 5) check(get() != 2); } }",
     "x >= 6 && x#+2 == 2", NULL, 1, TRUE},
    {"break", "int main(void) { while (1) { any_byte(); int x = any(); if (x < 0) break; check(x != 5); } }",
     "x == 5", NULL, 1, TRUE},
    {"fails-on-leaving",
     "int main(void) { while (1) { any_byte(); int x = any(); if (x > 8) break; }\n"
     "check(0); }",
     "x >= 9", NULL, 1, TRUE},
    {"assume-ends",
     "int main(void) { while (1) { any_byte(); int x = any(); assume(x != 3); check(x < 3); } }", "x >= 4",
     NULL, 1, TRUE},
    {"input-before",
     "int main(void) { int k = any(); assume(k > 0); while (1) { any_byte(); int x = any(); check(x != k); } "
     "}",
     "k == x", NULL, 1, TRUE},
    {"fails-before-too",
     "int main(void) { int k = any(); check(k != 1); while (1) { any_byte(); int x = any(); check(x != 2); } "
     "}",
     "x == 2", NULL, 1, FALSE},
    {"first-round-differs",
     "int main(void) { int first = 1; while (1) { any_byte(); int x = any(); check(x != (first ? 1 : 2));\n"
     "first = 0; } }",
     "x == 2", NULL, 2, TRUE},
    {"fails-once",
     "int main(void) { int n = 0; while (1) { any_byte(); int x = any(); if (n < 3) { n++;\n"
     "check(x != 1); } } }",
     "false", NULL, 4, TRUE},
    {"state",
     "int pc; int main(void) { while (1) { any_byte(); int x = any();\n"
     "if (pc) check(x != 7); pc = x == 3; } }",
     "x == 7", "false", 1, TRUE},
    {"state-and-always",
     "int pc; int main(void) { while (1) { any_byte(); int x = any();\n"
     "check(x != 2); if (pc) check(x != 7); pc = x == 3; } }",
     "x == 2 || x == 7", "x == 2", 1, TRUE},
    {"counter-matters",
     "int main(void) { unsigned n = 0; while (1) { any_byte(); int x = any(); n++; check(n < 90 || x != 4); "
     "} "
     "}",
     "x == 4", "false", 1, TRUE},
    {"counter-alone", "int main(void) { int n = 0; while (1) { any_byte(); n += any(); check(n != 30); } }",
     NULL, NULL, 0, FALSE},
    {"kept-input",
     "int main(void) { int last = 0; while (1) { any_byte(); int x = any();\n"
     "check(last != 9 || x != 8); last = x; } }",
     "x == 8", "false", 1, TRUE},
    {"inner-loop-ends",
     "int main(void) { while (1) { any_byte(); int x = any(), y = 0;\n"
     "for (int i = 0; i < 20; i++) y ^= i; check(x != y + 7); } }",
     "x == 7", NULL, 1, TRUE},
    {"inner-loop-may-not-end",
     "int main(void) { while (1) { any_byte(); int x = any(), y = any(); while (y != 4) if (y > 0) y++;\n"
     "check(x != 7); } }",
     "x == 7", "?", 1, TRUE},
    {"inner-loop-never-ends",
     "int main(void) { while (1) { any_byte(); int x = any(); if (x == 7) while (1) any(); check(x != 7); } "
     "}",
     NULL, NULL, 0, FALSE},
    {"through-pointer",
     "int a, b; int main(void) { int *p = &a; while (1) { any_byte(); int x = any(); p = x > 2 ? &a : &b;\n"
     "*p = x; check(*p != 6); } }",
     "x == 6", NULL, 1, TRUE},
    {"wild-access", /* after it anything may happen */
     "int t[4]; int main(void) { while (1) { any_byte(); int x = any(); t[x] = 1; check(x != 2); } }",
     "x <= -1 || x >= 4 || x == 2", "x == 2", 1, TRUE},
    {"inner-round-ends-where-outer-goes-on",
     "int main(void) { while (1) { int y = any(); while (1) { any_byte(); int x = any();\n"
     "if (x == 5) break; check(x != 6); } any_byte(); check(y != 3); } }",
     "x == 6", NULL, 1, FALSE},
    {"inner-leaves-all",
     "int main(void) { while (1) { int y = any(); while (1) { any_byte(); int x = any();\n"
     "if (x == 5) break; if (x == 6) goto out; } any_byte(); if (y == 3) return 0; } out: check(0); }",
     "x == 6", NULL, 1, FALSE},
    {"loop-of-others", /* the second loop is come to after any number of rounds of the first */
     "int main(void) { int n = 0; while (any()) n++; while (1) { any_byte(); int x = any(); check(x != 5); } "
     "}",
     "x == 5", NULL, 1, FALSE},
};

/* ---- a run, round by round ---- */

typedef struct {
  GRand *random;
  Model *before;          /* what was read before the first round */
  GPtrArray *rounds;      /* Model* */
  GHashTable *read;       /* site id to how often it was read in this round */
  const InputSite *begin; /* the byte that rounds begin with */
  gboolean over;          /* the last round is */
} Reading;

static guint64 read_input(const InputSite *site, guint occurrence, gpointer data) {
  Reading *r = (Reading *)data;
  guint64 value = (guint64)g_rand_int_range(r->random, -2, VALUES - 2) & term_mask(site->width);
  if (!r->begin && site->width == 8) r->begin = site;
  if (site->width == 8) r->over = site != r->begin;
  if (site == r->begin) {
    g_ptr_array_add(r->rounds, model_copy(r->before));
    g_hash_table_remove_all(r->read);
    return value;
  }
  InputKey key = {site->id, occurrence, 0};
  Model *m = r->before;
  if (r->over) return value;
  if (r->rounds->len) {
    guint n = 1 + GPOINTER_TO_UINT(g_hash_table_lookup(r->read, GUINT_TO_POINTER(site->id)));
    g_hash_table_insert(r->read, GUINT_TO_POINTER(site->id), GUINT_TO_POINTER(n));
    key.occurrence = ROUND_OCCURRENCE + n;
    m = (Model *)r->rounds->pdata[r->rounds->len - 1];
  }
  model_set(m, term_input(key, site->width), value);
  return value;
}

/* Checks a statement against one run; TRUE: it failed in a round of which something is said. */
static gboolean check_run(const Loaded *l, const Rounds *s, GRand *random) {
  Reading r = {.random = random,
               .before = model_new(),
               .rounds = g_ptr_array_new_with_free_func((GDestroyNotify)model_free),
               .read = g_hash_table_new(NULL, NULL)};
  RunOutcome end = ir_run(l->program, read_input, &r, STEPS, NULL);
  gboolean lost = end == RUN_CRASHES || end == RUN_UNMODELLED, failed = FALSE;
  for (guint i = s->from - 1; i < r.rounds->len; i++) {
    const Model *inputs = (const Model *)r.rounds->pdata[i];
    const gboolean last = i + 1 == r.rounds->len, upper = term_eval(s->all.upper, inputs) != 0;
    if (last && !r.over && (end == RUN_TOO_LONG || lost)) break; /* it did not come to its end */
    failed = last && end == RUN_FAILS && !r.over;
    if (failed) g_assert_true(upper);
    if (term_eval(s->all.lower, inputs)) g_assert_true(failed);
    if (s->all.exact) g_assert_true(upper == failed);
    if (upper) break; /* of what comes after this, nothing is said */
  }
  model_free(r.before);
  g_ptr_array_unref(r.rounds);
  g_hash_table_unref(r.read);
  return failed;
}

/* ---- what is said ---- */

static GPtrArray *find(const Loaded *l) {
  Question q = sample_question(l);
  GPtrArray *found = rounds_find(&q);
  g_assert_nonnull(found);
  GByteArray *bytes = g_byte_array_new(); /* as they come to the parent */
  rounds_write(bytes, found);
  GPtrArray *read = rounds_read(bytes);
  g_assert_nonnull(read);
  g_assert_cmpuint(read->len, ==, found->len);
  g_byte_array_unref(bytes);
  g_ptr_array_unref(found);
  return read;
}

static void assert_says(const Program *p, const Term *t, const char *expected) {
  g_autofree char *text = term_to_c(p, t, 0);
  g_auto(GStrv) is = g_strsplit(text, " || ", -1), should = g_strsplit(expected, " || ", -1);
  gboolean same = g_strv_length(is) == g_strv_length(should);
  for (guint i = 0; is[i]; i++) same &= g_strv_contains((const char *const *)should, is[i]);
  if (!same) g_error("'%s' is said, not '%s'", text, expected);
}

/* The one that is made of the loop that runs are told of: it is the first, for inner loops end first. */
static void test_loop(gconstpointer data) {
  const Loop *loop = (const Loop *)data;
  Loaded l = sample_load(loop->source);
  GPtrArray *found = find(&l);
  if (!loop->upper) g_assert_cmpuint(found->len, ==, 0);
  if (loop->upper) {
    g_assert_cmpuint(found->len, >, 0);
    const Rounds *s = (const Rounds *)found->pdata[0];
    const char *lower = loop->lower ? loop->lower : loop->upper;
    assert_says(l.program, s->all.upper, loop->upper);
    if (!g_str_equal(lower, "?")) assert_says(l.program, s->all.lower, lower);
    g_assert_cmpint(s->all.exact, ==, loop->lower == NULL);
    g_assert_cmpuint(s->from, ==, loop->from);
    g_assert_cmpint(s->only, ==, loop->only);
    GRand *random = g_rand_new_with_seed(17);
    guint failed = 0;
    for (guint i = 0; i < RUNS; i++) failed += check_run(&l, s, random);
    if (!term_is_false(s->all.lower)) g_assert_cmpuint(failed, >, 0);
    g_rand_free(random);
  }
  g_ptr_array_unref(found);
  sample_free(&l);
}

/* The states of a loop, where each has its own condition. */
static void test_cases(void) {
  Loaded l =
      sample_load("int pc, flip; struct { int in; } s;\n" /* two that do not matter, one without a name */
                  "int main(void) { while (1) { int x = any(); flip = !flip; s.in = 1 - s.in;\n"
                  "if (pc == 2) check(x != 7); else if (x == 3) pc = 2; check(s.in < 2 && flip < 2); } }");
  GPtrArray *found = find(&l);
  g_assert_cmpuint(found->len, ==, 1);
  const Rounds *s = (const Rounds *)found->pdata[0];
  g_assert_cmpuint(s->cases->len, ==, 2);
  const RoundCase *first = (const RoundCase *)s->cases->pdata[0],
                  *second = (const RoundCase *)s->cases->pdata[1];
  g_assert_cmpstr(first->state, ==, "pc == 0");
  g_assert_true(term_is_false(first->upper));
  g_assert_cmpstr(second->state, ==, "pc == 2");
  assert_says(l.program, second->upper, "x == 7");
  g_assert_true(first->exact && second->exact && !s->all.exact);
  g_ptr_array_unref(found);
  sample_free(&l);
}

/* States that nobody can tell apart by name are not told of. */
static void test_unnamed(void) {
  Loaded l =
      sample_load("struct { int in, out; } s;\n"
                  "int main(void) { while (1) { int x = any(); if (s.in) check(x != 7); s.in = x == 3; } }");
  GPtrArray *found = find(&l);
  g_assert_cmpuint(found->len, ==, 1);
  const Rounds *r = (const Rounds *)found->pdata[0];
  g_assert_cmpuint(r->cases->len, ==, 0);
  assert_says(l.program, r->all.upper, "x == 7");
  g_ptr_array_unref(found);
  sample_free(&l);
}

/* Bytes that end too early, or are not what they should be. */
static void test_malformed(void) {
  Loaded l = sample_load(loops[0].source);
  Question q = sample_question(&l);
  GPtrArray *found = rounds_find(&q);
  GByteArray *bytes = g_byte_array_new();
  rounds_write(bytes, found);
  for (guint n = 0; n < bytes->len; n++) {
    GByteArray *part = g_byte_array_new();
    g_byte_array_append(part, bytes->data, n);
    GPtrArray *read = rounds_read(part);
    g_assert_true(!read || read->len == 0);
    if (read) g_ptr_array_unref(read);
    g_byte_array_unref(part);
  }
  g_byte_array_unref(bytes);
  g_ptr_array_unref(found);
  sample_free(&l);
}

static void test_deadline(void) {
  Loaded l = sample_load("int main(void) { int n = 0; for (int i = 0; i < 900; i++) n += i;\n"
                         "while (1) { int x = any(); check(x != n); } }");
  Question q = sample_question(&l);
  q.deadline = g_get_monotonic_time() - 1;
  g_assert_null(rounds_find(&q));
  sample_free(&l);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS(loops); i++) {
    g_autofree char *path = g_strconcat("/round-statements/loops/", loops[i].name, NULL);
    g_test_add_data_func(path, &loops[i], test_loop);
  }
  g_test_add_func("/round-statements/cases", test_cases);
  g_test_add_func("/round-statements/unnamed", test_unnamed);
  g_test_add_func("/round-statements/malformed", test_malformed);
  g_test_add_func("/round-statements/deadline", test_deadline);
  return g_test_run();
}
