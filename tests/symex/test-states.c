/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops by their states: what must be proven, and what must never be claimed. */
#include "symex/enumerate-choices.h"
#include "engine/engine.h"
#include "formula/solver.h"
#include "ir/reads.h"
#include "tests/helpers/sample.h"

static Answer *ask(const Loaded *l, const Term *condition, guint max_unroll) {
  Question q = sample_question(l);
  q.condition = condition;
  q.max_unroll = max_unroll;
  q.inputs_per_site = 8;
  return states_ask(&q, NULL);
}

static const Term *is(const Term *t, guint64 value) { return term_eq(t, term_const(t->width, value)); }

/* ---- programs whose states show that they are safe ---- */

static const Sample provable[] = {
    {"choice", "int main(void) { int x = 1; while (1) { x = any() ? 1 : 2; check(x == 1 || x == 2); } }"},
    {"machine", "int state, work;\n"
                "int main(void) { for (;;) switch (state) {\n"
                " case 0: if (any()) { state = 1; work = 3; } break;\n"
                " case 1: check(work > 0 && work <= 3); if (--work == 0) state = 2; break;\n"
                " case 2: check(work == 0); state = 0; break;\n default: check(0); } }"},
    {"pairs", "int a, b;\n" /* no single variable tells */
              "int main(void) { while (1) { if (any()) { a = 1 - a; b = 1 - b; } check(a == b); } }"},
    {"switch-on-input",
     "int s;\n"
     "int main(void) { while (1) { switch (any()) { case 1: s = s == 0; break; case 2: s = "
     "s == 1 ? 2 : 0; break; case 3: s = 0; } check(s <= 2 && s >= 0); } }"},
    {"scheduler",
     "int pc1, pc2, st1, st2, sent;\n"
     "static void one(void) { if (pc1 == 0) { sent = 1; st2 = 0; pc1 = 1; } st1 = 2; }\n"
     "static void two(void) { if (pc2 == 1) check(sent); pc2 = 1; st2 = 2; }\n"
     "static void eval(void) { while (st1 == 0 || st2 == 0) {\n"
     " if (st1 == 0 && any()) { st1 = 1; one(); } if (st2 == 0 && any()) { st2 = 1; two(); } } }\n"
     "int main(void) { while (1) { eval(); if (any()) st1 = 0; } }"},
    {"after", "int main(void) { int x = 0; while (any()) x = !x; check(x == 0 || x == 1); }"},
    {"counted",
     "int main(void) { int n = 0; while (1) { if (any()) n++; if (n == 10) n = 0; check(n < 10); } }"},
    {"counted-inside",
     "int main(void) { int s = 0; while (1) { for (int i = 0; i < 3; i++) s = !s; check(s == 0 || s == 1);"
     " any(); } }"},
    {"data", "int last, s;\n" /* an input is kept that decides nothing */
             "int main(void) { while (1) { last = any(); s = last > 5 ? 1 : 0; check(s != 2); } }"},
    {"constant", "int main(void) { int f = any(), s = 0; assume(f != 3);\n"
                 "while (1) { s = any() ? 1 : 0; check(f != 3 || s == 2); } }"},
    {"distance", "int token, local, pc;\n" /* how far two values are apart, not which they are */
                 "int main(void) { while (1) { if (pc == 0 && any()) { token = local = any(); pc = 1; }\n"
                 "else if (pc == 1 && any()) { token += 3; pc = 2; }\n"
                 "else if (pc == 2) { check(token == local + 3); pc = 0; } } }"},
    {"pointer", "int x = 1, y = 2;\n"
                "int main(void) { int *p = &x; while (any()) { check(*p == 1 || *p == 2); p = p == &x ? &y : "
                "&x; } check(p == &x || p == &y); }"},
    {"goto-out",
     "int s; int main(void) { while (1) { if (any() == 4) goto out; s = 2 - s; } out: check(s == 0 "
     "|| s == 2); }"},
    {"unset", "int main(void) { int next = any(), s = 0; while (1) switch (s) {\n"
              " case 0: if (any()) { next = 2; s = 1; } break;\n case 1: s = next; break;\n"
              " case 2: check(next == 2); s = 0; break;\n default: check(0); } }"},
    {"unset-kept", "int main(void) { int s = any(); assume(s > 100);\n"
                   "while (1) { check(s > 100 || s == 3); if (any()) s = 3; } }"},
    {"unset-on-one-way", "int main(void) { int c = any(), s = any(); if (c) s = 4; assume(s != 9);\n"
                         "while (1) { check(s != 9); if (any()) s = 5; } }"},
};

static void test_provable(gconstpointer data) {
  Loaded l = sample_load(((const Sample *)data)->source);
  Answer *a = ask(&l, term_bool(TRUE), 1);
  g_assert_cmpint(a->kind, ==, ANSWER_SAFE);
  g_assert_true(term_is_false(a->residue));
  answer_free(a);
  sample_free(&l);
}

/* ---- programs that fail, most of them late ---- */

static const Sample failing[] = {
    {"first-iteration", "int main(void) { int x = any(); while (1) check(x != 3); }"},
    {"any-iteration", "int main(void) { while (1) check(any() != 7); }"},
    {"thousandth-iteration", "int main(void) { int n = 0; while (any()) { n++; check(n != 1000); } }"},
    {"thousandth-iteration-free", "int main(void) { int n = 0; while (1) { n++; check(n != 100000); } }"},
    {"two-counters",
     "int main(void) { int a = 0, b = 0; while (1) { if (any()) a++; else b++; if (a > 30) a = 0; "
     "if (b > 40) b = 0; check(a != 30 || b != 40); } }"},
    {"after", "int main(void) { int n = 0; while (any()) n++; check(n < 1000); }"},
    {"by-pointer", "int n; int *p = &n;\nint main(void) { while (any()) { ++*p; check(n < 500); } }"},
    {"late-pointer",
     "int x, y = 1;\nint main(void) { int *p = &x, n = 0; while (any()) { if (++n == 44) p = &y; "
     "check(*p == 0); } }"},
    {"late-function",
     "static int good(void) { return 0; }\nstatic int bad(void) { return 1; }\nint (*f)(void) = good;\n"
     "int main(void) { int n = 0; while (any()) { if (++n == 44) f = bad; check(f() == 0); } }"},
    {"array",
     "int a[64];\nint main(void) { int n = 0; while (any()) { a[n++ % 64] = n; check(a[50] < 90); } }"},
    {"bytes",
     "union { int i; char c[4]; } u;\nint main(void) { int n = 0; while (any()) { if (++n == 33) u.c[1] = "
     "1; check(u.i == 0); } }"},
    {"late-change",
     "int a, b, c;\n" /* what only a late iteration changes */
     "int main(void) { while (1) { if (any()) a++; if (a == 20) b = 1; if (b && any() == 3) c = 9; "
     "check(c != 9); if (a > 30) a = 0; } }"},
    {"inner",
     "int main(void) { int n = 0; while (any()) { for (int i = any(); i > 0; i--) n++; check(n < 1000); "
     "} }"},
    {"inner-late", "int g;\nint main(void) { while (any()) { int i = 0; while (any()) if (++i == 40) g = 1; "
                   "check(!g); } }"},
    {"inner-exit",
     "int g;\nint main(void) { while (1) { int i = 0; while (1) { if (any()) break; if (++i > 9) { g "
     "= 1; break; } } check(!g); } }"},
    {"two-loops", "int main(void) { int n = 0; while (any()) n++; while (any()) check(n != 100); }"},
    {"goto-inside",
     "int main(void) { int n = 0; if (any()) goto in; while (any()) { n++; in: check(n != 20); } }"},
    {"recursion", "static int f(int n) { return n <= 0 ? 0 : 1 + f(n - 1); }\n"
                  "int main(void) { int n = any(); while (any()) check(f(n) != 50); }"},
    {"freed",
     "int main(void) { int *p = malloc(4); int n = 0; *p = 0; while (any()) { if (++n == 9) free(p); "
     "check(*p == 0); } }"},
    {"list",
     "struct n { struct n *next; };\n"
     "int main(void) { struct n *l = 0; while (any()) { struct n *e = malloc(8); e->next = l; l = e; }\n"
     " int n = 0; while (l) { l = l->next; n++; } check(n != 7); }"},
    {"input-kept",
     "int main(void) { int last = 0; while (1) { int x = any(); check(last != 12345 || x != 54321); "
     "last = x; } }"},
    {"related-inputs",
     "int s; int main(void) { while (1) { int x = any(); if (x > 3 && x < 5) s = 1; if (x == 4 && s "
     "== 1) s = 2; check(s != 2); } }"},
    {"distance", "int token, local, pc;\n"
                 "int main(void) { while (1) { if (pc == 0 && any()) { token = local = any(); pc = 1; }\n"
                 "else if (pc == 1 && any()) { token += 3; pc = any() == 9 ? 1 : 2; }\n"
                 "else if (pc == 2) { check(token == local + 3); pc = 0; } } }"},
    {"distance-of-others",
     "int a, b, c;\n" /* the first is as far from the second as it is not from the third */
     "int main(void) { while (1) { a = any(); b = a + 1; if (any()) c = b; check(c != a + 1 || "
     "a != 5); } }"},
    {"distance-wraps", "int a, b;\n"
                       "int main(void) { while (1) { a = any(); b = a + 1; check(b > a); } }"},
    {"wraps", "int main(void) { unsigned char n = 250; while (any()) { n++; check(n != 5); } }"},
    {"negative", "int main(void) { int n = 0; while (any()) { n--; check(n != -40); } }"},
    {"leaves-late", "int main(void) { int s = 0; while (s < 5) { if (any() == 3) s++; } check(0); }"},
    {"exits-join",
     "int main(void) { int c = any(), x = 0; while (1) { if (c == 4) break; x = 1; if (any()) break; }\n"
     " check(x == 1); }"},
    {"unset", "int main(void) { int s = any(), seen = 0;\n"
              "while (1) { if (s == 2) seen = 1; check(!seen); if (any()) s = 3; } }"},
    {"unset-then-any",
     "int main(void) { int s = any(); assume(s != 7); while (1) { check(s != 7); s = any(); } }"},
    {"unset-then-more", "int main(void) { int s = any(); assume(s == 0 || s > 30);\n"
                        "while (1) { check(s != 9); if (any()) s++; } }"},
    {"unset-mark", /* the number by which the engine knows what is unset is a number as any other */
     "int main(void) { int s = any(); assume(s > 0 && s < 1000);\n"
     "while (1) { check(s != 0x7f4a7c15); if (any()) s = 0x7f4a7c15; else if (any()) s = 2; } }"},
    {"unset-of-two", "int main(void) { int c = any(), a = any(), b = any(), s = c ? a : b;\n"
                     "assume(a < 0); while (1) { check(s != 7); if (any()) s = 3; } }"},
};

static void test_failing(gconstpointer data) {
  Loaded l = sample_load(((const Sample *)data)->source);
  Answer *a = ask(&l, term_bool(TRUE), 2);
  g_assert_cmpint(a->kind, ==, ANSWER_UNKNOWN);
  g_assert_cmpint(solver_sat(a->residue, 0, NULL), ==, SOLVER_SAT);
  answer_free(a);
  sample_free(&l);
}

/* ---- residues ---- */

typedef struct {
  guint site, occurrence;
  guint64 value;
} Choice;

/* A run, as all choices that are not 0; ends with an occurrence 0. */
static Model *point(const Program *p, const Choice *c) {
  Model *m = model_new();
  for (; c->occurrence; c++) model_set(m, sample_input(p, c->site, c->occurrence), c->value);
  return m;
}

static gboolean is_open(const Loaded *l, const Answer *a, const Choice *c) {
  Model *m = point(l->program, c);
  gboolean open = term_eval(a->residue, m) != 0;
  model_free(m);
  return open;
}

/* What may fail must stay open, what is in a dead state need not, at every unrolling. */
static void test_residue(const char *source, const Choice *fails, const Choice *dead) {
  Loaded l = sample_load(source);
  for (guint k = 1; k <= 4; k *= 2) {
    Answer *a = ask(&l, term_bool(TRUE), k);
    g_assert_cmpint(a->kind, ==, ANSWER_UNKNOWN);
    g_assert_true(is_open(&l, a, fails));
    if (dead) g_assert_false(is_open(&l, a, dead));
    answer_free(a);
  }
  sample_free(&l);
}

static void test_latch(void) {
  static const Choice fails[] = {{1, 1, 7}, {0}}, dead[] = {{0, 1, 1}, {1, 2, 7}, {0}};
  test_residue("int off; int main(void) { while (1) { if (any() == 1) off = 1; int x = any();\n"
               "if (!off) check(x != 7); } }",
               fails, dead);
}

/* The latch can be undone, but only late. */
static void test_latch_undone(void) {
  static const Choice fails[] = {{0, 1, 1}, {0, 9, 2}, {1, 9, 7}, {0}};
  test_residue(
      "int off, n; int main(void) { while (1) { int c = any(); if (c == 1) off = 1; if (n < 8) n++;\n"
      "else if (c == 2) off = 0; int x = any(); if (!off) check(x != 7); } }",
      fails, NULL);
}

/* After the second phase comes none. */
static void test_phases(void) {
  static const Choice fails[] = {{0, 1, 5}, {0, 2, 7}, {0}}, dead[] = {{0, 1, 5}, {0, 2, 5}, {0, 3, 7}, {0}};
  test_residue("int phase; int main(void) { while (1) { int x = any(); check(phase != 1 || x != 7);\n"
               "if (x == 5 && phase < 2) phase++; } }",
               fails, dead);
}

/* A constant of the run decides. */
static void test_feature(void) {
  static const Choice fails[] = {{0, 1, 3}, {1, 5, 7}, {0}}, dead[] = {{0, 1, 4}, {1, 1, 7}, {0}};
  test_residue("int s; int main(void) { int f = any(); while (1) { int x = any(); s = !s;\n"
               "check(f != 3 || x != 7 || !s); } }",
               fails, dead);
}

/* Leaving the loop is what saves the run, or what makes it fail. */
static void test_leaving(void) {
  static const Choice fails[] = {{0, 1, 2}, {0, 2, 9}, {0}}, dead[] = {{0, 1, 9}, {0}};
  test_residue("int s; int main(void) { while (1) { int x = any(); if (x == 2) s = 1; if (x == 9) break; }\n"
               "check(s == 0); }",
               fails, dead);
}

/* The inner loop is left only after an input that makes all safe. */
static void test_inner(void) {
  static const Choice fails[] = {{0, 1, 2}, {1, 3, 7}, {0}}, dead[] = {{0, 1, 1}, {1, 1, 7}, {0}};
  test_residue(
      "int off; int main(void) { while (1) { int c; do { c = any(); if (c == 1) off = 1; } while (!c);\n"
      "int x = any(); if (!off) check(x != 7); } }",
      fails, dead);
}

/* A condition confines the question, and what is said holds under it only. */
static void test_condition(void) {
  Loaded l =
      sample_load("int main(void) { int f = any(); while (1) { int x = any(); check(f != 3 || x != 7); } }");
  const Term *f = is(sample_input(l.program, 0, 1), 3), *third = is(sample_input(l.program, 1, 3), 7);
  Answer *a = ask(&l, term_not(f), 1);
  g_assert_cmpint(a->kind, ==, ANSWER_SAFE);
  answer_free(a);
  a = ask(&l, term_not(third), 1); /* of one iteration: that says nothing of the others */
  g_assert_cmpint(a->kind, ==, ANSWER_UNKNOWN);
  g_assert_cmpint(solver_sat(term_and(a->residue, term_not(third)), 0, NULL), ==, SOLVER_SAT);
  answer_free(a);
  sample_free(&l);
}

/* Whether runs end is not seen from states. */
static void test_dual(void) {
  Loaded l = sample_load("int main(void) { while (any()) ; check(0); }");
  Question q = sample_question(&l);
  q.dual = TRUE;
  Answer *a = states_ask(&q, NULL);
  g_assert_cmpint(a->kind, ==, ANSWER_UNKNOWN);
  g_assert_true(term_is_true(a->residue));
  answer_free(a);
  sample_free(&l);
}

static void test_deadline(void) {
  Loaded l = sample_load(provable[1].source);
  Question q = sample_question(&l);
  q.deadline = g_get_monotonic_time() - 1;
  Answer *a = states_ask(&q, NULL);
  g_assert_cmpint(a->kind, ==, ANSWER_UNKNOWN);
  g_assert_true(term_is_true(a->residue));
  answer_free(a);
  sample_free(&l);
}

/* ---- parts ---- */

typedef struct {
  guint n, related;
  guint64 sum;
} Seen;

static gboolean note(const guint64 *values, gboolean related, gpointer data) {
  Seen *s = (Seen *)data;
  s->n++;
  s->related += related;
  s->sum += values[0];
  return TRUE;
}

static void test_choices(void) {
  guint64 mark = term_fresh_havoc(1, 0)->param;
  const Term *x = term_fresh_havoc(32, 0), *y = term_fresh_havoc(32, 0);
  const Term *a = is(x, 1), *b = is(x, 2), *c = is(y, 1);
  const Term *t = term_ite(a, term_const(8, 10), term_ite(b, term_const(8, 20), term_const(8, 40)));
  Seen s = {0}; /* x is not 1 and 2 at once */
  g_assert_true(enumerate_choices(term_bool(TRUE), &t, 1, mark, note, &s));
  g_assert_cmpuint(s.n, ==, 3);
  g_assert_cmpuint(s.sum, ==, 70);
  g_assert_cmpuint(s.related, ==, 0);
  Seen under = {0};
  g_assert_true(enumerate_choices(term_and(term_not(a), term_not(c)), &t, 1, mark, note, &under));
  g_assert_cmpuint(under.n, ==, 2);
  g_assert_cmpuint(under.sum, ==, 60);
  Seen related = {0};
  const Term *less = term_binary(TERM_ULT, x, term_const(32, 9)), *u = term_ite(less, t, term_const(8, 80));
  g_assert_true(enumerate_choices(term_bool(TRUE), &u, 1, mark, note, &related));
  g_assert_cmpuint(related.related, >, 0);
  Seen old = {0}; /* constants of the run are known elsewhere */
  g_assert_true(enumerate_choices(term_bool(TRUE), &t, 1, G_MAXUINT64, note, &old));
  g_assert_cmpuint(old.related, ==, old.n);
  const Term *open = term_ite(a, x, y);
  g_assert_false(enumerate_choices(term_bool(TRUE), &open, 1, mark, note, &s));
}

static void test_reads(void) {
  Loaded reading =
      sample_load("static int f(void) { return any(); }\nint main(void) { while (f()) ; check(0); }");
  Loaded not = sample_load("int main(void) { int n = any(); while (n) n--; check(0); }");
  g_assert_true(reads_in_loops(reading.program, reading.cfg));
  g_assert_false(reads_in_loops(not .program, not .cfg));
  sample_free(&reading);
  sample_free(&not );
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  sample_add_tests("/states/provable", provable, G_N_ELEMENTS(provable), test_provable);
  sample_add_tests("/states/failing", failing, G_N_ELEMENTS(failing), test_failing);
  g_test_add_func("/states/residue/latch", test_latch);
  g_test_add_func("/states/residue/latch-undone", test_latch_undone);
  g_test_add_func("/states/residue/phases", test_phases);
  g_test_add_func("/states/residue/feature", test_feature);
  g_test_add_func("/states/residue/leaving", test_leaving);
  g_test_add_func("/states/residue/inner", test_inner);
  g_test_add_func("/states/condition", test_condition);
  g_test_add_func("/states/dual", test_dual);
  g_test_add_func("/states/deadline", test_deadline);
  g_test_add_func("/states/choices", test_choices);
  g_test_add_func("/states/reads", test_reads);
  return g_test_run();
}
