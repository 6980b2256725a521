/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Detection: every combination of the verdicts of three analyzers against rules that are stated again here,
 * tables made by hand, and the halves of divide and conquer. */
#include "audit/detect.h"
#include "audit/divide.h"
#include "audit/groups.h"
#include <glib.h>
#include <math.h>

static const Suspicion *find(const GArray *found, guint analyzer) {
  for (guint i = 0; i < found->len; i++)
    if (g_array_index(found, Suspicion, i).analyzer == analyzer) return &g_array_index(found, Suspicion, i);
  return NULL;
}

/* What must be said of analyzer i. */
static void check_one(const Vote *v, guint i, Truth truth, const Suspicion *s) {
  guint unsafe = 0, safe = 0;
  gboolean under = FALSE;
  for (guint k = 0; k < 3; k++) {
    unsafe += k != i && v[k].verdict == TOOL_FAILING;
    safe += k != i && v[k].verdict == TOOL_SAFE;
    under |= k != i && v[k].verdict == TOOL_FAILING && v[k].under;
  }
  const gboolean says_safe = v[i].verdict == TOOL_SAFE, says_unsafe = v[i].verdict == TOOL_FAILING;
  const gboolean wrong = (says_safe && truth == TRUTH_FAILS) || (says_unsafe && truth == TRUTH_SAFE);
  const gboolean right = (says_safe && truth == TRUTH_SAFE) || (says_unsafe && truth == TRUTH_FAILS);
  const guint delta = says_safe ? unsafe : says_unsafe ? safe : 0;
  g_assert_cmpint(s != NULL, ==, delta > 0 || wrong);
  if (!s) return;
  g_assert_cmpint(s->fault, ==, says_safe ? FAULT_UNSOUND : FAULT_IMPRECISE);
  g_assert_cmpuint(s->delta, ==, delta);
  g_assert_cmpint(s->must, ==, says_safe && under);
  g_assert_cmpint(s->ruling, ==, wrong ? RULING_PROVEN : right ? RULING_OVERTURNED : RULING_OPEN);
}

/* 3 verdicts, over- or under-approximating, for each of three analyzers, and the truth. */
static void test_all_of_three(void) {
  for (guint code = 0; code < 6 * 6 * 6 * 3; code++) {
    Vote v[3];
    guint rest = code;
    for (guint i = 0; i < 3; i++, rest /= 6)
      v[i] = (Vote){.verdict = (ToolVerdict)(rest % 3), .under = rest / 3 % 2 != 0};
    const Truth truth = (Truth)rest;
    g_autoptr(GArray) found = detect(v, 3, truth);
    for (guint i = 0; i < 3; i++) check_one(v, i, truth, find(found, i));
    for (guint i = 1; i < found->len; i++) {
      const Suspicion *a = &g_array_index(found, Suspicion, i - 1), *b = &g_array_index(found, Suspicion, i);
      g_assert_true(a->ruling == RULING_PROVEN || b->ruling != RULING_PROVEN);
      if ((a->ruling == RULING_PROVEN) == (b->ruling == RULING_PROVEN))
        g_assert_cmpuint(a->delta, >=, b->delta);
    }
    g_assert_cmpint(detect_disagreement(v, 3, truth), ==, found->len > 0);
  }
}

/* Fig. 2, line 7: all six but one say safe. */
static void test_five_imprecise(void) {
  Vote v[6];
  for (guint i = 0; i < 6; i++) v[i] = (Vote){.verdict = i == 4 ? TOOL_FAILING : TOOL_SAFE, .under = i == 0};
  g_autoptr(GArray) found = detect(v, 6, TRUTH_SAFE);
  g_assert_cmpuint(found->len, ==, 6);
  g_assert_cmpuint(g_array_index(found, Suspicion, 0).analyzer, ==, 4);
  g_assert_cmpuint(g_array_index(found, Suspicion, 0).delta, ==, 5);
  g_assert_cmpint(g_array_index(found, Suspicion, 0).ruling, ==, RULING_PROVEN);
  for (guint i = 0; i < 6; i++)
    if (i != 4) g_assert_cmpint(find(found, i)->ruling, ==, RULING_OVERTURNED);
}

/* A run that overflows proves nothing against a verifier that leaves such runs out. */
static void test_excused(void) {
  const Vote v[] = {
      {.verdict = TOOL_SAFE, .excused = TRUE}, {.verdict = TOOL_SAFE}, {.verdict = TOOL_UNKNOWN}};
  g_autoptr(GArray) found = detect(v, 3, TRUTH_FAILS);
  g_assert_cmpuint(found->len, ==, 1);
  g_assert_cmpuint(g_array_index(found, Suspicion, 0).analyzer, ==, 1);
}

static void count_programs(guint n, guint matters, const char *part, guint *programs, guint *found) {
  guint from, to;
  g_assert_true(divide_part(n, part, &from, &to));
  (*programs)++;
  if (matters < from || matters >= to) return;
  if (!divide_again(n, part)) {
    g_assert_cmpuint(from, ==, matters);
    g_assert_cmpuint(to, ==, matters + 1);
    (*found)++;
    return;
  }
  for (guint half = 0; half < 2; half++) {
    g_autofree char *next = g_strdup_printf("%s%u", part, half);
    count_programs(n, matters, next, programs, found);
  }
}

/* At most 2 log2(n) + 1 programs for one condition that matters, which is found. */
static void test_divide(void) {
  for (guint n = 1; n <= 64; n++)
    for (guint matters = 0; matters < n; matters++) {
      guint programs = 0, found = 0;
      count_programs(n, matters, "", &programs, &found);
      g_assert_cmpuint(found, ==, 1);
      g_assert_cmpuint(programs, <=, 2 * (guint)ceil(log2(n)) + 1);
    }
  guint from, to;
  g_assert_false(divide_part(1, "0", &from, &to));
  g_assert_false(divide_again(1, ""));
}

static void test_groups(void) {
  g_autofree char *a = group_shape("int main(void) { int x = f(); if (x == 13) reach_error(); }"),
                  *b = group_shape(
                      "int main(void)\n{ int counter = get(); /* c */ if (counter == 7) reach_error(); }"),
                  *c = group_shape("int main(void) { int x = f(); if (x != 13) reach_error(); }");
  g_assert_cmpstr(a, ==, b);
  g_assert_cmpstr(a, !=, c);
  g_autofree char *k1 = group_key("smack", FAULT_UNSOUND, "", "a.c", 3, "(x) == (1)"),
                  *k2 = group_key("smack", FAULT_UNSOUND, "", "a.c", 3, "(x) == (2)"),
                  *k3 = group_key("crab", FAULT_UNSOUND, "", "a.c", 3, "(x) == (1)");
  g_assert_cmpstr(k1, ==, k2);
  g_assert_cmpstr(k1, !=, k3);
  g_autofree char *half = finding_conditions("a\nb\nc\nd", "10");
  g_assert_cmpstr(half, ==, "c");
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/detect/all-of-three", test_all_of_three);
  g_test_add_func("/detect/five-imprecise", test_five_imprecise);
  g_test_add_func("/detect/excused", test_excused);
  g_test_add_func("/detect/divide", test_divide);
  g_test_add_func("/detect/groups", test_groups);
  return g_test_run();
}
