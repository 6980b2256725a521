/* SPDX-License-Identifier: GPL-3.0-or-later */
/* k-induction: what it must prove, and what it must never claim. */
#include "engine/engine.h"
#include "formula/solver.h"
#include "tests/helpers/sample.h"

static const char prelude[] = "extern int __VERIFIER_nondet_int(void);\n"
                              "extern void __VERIFIER_assume(int);\n"
                              "extern void reach_error(void);\n"
                              "extern void *malloc(unsigned long);\n"
                              "extern void free(void *);\n"
                              "#define any __VERIFIER_nondet_int\n"
                              "#define check(c) do { if (!(c)) reach_error(); } while (0)\n";

/* ---- asking ---- */

static Program *load(const char *source) { return sample_lower(prelude, source); }

static Answer *ask_within(const Program *p, const Term *condition, guint max_unroll, guint seconds) {
  Cfg *cfg = cfg_new(p);
  Question q = {.program = p,
                .cfg = cfg,
                .condition = condition,
                .start_unroll = 1,
                .max_unroll = max_unroll,
                .inputs_per_site = 8,
                .deadline = g_get_monotonic_time() + seconds * G_USEC_PER_SEC};
  Answer *a = kind_ask(&q, NULL);
  cfg_free(cfg);
  return a;
}

static Answer *ask(const Program *p, const Term *condition, guint max_unroll) {
  return ask_within(p, condition, max_unroll, 60);
}

/* The occurrence of the n-th nondet site, in the order of the text. */
static const Term *input(const Program *p, guint n, guint occurrence) {
  guint found = G_MAXUINT;
  for (guint rank = 0, after = 0; rank <= n; rank++) {
    found = G_MAXUINT;
    for (guint i = 0; i < p->sites->len; i++) {
      const InputSite *s = program_site(p, i);
      guint place = s->loc.line * 1000 + s->loc.column;
      if (s->kind != SITE_NONDET || place <= after) continue;
      if (found == G_MAXUINT ||
          place < program_site(p, found)->loc.line * 1000 + program_site(p, found)->loc.column)
        found = i;
    }
    g_assert_cmpuint(found, !=, G_MAXUINT);
    after = program_site(p, found)->loc.line * 1000 + program_site(p, found)->loc.column;
  }
  return term_input((InputKey){found, occurrence, 0}, 32);
}

static const Term *is(const Term *t, guint64 value) { return term_eq(t, term_const(t->width, value)); }

/* ---- programs that induction proves ---- */

static const Sample provable[] = {
    {"stride-chosen", "int main(void) { int d = 1, x = any(), c = any();\n"
                      "__VERIFIER_assume(x >= 0 && x < 1000000 && (c == 0 || x % 2 == 0));\n"
                      "if (c) d = 2; while (x > 0) x -= d; check(x == 0); }"},
    {"even-later", "int main(void) { unsigned x = 0;\n"
                   "while (x < 0x0fffffff) { if (x < 0xfff0) x++; else x += 2; } check(x % 2 == 0); }"},
    {"steps-of-four", "int main(void) { int n = any(), i = 0; __VERIFIER_assume(n >= 0 && n < 1000000);\n"
                      "while (i < n) i += 4; check(i == n || n % 4 != 0); }"},
    {"choice",
     "int main(void) { int x = 1;\n while (1) { if (any()) x = 1; else x = 2; check(x == 1 || x == 2); } }"},
    {"kept", "int main(void) { int x = 1;\n while (1) { check(x == 1 || x == 2); if (any()) x = 3 - x; } }"},
    {"two-iterations", "int a = 0, b = 1;\n"
                  "int main(void) { while (1) { check(a != b); int t = a; a = b; b = t; } }"},
    {"delay", "int a = 1, b = 1, c = 1;\n" /* only an assumption of three iterations shows that c stays 1 */
              "int main(void) { while (any()) { check(c == 1); c = b; b = a; } }"},
    {"lock", "int locked = 0;\n"
             "static void lock(void) { check(locked == 0); locked = 1; }\n"
             "static void unlock(void) { check(locked == 1); locked = 0; }\n"
             "int main(void) { while (any()) { if (any()) { lock(); unlock(); } else if (any()) { lock(); "
             "unlock(); } } }"},
    {"lock-inside",
     "int locked = 0;\n"
     "int main(void) { int old, new = 0;\n"
     " do { check(!locked); locked = 1; old = new; if (any()) { locked = 0; new++; } } while (new != old);\n"
     " check(locked); }"},
    {"modulo",
     "int main(void) { unsigned n = 0;\n while (any()) { n = (n + 1) % 4; check(n < 4); } check(n != 7); }"},
    {"machine", "enum { IDLE, BUSY, DONE } state = IDLE; int work;\n"
                "int main(void) { for (;;) switch (state) {\n"
                " case IDLE: if (any()) { state = BUSY; work = 3; } break;\n"
                " case BUSY: check(work > 0 && work <= 3); if (--work == 0) state = DONE; break;\n"
                " case DONE: check(work == 0); state = IDLE; break;\n default: reach_error(); } }"},
    {"after", "int main(void) { int x = 0;\n while (any()) x = !x;\n check(x == 0 || x == 1); }"},
    {"two-loops", "int main(void) { int x = 0;\n while (any()) { x ^= 2; check(!(x & 1)); }\n while (any()) "
                  "{ check(!(x & 1)); x ^= 4; } check(!(x & 1)); }"},
    {"nested",
     "int x = 2;\n"
     "int main(void) { while (any()) { while (any()) { x += 2; check(x % 2 == 0); } check(x % 2 == 0); } }"},
    {"callee", "static int even(int x) { while (any()) { x += 2; check(x % 2 == 0); } return x; }\n"
               "int main(void) { int x = even(4); check(x % 2 == 0); }"},
    {"array", "int a[8];\n"
              "int main(void) { while (any()) { unsigned i = (unsigned)any() % 7; a[i + 1] = 5; check(a[0] "
              "== 0); } return 0; }"},
    {"pointers", "int x = 1, y = 2;\n"
                 "int main(void) { int *p = &x; while (any()) { check(*p == 1 || *p == 2); p = p == &x ? &y "
                 ": &x; } check(p == &x || p == &y); }"},
    {"leak", "int main(void) { while (any()) { int *p = malloc(4); *p = 3; check(*p == 3); } }"},
    {"fixed", "int g = 5;\nint main(void) { int c = any(); __VERIFIER_assume(c > 3);\n while (any()) { g = "
              "5; check(c > 3 && g == 5); } }"},
    {"first-loop-quiet", "int main(void) { int x = 0;\n while (any()) x ^= 2;\n while (any()) { check(!(x & "
                         "1)); x ^= 4; } check(!(x & 1)); }"},
    {"grows", "int main(void) { int n = 0;\n while (n < 1000000) n++;\n check(n == 1000000); }"},
    {"bounded-by-input", "int main(void) { int m = any(), n = 0; __VERIFIER_assume(m > 0);\n while (n < m) { "
                         "any(); n++; }\n check(n == m); }"},
    {"inner-bounds", "int g;\nint main(void) { while (any()) { g = 3; while (any() && g > 0) g--; check(g >= "
                     "0 && g <= 3); } }"},
    {"callee-quiet", "static int even(int x) { while (any()) x += 2; return x; }\n"
                     "int main(void) { int x = even(4); check(x % 2 == 0); }"},
    {"index",
     "int a[100];\nint main(void) { int i; for (i = 0; i < 100; i++) { a[i] = any(); } check(i == 100); }"},
    {"asked-after", "int main(void) { unsigned x = 1;\n"
                    "while (any()) x ^= any() & 0xf0; check((x & 15) == 1); }"},
    {"same-pace", "int main(void) { int n = any(), i = 0, c = 0; __VERIFIER_assume(n <= 10);\n"
                  "while (i < n) { c++; i++; } check(c <= 10); }"},
    {"down-and-up", "int main(void) { unsigned n = any(), x = n, y = 0;\n"
                    "while (x > 0) { x--; y++; } check(y == n); }"},
    {"two-paces",
     "int main(void) { int n = any(), i = 0, a = 0, b = 0; __VERIFIER_assume(n >= 0 && n <= 9999);\n"
     "while (i < n) { if (any()) { a++; b += 2; } else { a += 2; b++; } i++; } check(a + b == 3 * "
     "n); }"},
    {"two-phases", "int main(void) { int x = 0, y = 5000;\n"
                   "while (x < 10000) { if (x >= 5000) y++; x++; } check(y == x); }"},
    {"step-two", "int main(void) { unsigned i = 0, n = any();\n"
                 "while (i < n) { i += 2; if (i > 1000) break; } check(i % 2 == 0); }"},
    {"there-and-back", "int main(void) { int k = 0, n = any();\nfor (int i = 0; i < n; i++) k++;\n"
                       "for (int j = n; j > 0; j--) { check(k > 0); k--; } }"},
    {"long", "int main(void) { int ok = 1, i;\n for (i = 0; i < any(); i++) check(ok); check(ok); }"},
};

static void test_provable(gconstpointer data) {
  const Sample *s = (const Sample *)data;
  Program *p = load(s->source);
  Answer *a = ask(p, term_bool(TRUE), 8);
  g_assert_cmpint(a->kind, ==, ANSWER_SAFE);
  g_assert_true(term_is_false(a->residue));
  answer_free(a);
  program_free(p);
}

/* ---- programs that fail ---- */

static const Sample failing[] = {
    {"first-iteration", "int main(void) { int x = any();\n while (1) { check(x != 3); } }"},
    {"fifth-iteration", "int main(void) { int n = 0;\n while (1) { n++; check(n != 5); any(); } }"},
    {"thousandth-iteration", "int main(void) { int n = 0;\n while (any()) { n++; check(n != 1000); } }"},
    {"thousandth-iteration-free", "int main(void) { int n = 0;\n while (1) { n++; check(n != 100000); } }"},
    {"after", "int main(void) { int n = 0;\n while (any()) n++;\n check(n < 1000); }"},
    {"after-returning-from-deep",
     "int g;\nint main(void) { while (1) { g++; if (g == 600) break; any(); }\n reach_error(); }"},
    {"bypass", "int main(void) { if (any() == 9) reach_error(); while (any()) ; }"},
    {"static", "static int count(void) { static int n; return ++n; }\n"
               "int main(void) { while (any()) { check(count() < 500); } }"},
    {"static-by-pointer", "int n; int *p = &n;\nint main(void) { while (any()) { ++*p; check(n < 500); } }"},
    {"walk", "int a[100] = {1, [99] = 7};\nint main(void) { int *p = a; while (any() && p < a + 99) { p++; "
             "check(*p != 7); } }"},
    {"list", "struct n { struct n *next; int v; };\n"
             "int main(void) { struct n *l = 0; int k = 0; while (any()) { struct n *e = malloc(16); e->next "
             "= l; e->v = k++; l = e;\n"
             " check(l->v < 300); } }"},
    {"list-grows",
     "struct n { struct n *next; };\n"
     "int main(void) { struct n *l = 0; while (any()) { struct n *e = malloc(8); e->next = l; l = e; }\n"
     " int n = 0; while (l) { l = l->next; n++; } check(n != 77); }"},
    {"swap-pointers", "int x, y = 1;\nint main(void) { int *p = &x, n = 0; while (any()) { if (++n == 444) p "
                      "= &y; check(*p == 0); } }"},
    {"function-pointer",
     "static int good(void) { return 0; }\nstatic int bad(void) { return 1; }\nint (*f)(void) = good;\n"
     "int main(void) { int n = 0; while (any()) { if (++n == 444) f = bad; check(f() == 0); } }"},
    {"array",
     "int a[64];\nint main(void) { int n = 0; while (any()) { a[n++ % 64] = n; check(a[50] < 900); } }"},
    {"large-array", "int a[1000];\nint main(void) { int n = 0; while (any()) { a[n % 1000] = 1; n++; "
                    "check(a[998] == 0); } }"},
    {"bytes", "union { int i; char c[4]; } u;\nint main(void) { int n = 0; while (any()) { if (++n == 333) "
              "u.c[1] = 1; check(u.i == 0); } }"},
    {"inner",
     "int main(void) { int n = 0; while (any()) { for (int i = any(); i > 0; i--) n++; check(n < 1000); } }"},
    {"inner-cut", "int g;\nint main(void) { while (any()) { for (int i = 0, m = any(); i < m; i++) if (i == "
                  "700) g = 1; check(!g); } }"},
    {"two-loops",
     "int main(void) { int n = 0; while (any()) n++; while (any()) { check(n != 100); n += 0; } }"},
    {"goto-inside",
     "int main(void) { int n = 0; if (any()) goto in; while (any()) { n++; in: check(n != 200); } }"},
    {"recursion", "static int f(int n) { return n <= 0 ? 0 : 1 + f(n - 1); }\n"
                  "int main(void) { int n = any(); while (any()) { check(f(n) != 50); } }"},
    {"freed", "int main(void) { int *p = malloc(4); int n = 0; *p = 0; while (any()) { if (++n == 99) { "
              "free(p); } check(*p == 0); } }"},
    {"early-exit-joins",
     "int main(void) { int c = any(), x = 0; while (1) { if (c == 4) break; x = 1; if (any()) break; }\n"
     " check(x == 1); }"},
    {"late-exit-joins", "int main(void) { int x = 0, n = 0; while (n < 300) { n++; if (any() == 5) goto out; "
                        "}\n x = 1; out: check(x == 0); }"},
    {"recursion-by-iterations",
     "static int f(int n) { return n <= 0 ? 0 : 1 + f(n - 1); }\n"
     "int main(void) { int n = 3, c = 0; while (any()) { check(c != 300); c++; f(n); n = "
     "7 - n; } }"},
    {"copy-by-iterations", "extern void *memcpy(void *, const void *, unsigned long);\nchar a[64], b[64];\n"
                      "int main(void) { int n = 3, c = 0; while (any()) { check(c != 300); c++; memcpy(a, b, "
                      "n); n = 7 - n; } }"},
    {"input-sum", "int main(void) { unsigned s = 0; while (1) { unsigned x = any(); if (x > 1) break; s += "
                  "x; check(s < 100); } }"},
};

static void test_failing(gconstpointer data) {
  const Sample *s = (const Sample *)data;
  Program *p = load(s->source);
  Answer *a = ask_within(p, term_bool(TRUE), 2, 4); /* some would look for invariants all the time there is */
  g_assert_cmpint(a->kind, ==, ANSWER_UNKNOWN);
  g_assert_cmpint(solver_sat(a->residue, 0, NULL), ==, SOLVER_SAT);
  answer_free(a);
  program_free(p);
}

/* ---- conditions and residues ---- */

/* The loop's own inputs are conditioned in one iteration: that says nothing of the others. */
static void test_condition_on_one_iteration(void) {
  Program *p = load("int main(void) { while (1) { int x = any(); check(x != 7); } }");
  const Term *third = is(input(p, 0, 3), 7), *first = is(input(p, 0, 1), 0);
  const Term *conditions[] = {third, term_not(third), term_and(term_not(third), first)};
  for (guint i = 0; i < G_N_ELEMENTS(conditions); i++) {
    Answer *a = ask(p, conditions[i], 8);
    g_assert_cmpint(a->kind, ==, ANSWER_UNKNOWN);
    g_assert_cmpint(solver_sat(term_and(a->residue, conditions[i]), 0, NULL), ==, SOLVER_SAT);
    answer_free(a);
  }
  program_free(p);
}

/* What is read before a loop, or once after it, keeps its meaning in every iteration and after. */
static void test_condition_around_loop(void) {
  Program *p = load(
      "int main(void) { int c = any();\n while (any()) { check(c != 5); }\n int d = any(); check(d != 6); }");
  const Term *c = is(input(p, 0, 1), 5), *d = is(input(p, 2, 1), 6);
  Answer *a = ask(p, term_and(term_not(c), term_not(d)), 2);
  g_assert_cmpint(a->kind, ==, ANSWER_SAFE);
  answer_free(a);
  a = ask(p, term_not(c), 2);
  g_assert_cmpint(a->kind, ==, ANSWER_UNKNOWN);
  answer_free(a);
  program_free(p);
}

static void test_residue(void) {
  Program *p = load(
      "int main(void) { int c = any(), x = 0;\n while (1) { x = any() ? 1 : 2; check(c != 5 && x != 3); } }");
  const Term *c = is(input(p, 0, 1), 5);
  Answer *a = ask(p, term_bool(TRUE), 2);
  g_assert_cmpint(a->kind, ==, ANSWER_UNKNOWN);
  g_assert_true(solver_valid(term_implies(a->residue, c), 0));
  g_assert_true(solver_valid(term_implies(c, a->residue), 0));
  answer_free(a);
  program_free(p);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  sample_add_tests("/kind/provable", provable, G_N_ELEMENTS(provable), test_provable);
  sample_add_tests("/kind/failing", failing, G_N_ELEMENTS(failing), test_failing);
  g_test_add_func("/kind/condition/one-iteration", test_condition_on_one_iteration);
  g_test_add_func("/kind/condition/around-loop", test_condition_around_loop);
  g_test_add_func("/kind/residue", test_residue);
  return g_test_run();
}
