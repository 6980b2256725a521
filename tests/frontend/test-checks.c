/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks of arithmetic: programs of one expression over two inputs are lowered for a property and run on
 * values at the ends of types; they fail exactly where C's arithmetic, computed here, does. */
#include <limits.h>
#include <string.h>
#include "tests/helpers/sample.h"
#include "tests/helpers/ir-run.h"

typedef gboolean (*Fails)(gint64 x, gint64 y);

static gboolean never(gint64 x, gint64 y) { return (void)x, (void)y, FALSE; }
static gboolean is_no_int(gint64 v) { return v < INT_MIN || v > INT_MAX; }
static gboolean sum(gint64 x, gint64 y) { return is_no_int(x + y); }
static gboolean difference(gint64 x, gint64 y) { return is_no_int(x - y); }
static gboolean product(gint64 x, gint64 y) { return is_no_int(x * y); }
static gboolean square(gint64 x, gint64 y) { return (void)y, is_no_int(x * x); }
static gboolean negation(gint64 x, gint64 y) { return (void)y, x == INT_MIN; }
static gboolean from_constant(gint64 x, gint64 y) { return (void)y, is_no_int(-7 - x); }
static gboolean times_constant(gint64 x, gint64 y) { return (void)y, is_no_int(x * -6); }
static gboolean quotient(gint64 x, gint64 y) { return x == INT_MIN && y == -1; }
static gboolean zero(gint64 x, gint64 y) { return (void)x, y == 0; }
static gboolean quotient_or_zero(gint64 x, gint64 y) { return quotient(x, y) || zero(x, y); }
static gboolean increment(gint64 x, gint64 y) { return (void)y, x == INT_MAX; }
static gboolean shift(gint64 x, gint64 y) { return (void)x, y < 0 || y > 31; }
static gboolean wide_shift(gint64 x, gint64 y) { return (void)x, y < 0 || y > 63; }
static gboolean wide_sum(gint64 x, gint64 y) {
  gint64 result;
  return __builtin_add_overflow((gint64)((guint64)x << 32), (gint64)((guint64)y << 32), &result);
}
static gboolean wide_product(gint64 x, gint64 y) {
  gint64 result;
  return __builtin_mul_overflow(x * 8, y, &result);
}
static gboolean equal(gint64 x, gint64 y) { return x == y; }

static const struct {
  const char *property, *statement;
  Fails fails;
} rows[] = {
    {"no-overflow", "r = x + y;", sum},
    {"no-overflow", "r = x - y;", difference},
    {"no-overflow", "r = x * y;", product},
    {"no-overflow", "r = x * x;", square},
    {"no-overflow", "r = -x;", negation},
    {"no-overflow", "r = -7 - x;", from_constant},
    {"no-overflow", "r = x * -6;", times_constant},
    {"no-overflow", "x += y;", sum},
    {"no-overflow", "x++;", increment},
    {"no-overflow", "if (y != 0) r = x / y;", quotient},
    {"no-overflow", "if (y != 0) r = x % y;", quotient},
    {"no-overflow", "r = (unsigned)x + y;", never},
    {"no-overflow", "short s = x; s++; s += (short)y;", never},
    {"no-overflow", "r = x << y;", never},
    {"no-overflow", "r = (long long)x * y > 5;", never},
    {"no-overflow",
     "r = ((long long)((unsigned long long)x << 32)) + ((long long)((unsigned long long)y << 32)) > 0;",
     wide_sum},
    {"no-overflow", "long long a = x; a *= 8; r = a * y > 0;", wide_product},
    {"no-overflow", "if (x == y) reach_error(); r = x + y;", NULL},
    {"runtime-errors", "if (x == y) reach_error();", equal},
    {"runtime-errors", "if (x == y) abort();", equal},
    {"runtime-errors", "if (x == y) __builtin_trap();", equal},
    {"runtime-errors", "if (x == y) __builtin_unreachable();", equal},
    {"runtime-errors", "r = x / y;", quotient_or_zero},
    {"runtime-errors", "r = x % y;", quotient_or_zero},
    {"runtime-errors", "r = (unsigned)x / (unsigned)y;", zero},
    {"runtime-errors", "r = x << y;", shift},
    {"runtime-errors", "r = -1 >> y;", shift},
    {"runtime-errors", "r = (unsigned long long)x >> y;", wide_shift},
    {"runtime-errors", "r = (short)x << 15;", never},
    {"def-behavior", "if (x == y) abort();", never},
    {"def-behavior", "if (y == 0) r = 1 / 0;", zero},
    {"no-overflow", "if (y == 0) r = 2147483647 + 1;", zero},
    {"unreach-call", "r = x + y; r = x << y;", never},
};

static gboolean sum_unless_equal(gint64 x, gint64 y) { return x != y && sum(x, y); }

typedef struct {
  gint32 x, y;
} Point;

static guint64 input(const InputSite *site, guint occurrence, gpointer data) {
  const Point *p = data;
  (void)occurrence;
  return (guint32)(site->loc.line == 3 ? p->x : p->y);
}

static void check_row(guint row) {
  static const gint32 values[] = {0,      1,       -1,      2,           3,          7,           31,
                                  32,     33,      46340,   46341,       63,         64,          -7,
                                  -46341, 1 << 30, 1 << 28, 357913941,   INT_MAX,    INT_MAX - 1, -1024,
                                  715827, 65536,   INT_MIN, INT_MIN + 1, INT_MIN + 7};
  g_autoptr(Property) p = property_named(rows[row].property);
  const FrontendOptions options = {.property = p};
  g_autofree char *text =
      g_strdup_printf("extern int __VERIFIER_nondet_int(void); extern void reach_error(void);"
                      "extern void abort(void); volatile int r;\nint main(void) {\n"
                      "int x = __VERIFIER_nondet_int();\nint y = __VERIFIER_nondet_int();\n%s\n"
                      "return 0; }\n",
                      rows[row].statement);
  GError *error = NULL;
  Program *program = sample_read(text, ".c", &options, &error);
  g_assert_no_error(error);
  const Fails fails = rows[row].fails ? rows[row].fails : sum_unless_equal;
  for (guint i = 0; i < G_N_ELEMENTS(values); i++)
    for (guint k = 0; k < G_N_ELEMENTS(values); k++) {
      Point point = {values[i], values[k]};
      const gboolean failed = ir_run(program, input, &point, 1000, NULL) == RUN_FAILS;
      if (failed == fails(point.x, point.y)) continue;
      g_test_message("%s, %s, x = %d, y = %d: %s", rows[row].property, rows[row].statement, point.x, point.y,
                     failed ? "fails" : "does not fail");
      g_test_fail();
    }
  program_free(program);
}

static void test_arithmetic(void) {
  for (guint i = 0; i < G_N_ELEMENTS(rows); i++) check_row(i);
}

/* ---- places and kinds ---- */

static const IrBlock *failing_block(const Program *p, FailureKind kind) {
  for (guint f = 0; f < p->functions->len; f++) {
    const GPtrArray *blocks = program_function(p, f)->blocks;
    for (guint b = 0; b < blocks->len; b++) {
      const IrBlock *block = blocks->pdata[b];
      if (block->term == IR_ERROR && block->failure == kind) return block;
    }
  }
  return NULL;
}

static const char mixed[] = "int main(int argc, char **argv) {\n  int q = 5 / argc;\n  return q + argc;\n}\n";

static Program *load_mixed(Property *p) {
  const FrontendOptions options = {.property = p};
  GError *error = NULL;
  Program *program = sample_read(mixed, ".c", &options, &error);
  g_assert_no_error(error);
  return program;
}

static void test_places(void) {
  g_autoptr(Property) p = property_named("runtime-errors");
  Program *program = load_mixed(p);
  const IrBlock *division = failing_block(program, FAILURE_DIVISION_BY_ZERO),
                *overflow = failing_block(program, FAILURE_OVERFLOW);
  g_assert_true(division && overflow);
  g_assert_cmpuint(division->term_loc.line, ==, 2);
  g_assert_cmpuint(division->term_loc.column, ==, 13);
  g_assert_cmpuint(overflow->term_loc.line, ==, 3);
  g_assert_cmpstr(overflow->reason, ==, "+");
  program_free(program);
}

static void test_restricted(void) {
  g_autoptr(Property) only = property_named("runtime-errors"), at = property_copy(only);
  property_set_failures(only, FAILURE_BIT(OVERFLOW));
  Program *program = load_mixed(only);
  g_assert_true(failing_block(program, FAILURE_OVERFLOW) &&
                !failing_block(program, FAILURE_DIVISION_BY_ZERO));
  program_free(program);
  property_set_place(at, "elsewhere.c", 3);
  program = load_mixed(at);
  g_assert_true(!failing_block(program, FAILURE_OVERFLOW) &&
                !failing_block(program, FAILURE_DIVISION_BY_ZERO));
  program_free(program);
}

/* Without a property by name: what the program calls decides. */
static void test_chosen(void) {
  static const struct {
    const char *text;
    PropertyKind kind;
  } texts[] = {
      {"int main(void) { return 0; }", PROPERTY_RUNTIME_ERRORS},
      {"extern int getchar(void); int main(void) { return 5 / getchar(); }", PROPERTY_RUNTIME_ERRORS},
      {"extern int __VERIFIER_nondet_int(void); int main(void) { return __VERIFIER_nondet_int(); }",
       PROPERTY_UNREACH_CALL},
      {"void reach_error(void) {} int main(void) { reach_error(); }", PROPERTY_UNREACH_CALL}};
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
    const FrontendOptions options = {.chooses = TRUE};
    GError *error = NULL;
    Program *program = sample_read(texts[i].text, ".c", &options, &error);
    g_assert_no_error(error);
    g_assert_cmpint(program->property->kind, ==, texts[i].kind);
    program_free(program);
  }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_set_nonfatal_assertions();
  g_test_add_func("/checks/arithmetic", test_arithmetic);
  g_test_add_func("/checks/places", test_places);
  g_test_add_func("/checks/restricted", test_restricted);
  g_test_add_func("/checks/chosen", test_chosen);
  return g_test_run();
}
