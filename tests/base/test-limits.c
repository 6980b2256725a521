/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of limits: its rows, and how they are set. */
#include "base/limits.h"
#include <string.h>

static void test_rows(void) {
#define LIMIT(name, type, standard, least, most, text)                                                       \
  g_assert_cmpfloat((double)(least), <=, (double)(standard));                                                \
  g_assert_cmpfloat((double)(standard), <=, (double)(most));                                                 \
  g_assert_true(limits.name == (type)(standard));                                                            \
  g_assert_true((type)(least) >= 0 && (double)(type)(most) == (double)(most));                               \
  g_assert_cmpstr(text, !=, "");
#include "base/limits.def"
#undef LIMIT
}

/* What a name ends in is what is counted. */
static void test_units(void) {
#define LIMIT(name, type, standard, least, most, text)                                                       \
  if (g_str_has_suffix(#name, "_ms")) g_assert_cmpfloat((double)(least), >=, 1);                             \
  if (g_str_has_suffix(#name, "_ms")) g_assert_cmpfloat((double)(most), <=, G_MAXUINT / 1000);               \
  if (g_str_has_suffix(#name, "_share")) g_assert_cmpfloat((double)(most), <=, 1);                           \
  if (g_str_has_suffix(#name, "_share")) g_assert_cmpfloat((double)(least), >, 0);                           \
  if (g_str_has_suffix(#name, "_factor") && sizeof(type) == sizeof(guint))                                   \
    g_assert_cmpfloat((double)(least), >=, 2);
#include "base/limits.def"
#undef LIMIT
}

static void set_well(const char *assignment) {
  g_autoptr(GError) error = NULL;
  g_assert_true(limits_set(assignment, &error));
  g_assert_no_error(error);
}

static void test_set(void) {
  const Limits before = limits;
  set_well("loop_max_partitions=7");
  g_assert_cmpuint(limits.loop_max_partitions, ==, 7);
  set_well("loop_max_partitions=8");
  g_assert_cmpuint(limits.loop_max_partitions, ==, 8);
  set_well("guess_share=0.25");
  g_assert_cmpfloat(limits.guess_share, ==, 0.25);
  set_well("exhaustive_points=1e6");
  g_assert_cmpint(limits.exhaustive_points, ==, 1000000);
  limits.loop_max_partitions = before.loop_max_partitions;
  limits.guess_share = before.guess_share;
  limits.exhaustive_points = before.exhaustive_points;
  g_assert_cmpmem(&limits, sizeof limits, &before, sizeof before);
}

/* The message names what would be right, and nothing changes. */
static void refuse(const char *assignment, const char *word) {
  const Limits before = limits;
  g_autoptr(GError) error = NULL;
  g_assert_false(limits_set(assignment, &error));
  g_assert_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE);
  if (!strstr(error->message, word)) g_error("'%s' is not in: %s", word, error->message);
  g_assert_cmpmem(&limits, sizeof limits, &before, sizeof before);
}

static void test_wrong(void) {
  refuse("loop_max_partitions", "NAME=VALUE");
  refuse("", "NAME=VALUE");
  refuse("=3", "no limit is called ''");
  refuse("loop_max_partition=3", "loop_max_partitions");
  refuse("max_partitions=3", "loop_max_partitions");
  refuse("lop_max_partitions=3", "loop_max_partitions");
  refuse("loop_max_partitions=0", "from 1 to 1000000000");
  refuse("loop_max_partitions=1e12", "from 1 to 1000000000");
  refuse("loop_max_partitions=2.5", "whole number");
  refuse("loop_max_partitions=", "whole number");
  refuse("loop_max_partitions=many", "not 'many'");
  refuse("loop_max_partitions=3 ", "not '3 '");
  refuse("loop_max_partitions= 3", "not ' 3'");
  refuse("guess_share=nan", "from 0.001 to 1");
  refuse("guess_share=inf", "from 0.001 to 1");
  refuse("guess_share=-0.1", "from 0.001 to 1");
  refuse("guess_share=0,5", "from 0.001 to 1");
}

/* A line for each row, with the value in force. */
static void test_table(void) {
  const guint before = limits.loop_max_partitions;
  limits.loop_max_partitions = 12321;
  g_autofree char *table = limits_table();
  limits.loop_max_partitions = before;
  g_auto(GStrv) lines = g_strsplit(table, "\n", -1);
  guint n = 0;
  const char *row = NULL;
#define LIMIT(name, type, standard, least, most, text)                                                       \
  g_assert_true(g_str_has_prefix(lines[n], #name " "));                                                      \
  g_assert_true(g_str_has_suffix(lines[n], text));                                                           \
  if (g_str_equal(#name, "loop_max_partitions")) row = lines[n];                                             \
  n++;
#include "base/limits.def"
#undef LIMIT
  g_assert_cmpuint(g_strv_length(lines), ==, n + 1);
  g_assert_nonnull(row);
  g_assert_nonnull(strstr(row, " 12321 "));
  g_assert_nonnull(strstr(row, " 1..1000000000 "));
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/limits/rows", test_rows);
  g_test_add_func("/limits/units", test_units);
  g_test_add_func("/limits/set", test_set);
  g_test_add_func("/limits/wrong", test_wrong);
  g_test_add_func("/limits/table", test_table);
  return g_test_run();
}
