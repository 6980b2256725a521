/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Failure automata: what they look like, that no run contradicts them, and that damaged bytes are refused. */
#include "engine/reactive/reactive.h"
#include "tests/helpers/ir-run.h"
#include "tests/helpers/sample.h"

#define RUNS 400
#define STEPS 4000
#define VALUES 12 /* inputs are -2 to 9 */

typedef struct {
  const char *name, *source;
  guint locations; /* of the smallest automaton; 0: not looked at */
  gboolean exact;
} Reactive;

static const Reactive programs[] = {
    {"one-loop", "int main(void) { while (1) { int x = any(); check(x != 7); } }", 1, TRUE},
    {"switch",
     "int main(void) { int on = 0; while (1) { int x = any(); if (x == 1) on = 1; else if (x == 2) on = 0;\n"
     "else check(x != 3 || !on); } }",
     2, TRUE},
    {"counter",
     "int main(void) { int n = 0; while (1) { int x = any(); if (x > 5) n++; if (x == 0) return 0; check(n < 4); } }", 4,
     TRUE},
    {"idle-counter", "int main(void) { unsigned n = 0; while (1) { int x = any(); n += x; check(x != 7); } }", 1, TRUE},
    {"idle-global", "int last; int main(void) { while (1) { int x = any(); check(x != 7); last = x; } }", 1, TRUE},
    {"last-input",
     "int main(void) { int last = 0; while (1) { int x = any(); check(!(last > 4 && x < 0)); last = x; } }", 2, TRUE},
    {"last-three-inputs",
     "int main(void) { int a = 0, b = 0; while (1) { int x = any(); check(!(a == 1 && b == 2 && x == 3)); a = b; b = x; } }",
     3, TRUE},
    {"read-before-counting",
     "int main(void) { int s = 0, x; do { x = any(); do { s += x == 1; x = any(); } while (x == 1 && s < 3);\n"
     "check(!(s == 3 && x == 2)); s = 0; } while (x != 0); return 0; }",
     0, TRUE},
    {"related-inputs", "int main(void) { int last = 0; while (1) { int x = any(); check(x != last + 1); last = x; } }", 0,
     FALSE},
    {"in-a-function",
     "static int step(int s) { int x = any(); if (x == s) return s + 1; return x == 9 ? 0 : s; }\n"
     "static void run(void) { int s = 0; while (s < 5) { s = step(s); } check(0); }\n"
     "int main(void) { run(); return 0; }",
     0, TRUE},
    {"two-loops",
     "int main(void) { int n = 0; while (n < 2) { if (any() == 1) n++; } while (1) { int x = any(); if (x < 0) break;\n"
     "check(x != 3); } return 0; }",
     3, TRUE},
    {"nested",
     "int main(void) { int a = 0; while (1) { a = any() & 1; while (any() != 0) { if (a) check(any() != 2); } } }", 0, TRUE},
    {"one-site-twice",
     "static int get(void) { return any(); }\n"
     "int main(void) { while (1) { int a = get(); if (a > 5) check(get() != 2); } }",
     1, TRUE},
    {"array",
     "int seen[4]; int main(void) { while (1) { int x = any(); if (x >= 0 && x < 4) seen[x] = 1;\n"
     "check(!(seen[0] && seen[3])); } }",
     0, TRUE},
    {"heap",
     "int main(void) { int *p = malloc(4); *p = 0; while (1) { int x = any(); if (x == 4) *p = 1; if (x == 5) { free(p);\n"
     "p = malloc(4); *p = 0; } check(!(*p && x == 6)); } }",
     2, TRUE},
    {"member-of-a-copy", "struct pair { short x; unsigned char y, z; } q, old = {0, 0, 1}; int main(void) { while (1) {"
     "q = old; while (any() == 0) q.x = any(); check(q.x != 3); } }",
     0, TRUE},
    {"assumed", "int main(void) { int k = any(); assume(k == 1 || k == 5); while (1) { check(any() != k); } }", 3, TRUE},
    {"never", "int main(void) { int n = 0; while (1) { n = any() & 3; check(n < 4); } }", 0, TRUE},
    {"divides", "int main(void) { while (1) { int x = any(), y = any(); if (x / (y & 3) == 3) check(0); } }", 0, TRUE},
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

/* The automaton is given what the run reads. */
static void compare_run(const Program *p, const FailureAutomaton *a, guint32 seed) {
  Reader r = {seed, model_new()};
  guint64 result;
  const RunOutcome outcome = ir_run(p, next_value, &r, STEPS, &result);
  const guint to = failure_automaton_follow(a, r.read, STEPS);
  if (outcome == RUN_FAILS)
    g_assert_true(to == EDGE_FAILS || to == EDGE_UNKNOWN);
  else if (outcome == RUN_RETURNS || outcome == RUN_HALTS || outcome == RUN_ASSUME || outcome == RUN_CRASHES)
    g_assert_true(to == EDGE_ENDS || to == EDGE_UNKNOWN || to < a->locations->len);
  model_free(r.read);
}

static void test_program(gconstpointer data) {
  const Reactive *r = (const Reactive *)data;
  Loaded l = sample_load(r->source);
  const Question q = sample_question(&l);
  FailureAutomaton *a = reactive_automaton(&q);
  g_assert_nonnull(a);
  g_assert_cmpint(failure_automaton_exact(a), ==, r->exact);
  if (r->locations) g_assert_cmpuint(a->locations->len, ==, r->locations);
  for (guint32 seed = 1; seed <= RUNS; seed++) compare_run(l.program, a, seed * 2654435761u);
  failure_automaton_free(a);
  sample_free(&l);
}

/* ---- formulas, and bytes ---- */

static void test_unroll(void) {
  Loaded l = sample_load("int main(void) { int on = 0; while (1) { int x = any(); if (x == 1) on = 1; else check(!on || x != 3); } }");
  const Question q = sample_question(&l);
  FailureAutomaton *a = reactive_automaton(&q);
  const Term *rest, *first = sample_input(l.program, 0, 1), *second = sample_input(l.program, 0, 2);
  GPtrArray *fails = failure_automaton_unroll(a, 2, 1000, &rest);
  g_assert_cmpuint(fails->len, ==, 1);
  const FailureEdge *e = (const FailureEdge *)fails->pdata[0];
  Model *m = model_new();
  model_set(m, first, 1);
  model_set(m, second, 3);
  g_assert_true(term_eval(e->guard, m));
  g_assert_false(term_eval(rest, m));
  model_set(m, second, 4);
  g_assert_false(term_eval(e->guard, m));
  g_assert_true(term_eval(rest, m));
  g_assert_null(failure_automaton_unroll(a, 30, 5, &rest));
  model_free(m);
  g_ptr_array_unref(fails);
  failure_automaton_free(a);
  sample_free(&l);
}

static void test_bytes(void) {
  Loaded l = sample_load(programs[1].source);
  const Question q = sample_question(&l);
  FailureAutomaton *a = reactive_automaton(&q);
  g_autoptr(GByteArray) bytes = g_byte_array_new();
  failure_automaton_write(bytes, a);
  FailureAutomaton *b = failure_automaton_read(bytes);
  g_assert_nonnull(b);
  g_assert_cmpuint(b->locations->len, ==, a->locations->len);
  g_assert_cmpuint(b->edges->len, ==, a->edges->len);
  for (guint i = 0; i < a->edges->len; i++)
    g_assert_true(((FailureEdge *)a->edges->pdata[i])->guard == ((FailureEdge *)b->edges->pdata[i])->guard);
  for (guint n = 0; n < bytes->len; n += 7) {
    g_autoptr(GByteArray) cut = g_byte_array_new();
    g_byte_array_append(cut, bytes->data, n);
    failure_automaton_free(failure_automaton_read(cut)); /* damaged or not, it is read or refused */
  }
  failure_automaton_free(a);
  failure_automaton_free(b);
  sample_free(&l);
}

/* ---- random programs ---- */

static guint draw(guint32 *seed, guint n) {
  *seed = *seed * 1664525u + 1013904223u;
  return (*seed >> 16) % n;
}

/* A small state machine with a counter, and sometimes a loop in its loop. */
static char *random_machine(guint32 seed) {
  GString *s = g_string_new("int main(void) { int s = 0, n = 0, last = 0; while (1) { int x = any();\n");
  const guint rules = 2 + draw(&seed, 4);
  for (guint i = 0; i < rules; i++)
    g_string_append_printf(s, "%sif (s == %u && x %s %d) { s = %u; %s }\n", i ? "else " : "", draw(&seed, 3),
                           draw(&seed, 2) ? "==" : ">", (int)draw(&seed, 8) - 1, draw(&seed, 3),
                           (const char *[]){"", "n++;", "n = 0;", "last = x;", "if (any() == 3) n = 2;"}[draw(&seed, 5)]);
  if (draw(&seed, 2)) g_string_append_printf(s, "while (s == 1 && any() > %u) { if (n < 3) n++; }\n", draw(&seed, 6));
  if (draw(&seed, 2)) g_string_append(s, "if (x == 8) return 0;\n");
  g_string_append_printf(s, "check(!(s == %u && n %s %u)); if (n > 4) n = 0; check(last < %u || s != 2 || x != 0); } }", draw(&seed, 3),
                         draw(&seed, 2) ? "==" : ">", 1 + draw(&seed, 3), 4 + draw(&seed, 4));
  return g_string_free(s, FALSE);
}

static void test_random(void) {
  guint exact = 0;
  for (guint32 i = 1; i <= 25; i++) {
    g_autofree char *source = random_machine(i * 40503u);
    Loaded l = sample_load(source);
    const Question q = sample_question(&l);
    FailureAutomaton *a = reactive_automaton(&q);
    if (a) exact += failure_automaton_exact(a);
    for (guint32 seed = 1; a && seed <= 60; seed++) compare_run(l.program, a, seed * 2654435761u);
    failure_automaton_free(a);
    sample_free(&l);
  }
  g_assert_cmpuint(exact, >=, 20);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS(programs); i++) {
    g_autofree char *path = g_strconcat("/reactive/", programs[i].name, NULL);
    g_test_add_data_func(path, &programs[i], test_program);
  }
  g_test_add_func("/reactive/unroll", test_unroll);
  g_test_add_func("/reactive/bytes", test_bytes);
  g_test_add_func("/reactive/random", test_random);
  return g_test_run();
}
