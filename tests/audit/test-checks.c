/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks: candidates, constants, seeds without their own checks, variants, strategies, and random runs. */
#include "audit/check-kinds.h"
#include "audit/runs.h"
#include "audit/strategies.h"
#include "audit/variant.h"
#include <glib.h>
#include <glib/gstdio.h>
#include <string.h>

/* ---- helpers ---- */

static Seed *seed_of(const char *text) {
  g_autoptr(GError) error = NULL;
  Seed *s = g_new0(Seed, 1);
  s->path = g_strdup("seed.c");
  s->text = seed_strip("seed.c", text, FALSE, &error);
  g_assert_no_error(error);
  s->hash = g_compute_checksum_for_string(G_CHECKSUM_SHA256, s->text, -1);
  s->syntax = syntax_read("seed.c", s->text, FALSE, &error);
  g_assert_no_error(error);
  return s;
}

static char *expression(const Seed *s, guint i) {
  const Candidate *c = &g_array_index(s->syntax->candidates, Candidate, i);
  return g_strndup(s->text + c->from, c->to - c->from);
}

/* "e1;e2;..." in the order of the text. */
static char *expressions(const Seed *s) {
  GString *all = g_string_new(NULL);
  for (guint i = 0; i < s->syntax->candidates->len; i++) {
    g_autofree char *e = expression(s, i);
    g_string_append_printf(all, "%s;", e);
  }
  return g_string_free(all, FALSE);
}

static guint find(const Seed *s, const char *text) {
  for (guint i = 0; i < s->syntax->candidates->len; i++) {
    g_autofree char *e = expression(s, i);
    if (g_str_equal(e, text)) return i;
  }
  g_error("no candidate '%s'", text);
}

static guint lines(const char *text) {
  guint n = 0;
  for (; *text; text++) n += *text == '\n';
  return n;
}

#define NONDET "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n"

/* ---- candidates ---- */

static void check_candidates(const char *body, const char *expected) {
  g_autofree char *text = g_strconcat(NONDET, body, NULL);
  g_autoptr(Seed) s = seed_of(text);
  g_autofree char *all = expressions(s);
  g_assert_cmpstr(all, ==, expected);
}

static void test_candidates(void) {
  check_candidates("int main(void) { int x = __VERIFIER_nondet_int(); return x + 3; }", "x + 3;x;");
  /* what is written is not read; constants read nothing; what is not pure is none */
  check_candidates("int main(void) { int x = 1, y; y = x; y++; return f(y); }", "x;y;y;");
  /* what may be skipped, and headers of for */
  check_candidates("int main(void) { int a[3] = {1, 2, 3}; int n = 2; if (n > 1 && a[n]) n = 0;"
                   " for (int i = 0; i < n; i++) a[i] = n; return 0; }",
                   "n > 1 && a[n];n > 1;n;i;n;");
  /* not in scope in front of the declaration */
  check_candidates("int main(void) { int a = 1, b = a + 1; return b; }", "b;");
  /* an element after a change: it may not be one */
  check_candidates("int main(void) { int a[3] = {1}; int i = 0; int y = i++ + a[i]; return y; }", "i;i;y;");
  /* functions that main does not lead to are left out, members and pointers are seen */
  check_candidates("struct s { int n; }; int unused(int q) { return q; } int g(struct s *p) { return p->n; }"
                   " int main(void) { struct s v = {1}; return g(&v); }",
                   "p->n;p;");
  /* floating point and whole structures are none; a conversion is */
  check_candidates("int main(void) { double d = 1; char c = 2; return (char)(c * d); }", "(char)(c * d);c;");
}

static void test_depth_and_place(void) {
  g_autoptr(Seed) s =
      seed_of(NONDET "int main(void) {\n  int i = 0;\n  while (i < 9)\n    i = i + 1;\n  return i;\n}\n");
  const Candidate *inner = &g_array_index(s->syntax->candidates, Candidate, find(s, "i + 1"));
  const Candidate *outer = &g_array_index(s->syntax->candidates, Candidate, find(s, "i < 9"));
  g_assert_cmpuint(inner->depth, >, outer->depth);
  g_assert_cmpuint(inner->line, ==, 6);
  g_assert_cmpuint(g_array_index(s->syntax->places, Place, inner->place).parent, ==, outer->place);
  const char *const condition[] = {"(i + 1) == (3)"};
  g_autofree char *text = variant_text(s, inner->place, condition, 1);
  g_assert_nonnull(strstr(text, "    { if ((i + 1) == (3)) reach_error(); i = i + 1; }\n"));
  g_assert_cmpuint(lines(text), ==, lines(s->text));
}

static void test_bounds(void) {
  g_autoptr(Seed) s = seed_of(NONDET "int main(void) { int a[7] = {0}; int i = __VERIFIER_nondet_int();\n"
                                     "if (i < 0) return 0; int *p = a, *q = a + 1; *p = *q; return a[i]; }");
  GRand *rand = g_rand_new_with_seed(1);
  const CheckSource source = {.seed = s, .rand = rand};
  const CheckKind *bounds = check_kind_find("bounds"), *alias = check_kind_find("alias"),
                  *null = check_kind_find("null");
  guint indices = 0;
  for (guint i = 0; i < s->syntax->candidates->len; i++) {
    if (!bounds->applies(s, i)) continue;
    g_autofree char *condition = bounds->condition(&source, i);
    g_assert_cmpstr(condition, ==, "((i) < 0) | ((i) >= 7)");
    indices++;
  }
  g_assert_cmpuint(indices, ==, 1);
  g_autofree char *same = alias->condition(&source, find(s, "p")),
                  *nil = null->condition(&source, find(s, "p"));
  g_assert_true(alias->applies(s, find(s, "p")) && !alias->applies(s, find(s, "i")));
  g_assert_cmpstr(same, ==, "(p) == (q)");
  g_assert_cmpstr(nil, ==, "(p) == 0");
  g_rand_free(rand);
}

/* ---- seeds ---- */

static void test_strip(void) {
  g_autoptr(GError) error = NULL;
  static const char text[] =
      "extern void __assert_fail(const char *, const char *, unsigned, const char *);\n"
      "void reach_error(void) {\n  __assert_fail(\"0\", \"x.c\", 3, \"reach_error\");\n}\n"
      "void __VERIFIER_assert(int c) { if (!c) {\n reach_error(); } }\n"
      "int main(void) { int x = 3; __VERIFIER_assert(x);\n if (x) reach_error(); return x; }\n";
  g_autofree char *stripped = seed_strip("x.c", text, FALSE, &error);
  g_assert_no_error(error);
  g_assert_cmpuint(lines(stripped), ==, lines(text));
  g_assert_nonnull(strstr(stripped, "void reach_error(void) ;"));
  g_assert_nonnull(strstr(stripped, "void __VERIFIER_assert(int c) { }"));
  g_assert_nonnull(strstr(stripped, "if (x) ((void)0); return x;"));
}

static void test_refused(void) {
  g_autofree char *folder = g_dir_make_tmp("acf-audit-XXXXXX", NULL),
                  *path = g_build_filename(folder, "s.c", NULL);
  g_autoptr(GError) error = NULL;
  static const char text[] =
      "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n"
      "void (*volatile handler)(void);\n"
      "int main(void) { int n = __VERIFIER_nondet_int(); void (*f)(void) = reach_error;\n"
      "if (n == 41) f(); return 0; }\n";
  g_assert_true(g_file_set_contents(path, text, -1, NULL));
  g_assert_null(seed_read(path, FALSE, 20, &error));
  g_assert_error(error, ACF_AUDIT_ERROR, AUDIT_ERROR_SEED);
  if (!strstr(error->message, "n = 41")) g_error("no failing input in '%s'", error->message);
  g_remove(path);
  g_rmdir(folder);
}

/* ---- constants ---- */

static gboolean contains(const GArray *pool, gint64 value) {
  for (guint i = 0; i < pool->len; i++)
    if (g_array_index(pool, gint64, i) == value) return TRUE;
  return FALSE;
}

static void test_constants(void) {
  g_autoptr(GArray) program = g_array_new(FALSE, FALSE, sizeof(gint64));
  const gint64 large = 100000;
  g_array_append_val(program, large);
  g_autoptr(GArray) ints = constants_pool(program, (IntegerType){32, TRUE}),
                    chars = constants_pool(program, (IntegerType){8, TRUE}),
                    bools = constants_pool(program, (IntegerType){1, FALSE});
  const gint64 expected[] = {99999, 100000, 100001, 0, 1, -1, G_MAXINT32, G_MININT32};
  for (guint i = 0; i < G_N_ELEMENTS(expected); i++) g_assert_true(contains(ints, expected[i]));
  g_assert_cmpuint(ints->len, ==, G_N_ELEMENTS(expected));
  g_assert_true(contains(chars, -128) && contains(chars, 127) && !contains(chars, 100000));
  g_assert_cmpuint(bools->len, ==, 2);
  GRand *rand = g_rand_new_with_seed(7);
  guint narrow = 0;
  for (guint i = 0; i < 2000; i++) {
    const gint64 c = constants_draw(chars, (IntegerType){8, TRUE}, rand),
                 k = constants_draw(ints, (IntegerType){32, TRUE}, rand);
    g_assert_cmpint(c, >=, -128);
    g_assert_cmpint(c, <=, 127);
    narrow += k > -65536 && k < 65536;
  }
  g_assert_cmpuint(narrow, >, 800); /* uniform bits would give next to none */
  g_rand_free(rand);
  g_autofree char *least = constant_text(G_MININT32, (IntegerType){32, TRUE}),
                  *most = constant_text(-1, (IntegerType){32, FALSE}),
                  *wide = constant_text(G_MININT64, (IntegerType){64, TRUE});
  g_assert_cmpstr(least, ==, "(-2147483647 - 1)");
  g_assert_cmpstr(most, ==, "4294967295u");
  g_assert_cmpstr(wide, ==, "(-9223372036854775807ll - 1)");
}

/* ---- strategies ---- */

static const char walked[] = NONDET "int g(int q) { if (q > 3) { q = q - 1; } return q; }\n"
                                    "int main(void) { int x = __VERIFIER_nondet_int(); x = x + 1;\n"
                                    "while (x > 0) { x = x - 2; if (x == 4) { x = g(x); } } return x; }\n";

static void test_strategies(void) {
  g_autoptr(Seed) s = seed_of(walked);
  g_autoptr(GPtrArray) kinds = g_ptr_array_new();
  g_ptr_array_add(kinds, (gpointer)check_kind_find("numeric"));
  double depth[6];
  for (guint k = 0; k < n_strategies; k++) {
    g_autoptr(GError) error = NULL;
    g_autoptr(Search) search = search_new(s, &strategies[k], kinds, 1, &error);
    g_assert_no_error(error);
    GRand *rand = g_rand_new_with_seed(5);
    g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
    depth[k] = 0;
    for (guint i = 0; i < 600; i++) {
      Check check;
      g_assert_true(search_next(search, 4, rand, &check));
      g_assert_cmpuint(check.conditions->len, >=, 1);
      const Candidate *c = &g_array_index(s->syntax->candidates, Candidate, check.candidate);
      if (i == 0 && g_str_has_suffix(strategies[k].name, "walk")) /* a walk begins where main does */
        g_assert_cmpuint(g_array_index(s->syntax->places, Place, c->place).function, ==, 0);
      depth[k] += c->depth;
      g_hash_table_add(seen, GUINT_TO_POINTER(check.candidate));
      search_learn(search, c->place, i % 3);
      check_clear(&check);
    }
    if (!strategies[k].observes) /* it comes everywhere; the others, where runs come */
      g_assert_cmpuint(g_hash_table_size(seen), ==, search->usable->len);
    g_rand_free(rand);
  }
  g_assert_cmpfloat(depth[1], <, depth[0]); /* breadth, uniform, depth */
  g_assert_cmpfloat(depth[0], <, depth[2]);
}

/* A guided walk stays where times differ. */
static void test_guided(void) {
  g_autoptr(Seed) s = seed_of(walked);
  g_autoptr(GPtrArray) kinds = g_ptr_array_new();
  g_ptr_array_add(kinds, (gpointer)check_kind_find("numeric"));
  guint inside[2] = {0, 0};
  const guint loop = g_array_index(s->syntax->candidates, Candidate, find(s, "x - 2")).place;
  for (guint k = 0; k < 2; k++) {
    g_autoptr(Search) search =
        search_new(s, strategy_find(k ? "guided-walk" : "random-walk"), kinds, 1, NULL);
    GRand *rand = g_rand_new_with_seed(11);
    for (guint p = 0; p < s->syntax->places->len; p++) search_learn(search, p, p == loop ? 20 : 0);
    for (guint i = 0; i < 500; i++) {
      Check check;
      g_assert_true(search_next(search, 1, rand, &check));
      inside[k] += g_array_index(s->syntax->candidates, Candidate, check.candidate).place == loop;
      check_clear(&check);
    }
    g_rand_free(rand);
  }
  g_assert_cmpuint(inside[1], >, inside[0]);
}

/* ---- runs ---- */

static void test_observe(void) {
  g_autoptr(GError) error = NULL;
  g_autoptr(Seed) s = seed_of(NONDET "int main(void) {\n  int x = __VERIFIER_nondet_int();\n  int i = 0;\n"
                                     "  while (i < 5) i = i + 1;\n  if (x == 77) i = x;\n  return i;\n}\n");
  g_autoptr(GPtrArray) observed = runs_observe(s, 3, &error);
  g_assert_no_error(error);
  const GArray *sum = (const GArray *)observed->pdata[find(s, "i + 1")];
  g_assert_cmpuint(sum->len, ==, 5);
  for (guint i = 0; i < 5; i++) g_assert_cmpint(g_array_index(sum, gint64, i), ==, i + 1);
  const guint place = g_array_index(s->syntax->candidates, Candidate, find(s, "i")).place;
  g_assert_cmpuint(place, !=, NO_PLACE);
  /* the input 77 is found by its constant, and a variant fails there */
  const char *const condition[] = {"(x) == (77)"};
  g_autofree char *text = variant_text(
      s, g_array_index(s->syntax->candidates, Candidate, find(s, "x == 77")).place, condition, 1);
  const RunsRequest request = {.constants = s->syntax->constants, .seed = 3};
  g_autoptr(RandomRuns) runs = runs_random(text, &request, &error);
  g_assert_no_error(error);
  g_assert_nonnull(runs->failing);
  g_assert_cmpuint(runs->failing->len, ==, 1);
  g_assert_cmpuint((guint32)g_array_index(runs->failing, InputRead, 0).value, ==, 77);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/checks/candidates", test_candidates);
  g_test_add_func("/checks/depth-and-place", test_depth_and_place);
  g_test_add_func("/checks/bounds", test_bounds);
  g_test_add_func("/checks/strip", test_strip);
  g_test_add_func("/checks/refused", test_refused);
  g_test_add_func("/checks/constants", test_constants);
  g_test_add_func("/checks/strategies", test_strategies);
  g_test_add_func("/checks/guided", test_guided);
  g_test_add_func("/checks/observe", test_observe);
  return g_test_run();
}
