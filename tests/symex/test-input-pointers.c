/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pointers that are inputs, and null pointers: what symex says of all runs at single points. */
#include "symex/symex.h"
#include "tests/helpers/sample.h"

#define BEGINNING                                                                                            \
  "extern void reach_error(void); extern void *__VERIFIER_nondet_pointer(void); extern int "                 \
  "__VERIFIER_nondet_int(void); extern void *malloc(unsigned long);\n"                                       \
  "#define any_pointer() __VERIFIER_nondet_pointer()\n#define any() __VERIFIER_nondet_int()\n"

typedef enum { FAILS, PASSES, OPEN } Fate;

typedef struct {
  Program *program;
  Cfg *cfg;
  SymexResult *result;
  Model *point;
} World;

static World new_world(const char *source) {
  World w = {.program = sample_lower(BEGINNING, source), .point = model_new()};
  w.cfg = cfg_new(w.program);
  SymexOptions o = {.unroll = 8, .inputs_per_site = 8, .pointers = TRUE};
  w.result = symex_run(w.program, w.cfg, &o);
  return w;
}

static void free_world(World *w) {
  symex_result_free(w->result);
  model_free(w->point);
  cfg_free(w->cfg);
  program_free(w->program);
}

/* The site whose variable has this name. */
static const InputSite *site_of(const World *w, const char *name) {
  for (guint i = 0; i < w->program->sites->len; i++)
    if (g_strcmp0(program_site(w->program, i)->variable, name) == 0) return program_site(w->program, i);
  g_error("no input %s", name);
}

static void set(World *w, const char *name, guint offset, guint64 value) {
  const InputSite *s = site_of(w, name);
  model_set(w->point, term_input((InputKey){s->id, 1, offset}, s->width), value);
}

static Fate fate(const World *w) {
  Evaluator *e = evaluator_new(w->point);
  gboolean fails = evaluator_value(e, term_without_havoc(symex_fail(w->result), FALSE)) != 0,
           may_fail = evaluator_value(e, term_without_havoc(symex_fail(w->result), TRUE)) != 0,
           open = evaluator_value(e, term_without_havoc(symex_open(w->result), TRUE)) != 0;
  evaluator_free(e);
  g_assert_false(fails && open);
  return fails ? FAILS : may_fail || open ? OPEN : PASSES;
}

/* What is behind a pointer is an input; the access ends the run where the pointer dangles. */
static void test_contents(void) {
  World w = new_world("int main(void) { int *p = any_pointer(); if (p[1] == 7) reach_error(); return 0; }");
  set(&w, "p", 0, 1 << 20);
  g_assert_cmpint(fate(&w), ==, PASSES);
  set(&w, "*p", 4, 7);
  g_assert_cmpint(fate(&w), ==, FAILS);
  set(&w, "*p", 6, 1);
  g_assert_cmpint(fate(&w), ==, PASSES);
  set(&w, "*p", 6, 0);
  set(&w, "dangling p", 0, 1);
  g_assert_cmpint(fate(&w), ==, PASSES);
  free_world(&w);
}

/* A join of a run that wrote with one that did not. */
static void test_join(void) {
  World w = new_world("int main(void) { int *p = any_pointer(), a = any(), r = 0; if (a > 0) *p = 3;\n"
                      " if (a < 10) r = *p; if (r == 3) reach_error(); return 0; }");
  set(&w, "p", 0, 1 << 20);
  set(&w, "a", 0, 5);
  g_assert_cmpint(fate(&w), ==, FAILS);
  set(&w, "a", 0, (guint32)-5);
  g_assert_cmpint(fate(&w), ==, PASSES);
  set(&w, "*p", 0, 3);
  g_assert_cmpint(fate(&w), ==, FAILS);
  set(&w, "a", 0, 12);
  g_assert_cmpint(fate(&w), ==, PASSES);
  free_world(&w);
}

/* Two pointers that are equal share their memory: nothing is claimed of what one reads after the other. */
static void test_equal(void) {
  World w = new_world("int main(void) { int *p = any_pointer(), *q = any_pointer(); *p = 1; *q = 2;\n"
                      " if (*p == 1) reach_error(); return 0; }");
  set(&w, "p", 0, 1 << 20);
  set(&w, "q", 0, 1 << 21);
  g_assert_cmpint(fate(&w), ==, FAILS);
  set(&w, "q", 0, 1 << 20);
  g_assert_cmpint(fate(&w), ==, OPEN);
  free_world(&w);
}

/* Parts that they do not both touch are not in question. */
static void test_apart(void) {
  World w = new_world("int main(void) { int *p = any_pointer(), *q = any_pointer(); p[0] = 1;\n"
                      " if (q[1] == 5) reach_error(); return 0; }");
  set(&w, "p", 0, 1 << 20);
  set(&w, "q", 0, 1 << 20);
  set(&w, "*q", 4, 5);
  g_assert_cmpint(fate(&w), ==, FAILS);
  free_world(&w);
}

/* A field of allocated memory that nobody has set, used as a pointer. */
static void test_field(void) {
  World w = new_world("struct s { int a; int *f; }; int main(void) { struct s *m = malloc(sizeof *m);\n"
                      " if (m->f[2] == 1) reach_error(); return 0; }");
  g_assert_cmpint(fate(&w), ==, PASSES); /* it is null */
  set(&w, "m", 10, 1);
  g_assert_cmpint(fate(&w), ==, PASSES);
  set(&w, "*m", 8 * POINTEE_BYTES + 8, 1);
  g_assert_cmpint(fate(&w), ==, FAILS);
  set(&w, "dangling m", 8, 1);
  g_assert_cmpint(fate(&w), ==, PASSES);
  free_world(&w);
}

/* Beyond what is followed, and behind what is read there, nothing is known. */
static void test_far(void) {
  World far =
      new_world("int main(void) { int *p = any_pointer(); if (p[2000] == 7) reach_error(); return 0; }");
  set(&far, "p", 0, 1 << 20);
  g_assert_cmpint(fate(&far), ==, OPEN);
  free_world(&far);
  World deep =
      new_world("int main(void) { int **p = any_pointer(); if (**p == 7) reach_error(); return 0; }");
  set(&deep, "p", 0, 1 << 20);
  set(&deep, "*p", 3, 1);
  g_assert_cmpint(fate(&deep), ==, OPEN);
  free_world(&deep);
}

static Fate null_fate(const char *rest) {
  g_autofree char *source =
      g_strdup_printf("int main(void) { int x = 1, a = any(), *p = a ? &x : 0; %s return 0; }", rest);
  World w = new_world(source);
  set(&w, "a", 0, 1);
  g_assert_cmpint(fate(&w), ==, FAILS);
  set(&w, "a", 0, 0);
  Fate f = fate(&w);
  free_world(&w);
  return f;
}

/* A read through null ends the run where its value matters; else a compiler may drop it. */
static void test_null(void) {
  g_assert_cmpint(null_fate("if (*p == 1) reach_error();"), ==, PASSES);
  g_assert_cmpint(null_fate("if (*p <= 1) reach_error();"), ==, PASSES);
  g_assert_cmpint(null_fate("int v = *p; reach_error();"), ==, OPEN);
  g_assert_cmpint(null_fate("if (*p == *p) reach_error();"), ==, OPEN);
  g_assert_cmpint(null_fate("if (*p - *p == 0) reach_error();"), ==, OPEN);
  g_assert_cmpint(null_fate("if (*p == 5) a = 3; reach_error();"), ==, OPEN);
}

/* A write ends it, unless what was read is written back. */
static void test_null_write(void) {
  g_assert_cmpint(null_fate("*p = 4; reach_error();"), ==, PASSES);
  g_assert_cmpint(null_fate("int v = *p; *p = v; reach_error();"), ==, OPEN);
  g_assert_cmpint(null_fate("int v = *p; *p = 8; *p = v; reach_error();"), ==, OPEN);
  g_assert_cmpint(null_fate("int v = *p; *p = v + 1; reach_error();"), ==, PASSES);
  g_assert_cmpint(null_fate("int v = *p; *p = 8; reach_error();"), ==, PASSES);
  g_assert_cmpint(null_fate("int v = *p; *p = 8; if (a) p[0] = v; reach_error();"), ==, PASSES);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/input-pointers/contents", test_contents);
  g_test_add_func("/input-pointers/join", test_join);
  g_test_add_func("/input-pointers/equal", test_equal);
  g_test_add_func("/input-pointers/apart", test_apart);
  g_test_add_func("/input-pointers/field", test_field);
  g_test_add_func("/input-pointers/far", test_far);
  g_test_add_func("/low/read", test_null);
  g_test_add_func("/low/write", test_null_write);
  return g_test_run();
}
