/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small examples: within the region, near zero, printable, short. */
#include "cfc/prefer.h"
#include "formula/floats.h"

static const Term *add_input(Program *p, SiteKind kind, guint width, InputSource source) {
  const InputSite s = {.kind = kind,
                       .width = width,
                       .element_width = width,
                       .is_signed = TRUE,
                       .source = source,
                       .loc = {"p.c", p->sites->len + 1, 1}};
  return term_input((InputKey){program_add_site(p, &s), 1, 0}, width);
}

static gint64 preferred(const Program *p, const Term *region, const Term *input, guint64 from) {
  Model *point = model_new();
  model_set(point, input, from);
  g_assert_cmpuint(term_eval(region, point), ==, 1);
  Model *small = prefer_small(p, region, point);
  g_assert_nonnull(small);
  g_assert_cmpuint(term_eval(region, small), ==, 1);
  const gint64 value = term_signed(model_value(small, input), input->width);
  model_free(small);
  model_free(point);
  return value;
}

static void test_numbers(void) {
  Program *p = program_new("p.c", 64);
  const Term *n = add_input(p, SITE_PARAMETER, 32, (InputSource){.part = SOURCE_SCALAR, .path = "n"}),
             *at_least = term_binary(TERM_SLE, term_const(32, 1000), n),
             *below = term_binary(TERM_SLT, n, term_const(32, (guint64)-50)),
             *not_small = term_not(
                 term_binary(TERM_ULT, term_binary(TERM_ADD, n, term_const(32, 3)), term_const(32, 6)));
  g_assert_cmpint(preferred(p, at_least, n, 123456789), ==, 1000);
  g_assert_cmpint(preferred(p, below, n, 0x80000000), ==, -51);
  g_assert_cmpint(preferred(p, not_small, n, 77777), ==, 3);
  g_assert_cmpint(preferred(p, term_eq(n, term_const(32, 42)), n, 42), ==, 42);
  const Term *sevenths = term_eq(term_binary(TERM_SREM, n, term_const(32, 7)), term_const(32, 0)),
             *large = term_binary(TERM_SLE, term_const(32, 101), n);
  g_assert_cmpint(preferred(p, term_and(sevenths, large), n, 2000031264), <, 300);
  program_free(p);
  term_store_clear();
}

/* Two that only move together. */
static void test_pairs(void) {
  Program *p = program_new("p.c", 64);
  const Term *x = add_input(p, SITE_PARAMETER, 32, (InputSource){.part = SOURCE_SCALAR, .path = "x"}),
             *y = add_input(p, SITE_PARAMETER, 32, (InputSource){.part = SOURCE_SCALAR, .path = "y"}),
             *sum = term_eq(term_binary(TERM_ADD, x, y), term_const(32, 9)),
             *region = term_and(sum, term_binary(TERM_SLT, y, term_const(32, (guint64)-3)));
  Model *point = model_new();
  model_set(point, x, 98318);
  model_set(point, y, (guint64)-98309);
  Model *small = prefer_small(p, region, point);
  g_assert_cmpuint(term_eval(region, small), ==, 1);
  g_assert_cmpuint(model_value(small, x), ==, 13);
  model_free(small);
  model_free(point);
  program_free(p);
  term_store_clear();
}

static void test_bytes(void) {
  Program *p = program_new("p.c", 64);
  const Term *argument = add_input(p, SITE_ARGV, 8, (InputSource){.part = SOURCE_BYTE, .argument = 1}),
             *text = add_input(p, SITE_STDIN, 16, (InputSource){.part = SOURCE_BYTE}),
             *count = add_input(p, SITE_ARGV, 32, (InputSource){.part = SOURCE_COUNT});
  g_assert_cmpint(preferred(p, term_not(term_eq(argument, term_const(8, 'x'))), argument, 200), ==, 0);
  g_assert_cmpint(preferred(p, term_not(term_eq(argument, term_const(8, 0))), argument, 200), ==, '0');
  g_assert_cmpint(preferred(p, term_binary(TERM_ULE, term_const(8, 'b'), argument), argument, 200), ==, 'b');
  g_assert_cmpint(preferred(p, term_not(term_eq(text, term_const(16, 'x'))), text, 7), ==, -1);
  g_assert_cmpint(preferred(p, term_binary(TERM_SLE, term_const(16, 0), text), text, 7), ==, '0');
  g_assert_cmpint(preferred(p, term_binary(TERM_SLT, term_const(32, 2), count), count, 5), ==, 3);
  g_assert_cmpint(preferred(p, term_binary(TERM_SLT, term_const(32, (guint64)-3), count), count, 5), ==, 1);
  program_free(p);
  term_store_clear();
}

/* What input functions return is near zero, too; without inputs there is nothing to prefer. */
static void test_others(void) {
  Program *p = program_new("p.c", 64);
  const Term *n = add_input(p, SITE_NONDET, 32, (InputSource){0});
  Model *point = model_new();
  model_set(point, n, 5);
  g_assert_cmpint(preferred(p, term_not(term_eq(n, term_const(32, 0))), n, 0x80000000), ==, 1);
  g_assert_cmpint(preferred(p, term_binary(TERM_SLT, n, term_const(32, 0)), n, 0x80000000), ==, -1);
  g_assert_null(prefer_small(p, term_bool(TRUE), point));
  model_free(point);
  program_free(p);
  term_store_clear();
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/prefer/numbers", test_numbers);
  g_test_add_func("/prefer/pairs", test_pairs);
  g_test_add_func("/prefer/bytes", test_bytes);
  g_test_add_func("/prefer/others", test_others);
  return g_test_run();
}
