/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bmc and symex as engines, and symex as the under-approximator: what they answer, and that it is true. */
#include "engine/engine.h"
#include <string.h>
#include "formula/solver.h"
#include "tests/helpers/sample.h"

static const Term *is(const Term *t, guint64 value) { return term_eq(t, term_const(t->width, value)); }

/* A reported point lies in the condition, and its run fails where the report says. */
static void check_error(const Question *q, const Answer *a) {
  g_assert_cmpint(a->kind, ==, ANSWER_ERROR);
  g_assert_nonnull(a->point);
  g_assert_true(term_eval(q->condition, a->point));
  Automaton *trace = symex_trace(q, a->point);
  g_assert_nonnull(trace);
  g_assert_true(automaton_equal(trace, a->error));
  automaton_free(trace);
}

static void check_safe(const Answer *a) {
  g_assert_cmpint(a->kind, ==, ANSWER_SAFE);
  g_assert_true(term_is_false(a->residue));
  g_assert_null(a->error);
}

static const AskFunction both[] = {bmc_ask, symex_ask};

/* ---- safe and failing programs ---- */

static void test_verdicts(void) {
  static const struct {
    const char *source;
    gboolean safe;
  } cases[] = {
      {"int main(void) { int x = any(); check(x != 7); }", FALSE},
      {"int main(void) { int x = any(); assume(x > 7); check(x != 7); }", TRUE},
      {"int main(void) { unsigned char n = any_byte() % 20, i = 0; while (i < n) i++; check(i < 20); }",
       TRUE},
      {"int main(void) { unsigned char n = any_byte() % 20, i = 0; while (i < n) i++; check(i < 19); }",
       FALSE},
      {"int main(void) { int i, s = 0; for (i = 0; i < 100; i++) s += any() != 0; check(s >= 0); }", FALSE},
      {"int main(void) { return 0; }", TRUE},
      {"int main(void) { reach_error(); }", FALSE},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    Loaded l = sample_load(cases[i].source);
    Question q = sample_question(&l);
    q.inputs_per_site = i == 4 ? 4 : 16;
    q.max_unroll = 32;
    for (guint e = 0; e < 2; e++) {
      Answer *a = both[e](&q, NULL);
      if (i == 4)
        g_assert_cmpint(a->kind, ==, ANSWER_UNKNOWN); /* cut where inputs are no longer followed */
      else if (cases[i].safe)
        check_safe(a);
      else
        check_error(&q, a);
      answer_free(a);
    }
    sample_free(&l);
  }
}

static void test_condition(void) {
  Loaded l = sample_load("int main(void) { int x = any(); check(x != 7 && x != 9); }");
  Question q = sample_question(&l);
  const Term *x = sample_input(l.program, 0, 1);
  for (guint e = 0; e < 2; e++) {
    q.condition = term_not(is(x, 7));
    Answer *a = both[e](&q, NULL);
    check_error(&q, a);
    g_assert_cmpuint(model_value(a->point, x), ==, 9);
    g_assert_cmpuint(a->inputs->len, ==, 1);
    g_assert_true(a->inputs->pdata[0] == x);
    answer_free(a);
    q.condition = term_and(q.condition, term_not(is(x, 9)));
    a = both[e](&q, NULL);
    check_safe(a);
    answer_free(a);
  }
  sample_free(&l);
}

/* ---- what stays open ---- */

static guint n_published;
static const Term *last_residue;

static void count(const Answer *a) {
  n_published++;
  last_residue = a->residue;
  g_assert_cmpint(a->kind, ==, ANSWER_UNKNOWN);
}

/* At the bound, the residue holds the points that go on, and no others. */
static void test_residue(void) {
  Loaded l = sample_load("int main(void) { unsigned n = any(), i = 0; while (i < n) i++; check(i != 100); }");
  Question q = sample_question(&l);
  q.max_unroll = 8;
  const Term *n = sample_input(l.program, 0, 1);
  for (guint e = 0; e < 2; e++) {
    n_published = 0;
    Answer *a = both[e](&q, count);
    g_assert_cmpint(a->kind, ==, ANSWER_UNKNOWN);
    g_assert_cmpuint(a->unrolling, ==, 8);
    g_assert_cmpuint(n_published, ==, 8); /* at each of four unrollings, before and after the solver */
    g_assert_true(last_residue == a->residue);
    g_assert_true(solver_valid(term_implies(is(n, 100), a->residue), 0));
    g_assert_true(solver_valid(term_implies(is(n, 5), term_not(a->residue)), 0));
    answer_free(a);
  }
  sample_free(&l);
}

static void test_start(void) {
  Loaded l = sample_load("int main(void) { unsigned n = any(), i = 0; while (i < n) i++; check(i != 100); }");
  Question q = sample_question(&l);
  q.start_unroll = 128;
  Answer *a = bmc_ask(&q, NULL);
  check_error(&q, a);
  g_assert_cmpuint(a->unrolling, ==, 128);
  g_assert_cmpuint(model_value(a->point, sample_input(l.program, 0, 1)), ==, 100);
  answer_free(a);
  q.deadline = 1; /* long ago: nothing is claimed */
  a = bmc_ask(&q, NULL);
  g_assert_cmpint(a->kind, ==, ANSWER_UNKNOWN);
  g_assert_true(term_is_true(a->residue));
  answer_free(a);
  sample_free(&l);
}

/* Loops that end by themselves are followed to their end at once, unless that leaves something open. */
static void test_whole(void) {
  static const struct {
    const char *source;
    guint unrolling;
  } cases[] = {
      {"int main(void) { int i; for (i = 0; i < 9; i++) if (any() == i) return 0; check(any() != 3); }", 64},
      {"int main(void) { int i; for (i = 0; i < 90; i++) if (any() == i) return 0; check(any() != 3); }",
       128},
      {"int main(void) { while (any()) check(any() != 3); }", 1},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    Loaded l = sample_load(cases[i].source);
    Question q = sample_question(&l);
    q.inputs_per_site = 200;
    for (guint e = 0; e < 2; e++) {
      Answer *a = both[e](&q, NULL);
      check_error(&q, a);
      g_assert_cmpuint(a->unrolling, ==, cases[i].unrolling);
      answer_free(a);
    }
    q.max_unroll = 4; /* what the user allows is kept to */
    Answer *a = bmc_ask(&q, NULL);
    g_assert_cmpuint(a->unrolling, <=, 4);
    answer_free(a);
    sample_free(&l);
  }
}

/* What is not modelled: bmc may report it, symex keeps it open; neither calls it safe. */
static void test_unknown(void) {
  Loaded l = sample_load("int main(void) { int x = any(), y = 0; if (x > 5) { if ((long)&y % 3 == 1) check(x "
                         "!= 8); } check(x != 3); }");
  Question q = sample_question(&l);
  const Term *x = sample_input(l.program, 0, 1);
  q.condition = term_not(is(x, 3));
  Answer *a = symex_ask(&q, NULL);
  g_assert_cmpint(a->kind, ==, ANSWER_UNKNOWN);
  g_assert_true(solver_valid(term_implies(is(x, 8), a->residue), 0));
  g_assert_false(a->residue->has_havoc);
  answer_free(a);
  a = bmc_ask(&q, NULL);
  g_assert_cmpint(a->kind, !=, ANSWER_SAFE);
  if (a->kind == ANSWER_ERROR) g_assert_cmpuint(model_value(a->point, x), ==, 8);
  answer_free(a);
  q.condition = is(x, 3);
  a = symex_ask(&q, NULL);
  check_error(&q, a);
  answer_free(a);
  sample_free(&l);
}

static void test_reasons(void) {
  Loaded l = sample_load(
      "int main(void) { int a[3] = {0}; unsigned char i = any_byte(); a[i] = 1; check(a[0] < 2); }");
  Question q = sample_question(&l);
  Answer *a = bmc_ask(&q, NULL);
  g_assert_cmpint(a->kind, ==, ANSWER_UNKNOWN);
  g_assert_cmpuint(a->reasons->len, ==, 1);
  g_assert_nonnull(strstr(a->reasons->pdata[0], "out of bounds"));
  const Term *i = sample_input(l.program, 0, 1);
  g_assert_true(solver_valid(term_eq(a->residue, term_binary(TERM_ULE, term_const(8, 3), i)), 0));
  answer_free(a);
  sample_free(&l);
}

/* ---- confirmation ---- */

static const Term *all_fails(const Evidence *e) {
  const Term *t = term_bool(FALSE);
  for (guint i = 0; i < e->fails->len; i++) {
    const Term *f = g_array_index(e->fails, Region, i).formula;
    g_assert_true(term_is_false(term_and(f, t)) || solver_valid(term_not(term_and(f, t)), 0));
    t = term_or(t, f);
  }
  return t;
}

static void test_confirm_all(void) {
  Loaded l = sample_load("int main(void) { unsigned char n = any_byte(), i = 0; while (i < n) i++; check(i "
                         "!= 3); check(i != 50); }");
  Confirmation c = {.question = sample_question(&l)};
  const Term *n = sample_input(l.program, 0, 1);
  c.question.start_unroll = 8;
  Evidence *e = symex_confirm(&c);
  g_assert_true(solver_valid(term_eq(all_fails(e), is(n, 3)), 0));
  g_assert_true(solver_valid(term_implies(is(n, 50), e->residue), 0));
  g_assert_false(solver_valid(e->residue, 0));
  evidence_free(e);
  c.question.start_unroll = 300;
  e = symex_confirm(&c);
  g_assert_cmpuint(e->fails->len, ==, 2); /* one region for each error call */
  g_assert_true(solver_valid(term_eq(all_fails(e), term_or(is(n, 3), is(n, 50))), 0));
  evidence_free(e);
  sample_free(&l);
}

/* The region of one point: it holds the point, and everything in it does as the point does. */
static void check_point(const char *source, guint64 value, gboolean fails, const char *failing_set) {
  Loaded l = sample_load(source);
  const Term *x = sample_input(l.program, 0, 1);
  Model *m = model_new();
  model_set(m, x, value);
  Confirmation c = {.question = sample_question(&l), .point = m};
  Evidence *e = symex_confirm(&c);
  g_assert_cmpuint(e->fails->len, ==, fails ? 1 : 0);
  g_assert_cmpuint(e->valid->len, ==, fails ? 0 : 1);
  const Term *region = g_array_index(fails ? e->fails : e->valid, Region, 0).formula;
  g_assert_true(term_eval(region, m));
  for (guint64 v = 0; v < 256; v++) {
    Model *other = model_new();
    model_set(other, x, v);
    Automaton *trace = symex_trace(&c.question, other);
    g_assert_cmpint(trace != NULL, ==, failing_set[v % 16] == '1');
    if (term_eval(region, other)) g_assert_cmpint(trace != NULL, ==, fails);
    if (trace) automaton_free(trace);
    model_free(other);
  }
  evidence_free(e);
  model_free(m);
  sample_free(&l);
}

static void test_confirm_point(void) {
  const char *loop = "int main(void) { unsigned char n = any_byte() % 16, i = 0; while (i < n) i++; check(i "
                     "!= 3); check(i != 5); }";
  check_point(loop, 3, TRUE, "0001010000000000");
  check_point(loop, 5, TRUE, "0001010000000000");
  check_point(loop, 7, FALSE, "0001010000000000");
}

/* Runs that end early are valid only as far as their end reaches. */
static void test_confirm_early_end(void) {
  check_point("int main(void) { unsigned char x = any_byte() % 16; assume(x > 3); check(x != 4); }", 1, FALSE,
              "0000100000000000");
  check_point("int main(void) { unsigned char x = any_byte() % 16; check(9 / x != 9); }", 0, FALSE,
              "0100000000000000");
  check_point("int main(void) { unsigned char x = any_byte() % 16; if (x > 5) assume(x & 1); check(x != 6 && "
              "x != 7); }",
              6, FALSE, "0000000100000000");
}

static void test_confirm_directed(void) {
  Loaded l = sample_load("int main(void) { int x = any(); if (x > 5) check(x != 7); else check(x != 3); }");
  const Term *x = sample_input(l.program, 0, 1);
  Model *m = model_new();
  model_set(m, x, 3);
  Confirmation c = {.question = sample_question(&l)};
  Automaton *trace = symex_trace(&c.question, m), *prefix = automaton_prefix(trace, 1);
  c.direction = prefix;
  Evidence *e = symex_confirm(&c);
  g_assert_true(solver_valid(term_eq(all_fails(e), is(x, 3)), 0));
  g_assert_true(term_is_true(e->residue)); /* says nothing of the other ways */
  evidence_free(e);
  automaton_free(prefix);
  automaton_free(trace);
  model_free(m);
  sample_free(&l);
}

static void test_table(void) {
  g_assert_cmpuint(n_engines, >=, 4);
  for (guint i = 0; i < n_engines; i++) g_assert_true(engine_find(engines[i].name) == &engines[i]);
  g_assert_null(engine_find("none"));
  char *names = engine_names();
  for (guint i = 0; i < n_engines; i++) g_assert_nonnull(strstr(names, engines[i].name));
  g_free(names);
}

/* ---- the C library ---- */

/* What a library does that is known by name alone, nobody claims to know. */
static void test_unknown_effects(void) {
  static const char *const cases[] = {
      "void swab(const void *, void *, int);\n" /* writes through an argument */
      "int main(void) { char a[2] = {1, 2}, b[2] = {0, 0}; swab(a, b, 2); check(b[0] != 2); }",
      "int asprintf(char **, const char *, ...);\n"
      "int main(void) { char *p = 0; asprintf(&p, \"x\"); check(p == 0); }",
      "char *__strsep(char **, const char *);\n" /* writes behind what it points to */
      "int main(void) { char a[4] = \"a,b\", *s = a; __strsep(&s, \",\"); check(a[1] == ','); }",
      "int tdelete(int, int, int (*)(int)); static int back(int x) { reach_error(); return x; }\n"
      "int main(void) { tdelete(0, 0, back); }",
      "int *__errno_location(void); int open(const char *, int);\n"
      "int main(void) { *__errno_location() = 0; open(\"x\", 0); check(*__errno_location() == 0); }",
      "int *__errno_location(void); double strtod(const char *, char **);\n"
      "int main(void) { *__errno_location() = 0; strtod(\"9\", 0); check(*__errno_location() == 0); }",
      "int main(void) { void *p = malloc(8); check(__builtin_object_size(p, 0) == 8); }",
      "int main(void) { void *p = malloc(8); check(__builtin_object_size(p, 0) != 8); }", /* compilers differ
                                                                                           */
      "static int f(int x) { return __builtin_constant_p(x); } int main(void) { check(f(3) == 0); }",
      "static int f(int x) { return __builtin_constant_p(x); } int main(void) { check(f(3) == 1); }",
      "int isalpha(int);\nint main(void) { check(isalpha('a') == 1); }", /* what is true may be 1024 */
      "int isalpha(int);\nint main(void) { check(isalpha('a') != 1); }",
      "int f();\nint main(void) { return f(1.5, any()); }\nint f(int a, int b) { check(b != 5); return a; }",
      "void *__VERIFIER_nondet_pointer(void); int sprintf(char *, const char *, ...);\n"
      "int main(void) { char *p = __VERIFIER_nondet_pointer(); if (!p) return 0;\n"
      " *p = 1; sprintf(p, \"%f\", 1.5); check(*p == 1); }",
      "int printf(const char *, ...); int main(void) { int n = 0; printf(\"abc%n\", &n); check(n == 0); }",
      "int sprintf(char *, const char *, ...);\n"
      "int main(void) { char s[9], n = 0; sprintf(s, \"a%d%-3hhn\", 1, &n); check(n == 0); }",
      "int dprintf(int, const char *, ...); char format[] = \"a%n\";\n"
      "int main(void) { int n = 0; dprintf(1, format, &n); check(n == 0); }",
      "void setbuf(void *, char *); extern void *stdout; int puts(const char *);\n" /* keeps what it is given
                                                                                     */
      "int main(void) { static char s[9]; setbuf(stdout, s); puts(\"a\"); check(s[0] == 0); }",
      "char *initstate(unsigned, char *, unsigned long); long random(void);\n"
      "int main(void) { char s[64]; initstate(1, s, 64); s[9] = 0; random(); check(s[9] == 0); }",
      "int at_quick_exit(void (*)(void)); void quick_exit(int); static void back(void) { reach_error(); }\n"
      "int main(void) { at_quick_exit(back); quick_exit(0); }",
      "int pthread_once(int *, void (*)(void)); static void back(void) { reach_error(); }\n"
      "static void (*table[])(void) = {back}; int main(void) { int o = 0; pthread_once(&o, table[0]); }",
      "double fmin(double, double);\n" /* libraries differ */
      "int main(void) { long long n = 0x7ff0000000000001; double d; __builtin_memcpy(&d, &n, 8);\n"
      " check(fmin(d, 1) != 1); }",
      "int main(void) { unsigned x = 0; check(__builtin_clz(x) != 32); }", /* processors differ */
      "int main(void) { unsigned long long x = 0; check(__builtin_ctzll(x) == 64); }",
      "int main(void) { volatile int x = 0; if (!x) __builtin_unreachable(); reach_error(); }",
      "static void __attribute__((noreturn)) f(void) {}\nint main(void) { f(); reach_error(); }",
      "__asm__(\".globl five\\nfive: .long 5\"); extern int five; int main(void) { check(five != 5); }",
      "double cabs(double _Complex); int main(void) { check(cabs(3) != 3); }",
      "int pthread_mutex_lock(void *); static long lock[9];\n" /* waits for ever */
      "int main(void) { pthread_mutex_lock(lock); pthread_mutex_lock(lock); reach_error(); }",
      "void *memcpy(void *, const void *, unsigned long);\n" /* places that overlap */
      "int main(void) { char a[40] = {1, 2}; memcpy(a + 1, a, 30); check(a[2] == 2); }",
      "char *strcpy(char *, const char *);\n"
      "int main(void) { char a[40] = \"abcdefghijklmnopqrstuvwxyz\"; strcpy(a, a + 1); check(a[9] == 'k'); }",
      "int isdigit(int);\nint main(void) { check(isdigit(100000) == 0); }", /* beyond the table */
      "void *aligned_alloc(unsigned long, unsigned long);\n"
      "int main(void) { check(aligned_alloc(3, 8) != 0); }",
      "int poll(void *, unsigned long, int);\nint main(void) { poll(0, 0, -1); reach_error(); }",
      "int fesetround(int);\n"
      "int main(void) { volatile double x = 1; fesetround(0x800); check(x / 3 * 3 == 1); }",
      "unsigned alarm(unsigned);\nint main(void) { alarm(1); reach_error(); }",
      "extern long timezone; void tzset(void);\n"
      "int main(void) { long before = timezone; tzset(); check(timezone == before); }",
      "extern char **environ;\nint main(void) { check(environ != 0); }",
      "struct file { char c[99]; }; extern struct file *stdout; int puts(const char *);\n"
      "int main(void) { char before = stdout->c[20]; puts(\"\"); check(stdout->c[20] == before); }",
      "int getpid(void); static int (*f)(void) = getpid;\nint main(void) { check(f() >= 0); }",
      "extern int errno; int open(const char *, int);\n"
      "int main(void) { errno = 0; open(\"x\", 0); check(errno == 0); }",
  };
  static const AskFunction engines[] = {bmc_ask, symex_ask, shape_ask, spacer_ask};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    Loaded l = sample_load(cases[i]);
    Question q = sample_question(&l);
    for (guint e = 0; e < G_N_ELEMENTS(engines); e++) {
      Answer *a = engines[e](&q, NULL);
      g_assert_cmpint(a->kind, !=, ANSWER_SAFE);
      if (engines[e] == symex_ask) g_assert_cmpint(a->kind, ==, ANSWER_UNKNOWN);
      answer_free(a);
    }
    sample_free(&l);
  }
}

/* What is only printed, or buffered by the library itself, changes nothing. */
static void test_no_effects(void) {
  static const char *const cases[] = {
      "int printf(const char *, ...); int main(void) { int n = any(); printf(\"%%n %p\", &n); check(n == 0); "
      "}",
      "int a[__builtin_constant_p(8) ? 8 : -1]; int main(void) { int n = any(); check(n == 0 || !a); }",
      "int g, h = __builtin_constant_p(g) + 2; int main(void) { int n = any(); check(n == 0 || h < 2); }",
      "int pthread_mutex_lock(void *), pthread_mutex_unlock(void *); static long lock[9];\n"
      "int main(void) { int n = any(); for (int i = 0; i < 2; i++) pthread_mutex_lock(lock),\n"
      " pthread_mutex_unlock(lock); check(n == 0); }",
      "int main(void) { unsigned n = any(); if (n) check(__builtin_clz(n) != 7); }",
      "static void f(int n) { if (n) __builtin_unreachable(); }\n"
      "int main(void) { int n = any(); f(n & 1); check(n != 6); }",
      "double fmax(double, double); int main(void) { int n = any(); check(fmax(n, 2.5) != 3); }",
      "void setbuf(void *, char *); extern void *stdout;\n"
      "int main(void) { int n = any(); setbuf(stdout, 0); check(n == 0); }",
      "__asm__(\".section .note\\n.ascii \\\"six\\\"\\n.text\"); int main(void) { int n = any(); check(n == "
      "6); }",
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    Loaded l = sample_load(cases[i]);
    Question q = sample_question(&l);
    Answer *a = symex_ask(&q, NULL);
    check_error(&q, a);
    answer_free(a);
    sample_free(&l);
  }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/bmc/verdicts", test_verdicts);
  g_test_add_func("/bmc/condition", test_condition);
  g_test_add_func("/bmc/residue", test_residue);
  g_test_add_func("/bmc/start", test_start);
  g_test_add_func("/bmc/whole", test_whole);
  g_test_add_func("/bmc/unknown", test_unknown);
  g_test_add_func("/bmc/reasons", test_reasons);
  g_test_add_func("/bmc/table", test_table);
  g_test_add_func("/confirm/all", test_confirm_all);
  g_test_add_func("/confirm/point", test_confirm_point);
  g_test_add_func("/confirm/early-end", test_confirm_early_end);
  g_test_add_func("/confirm/directed", test_confirm_directed);
  g_test_add_func("/bmc/unknown-effects", test_unknown_effects);
  g_test_add_func("/bmc/no-effects", test_no_effects);
  return g_test_run();
}
