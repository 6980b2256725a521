/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Comparing characterizations: which inputs are the same, and that nothing false is said of any point. */
#include <string.h>
#include "compare/compare.h"
#include "formula/solver.h"

/* ---- which inputs are the same ---- */

/* Sites from "x:int y:uint ...": variable ("-": none) and the end of the input function's name; one line
 * each, from the given one on. */
static Cfc *cfc_of(const char *path, const char *sites, guint line, guint width) {
  Program *p = program_new(path, 32);
  Cfc *c = cfc_new(p);
  g_auto(GStrv) words = g_strsplit(sites, " ", -1);
  for (guint i = 0; words[i] && *words[i]; i++) {
    g_auto(GStrv) parts = g_strsplit(words[i], ":", 2);
    g_autofree char *function = g_strconcat("__VERIFIER_nondet_", parts[1], NULL);
    const InputSite s = {.kind = SITE_NONDET,
                         .function = g_intern_string(function),
                         .variable = *parts[0] == '-' ? NULL : g_intern_string(parts[0]),
                         .width = g_str_equal(parts[1], "char") ? 8 : width,
                         .is_signed = !g_str_equal(parts[1], "uint"),
                         .loc = {g_intern_string(path), line + i, 3}};
    const guint id = program_add_site(p, &s);
    g_ptr_array_add(c->inputs, (gpointer)term_input((InputKey){id, 1, 0}, s.width));
  }
  return c;
}

static void free_with_program(Cfc *c) {
  Program *p = (Program *)c->program;
  cfc_free(c);
  program_free(p);
}

typedef struct {
  const char *old, *new, *map;
  const char *pairs; /* "old:new" by number, with ~ where by order and ! where given */
} Matching;

static char *pairs_text(const GArray *pairs) {
  GString *text = g_string_new(NULL);
  for (guint i = 0; i < pairs->len; i++) {
    const SitePair *p = &g_array_index(pairs, SitePair, i);
    g_string_append_printf(text, "%s%u:%u%s", i ? " " : "", p->old_site, p->new_site,
                           p->how == MATCH_ORDER   ? "~"
                           : p->how == MATCH_GIVEN ? "!"
                                                   : "");
  }
  return g_string_free(text, FALSE);
}

static void test_matching(void) {
  static const Matching cases[] = {
      {"x:int y:int", "x:int y:int", NULL, "0:0 1:1"},
      {"x:int y:int", "y:int x:int", NULL, "0:1 1:0"},
      {"x:int y:int", "w:int y:int", NULL, "0:0~ 1:1"},
      {"x:int y:int", "x:uint y:int", NULL, "0:0~ 1:1"},
      {"x:int y:int", "q:uint y:int", NULL, "1:1"},
      {"x:int y:int", "y:int", NULL, "1:0"},
      {"x:int", "x:int z:int", NULL, "0:0"},
      {"x:int", "a:int b:int", NULL, ""},
      {"x:int x:int", "x:int x:int", NULL, "0:0 1:1"},
      {"x:int x:int", "x:int", NULL, ""},
      {"x:int a:int x:int", "a:int x:int", NULL, "1:0 2:1~"},
      {"x:char", "x:int", NULL, ""},
      {"-:int -:int", "-:int -:int", NULL, "0:0 1:1"},
      {"a:int x:int y:int b:int", "a:int p:int q:int b:int", NULL, "0:0 1:1~ 2:2~ 3:3"},
      {"a:int x:int b:int", "a:int b:int x1:int", NULL, "0:0 2:1"},
      {"x:int y:int", "q:uint y:int", "x=q", "0:0! 1:1"},
      {"x:int y:int", "x:int y:int", "x=y", "0:1!"},
      {"x:int y:int", "x:int y:int", "x=", "1:1"},
      {"x:int y:int", "x:int y:int", "x@1:3#1=x@11:3#1", "0:0! 1:1"},
      {"", "x:int", NULL, ""}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    Cfc *old = cfc_of("old.c", cases[i].old, 1, 32), *new = cfc_of("new.c", cases[i].new, 11, 32);
    g_autoptr(GError) error = NULL;
    const char *const maps[] = {cases[i].map, NULL};
    g_autoptr(GArray) pairs = match_sites(old, new, maps, &error);
    g_assert_no_error(error);
    g_autofree char *text = pairs_text(pairs);
    g_test_message("%s | %s", cases[i].old, cases[i].new);
    g_assert_cmpstr(text, ==, cases[i].pairs);
    free_with_program(old);
    free_with_program(new);
  }
  term_store_clear();
}

static void test_bad_maps(void) {
  static const struct {
    const char *maps[3], *message;
  } bad[] = {{{"x"}, "OLD=NEW"},         {{"k=x"}, "no input 'k'"},  {{"x=k"}, "no input 'k'"},
             {{"x=x", "x=y"}, "'x' is"}, {{"x=x", "y=x"}, "'x' is"}, {{"x=c"}, "32 and 8 bits"},
             {{"x=", "x=x"}, "'x' is"}};
  for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
    Cfc *old = cfc_of("old.c", "x:int y:int c:char", 1, 32),
        *new = cfc_of("new.c", "x:int y:int c:char", 1, 32);
    g_autoptr(GError) error = NULL;
    g_assert_null(match_sites(old, new, bad[i].maps, &error));
    g_assert_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE);
    g_assert_nonnull(strstr(error->message, bad[i].message));
    free_with_program(old);
    free_with_program(new);
  }
  term_store_clear();
}

/* ---- what is said of every point ---- */

enum { WIDTH = 2, VALUES = 1 << WIDTH };

static const Term *random_formula(GRand *r, const GPtrArray *inputs, guint depth) {
  if (depth == 0 || g_rand_int_range(r, 0, 4) == 0) {
    const Term *a = inputs->pdata[g_rand_int_range(r, 0, (gint)inputs->len)],
               *b = g_rand_boolean(r) ? inputs->pdata[g_rand_int_range(r, 0, (gint)inputs->len)]
                                      : term_const(WIDTH, g_rand_int(r));
    return g_rand_boolean(r) ? term_eq(a, b) : term_binary(TERM_ULT, a, b);
  }
  const Term *a = random_formula(r, inputs, depth - 1), *b = random_formula(r, inputs, depth - 1);
  switch (g_rand_int_range(r, 0, 3)) {
  case 0: return term_and(a, b);
  case 1: return term_or(a, b);
  default: return term_not(a);
  }
}

static Cfc *random_cfc(GRand *r, const char *path, const char *sites, guint line) {
  Cfc *c = cfc_of(path, sites, line, WIDTH);
  const Term *lower = random_formula(r, c->inputs, 3),
             *upper = term_or(lower, random_formula(r, c->inputs, 2));
  if (!term_is_false(upper)) g_ptr_array_add(c->partitions, partition_new(upper, lower));
  return c;
}

static gboolean holds(const Term *t, const Model *m) { return term_eval(t, m) != 0; }

/* The point of the common space with that number. */
static Model *point(const GPtrArray *inputs, guint number) {
  Model *m = model_new();
  for (guint i = 0; i < inputs->len; i++, number /= VALUES) model_set(m, inputs->pdata[i], number % VALUES);
  return m;
}

/* Does t hold for all (or for some) values of the given inputs, the others as m says? */
static gboolean over(const Term *t, const Model *m, const GPtrArray *free, gboolean all) {
  guint n = 1;
  for (guint i = 0; i < free->len; i++) n *= VALUES;
  for (guint k = 0; k < n; k++) {
    Model *other = model_copy(m);
    guint rest = k;
    for (guint i = 0; i < free->len; i++, rest /= VALUES) model_set(other, free->pdata[i], rest % VALUES);
    const gboolean here = holds(t, other);
    model_free(other);
    if (here != all) return here;
  }
  return all;
}

typedef struct {
  const Term *old_lower, *old_upper, *new_lower, *new_upper; /* over the common space */
  GPtrArray *old_alone, *new_alone;
} Truth;

static void check_point(const Comparison *c, const Truth *t, const Model *m) {
  gboolean in[CHANGE_N];
  guint n = 0;
  for (ChangeKind k = 0; k < CHANGE_N; k++) n += in[k] = holds(c->changes[k].formula, m);
  g_assert_cmpuint(n, <=, 1);
  const gboolean failed = holds(t->old_lower, m), fails = holds(t->new_lower, m),
                 may_have = holds(t->old_upper, m), may = holds(t->new_upper, m);
  if (in[CHANGE_FIXED]) g_assert_true(failed && !over(t->new_upper, m, t->new_alone, FALSE));
  if (in[CHANGE_REMAINING]) g_assert_true(failed && over(t->new_lower, m, t->new_alone, TRUE));
  if (in[CHANGE_NEW]) g_assert_true(fails && !over(t->old_upper, m, t->old_alone, FALSE));
  if (in[CHANGE_FAILS]) g_assert_true(fails);
  g_assert_cmpint(in[CHANGE_MAY_FAIL], ==, may && !fails);
  /* nothing that may fail now is passed over, and nothing that may have failed */
  if (may) g_assert_true(in[CHANGE_REMAINING] || in[CHANGE_NEW] || in[CHANGE_FAILS] || in[CHANGE_MAY_FAIL]);
  if (may_have && !may) g_assert_true(in[CHANGE_FIXED] || in[CHANGE_MAY_BE_FIXED]);
}

/* Without inputs that both sides hide from each other, what is known is said. */
static void check_exactness(const Comparison *c, const Truth *t, const Model *m) {
  if (c->projected) return;
  const gboolean failed = holds(t->old_lower, m), fails = holds(t->new_lower, m);
  g_assert_cmpint(holds(c->changes[CHANGE_FIXED].formula, m), ==, failed && !holds(t->new_upper, m));
  g_assert_cmpint(holds(c->changes[CHANGE_REMAINING].formula, m), ==, failed && fails);
  g_assert_cmpint(holds(c->changes[CHANGE_NEW].formula, m), ==, fails && !holds(t->old_upper, m));
}

static Truth truth_of(const Comparison *c, const GPtrArray *inputs) {
  Truth t = {term_substitute(cfc_lower(c->old), c->old_inputs),
             term_substitute(cfc_upper(c->old), c->old_inputs),
             cfc_lower(c->new),
             cfc_upper(c->new),
             g_ptr_array_new(),
             g_ptr_array_new()};
  for (guint i = 0; i < inputs->len; i++) {
    const Term *old = comparison_old_input(c, inputs->pdata[i]),
               *new = comparison_new_input(c, inputs->pdata[i]);
    g_assert_true(old || new);
    /* what one side alone has is hidden from the other only when it could be one of that side's own */
    if (!old && c->projected) g_ptr_array_add(t.new_alone, inputs->pdata[i]);
    if (!new && c->projected) g_ptr_array_add(t.old_alone, inputs->pdata[i]);
  }
  return t;
}

static void check_states(const Comparison *c, const GPtrArray *inputs, guint n_points) {
  gboolean fails = FALSE, may = FALSE;
  for (ChangeKind k = 0; k < CHANGE_N; k++) {
    gboolean some = FALSE;
    for (guint i = 0; i < n_points && !some; i++) {
      Model *m = point(inputs, i);
      some = holds(c->changes[k].formula, m);
      model_free(m);
    }
    g_assert_cmpint(c->changes[k].state, ==, some ? CHANGE_SOME : CHANGE_NONE);
    if (some) g_assert_true(holds(c->changes[k].formula, c->changes[k].example));
    fails |= some && (k == CHANGE_REMAINING || k == CHANGE_NEW || k == CHANGE_FAILS);
    may |= some && k == CHANGE_MAY_FAIL;
  }
  g_assert_cmpint(comparison_verdict(c), ==, fails ? FIX_INCOMPLETE : may ? FIX_UNKNOWN : FIX_COMPLETE);
}

static void check_pair(GRand *r, const char *old_sites, const char *new_sites, gboolean decide) {
  Cfc *old = random_cfc(r, "old.c", old_sites, 1), *new = random_cfc(r, "new.c", new_sites, 20);
  g_autoptr(GError) error = NULL;
  Comparison *c = comparison_new(old, new, NULL, 20, &error);
  g_assert_no_error(error);
  g_autoptr(GPtrArray) inputs = comparison_inputs(c);
  Truth t = truth_of(c, inputs);
  guint n_points = 1;
  for (guint i = 0; i < inputs->len; i++) n_points *= VALUES;
  if (decide) comparison_decide(c, 20, (gsize)1 << 30);
  for (guint i = 0; i < n_points; i++) {
    Model *m = point(inputs, i);
    check_point(c, &t, m);
    check_exactness(c, &t, m);
    model_free(m);
  }
  if (decide) check_states(c, inputs, n_points);
  g_autofree char *text = comparison_text(c, TRUE), *json = comparison_json(c);
  g_assert_true(strstr(text, "old.c, then new.c") && strstr(json, "acf-comparison"));
  g_ptr_array_unref(t.old_alone);
  g_ptr_array_unref(t.new_alone);
  comparison_free(c);
  free_with_program(old);
  free_with_program(new);
  term_store_clear();
}

static void test_points(void) {
  static const struct {
    const char *old, *new;
    guint trials;
  } spaces[] = {{"x:int y:int", "x:int y:int", 60},
                {"x:int y:int", "y:int x:int", 60},
                {"x:int y:int", "x:int w:int", 60},
                {"x:int y:int", "x:int", 60},
                {"x:int", "x:int y:int", 60},
                {"x:int y:int", "x:int q:uint", 8},
                {"x:int y:int z:int", "x:int q:uint", 4}};
  GRand *r = g_rand_new_with_seed(7);
  for (guint s = 0; s < G_N_ELEMENTS(spaces); s++)
    for (guint i = 0; i < spaces[s].trials; i++) check_pair(r, spaces[s].old, spaces[s].new, i < 2);
  g_rand_free(r);
}

/* Where both hide an input, a failure is called remaining only if it is whatever the other is. */
static void test_hidden(void) {
  Cfc *old = cfc_of("old.c", "x:int y:int", 1, 32), *new = cfc_of("new.c", "x:int q:uint", 1, 32);
  const Term *x = old->inputs->pdata[0], *y = old->inputs->pdata[1], *q = new->inputs->pdata[1];
  const Term *zero = term_const(32, 0), *one = term_const(32, 1),
             *big = term_binary(TERM_ULT, term_const(32, 9), x);
  const Term *before = term_or(big, term_eq(y, zero)), *now = term_or(big, term_eq(q, one));
  g_ptr_array_add(old->partitions, partition_new(before, before));
  g_ptr_array_add(new->partitions, partition_new(now, now));
  g_autoptr(Comparison) c = comparison_new(old, new, NULL, 20, NULL);
  g_assert_true(c->projected);
  comparison_decide(c, 20, (gsize)1 << 30);
  g_assert_cmpint(c->changes[CHANGE_FIXED].state, ==, CHANGE_NONE);
  g_assert_cmpint(c->changes[CHANGE_REMAINING].state, ==, CHANGE_SOME);
  g_assert_cmpint(c->changes[CHANGE_FAILS].state, ==, CHANGE_SOME);
  g_assert_true(solver_valid(term_implies(c->changes[CHANGE_REMAINING].formula, big), 0));
  g_clear_pointer(&c, comparison_free);
  free_with_program(old);
  free_with_program(new);
  term_store_clear();
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/compare/matching", test_matching);
  g_test_add_func("/compare/bad-maps", test_bad_maps);
  g_test_add_func("/compare/points", test_points);
  g_test_add_func("/compare/hidden", test_hidden);
  return g_test_run();
}
