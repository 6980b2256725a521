/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tail calls as loops: what is changed is sound, and runs stay the same. */
#include "ir/tail-calls.h"
#include "ir/cfg.h"
#include "ir/interpret.h"
#include "tests/helpers/sample.h"

typedef struct {
  const char *name, *source;
  guint n_calls;
} Case;

static const Case cases[] = {
    {"last", "static int f(int x, int y) { if (x <= 0) return y; return f(x - 1, y + 2); }"
             "int main(void) { int n = any(); if (n > 9) return 0; check(f(n, 0) != 8); return 0; }",
     1},
    {"two", "static int f(int x, int y) { if (x <= 0) return y; if (y & 1) return f(x - 1, x); return f(y - x, x); }"
            "int main(void) { int n = any(); if (n > 9 || n < 0) return 0; check(f(n, n) != 1); return 0; }",
     2},
    {"nothing returned", "static int seen; static void f(int x) { if (x <= 0) return; seen++; f(x - 2); }"
                         "int main(void) { int n = any(); if (n > 9) return 0; f(n); check(seen != 4); return 0; }",
     1},
    {"through several blocks", "static int f(int x) { return x <= 0 ? 5 : x & 1 ? (x == 1 ? 7 : f(x - 2)) : 6; }"
                               "int main(void) { int n = any(); if (n > 9) return 0; check(f(n) != 7); return 0; }",
     1},
    {"a choice made after", "static int seen; static int f(int x) { int r = 5; if (x > 0) r = f(x - 3); if (seen) r++;"
                            " return r; }"
                            "int main(void) { int n = any(); if (n > 9) return 0; seen = n & 1; check(f(n) != 7);"
                            " return 0; }",
     0},
    {"not last", "static int f(int x) { if (x <= 0) return 0; return f(x - 1) + 2; }"
                 "int main(void) { int n = any(); if (n > 9) return 0; check(f(n) != 8); return 0; }",
     0},
    {"another result", "static int f(int x) { if (x <= 0) return 5; f(x - 1); return x; }"
                       "int main(void) { int n = any(); if (n > 9) return 0; check(f(n) != 8); return 0; }",
     0},
    {"own object", "static int f(int x) { int a[2]; a[x & 1] = x; a[1 - (x & 1)] = 1; if (x <= 0) return a[x & 1];"
                   " return f(x - a[0]); }"
                   "int main(void) { int n = any(); if (n > 9) return 0; check(f(n) != -8); return 0; }",
     0},
};

static RunEnd run(const Program *p, gint64 value) {
  Interpreter *it = interpreter_new(p);
  Model *m = model_new();
  model_set(m, sample_input(p, 0, 1), (guint64)value & 0xffffffff);
  const RunEnd end = interpreter_run(it, m, 10000, 0, NULL);
  model_free(m);
  interpreter_free(it);
  return end;
}

static void test_case(gconstpointer data) {
  const Case *c = (const Case *)data;
  Loaded before = sample_load(c->source), after = sample_load(c->source);
  g_assert_cmpuint(program_loop_tail_calls(after.program), ==, c->n_calls);
  g_autofree char *fault = program_check(after.program);
  g_assert_cmpstr(fault, ==, NULL);
  for (gint64 value = -12; value <= 12; value++)
    g_assert_cmpint(run(before.program, value), ==, run(after.program, value));
  sample_free(&before);
  sample_free(&after);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *name = g_strconcat("/tail-calls/", cases[i].name, NULL);
    g_test_add_data_func(name, &cases[i], test_case);
  }
  return g_test_run();
}
