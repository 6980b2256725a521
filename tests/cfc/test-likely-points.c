/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points found by trying: in the region, and within the ranges of inputs. */
#include "cfc/likely-points.h"

static const Term *add_input(Program *p, guint width, InputSource source, gint64 least, gint64 most) {
  const InputSite s = {.kind = SITE_STDIN,
                       .width = width,
                       .element_width = width,
                       .is_signed = TRUE,
                       .ranged = least < most,
                       .least = least,
                       .most = most,
                       .source = source,
                       .loc = {"p.c", p->sites->len + 1, 1}};
  return term_input((InputKey){program_add_site(p, &s), 1, 0}, width);
}

/* Twelve conversions find a number each, of which two have certain values: no point at random has that. */
static void test_conjuncts(void) {
  Program *p = program_new("p.c", 64);
  const Term *region = term_bool(TRUE);
  for (guint i = 1; i <= 12; i++) {
    const InputSource status = {.part = SOURCE_STATUS, .number = i},
                      value = {.part = SOURCE_VALUE, .number = i, .conversion = "%d"};
    const Term *s = add_input(p, 8, status, -1, 1), *n = add_input(p, 32, value, 0, 0);
    region = term_and(region, term_eq(s, term_const(8, 1)));
    if (i % 6 == 0) region = term_and(region, term_eq(n, term_const(32, 1000000 + i)));
  }
  Model *found = likely_point(p, region, 20000);
  g_assert_nonnull(found);
  g_assert_cmpuint(term_eval(region, found), ==, 1);
  model_free(found);
  program_free(p);
}

static void test_ranges(void) {
  Program *p = program_new("p.c", 64);
  const Term *byte = add_input(p, 16, (InputSource){.part = SOURCE_BYTE}, -1, 255);
  Model *found = likely_point(p, term_not(term_eq(byte, term_const(16, 'a'))), 20000);
  g_assert_nonnull(found);
  g_assert_cmpint(term_signed(model_value(found, byte), 16), >=, -1);
  g_assert_cmpint(term_signed(model_value(found, byte), 16), <=, 255);
  model_free(found);
  g_assert_null(likely_point(p, term_eq(byte, term_const(16, 300)), 200));
  g_assert_null(likely_point(p, term_bool(FALSE), 200));
  program_free(p);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/likely-points/conjuncts", test_conjuncts);
  g_test_add_func("/likely-points/ranges", test_ranges);
  return g_test_run();
}
