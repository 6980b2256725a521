/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Failure automata of programs that are asked whether they end: what they look like, and that no run contradicts them. */
#include "engine/reactive/reactive.h"
#include "ir/failure-fates.h"
#include "tests/helpers/ir-run.h"
#include "tests/helpers/sample.h"

#define RUNS 300
#define STEPS 6000
#define VALUES 12 /* inputs are -2 to 9 */

/* What is expected of an automaton, besides that it is exact. */
typedef enum {
  ENDS = 1,    /* every run ends */
  STUCK = 2,   /* some runs go on for ever, whatever they read from some step on */
  GOES_ON = 4, /* some run goes on for ever by what it reads */
  NEVER = 8    /* no run ends */
} Traits;

typedef struct {
  const char *name, *source;
  guint traits, locations; /* of the smallest automaton; 0: not looked at */
} Endless;

static const Endless programs[] = {
    {"one-loop", "int main(void) { while (any() != 7) {} return 0; }", GOES_ON, 1},
    {"always-ends", "int main(void) { int n = 0; while (n < 3) { if (any() == 5) return 1; n++; } return 0; }", ENDS, 0},
    {"never-ends", "int main(void) { while (1) { if (any() == 5) any(); } }", STUCK | NEVER, 1},
    {"nested", "int main(void) { while (any() > 0) { while (any() > 3) {} } return 0; }", GOES_ON, 2},
    {"nested-never", "int main(void) { while (1) { while (any() > 3) {} } }", STUCK | NEVER, 1},
    {"silent-after-input", "int main(void) { int s = 0; while (1) { int x = any(); if (x == 1) s = 1; if (x == 2) { while (s) {} return 0; } } }",
     STUCK | GOES_ON, 1},
    {"silent-by-state", "int main(void) { int s = 0; while (any() != 0) { s = (s + 1) % 4; while (s == 3) {} } return 0; }", STUCK, 0},
    {"silent-flip", "int main(void) { int a = 0; if (any() == 4) { while (1) a = !a; } while (any()) {} return 0; }", STUCK | GOES_ON, 2},
    {"silent-counter", "int main(void) { unsigned i = 0; if (any() == 5) { for (;;) i++; } while (any()) {} return 0; }", STUCK | GOES_ON, 2},
    {"silent-but-ends", "int main(void) { while (any() > 0) { int i; for (i = 0; i < 700; i++) {} } return 0; }", GOES_ON, 1},
    {"silent-in-a-function",
     "static int walk(int n) { int i = 0; while (i != n) { i += 2; if (i > 6) i = 0; } return i; }\n"
     "int main(void) { while (any() > 0) walk(any() & 7); return 0; }",
     STUCK | GOES_ON, 0},
    {"errors-are-ends", "int main(void) { while (1) { int x = any(); check(x != 3); assume(x > 0); if (x == 5) return 0; } }", GOES_ON, 1},
    {"crashes-are-ends", "int main(void) { while (1) { int x = any(), y = 10 / (x & 3); if (y == 10) return 0; } }", GOES_ON, 1},
    {"end-out-of-reach", "int main(void) { int k = 0; while (1) { int x = any(); if (x == 3) k = 1; if (k == 2) return 0; } }", STUCK | NEVER, 1},
    {"states",
     "int main(void) { int s = 0; while (s < 4) { int x = any(); if (s == 0 && x == 1) s = 1; else if (s == 1) s = x == 2 ? 2 : x == 3 ? 0 : 1;\n"
     "else if (s == 2) s = x == 4 ? 4 : x == 5 ? 3 : 2; } return 0; }",
     STUCK | GOES_ON, 3},
    {"in-a-function",
     "static int wait(int v) { int x; do { x = any(); } while (x != v && x != 0); return x; }\n"
     "int main(void) { if (wait(7)) wait(9); return 0; }",
     GOES_ON, 2},
    {"heap", "int main(void) { int *p = malloc(4); *p = 2; while (*p > 0) { if (any() == 1) { free(p); p = malloc(4); *p = 0; } } return 0; }", GOES_ON, 1},
    {"two-endless-loops", "int main(void) { if (any() == 1) { while (1) any(); } while (1) { if (any() == 2) any(); } }", STUCK | NEVER, 1},
};

/* ---- runs ---- */

typedef struct {
  guint32 seed;
  Model *read;
} Reader;

static guint64 next_value(const InputSite *site, guint occurrence, gpointer data) {
  Reader *r = (Reader *)data;
  r->seed = r->seed * 1664525u + 1013904223u;
  const guint64 value = (guint64)(gint64)((gint)((r->seed >> 16) % VALUES) - 2) & term_mask(site->width);
  model_set(r->read, term_input((InputKey){site->id, occurrence, 0}, site->width), value);
  return value;
}

/* Does it come to an end by what was read alone? */
static gboolean ends_by(const FailureAutomaton *a, const Model *read) {
  g_autoptr(GPtrArray) way = failure_automaton_trace(a, read, STEPS);
  g_autoptr(GHashTable) positions = g_hash_table_new(NULL, NULL);
  gboolean ends = FALSE;
  for (guint i = 0; i < way->len; i++) {
    const FailureEdge *e = (const FailureEdge *)way->pdata[i];
    g_autoptr(GPtrArray) inputs = term_inputs(failure_guard_at(e->guard, positions));
    guint64 value;
    for (guint k = 0; k < inputs->len; k++)
      if (!model_lookup(read, (const Term *)inputs->pdata[k], &value)) return FALSE;
    ends = e->to == EDGE_ENDS;
    failure_move_on(positions, e->reads);
  }
  return ends;
}

/* A run that has ended leads an exact automaton to an end, and one that goes on for long to none.  TRUE: it has ended. */
static gboolean compare_run(const Program *p, const FailureAutomaton *a, guint32 seed) {
  Reader r = {seed, model_new()};
  guint64 result;
  const RunOutcome outcome = ir_run(p, next_value, &r, STEPS, &result);
  const guint to = failure_automaton_follow(a, r.read, STEPS);
  const gboolean goes_on = outcome == RUN_TOO_LONG || outcome == RUN_FAILS; /* of which it is known at once */
  g_assert_cmpint(outcome, !=, RUN_UNMODELLED);
  if (goes_on) g_assert_false(ends_by(a, r.read));
  if (to != EDGE_UNKNOWN && !goes_on) g_assert_cmpuint(to, ==, EDGE_ENDS);
  model_free(r.read);
  return !goes_on;
}

static FailureAutomaton *automaton_of(const char *source, Loaded *l) {
  *l = sample_load_for(source, "termination");
  const Question q = sample_question(l);
  return reactive_automaton(&q);
}

static void check_traits(const FailureAutomaton *a, guint traits) {
  g_autofree gboolean *goes_on = failure_automaton_goes_on(a);
  g_autofree FailureFate *fates = failure_automaton_fates(a);
  g_assert_true(a->endless_fails);
  g_assert_true(failure_automaton_exact(a));
  g_assert_cmpint(failure_automaton_fails(a), ==, !(traits & ENDS));
  g_assert_cmpint(failure_automaton_fails_finitely(a), ==, (traits & STUCK) != 0);
  g_assert_cmpint(goes_on[0], ==, (traits & GOES_ON) != 0);
  g_assert_cmpint(fates[0] == FATE_NEVER_FAILS, ==, (traits & ENDS) != 0);
  g_assert_cmpint(fates[0] == FATE_FAILS, ==, (traits & NEVER) != 0);
  for (guint i = 0; i < a->edges->len; i++) {
    const FailureEdge *e = (const FailureEdge *)a->edges->pdata[i];
    if (e->to == EDGE_FAILS) g_assert_cmpint(e->failure.kind, ==, FAILURE_ENDLESS);
  }
}

static void test_program(gconstpointer data) {
  const Endless *e = (const Endless *)data;
  Loaded l;
  FailureAutomaton *a = automaton_of(e->source, &l);
  guint ended = 0;
  g_assert_nonnull(a);
  check_traits(a, e->traits);
  if (e->locations) g_assert_cmpuint(a->locations->len, ==, e->locations);
  for (guint32 seed = 1; seed <= RUNS; seed++) ended += compare_run(l.program, a, seed * 2654435761u);
  if (e->traits & NEVER) g_assert_cmpuint(ended, ==, 0);
  if (e->traits & ENDS) g_assert_cmpuint(ended, ==, RUNS);
  failure_automaton_free(a);
  sample_free(&l);
}

/* ---- the place ---- */

/* The line of the only failure; 0: none is named. */
static guint failing_line(const char *source) {
  Loaded l;
  FailureAutomaton *a = automaton_of(source, &l);
  guint line = 0, n = 0;
  for (guint i = 0; i < a->edges->len; i++) {
    const FailureEdge *e = (const FailureEdge *)a->edges->pdata[i];
    if (e->to != EDGE_FAILS) continue;
    line = e->failure.loc.line;
    n++;
  }
  g_assert_cmpuint(n, ==, 1);
  failure_automaton_free(a);
  sample_free(&l);
  return line;
}

/* Of loops within each other it is the outer one; where runs may stay in one or another, none is named. */
static void test_place(void) {
  const guint outer = failing_line("int main(void) {\n\nwhile (1) {\nint x = any();\nif (x == 2) any();\nwhile (any() > 3) {}\n}\n}"),
              alone = failing_line("int main(void) {\n\nwhile (1) {\nint x = any();\nif (x == 2) any();\n}\n}"),
              either = failing_line("int main(void) {\nwhile (any() > 3) {}\nwhile (1) {\nint x = any();\nif (x == 2) any();\n}\n}");
  g_assert_cmpuint(alone, >, 0);
  g_assert_cmpuint(outer, ==, alone);
  g_assert_cmpuint(either, ==, 0);
}

/* ---- other properties, and bytes ---- */

/* Doing nothing for ever is no failure where calls of error functions are. */
static void test_not_asked(void) {
  Loaded l = sample_load(programs[5].source);
  const Question q = sample_question(&l);
  FailureAutomaton *a = reactive_automaton(&q);
  g_assert_false(a->endless_fails);
  g_assert_false(failure_automaton_fails(a));
  failure_automaton_free(a);
  sample_free(&l);
}

static void test_bytes(void) {
  Loaded l;
  FailureAutomaton *a = automaton_of(programs[0].source, &l);
  g_autoptr(GByteArray) bytes = g_byte_array_new();
  failure_automaton_write(bytes, a);
  FailureAutomaton *b = failure_automaton_read(bytes);
  g_assert_true(b->endless_fails);
  failure_automaton_free(a);
  failure_automaton_free(b);
  sample_free(&l);
}

/* ---- formulas ---- */

/* What fails within two steps, and what goes on: while the inputs are 1, and for ever after a 2. */
static void test_unroll(void) {
  Loaded l;
  FailureAutomaton *a = automaton_of("int main(void) { while (1) { int x = any(); if (x == 2) for (;;) {} if (x != 1) return 0; } }", &l);
  const Term *rest, *first = sample_input(l.program, 0, 1), *second = sample_input(l.program, 0, 2);
  g_autoptr(GPtrArray) fails = failure_automaton_unroll(a, 2, 1000, &rest);
  g_assert_cmpuint(fails->len, ==, 1);
  const Term *guard = ((const FailureEdge *)fails->pdata[0])->guard;
  const struct {
    guint first, second;
    gboolean fails, rest;
  } points[] = {{2, 0, TRUE, FALSE}, {1, 2, TRUE, FALSE}, {1, 1, FALSE, TRUE}, {1, 0, FALSE, FALSE}, {0, 2, FALSE, FALSE}};
  for (guint i = 0; i < G_N_ELEMENTS(points); i++) {
    Model *m = model_new();
    model_set(m, first, points[i].first);
    model_set(m, second, points[i].second);
    g_assert_cmpint(term_eval(guard, m) != 0, ==, points[i].fails);
    g_assert_cmpint(term_eval(rest, m) != 0, ==, points[i].rest);
    model_free(m);
  }
  failure_automaton_free(a);
  sample_free(&l);
}

/* ---- random programs ---- */

static guint draw(guint32 *seed, guint n) {
  *seed = *seed * 1664525u + 1013904223u;
  return (*seed >> 16) % n;
}

/* A small state machine with loops in its loop, some of which read nothing. */
static char *random_machine(guint32 seed) {
  GString *s = g_string_new("int main(void) { int s = 0, n = 0; while (1) { int x = any();\n");
  const guint rules = 2 + draw(&seed, 4);
  for (guint i = 0; i < rules; i++)
    g_string_append_printf(s, "%sif (s == %u && x %s %d) { s = %u; %s }\n", i ? "else " : "", draw(&seed, 3),
                           draw(&seed, 2) ? "==" : ">", (int)draw(&seed, 8) - 1, draw(&seed, 3),
                           (const char *[]){"", "n++;", "n = 0;", "if (any() == 3) n = 2;", "return 1;"}[draw(&seed, 5)]);
  if (draw(&seed, 2)) g_string_append_printf(s, "while (s == 1 && any() > %u) { if (n < 3) n++; }\n", draw(&seed, 6));
  if (draw(&seed, 2)) g_string_append_printf(s, "while (n == %u && s == %u) {}\n", draw(&seed, 4), draw(&seed, 3));
  if (draw(&seed, 2)) g_string_append_printf(s, "while (n > %u) { s = (s + %u) %% 3; if (s == %u) break; }\n", 1 + draw(&seed, 3), draw(&seed, 3), draw(&seed, 3));
  if (draw(&seed, 3)) g_string_append_printf(s, "if (x == 8 && s == %u) return 0;\n", draw(&seed, 3));
  g_string_append(s, "if (n > 4) n = 0; } }");
  return g_string_free(s, FALSE);
}

static void test_random(void) {
  guint exact = 0, stuck = 0, ending = 0;
  for (guint32 i = 1; i <= 30; i++) {
    g_autofree char *source = random_machine(i * 40503u);
    g_test_message("%s", source);
    Loaded l;
    FailureAutomaton *a = automaton_of(source, &l);
    g_assert_nonnull(a);
    exact += failure_automaton_exact(a);
    stuck += failure_automaton_fails_finitely(a);
    for (guint32 seed = 1; seed <= 40; seed++) ending += compare_run(l.program, a, seed * 2654435761u);
    failure_automaton_free(a);
    sample_free(&l);
  }
  g_assert_cmpuint(exact, >=, 25);
  g_assert_cmpuint(stuck, >=, 5);
  g_assert_cmpuint(ending, >=, 100);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS(programs); i++) {
    g_autofree char *path = g_strconcat("/endless/", programs[i].name, NULL);
    g_test_add_data_func(path, &programs[i], test_program);
  }
  g_test_add_func("/endless/place", test_place);
  g_test_add_func("/endless/not-asked", test_not_asked);
  g_test_add_func("/endless/bytes", test_bytes);
  g_test_add_func("/endless/unroll", test_unroll);
  g_test_add_func("/endless/random", test_random);
  return g_test_run();
}
