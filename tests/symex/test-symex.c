/* SPDX-License-Identifier: GPL-3.0-or-later */
/* symex: its formulas against single runs of many input points.  What a point really does is told twice, by
 * the plain interpreter of the IR and by symex following that point alone. */
#include "symex/symex.h"
#include "formula/solver.h"
#include "tests/helpers/ir-run.h"
#include "tests/helpers/random-terms.h"
#include "tests/helpers/sample.h"
#include <string.h>

enum { POINTS = 250, OCCURRENCES = 40 };

static const Sample samples[] = {
    {"line", "int main(void) { int x = any(); check(x * 3 != 27); }"},
    {"nested-if", "int main(void) { unsigned char x = any_byte(), y = any_byte();\n if (x > 10) { if (y < x) "
                  "check(x - y != 5); else check(y != 200); } }"},
    {"assume", "int main(void) { unsigned char x = any_byte(); assume(x > 3); check(x != 4); assume(x < "
               "100); check(x < 90); }"},
    {"switch", "int main(void) { int s = 0; switch (any_byte() % 6) { case 0: s = 1; break; case 1: s = 2;\n"
               " case 2: s += 3; break; case 5: check(any_byte() < 250); default: s = 9; } check(s != 5); }"},
    {"count-loop", "int main(void) { unsigned char n = any_byte(); int i, s = 0; for (i = 0; i < n; i++) s "
                   "+= i; check(s != 15); }"},
    {"input-loop",
     "int main(void) { int s = 0; while (any_byte() % 4) { s += any_byte() % 3; check(s != 5); } }"},
    {"fixed-loop",
     "int main(void) { int i, s = 0; for (i = 0; i < 40; i++) s += any_byte() == 0; check(s < 2); }"},
    {"nested-loops",
     "int main(void) { unsigned char n = any_byte() % 5, m = any_byte() % 4; int i, j, s = 0;\n"
     " for (i = 0; i < n; i++) for (j = 0; j < m; j++) if (i != j) s++; check(s != 6); }"},
    {"recursion", "static int f(int n) { return n <= 0 ? 0 : n + f(n - 1); }\n int main(void) { "
                  "check(f(any_byte() % 9) != 21); }"},
    {"mutual-recursion", "static int odd(int n); static int even(int n) { return n ? odd(n - 1) : 1; }\n"
                         "static int odd(int n) { return n ? even(n - 1) : 0; }\n int main(void) { "
                         "check(!odd(any_byte() % 12)); }"},
    {"goto-into-loop", "int main(void) { int n = 0; if (any_byte() & 1) goto in; while (any_byte() & 3) { "
                       "n++; in: n += 2; check(n != 8); } }"},
    {"array", "int main(void) { int a[8] = {3, 1, 4, 1, 5, 9, 2, 6}; unsigned char i = any_byte() % 8, j = "
              "any_byte() % 8;\n"
              " int t = a[i]; a[i] = a[j]; a[j] = t + 1; check(a[3] != 6 && a[5] != 7); }"},
    {"out-of-bounds",
     "int main(void) { int a[4] = {0, 1, 2, 3}; unsigned char i = any_byte() % 6; check(a[i] != 2); }"},
    {"joined-index",
     "int r, a[4], b[4]; static void move(void) { unsigned char k = any_byte();\n"
     " if (k > 100) { assume(r + k % 2 < 4); r += k % 2; } }\n int main(void) { for (int i = 0; i < 3; i++) "
     "{ "
     "a[r] = any_byte() % 4; move(); b[r] += a[r] + 1; move(); }\n check(b[2] < 2 && b[1] != 3); }"},
    {"bytes", "int main(void) { union { int i; unsigned char b[4]; } u; u.i = any(); u.b[any_byte() % 4] = "
              "7; check(u.i >> 8 != 7); }"},
    {"unaligned", "int main(void) { unsigned char b[8] = {0}; *(int *)(b + any_byte() % 5) = 0x01020304;\n"
                  " check(*(short *)(b + 3) != 0x0102 && b[2] != 2); }"},
    {"bit-fields", "struct s { unsigned a : 3, b : 5; int c : 4; }; int main(void) { struct s s = {0}; s.a = "
                   "any_byte(); s.b = s.a * 5; s.c = any_byte();\n"
                   " check(s.b != 30 && s.c != -3); }"},
    {"pointers", "int main(void) { int x = 1, y = 2, *p = any_byte() & 1 ? &x : &y, *q = any_byte() & 1 ? &x "
                 ": 0;\n *p = any_byte();\n"
                 " if (any_byte() & 1) { *q = 5; } check(x + y != 7); check(p != q || x != 9); }"},
    {"function-pointers",
     "static int inc(int x) { return x + 1; } static int twice(int x) { return 2 * x; }\n"
     "int main(void) { int (*f)(int) = any_byte() & 1 ? inc : twice; check(f(f(any_byte() % 10)) != 12); }"},
    {"heap", "struct n { int v; struct n *next; };\n int main(void) { struct n *l = 0; int i, k = any_byte() "
             "% 4, s = 0;\n"
             " for (i = 0; i < k; i++) { struct n *e = malloc(sizeof *e); e->v = any_byte() % 8; e->next = "
             "l; l = e; }\n"
             " while (l) { s = 3 * s + l->v; l = l->next; } check(s != 4); }"},
    {"null-read",
     "int main(void) { int x = 3, *p = any_byte() > 5 ? &x : 0, v = *p, b = any_byte(); check(b != 2);\n"
     " if (v == 3) check(b != 4); if (b == 7) { *p = 1; *p = v; } if (b == 8) *p = 9; check(b > 1 && "
     "x < 9); }"},
    {"machine",
     "struct m { int state, seen; int (*step)(int); }; static int next(int s) { return s + 10; }\n"
     "int main(void) { struct m *m = malloc(sizeof *m); m->state = 0; m->step = next; m->seen = 0;\n"
     " while (1) { if (m->state == 0) m->state = any_byte() & 1 ? 10 : 20; else if (m->state == 10) { "
     "m->seen++; m->state = 30; }\n"
     "  else if (m->state == 20) m->state = m->step(m->state); else if (m->state == 30) m->state = "
     "any_byte() > 3 ? 40 : 50;\n"
     "  else if (m->state == 40) { check(m->seen != 1); m->state = 60; } else if (m->state == 50) m->state "
     "= m->seen ? 20 : 60;\n"
     "  else if (m->state == 60) return 0; else return 1; } }"},
    {"use-after-free", "int main(void) { int *p = malloc(4); *p = any_byte(); if (*p > 9) free(p); if (*p != "
                       "3) check(*p != 5); }"},
    {"copy", "int main(void) { unsigned char a[6] = {1, 2, 3, 4, 5, 6}, b[6]; memset(b, any_byte() % 4, 6); "
             "memcpy(b + 1, a + any_byte() % 2, 4);\n"
             " check(b[0] + b[1] != 4 || b[5] == 3); }"},
    {"division",
     "int main(void) { int x = any(), y = any_byte() % 4; check(x / y != 7); check(x % y != 2); }"},
    {"shifts", "int main(void) { int x = any(), s = any_byte() % 32; check(x >> s != -2); check((unsigned)x "
               "<< s != 0x80000000u); }"},
    {"floats", "int main(void) { float f = any_byte() / 4.0f; int i = (int)(f * f); check(i != 3); check(f "
               "!= 2.25f); }"},
    {"globals", "int g, h[3] = {1, 2}; static void up(int i) { h[i]++; g += h[i]; }\n"
                "int main(void) { int i; for (i = 0; i < 4; i++) up(any_byte() % 3); check(g != 9); }"},
    {"exits", "extern void exit(int); static void leave(int c) { if (c) exit(1); }\n int main(void) { "
              "unsigned char x = any_byte(); leave(x > 9); check(x != 8); }"},
    {"narrow",
     "int main(void) { signed char c = any_byte(); short s = c * 300; check(s != 300 * -7 && s < 30000); }"},
    {"struct-result",
     "struct p { int a, b; }; static struct p f(int x) { struct p p = {x, x + 1}; return p; }\n"
     "int main(void) { struct p p = f(any_byte()); check(p.a * p.b != 42); }"},
};

/* ---- points ---- */

typedef struct {
  Loaded loaded;
  Model *points[POINTS];
  gboolean fails[POINTS];   /* by the interpreter of the IR */
  gboolean unknown[POINTS]; /* by symex along the point: it meets what has no meaning */
  gboolean null[POINTS];    /* so it does, but through a null pointer: all runs together may know better */
} World;

static guint64 input_value(const InputSite *site, guint occurrence, gpointer data) {
  return model_value(data, term_input((InputKey){site->id, occurrence, 0}, site->width));
}

/* Small values, so that all ways are taken; some at the ends of the range. */
static Model *random_point(GRand *rand, const Program *p) {
  Model *m = model_new();
  for (guint i = 0; i < p->sites->len; i++) {
    const InputSite *s = program_site(p, i);
    if (s->kind != SITE_NONDET) continue;
    for (guint k = 1; k <= OCCURRENCES; k++) {
      guint64 v = g_rand_int_range(rand, 0, 3) ? (guint64)g_rand_int_range(rand, 0, 16)
                                               : random_value(rand, s->width);
      model_set(m, term_input((InputKey){i, k, 0}, s->width), v);
    }
  }
  return m;
}

static SymexResult *follow(const World *w, const Model *point) {
  SymexOptions o = {.inputs_per_site = G_MAXUINT / 2, .oracle = point};
  return symex_run(w->loaded.program, w->loaded.cfg, &o);
}

static World *new_world(const char *source) {
  World *w = g_new0(World, 1);
  w->loaded = sample_load(source);
  g_autoptr(GRand) rand = g_rand_new_with_seed(5);
  for (guint i = 0; i < POINTS; i++) {
    w->points[i] = random_point(rand, w->loaded.program);
    SymexResult *r = follow(w, w->points[i]);
    g_assert_true(r->complete);
    g_assert_true(term_is_false(r->cut));
    w->null[i] =
        r->unknown->len > 0 && strstr(g_array_index(r->unknown, SymexEvent, 0).what, "a null pointer");
    w->unknown[i] = r->unknown->len > 0 && !w->null[i];
    w->fails[i] = r->failures->len > 0;
    g_assert_cmpuint(r->failures->len + r->unknown->len, <=, 1);
    if (!w->unknown[i] && !w->null[i])
      g_assert_cmpint(ir_run(w->loaded.program, input_value, w->points[i], 1000000, NULL) == RUN_FAILS, ==,
                      w->fails[i]);
    symex_result_free(r);
  }
  return w;
}

static void free_world(gpointer data) {
  World *w = data;
  for (guint i = 0; i < POINTS; i++) model_free(w->points[i]);
  sample_free(&w->loaded);
  g_free(w);
}

static GHashTable *worlds; /* by Sample: each is made once */

static const World *world_of(gconstpointer sample) {
  World *w = g_hash_table_lookup(worlds, sample);
  if (!w) g_hash_table_insert(worlds, (gpointer)sample, w = new_world(((const Sample *)sample)->source));
  return w;
}

/* ---- all runs at once ---- */

static const Term *unknown_of(const SymexResult *r) {
  const Term *t = term_bool(FALSE);
  for (guint i = 0; i < r->unknown->len; i++) t = term_or(t, g_array_index(r->unknown, SymexEvent, i).guard);
  return t;
}

static guint n_failures_at(const SymexResult *r, Evaluator *e) {
  guint n = 0;
  for (guint i = 0; i < r->failures->len; i++)
    n += evaluator_value(e, g_array_index(r->failures, SymexEvent, i).guard) != 0;
  return n;
}

/* A point is in exactly one of Fail, Cut, Unknown and the rest, and the first and the last are right about
 * it. confined: the points of interest. Returns how many points of interest are cut. */
static guint check_sets(const World *w, const SymexResult *r, const Term *confined) {
  g_assert_true(r->complete);
  const Term *unknown = unknown_of(r), *must = term_without_havoc(symex_fail(r), FALSE),
             *may = term_without_havoc(symex_fail(r), TRUE);
  gboolean exact = !symex_fail(r)->has_havoc && !symex_open(r)->has_havoc;
  guint cuts = 0;
  for (guint i = 0; i < POINTS; i++) {
    Evaluator *e = evaluator_new(w->points[i]);
    gboolean fail = evaluator_value(e, must) != 0, maybe = evaluator_value(e, may) != 0;
    gboolean cut = evaluator_value(e, term_without_havoc(r->cut, TRUE)) != 0,
             open = evaluator_value(e, term_without_havoc(unknown, TRUE)) != 0;
    if (evaluator_value(e, confined)) {
      if (fail) g_assert_true(w->fails[i]);
      if (w->fails[i]) g_assert_true(maybe || cut || open);
      if (w->unknown[i]) g_assert_true(open || cut);
      if (exact) g_assert_cmpint(fail + cut + open, <=, 1);
      if (exact && open) g_assert_true(w->unknown[i] || w->null[i]);
      if (exact) g_assert_cmpuint(n_failures_at(r, e), <=, 1);
      cuts += cut;
    }
    evaluator_free(e);
  }
  return cuts;
}

static void test_unrollings(gconstpointer data) {
  const World *w = world_of(data);
  guint last = POINTS, n_fails = 0;
  for (guint k = 1; k <= 27; k *= 3) {
    SymexOptions o = {.unroll = k, .inputs_per_site = 64};
    SymexResult *r = symex_run(w->loaded.program, w->loaded.cfg, &o);
    guint cuts = check_sets(w, r, term_bool(TRUE));
    g_assert_cmpuint(cuts, <=, last); /* deeper is better */
    last = cuts;
    symex_result_free(r);
  }
  for (guint i = 0; i < POINTS; i++) n_fails += w->fails[i];
  g_assert_cmpuint(n_fails, >, 0); /* otherwise the sample tests little */
}

/* Few inputs, few steps: what is not followed is cut, and the steps' end is admitted. */
static void test_limits(gconstpointer data) {
  const World *w = world_of(data);
  for (guint n = 1; n <= 2; n++) {
    SymexOptions o = {.unroll = 5, .inputs_per_site = n};
    SymexResult *r = symex_run(w->loaded.program, w->loaded.cfg, &o);
    check_sets(w, r, term_bool(TRUE));
    symex_result_free(r);
  }
  SymexOptions o = {.unroll = 5, .inputs_per_site = 64, .max_steps = 3};
  SymexResult *r = symex_run(w->loaded.program, w->loaded.cfg, &o);
  g_assert_true(r->complete ? r->steps <= 3 : term_is_true(r->cut));
  symex_result_free(r);
}

/* Confined by conditions: inside, nothing changes. */
static void test_conditions(gconstpointer data) {
  const World *w = world_of(data);
  const Term *x = sample_input(w->loaded.program, 0, 1), *five = term_const(x->width, 5),
             *zero = term_const(x->width, 0);
  const Term *bit = term_eq(term_extract(x, 0, 1), term_const(1, 1));
  const Term *conditions[] = {term_binary(TERM_ULT, x, five),
                              term_not(term_binary(TERM_SLT, x, five)),
                              term_eq(x, five),
                              bit,
                              term_not(bit),
                              term_binary(TERM_SLT, x, zero)};
  for (guint i = 0; i < G_N_ELEMENTS(conditions); i++) {
    SymexOptions o = {.unroll = 4, .inputs_per_site = 64, .condition = conditions[i]};
    SymexResult *r = symex_run(w->loaded.program, w->loaded.cfg, &o);
    check_sets(w, r, conditions[i]);
    symex_result_free(r);
  }
}

/* Closed by induction: nothing that fails is lost. */
static void test_induction(gconstpointer data) {
  const World *w = world_of(data);
  for (guint k = 1; k <= 2; k++) {
    SymexOptions o = {.unroll = k, .inputs_per_site = G_MAXUINT, .induct = TRUE};
    SymexResult *r = symex_run(w->loaded.program, w->loaded.cfg, &o);
    const Term *bad = term_without_havoc(term_or(symex_fail(r), symex_open(r)), TRUE);
    for (guint i = 0; i < POINTS; i++)
      if (w->fails[i] || w->unknown[i] || w->null[i]) g_assert_true(term_eval(bad, w->points[i]));
    symex_result_free(r);
  }
}

/* ---- one run ---- */

static const Term *path_of(const SymexResult *r) {
  const Term *t = term_bool(TRUE);
  for (guint i = 0; i < r->conjuncts->len; i++)
    t = term_and(t, g_array_index(r->conjuncts, PathConjunct, i).condition);
  return t;
}

static void check_conjuncts(const World *w, const SymexResult *r) {
  for (guint i = 0; i < r->conjuncts->len; i++) {
    const PathConjunct *c = &g_array_index(r->conjuncts, PathConjunct, i);
    if (c->block == G_MAXUINT) continue;
    g_assert_cmpuint(c->step, <, r->trace->steps->len);
    const AutomatonStep *s = &g_array_index(r->trace->steps, AutomatonStep, c->step);
    g_assert_true(s->function == c->function && s->block == c->block && s->successor == c->successor);
  }
}

/* The path of a point holds there, and every point on it does the same. */
static void test_paths(gconstpointer data) {
  const World *w = world_of(data);
  for (guint i = 0; i < POINTS; i += 10) {
    SymexResult *r = follow(w, w->points[i]);
    check_conjuncts(w, r);
    const Term *path = path_of(r), *sure = term_without_havoc(path, FALSE);
    g_assert_true(path->has_havoc || term_eval(path, w->points[i]));
    for (guint j = 0; j < POINTS; j++) {
      if (!term_eval(sure, w->points[j])) continue;
      g_assert_cmpint(w->fails[j], ==, w->fails[i]);
      g_assert_cmpint(w->unknown[j], ==, w->unknown[i]);
    }
    if (w->fails[i])
      g_assert_true(g_array_index(r->failures, SymexEvent, 0).guard == path || path->has_havoc);
    symex_result_free(r);
  }
}

/* Directed along the trace of a failing point, or a part of it: fails there, and only where something fails.
 */
static void check_direction(const World *w, guint point, const Automaton *direction) {
  SymexOptions o = {.unroll = 300, .inputs_per_site = 64, .direction = direction};
  SymexResult *r = symex_run(w->loaded.program, w->loaded.cfg, &o);
  const Term *fail = symex_fail(r), *must = term_without_havoc(fail, FALSE);
  g_assert_true(term_eval(term_without_havoc(fail, TRUE), w->points[point]));
  for (guint i = 0; i < POINTS; i++)
    if (term_eval(must, w->points[i])) g_assert_true(w->fails[i]);
  symex_result_free(r);
}

static void test_directions(gconstpointer data) {
  const World *w = world_of(data);
  for (guint i = 0, n = 0; i < POINTS && n < 3; i++) {
    if (!w->fails[i]) continue;
    n++;
    SymexResult *r = follow(w, w->points[i]);
    check_direction(w, i, r->trace);
    symex_result_free(r);
  }
}

/* Places without blocks, as other verifiers report them, direct as well. */
static void test_direction_by_place(void) {
  World *w = g_new0(World, 1);
  w->loaded = sample_load(
      "int main(void) {\n int x = any();\n if (x > 5)\n check(x != 7);\n else\n check(x != 3); }");
  const Term *x = sample_input(w->loaded.program, 0, 1);
  Model *point = model_new();
  model_set(point, x, 7);
  SymexResult *followed = follow(w, point);
  Automaton *place = automaton_new();
  const AutomatonStep *first = &g_array_index(followed->trace->steps, AutomatonStep, 0);
  automaton_add(place, G_MAXUINT, G_MAXUINT, first->loc, first->successor);
  SymexOptions o = {.unroll = 1, .inputs_per_site = 4, .direction = place};
  SymexResult *r = symex_run(w->loaded.program, w->loaded.cfg, &o);
  g_assert_true(solver_valid(term_eq(symex_fail(r), term_eq(x, term_const(32, 7))), 0));
  symex_result_free(r);
  symex_result_free(followed);
  automaton_free(place);
  model_free(point);
  sample_free(&w->loaded);
  g_free(w);
}

/* ---- exact results ---- */

static void check_exactly(const char *source, guint unroll, guint64 value, gboolean complete) {
  Loaded l = sample_load(source);
  SymexOptions o = {.unroll = unroll, .inputs_per_site = 64};
  SymexResult *r = symex_run(l.program, l.cfg, &o);
  const Term *x = sample_input(l.program, 0, 1), *expected = term_eq(x, term_const(x->width, value));
  g_assert_true(solver_valid(term_eq(symex_fail(r), expected), 0));
  g_assert_cmpint(solver_sat(symex_open(r), 0, NULL), ==, complete ? SOLVER_UNSAT : SOLVER_SAT);
  symex_result_free(r);
  sample_free(&l);
}

static void test_exact(void) {
  check_exactly("int main(void) { int x = any(); check(x + 5 != 3); }", 1, 0xfffffffe, TRUE);
  check_exactly(
      "int main(void) { int x = any(), i, s = 0; for (i = 0; i < 1000; i++) s ^= x; check(x != s + 9); }", 1,
      9, TRUE);
  check_exactly("int main(void) { unsigned x = any(), i; for (i = 0; i < x; i++) ; check(i != 3); }", 8, 3,
                FALSE);
  check_exactly("int main(void) { unsigned x = any_byte(), i; for (i = 0; i < x; i++) ; check(i != 3); }",
                300, 3, TRUE);
}

/* An index that is changed on some ways, within its bounds on each of them: nothing is left open, and no
 * solver is needed to see it. */
static void test_bounds_survive_joins(void) {
  Loaded l = sample_load(
      "unsigned char r; int a[6], b[6];\n"
      "static void move(void) { if (any_byte() & 1) { unsigned char o = r; r = any_byte(); assume(r > o); "
      "assume(r <= 5); } }\n"
      "int main(void) { int *p = a; for (int i = 0; i < 5; i++) { a[r] += 3; move(); b[r] = a[r]; move(); p "
      "+= "
      "any_byte() == i; }\n check(b[4] != 3 && *p != 7); }");
  SymexOptions o = {.unroll = 8, .inputs_per_site = 40};
  SymexResult *r = symex_run(l.program, l.cfg, &o);
  g_assert_true(r->complete && r->failures->len);
  g_assert_true(term_is_false(symex_open(r)));
  symex_result_free(r);
  sample_free(&l);
}

static void add_all(const char *group, GTestDataFunc test) {
  for (guint i = 0; i < G_N_ELEMENTS(samples); i++) {
    char *name = g_strconcat("/symex/", group, "/", samples[i].name, NULL);
    g_test_add_data_func(name, &samples[i], test);
    g_free(name);
  }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  worlds = g_hash_table_new_full(NULL, NULL, NULL, free_world);
  add_all("unrollings", test_unrollings);
  add_all("limits", test_limits);
  add_all("conditions", test_conditions);
  add_all("induction", test_induction);
  add_all("paths", test_paths);
  add_all("directions", test_directions);
  g_test_add_func("/symex/direction-by-place", test_direction_by_place);
  g_test_add_func("/symex/exact", test_exact);
  g_test_add_func("/symex/bounds-survive-joins", test_bounds_survive_joins);
  int result = g_test_run();
  g_hash_table_unref(worlds);
  return result;
}
