/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arguments and the standard input as inputs: formats of scanf, which numbers texts denote, and which inputs programs
 * get. */
#include <json-glib/json-glib.h>
#include <string.h>
#include "base/limits.h"
#include "frontend/scan-format.h"
#include "ir/scanned.h"
#include "tests/helpers/sample.h"

/* ---- formats ---- */

static const ScanItem *only_item(const GArray *items) {
  g_assert_nonnull(items);
  g_assert_cmpuint(items->len, ==, 1);
  return &g_array_index(items, ScanItem, 0);
}

static void check_integer(const char *format, const char *conversion, guint size, guint base, guint width) {
  g_autoptr(GArray) items = scan_format_parse(format, TRUE);
  const ScanItem *item = only_item(items);
  g_assert_cmpint(item->kind, ==, SCAN_INTEGER);
  g_assert_cmpstr(item->conversion, ==, conversion);
  g_assert_cmpuint(item->size, ==, size);
  g_assert_cmpuint(item->base, ==, base);
  g_assert_cmpuint(item->width, ==, width);
}

static void test_formats(void) {
  check_integer("%d", "%d", 4, 10, 0);
  check_integer("%12lld", "%lld", 8, 10, 12);
  check_integer("%hhu", "%hhu", 1, 10, 0);
  check_integer("%lx", "%lx", 8, 16, 0);
  check_integer("%i", "%i", 4, 0, 0);
  g_autoptr(GArray) set = scan_format_parse("%3[^]a-c]", FALSE);
  const ScanItem *item = only_item(set);
  g_assert_cmpint(item->kind, ==, SCAN_SET);
  g_assert_cmpuint(item->width, ==, 3);
  g_assert_true(!item->set[']'] && !item->set['b'] && item->set['d'] && item->set['-']);
  g_autoptr(GArray) mixed = scan_format_parse(" %d, %*s", FALSE);
  g_assert_cmpuint(mixed->len, ==, 5);
  g_assert_true(g_array_index(mixed, ScanItem, 4).suppressed);
  static const char *const refused[] = {"%", "%Lf", "%5f", "%a", "%llf", "%n", "%p", "%ls", "%[abc", "%0d", "%%", "%m[a]", "%1$d"};
  for (guint i = 0; i < G_N_ELEMENTS(refused); i++) g_assert_null(scan_format_parse(refused[i], TRUE));
}

static void test_decimal(void) {
  static const struct {
    const char *format;
    gboolean decimal;
  } cases[] = {{"%d", TRUE}, {" %d\n%lu %hhd", TRUE}, {"%d,%d", FALSE}, {"%3d", FALSE},
               {"%*d", FALSE}, {"%i", FALSE},         {"%x", FALSE},    {"%d%c", FALSE}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GArray) items = scan_format_parse(cases[i].format, TRUE);
    g_assert_cmpint(scan_format_is_decimal(items), ==, cases[i].decimal);
  }
}

static void test_itemized(void) {
  static const struct {
    const char *format;
    gboolean itemized;
    guint count;
  } cases[] = {{"%d", TRUE, 1},     {"%d %c %d", TRUE, 3}, {"(%d,%d)\n", TRUE, 5}, {"x=%*d%1c", TRUE, 4}, {" \t", TRUE, 0},
               {"%2c", FALSE, 1},   {"%3d", FALSE, 1},     {"%d 1", FALSE, 2},     {"%x", FALSE, 1},     {"%s", FALSE, 1},
               {"%d\200", FALSE, 2}, {"%lf %g,%*e", TRUE, 4}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GArray) items = scan_format_parse(cases[i].format, TRUE);
    g_assert_cmpint(scan_format_is_itemized(items), ==, cases[i].itemized);
    g_assert_cmpuint(scan_format_count(items, 0), ==, cases[i].count);
    g_assert_cmpuint(scan_format_count(items, items->len), ==, 0);
  }
}

/* ---- inputs ---- */

static Program *load(const char *text, gboolean lp64, const InputBounds *bounds) {
  const FrontendOptions options = {.lp64 = lp64, .bounds = bounds};
  GError *error = NULL;
  Program *p = sample_read(text, ".c", &options, &error);
  g_assert_no_error(error);
  return p;
}

static const InputSite *find(const Program *p, SiteKind kind, SourcePart part, guint argument) {
  for (guint i = 0; i < p->sites->len; i++) {
    const InputSite *s = program_site(p, i);
    if (s->kind == kind && s->source.part == part && s->source.argument == argument) return s;
  }
  return NULL;
}

#define ATOI "int atoi(const char *); long strtol(const char *, char **, int); int *__errno_location(void);\n"

/* Which numbers atoi makes of so many bytes. */
static void test_ranges(void) {
  static const struct {
    guint length;
    gboolean lp64, ranged;
    gint64 least, most;
  } cases[] = {{0, TRUE, TRUE, 0, 0},
               {1, TRUE, TRUE, 0, 9},
               {6, TRUE, TRUE, -99999, 999999},
               {9, FALSE, TRUE, -99999999, 999999999},
               {10, FALSE, TRUE, -999999999, G_MAXINT32},
               {10, TRUE, FALSE, 0, 0},
               {11, FALSE, FALSE, 0, 0}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    InputBounds b = {.given = (BOUND_ARGS | BOUND_ARG_LENGTH | BOUND_STDIN_LENGTH), .args_least = 1, .args_most = 1, .arg_length = cases[i].length};
    Program *p = load(ATOI "int main(int c, char **v) { return atoi(v[1]); }", cases[i].lp64, &b);
    const InputSite *s = find(p, SITE_ARGV, SOURCE_VALUE, 1);
    g_assert_nonnull(s);
    g_assert_cmpint(s->ranged, ==, cases[i].ranged);
    if (s->ranged) g_assert_cmpint(s->least, ==, cases[i].least);
    if (s->ranged) g_assert_cmpint(s->most, ==, cases[i].most);
    program_free(p);
  }
}

/* Whether arguments are numbers or bytes. */
static void test_numbers_or_bytes(void) {
  static const struct {
    const char *text;
    gboolean numbers;
  } cases[] = {
      {"int main(int c, char **v) { return atoi(v[1]); }", TRUE},
      {"int main(int c, char **v) { return v[2] ? atoi(v[1]) + atoi(v[2]) : 0; }", TRUE},
      {"int main(int c, char **v) { int s = 0; for (int i = 1; i < c; i++) s += atoi(v[i]); return s; }", TRUE},
      {"int main(int c, char **v) { return atoi(v[1]) + strtol(v[2], 0, 8); }", TRUE},
      {"int main(int c, char **v) { return atoi(v[1]) + strtol(v[1], 0, 8); }", FALSE},
      {"int main(int c, char **v) { return atoi(v[1] + 1); }", FALSE},
      {"int main(int c, char **v) { return atoi(v[1]) + v[2][0]; }", FALSE},
      {"int main(int c, char **v) { return strtol(v[1], v + 2, 10); }", FALSE},
      {"int main(int c, char **v) { return strtol(v[1], 0, 0); }", FALSE},
      {"int main(int c, char **v) { return atoi(v[1]) + *__errno_location(); }", FALSE},
      {"int f(char *s) { return atoi(s); } int main(int c, char **v) { return f(v[1]); }", FALSE}};
  const InputBounds b = {.given = (BOUND_ARGS | BOUND_ARG_LENGTH | BOUND_STDIN_LENGTH), .args_least = 0, .args_most = 2, .arg_length = 3};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *text = g_strconcat(ATOI, cases[i].text, NULL);
    Program *p = load(text, TRUE, &b);
    const gboolean numbers = find(p, SITE_ARGV, SOURCE_VALUE, 1) != NULL;
    if (numbers != cases[i].numbers || numbers == (find(p, SITE_ARGV, SOURCE_BYTE, 1) != NULL))
      g_error("%s", cases[i].text);
    program_free(p);
  }
}

#define STDIO                                                                                                \
  "typedef struct F FILE; extern FILE *stdin; int getchar(void); int scanf(const char *, ...);\n"            \
  "int fscanf(FILE *, const char *, ...); int feof(FILE *); int system(const char *);\n"

/* What of the standard input is an input: its bytes, its items, or nothing. */
static void test_stdin(void) {
  static const struct {
    const char *text;
    SourcePart part;
  } cases[] = {{"int main(void) { return getchar(); }", SOURCE_BYTE},
               {"int main(void) { int x; return scanf(\"%d\", &x); }", SOURCE_STATUS},
               {"int main(void) { long x; return fscanf(stdin, \"%ld\", &x); }", SOURCE_STATUS},
               {"int main(void) { int x; return scanf(\"%d\", &x) + getchar(); }", SOURCE_BYTE},
               {"int main(void) { int x; return scanf(\"%d\", &x) + feof(stdin); }", SOURCE_BYTE},
               {"int main(void) { int x; return scanf(\"%d,\", &x); }", SOURCE_STATUS},
               {"int main(void) { int x; char c; return scanf(\"%d%c\", &x, &c); }", SOURCE_STATUS},
               {"int main(void) { int x; return scanf(\"%d1\", &x); }", SOURCE_BYTE},
               {"int main(void) { int x; return scanf(\"%2d\", &x); }", SOURCE_BYTE},
               {"int main(void) { char c; return scanf(\" %c\", &c); }", SOURCE_BYTE},
               {"int main(void) { int x; return scanf(\"%d,\", &x) + getchar(); }", SOURCE_BYTE},
               {"int main(void) { int x; return scanf(\"%d!\\\"#$&'()*,./:;<=\", &x); }", SOURCE_STATUS},
               {"int main(void) { int x; return scanf(\"%d!\\\"#$&'()*,./:;<=>\", &x); }", SOURCE_BYTE},
               {"int main(void) { double x; return scanf(\"%lf\", &x); }", SOURCE_STATUS},
               {"int main(void) { float x; char c; return scanf(\"%c%*g%e\", &c, &x); }", SOURCE_STATUS},
               {"int main(void) { double x; return scanf(\"%lf1\", &x); }", SOURCE_NONE},
               {"int main(void) { double x; return scanf(\"%lf\", &x) + getchar(); }", SOURCE_NONE},
               {"int main(void) { double x; char s[9]; return scanf(\"%lf%8s\", &x, s); }", SOURCE_NONE},
               {"int main(void) { long double x; return scanf(\"%Lf\", &x); }", SOURCE_NONE},
               {"int main(void) { int x; return scanf(\"%d%d\", &x); }", SOURCE_NONE},
               {"int main(void) { return getchar() + system(\"cat\"); }", SOURCE_NONE},
               {"int main(void) { return 0; }", SOURCE_NONE}};
  const InputBounds b = DEFAULT_INPUT_BOUNDS;
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *text = g_strconcat(STDIO, cases[i].text, NULL);
    Program *p = load(text, TRUE, &b);
    SourcePart part = SOURCE_NONE;
    if (find(p, SITE_STDIN, SOURCE_BYTE, 0)) part = SOURCE_BYTE;
    if (find(p, SITE_STDIN, SOURCE_STATUS, 0)) part = SOURCE_STATUS;
    if (part != cases[i].part) g_error("%s", cases[i].text);
    g_assert_cmpint(!(p->bounds.given & BOUND_STDIN_LENGTH), ==, part == SOURCE_NONE);
    program_free(p);
  }
}

/* In which order calls of scanf come, where it is known. */
static void test_order(void) {
  static const struct {
    const char *text, *formats; /* one on a line, the last `again` of them again and again */
    guint again;
  } cases[] = {
      {"int x; char c; int main(void) { return scanf(\"%d\", &x) + scanf(\"%c\", &c); }", "%d\n%c", 0},
      {"int x; char c; int main(void) { while (scanf(\"%d %c\", &x, &c) == 2); return 0; }", "%d %c", 1},
      {"int x; char c; int main(void) { scanf(\"%d\", &x); while (scanf(\"%c\", &c)) scanf(\"%d\", &x); return 0; }",
       "%d\n%c\n%d", 2},
      {"int x; char c; int main(int n, char **v) { if (n) scanf(\"%d\", &x); else scanf(\"%c\", &c); return 0; }", "", 0},
      {"int x; char c; int main(int n, char **v) { scanf(\",\"); if (n) scanf(\"%d\", &x); else scanf(\"%c\", &c); return 0; }",
       ",", 0},
      {"int x; char c; void f(void) { scanf(\"%d,\", &x); } int main(int n, char **v) { f(); if (n) f(); scanf(\"%c\", &c); return 0; }",
       "%d,", 0},
      {"int x; char c; void f(void) { scanf(\"%d,\", &x); } int main(void) { f(); f(); scanf(\"%c\", &c); return 0; }",
       "%d,", 0}, /* where f was called from is not told apart */
      {"int x; void f(void) { scanf(\"%d,\", &x); } int main(void) { f(); return 0; }", "%d,", 0},
      {"int x; int main(void) { fscanf(stdin, \"%d,\", &x); return scanf(\",\"); }", "%d,\n,", 0},
      {"int x; FILE *f; int main(void) { scanf(\",\"); fscanf(f, \"%d,\", &x); return scanf(\",\"); }", ",", 0},
      {"int x; void f(void) { scanf(\"%d,\", &x); } void (*g)(void) = f; int main(void) { g(); return 0; }", "", 0}};
  const InputBounds b = DEFAULT_INPUT_BOUNDS;
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *text = g_strconcat(STDIO, cases[i].text, NULL);
    Program *p = load(text, TRUE, &b);
    g_autoptr(GString) formats = g_string_new(NULL);
    g_assert_nonnull(p->scan_order);
    for (guint k = 0; k < p->scan_order->formats->len; k++)
      g_string_append_printf(formats, "%s%s", k ? "\n" : "", (const char *)p->scan_order->formats->pdata[k]);
    if (!g_str_equal(formats->str, cases[i].formats) || p->scan_order->again != cases[i].again)
      g_error("%s: %s, %u again", cases[i].text, formats->str, p->scan_order->again);
    for (guint k = 0; k < 20 && p->scan_order->again; k++) g_assert_nonnull(program_scan_format(p, k));
    g_assert_true(p->scan_order->again || !program_scan_format(p, p->scan_order->formats->len));
    program_free(p);
  }
}

/* Of floating point there may be much text, unless a bound is asked for. */
static void test_float_length(void) {
  static const char text[] = STDIO "int main(void) { double x; return scanf(\"%lf\", &x); }";
  InputBounds b = DEFAULT_INPUT_BOUNDS;
  Program *p = load(text, TRUE, &b);
  g_assert_cmpuint(p->bounds.stdin_length, ==, limits.scan_float_bytes);
  program_free(p);
  b.given = BOUND_STDIN_LENGTH;
  b.stdin_length = 30;
  p = load(text, TRUE, &b);
  g_assert_cmpuint(p->bounds.stdin_length, ==, 30);
  program_free(p);
}

/* Programs that call input functions have no others, unless bounds are given. */
static void test_verifiers(void) {
  static const char text[] = "int __VERIFIER_nondet_int(void); int getchar(void);\n"
                             "int main(int c, char **v) { return __VERIFIER_nondet_int() + c + getchar(); }";
  InputBounds b = DEFAULT_INPUT_BOUNDS;
  Program *p = load(text, FALSE, &b);
  g_assert_null(find(p, SITE_ARGV, SOURCE_COUNT, 0));
  g_assert_null(find(p, SITE_STDIN, SOURCE_BYTE, 0));
  g_assert_cmpuint(p->bounds.given, ==, 0);
  program_free(p);
  b.given = BOUND_ARGS;
  p = load(text, FALSE, &b);
  g_assert_nonnull(find(p, SITE_ARGV, SOURCE_COUNT, 0));
  g_assert_nonnull(find(p, SITE_STDIN, SOURCE_BYTE, 0));
  program_free(p);
}

/* ---- bounds ---- */

static void test_bounds(void) {
  InputBounds b = DEFAULT_INPUT_BOUNDS, back;
  guint n = 9;
  g_assert_true(input_bounds_parse_args(&b, "1..3", NULL));
  g_assert_cmpuint(b.args_least, ==, 1);
  g_assert_cmpuint(b.args_most, ==, 3);
  g_assert_true(input_bounds_parse_args(&b, "2", NULL));
  g_assert_cmpuint(b.args_least, ==, 2);
  static const char *const wrong[] = {"", "..", "3..1", "0..65", "1..", "-1", "1...3", "x", "1000000"};
  for (guint i = 0; i < G_N_ELEMENTS(wrong); i++) g_assert_false(input_bounds_parse_args(&b, wrong[i], NULL));
  g_assert_false(input_bounds_parse_length("--arg-length", "5x", 10, &n, NULL));
  g_assert_cmpuint(n, ==, 9);
  b.given = (BOUND_ARGS | BOUND_ARG_LENGTH | BOUND_STDIN_LENGTH);
  g_autoptr(JsonBuilder) json = json_builder_new();
  json_builder_begin_object(json);
  input_bounds_write(json, &b);
  json_builder_end_object(json);
  g_autoptr(JsonNode) root = json_builder_get_root(json);
  g_assert_true(input_bounds_read(json_node_get_object(root), &back, NULL));
  g_assert_cmpint(memcmp(&b, &back, sizeof b), ==, 0);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/streams/formats", test_formats);
  g_test_add_func("/streams/decimal", test_decimal);
  g_test_add_func("/streams/itemized", test_itemized);
  g_test_add_func("/streams/ranges", test_ranges);
  g_test_add_func("/streams/numbers-or-bytes", test_numbers_or_bytes);
  g_test_add_func("/streams/stdin", test_stdin);
  g_test_add_func("/streams/order", test_order);
  g_test_add_func("/streams/float-length", test_float_length);
  g_test_add_func("/streams/verifiers", test_verifiers);
  g_test_add_func("/streams/bounds", test_bounds);
  return g_test_run();
}
