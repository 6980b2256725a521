/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recursion relaxed to loops: the program stays sound, what it does not follow is not known, and what ends is seen to. */
#include "ir/relaxed-recursion.h"
#include "engine/engine.h"
#include "ir/tail-calls.h"
#include "tests/helpers/sample.h"

typedef struct {
  const char *name, *source;
  guint n_tail_calls, n_calls;
  gboolean ends; /* the relaxed program is proven to */
} Case;

static const Case cases[] = {
    {"two calls", "static int f(int n) { if (n < 2) return n; return f(n - 1) + f(n - 2); }"
                  "int main(void) { return f(any()); }",
     0, 2, TRUE},
    {"a call within a call", "static int f(int m, int n) { if (m <= 0) return n; if (n <= 0) return f(m - 1, 1);"
                             " return f(m - 1, f(m, n - 1)); }"
                             "int main(void) { return f(any(), any()); }",
     2, 1, TRUE},
    {"by equality, a call within a call", "static int f(int m, int n) { if (m == 0) return n; if (n == 0) return f(m - 1, 1);"
                                          " return f(m - 1, f(m, n - 1)); }"
                                          "int main(void) { return f(any(), any()); }",
     2, 1, TRUE},
    {"in a loop", "static int f(int n) { int s = 0; for (int i = 0; i < n; i++) s ^= f(i); return s; }"
                  "int main(void) { int n = any(); return n < 1000 ? f(n) : 0; }",
     0, 1, FALSE},
    {"deeper for ever", "static int f(int n) { if (n == 7) return 0; return f(n + 2) + 1; }"
                        "int main(void) { return f(any()); }",
     0, 1, FALSE},
    {"at once", "static int f(int n) { int k = f(n - 1); return k > n ? k : n; }"
                "int main(void) { return f(any()); }",
     0, 1, FALSE},
    {"changes memory", "static int n; static int f(int i) { if (i < 0) return n; n++; return f(i - 1) + 1; }"
                       "int main(void) { return f(any()); }",
     0, 1, TRUE},
    {"is led by what it changes", "static int n; static int f(int i) { if (n > 7) return 0; n++; return f(i - 1) + 1; }"
                                  "int main(void) { return f(any()); }",
     0, 1, FALSE},
    {"reads inputs", "static int f(int i) { if (i < 0) return any(); return f(i - 1) + any(); }"
                     "int main(void) { return f(any()); }",
     0, 1, TRUE},
    {"calls what reads inputs", "static int g(void) { return any(); }"
                                "static int f(int i) { if (g() < 0) return 0; return f(i - 1) + 1; }"
                                "int main(void) { return f(any()); }",
     0, 1, FALSE},
    {"makes lists", "struct node { struct node *next; int v; };"
                    "static struct node *f(int n) { if (n <= 0) return 0; struct node *p = malloc(sizeof *p);"
                    " if (!p) return 0; p->v = n; p->next = f(n - 1); return p; }"
                    "int main(void) { f(any()); return 0; }",
     0, 0, FALSE},
    {"ends objects", "static int f(int i, int *p) { if (i < 0) return 0; if (i == 3) free(p); return f(i - 1, p) + 1; }"
                     "int main(void) { return f(any(), malloc(4)); }",
     0, 0, FALSE},
};

static void test_case(gconstpointer data) {
  const Case *c = (const Case *)data;
  Loaded l = sample_load_for(c->source, "termination");
  g_assert_cmpuint(program_loop_tail_calls(l.program), ==, c->n_tail_calls);
  g_assert_cmpuint(program_relax_recursion(l.program), ==, c->n_calls);
  g_autofree char *fault = program_check(l.program);
  g_assert_cmpstr(fault, ==, NULL);
  cfg_free(l.cfg);
  l.cfg = cfg_new(l.program);
  Question q = sample_question(&l);
  q.deadline = question_within(&q, c->ends ? 60 : 2);
  Answer *a = kind_ask(&q, NULL);
  g_assert_cmpint(a->kind == ANSWER_SAFE, ==, c->ends);
  answer_free(a);
  sample_free(&l);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *name = g_strconcat("/relaxed-recursion/", cases[i].name, NULL);
    g_test_add_data_func(name, &cases[i], test_case);
  }
  return g_test_run();
}
