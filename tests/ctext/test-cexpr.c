/* SPDX-License-Identifier: GPL-3.0-or-later */
/* C expressions as terms: against values worked out by hand, against the C compiler on random expressions,
 * and on texts that are none. */
#include "ctext/cexpr.h"
#include <glib/gstdio.h>
#include <string.h>

typedef struct {
  const char *name, *type;
  guint width;
  gboolean is_signed;
} Variable;

static const Variable variables[] = {{"c", "signed char", 8, TRUE}, {"uc", "unsigned char", 8, FALSE},
                                     {"s", "short", 16, TRUE},      {"us", "unsigned short", 16, FALSE},
                                     {"i", "int", 32, TRUE},        {"ui", "unsigned int", 32, FALSE},
                                     {"l", "long long", 64, TRUE},  {"ul", "unsigned long long", 64, FALSE},
                                     {"\\result", "int", 32, TRUE}};
enum { N_VARIABLES = G_N_ELEMENTS(variables), N_NATIVE = N_VARIABLES - 1 };

static const Term *variable_term(guint i) { return term_input((InputKey){i, 1, 0}, variables[i].width); }

static gboolean resolve(gpointer data, const char *name, CValue *value) {
  (void)data;
  for (guint i = 0; i < N_VARIABLES; i++)
    if (g_str_equal(name, variables[i].name)) {
      *value = (CValue){variable_term(i), variables[i].is_signed};
      return TRUE;
    }
  return FALSE;
}

/* Each variable gets the value n, as far as it holds it. */
static Model *point_of(gint64 n) {
  Model *m = model_new();
  for (guint i = 0; i < N_VARIABLES; i++)
    model_set(m, variable_term(i), (guint64)n & term_mask(variables[i].width));
  return m;
}

static gint64 value_at(CValue v, const Model *m) {
  guint64 bits = term_eval(v.term, m);
  return v.is_signed ? term_signed(bits, v.term->width) : (gint64)bits;
}

static void check_value(const char *text, gboolean lp64, gint64 n, guint width, gboolean is_signed,
                        gint64 expected) {
  g_autoptr(GError) error = NULL;
  CValue v;
  Model *m = point_of(n);
  g_test_message("%s", text);
  g_assert_true(cexpr_value(text, lp64, resolve, NULL, &v, &error));
  g_assert_no_error(error);
  g_assert_cmpuint(v.term->width, ==, width);
  g_assert_cmpint(v.is_signed, ==, is_signed);
  g_assert_cmpint(value_at(v, m), ==, expected);
  model_free(m);
}

static void test_constants(void) {
  check_value("0", TRUE, 0, 32, TRUE, 0);
  check_value(" 2147483647 ", TRUE, 0, 32, TRUE, 2147483647);
  check_value("2147483648", FALSE, 0, 64, TRUE, 2147483648);
  check_value("-2147483648", FALSE, 0, 64, TRUE, -2147483648);
  check_value("0x7fffffff", FALSE, 0, 32, TRUE, 0x7fffffff);
  check_value("0x80000000", TRUE, 0, 32, FALSE, 0x80000000);
  check_value("037777777777", TRUE, 0, 32, FALSE, 0xffffffff);
  check_value("0x100000000", FALSE, 0, 64, TRUE, 0x100000000);
  check_value("0xffffffffffffffff", TRUE, 0, 64, FALSE, -1);
  check_value("5u", TRUE, 0, 32, FALSE, 5);
  check_value("5L", TRUE, 0, 64, TRUE, 5);
  check_value("5L", FALSE, 0, 32, TRUE, 5);
  check_value("5UL", FALSE, 0, 32, FALSE, 5);
  check_value("5lu", TRUE, 0, 64, FALSE, 5);
  check_value("5LLu", FALSE, 0, 64, FALSE, 5);
  check_value("4294967296u", FALSE, 0, 64, FALSE, 4294967296);
  check_value("9223372036854775807", FALSE, 0, 64, TRUE, G_MAXINT64);
  check_value("'a'", TRUE, 0, 32, TRUE, 97);
  check_value("'\\n' + '\\0' + '\\''", TRUE, 0, 32, TRUE, 49);
  check_value("'\\xff'", TRUE, 0, 32, TRUE, -1);
  check_value("'\\101'", TRUE, 0, 32, TRUE, 65);
}

static void test_types(void) {
  check_value("c", TRUE, -1, 8, TRUE, -1);
  check_value("+uc", TRUE, -1, 32, TRUE, 255);
  check_value("uc + us", TRUE, -1, 32, TRUE, 255 + 65535);
  check_value("i < ui", TRUE, -1, 32, TRUE, 0);
  check_value("-1 < 0u", TRUE, 0, 32, TRUE, 0);
  check_value("i + 1", TRUE, 2147483647, 32, TRUE, G_MININT32);
  check_value("(long long)i + 1", FALSE, 2147483647, 64, TRUE, 2147483648);
  check_value("(long)i + 1", FALSE, 2147483647, 32, TRUE, G_MININT32);
  check_value("ui + l", FALSE, -1, 64, TRUE, 4294967294);
  check_value("(unsigned char)i", TRUE, 300, 8, FALSE, 44);
  check_value("(char)i", TRUE, 200, 8, TRUE, -56);
  check_value("(_Bool)l", TRUE, 256, 8, FALSE, 1);
  check_value("(const unsigned short int)i", TRUE, -1, 16, FALSE, 65535);
  check_value("(long long unsigned)c", TRUE, -1, 64, FALSE, -1);
  check_value("(i)", TRUE, 7, 32, TRUE, 7);
  check_value("-(int)-c", TRUE, 7, 32, TRUE, 7);
  check_value("!c", TRUE, 0, 32, TRUE, 1);
  check_value("~uc", TRUE, 0, 32, TRUE, -1);
  check_value("1 ? i : ul", TRUE, -1, 64, FALSE, -1);
  check_value("\\result == 3", TRUE, 3, 32, TRUE, 1);
  check_value("-7 / 2 * 10 + -7 % 2", TRUE, 0, 32, TRUE, -31);
  check_value("1 << 3 + 1", TRUE, 0, 32, TRUE, 16);
  check_value("-8 >> 1", TRUE, 0, 32, TRUE, -4);
  check_value("1 | 6 & 3 ^ 1 == 1", TRUE, 0, 32, TRUE, 3);
  check_value("0 ? 1 : 0 ? 2 : 3", TRUE, 0, 32, TRUE, 3);
  check_value("10 - 4 - 3", TRUE, 0, 32, TRUE, 3);
}

/* Where C gives no value, there is no point; where the operation is not evaluated, there is. */
static void test_undefined(void) {
  static const struct {
    const char *text;
    gint64 n;
    gboolean expected;
  } cases[] = {
      {"1 / i == 0 || 1", 0, FALSE},
      {"1 / i == 1", 1, TRUE},
      {"1 % ul + 1", 0, FALSE},
      {"i == 0 || 1 / i", 0, TRUE},
      {"i != 0 && 1 / i == 1", 0, FALSE},
      {"i ? 1 / i : 1", 0, TRUE},
      {"1 << i || 1", 31, TRUE},
      {"1 << i || 1", 32, FALSE},
      {"1ll << i || 1", 32, TRUE},
      {"1 << i || 1", -1, FALSE},
      {"uc >> c || 1", 31, TRUE},
      {"uc >> c || 1", 32, FALSE},
      {"i / -1 || 1", G_MININT32, FALSE},
      {"i % -1 || 1", G_MININT32, FALSE},
      {"i / -1l || 1", G_MININT32, TRUE},
      {"!(1 / i)", 0, FALSE},
      {"1 || 1 / i", 0, TRUE},
      {"(1 / i, 0)", 0, FALSE},
      {"(1 << (ul & 4294967296)) || 1", 4294967296, FALSE},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    Model *m = point_of(cases[i].n);
    const Term *t = cexpr_condition(cases[i].text, TRUE, resolve, NULL, NULL);
    g_test_message("%s", cases[i].text);
    g_assert_true(strchr(cases[i].text, ',') ? t == NULL : t != NULL);
    if (t) g_assert_cmpuint(term_eval(t, m), ==, (guint)cases[i].expected);
    model_free(m);
  }
  CValue v;
  g_autoptr(GError) error = NULL;
  g_assert_false(cexpr_value("1 / i", TRUE, resolve, NULL, &v, &error));
  g_assert_error(error, ACF_CEXPR_ERROR, CEXPR_ERROR_UNDEFINED);
}

static void test_refused(void) {
  static const struct {
    const char *text;
    int code;
    const char *place;
  } cases[] = {
      {"", CEXPR_ERROR_SYNTAX, "column 1:"},
      {"i +", CEXPR_ERROR_SYNTAX, "column 4:"},
      {"(i", CEXPR_ERROR_SYNTAX, "column 3:"},
      {"i)", CEXPR_ERROR_SYNTAX, "column 2:"},
      {"i i", CEXPR_ERROR_SYNTAX, "column 3:"},
      {"i ? 1", CEXPR_ERROR_SYNTAX, "column 6:"},
      {"i @ 1", CEXPR_ERROR_SYNTAX, "column 3:"},
      {"int", CEXPR_ERROR_SYNTAX, "column 1:"},
      {"'ab'", CEXPR_ERROR_SYNTAX, "column 1:"},
      {"'", CEXPR_ERROR_SYNTAX, "column 1:"},
      {"'\\", CEXPR_ERROR_SYNTAX, "column 1:"},
      {"''", CEXPR_ERROR_SYNTAX, "column 1:"},
      {"\"x\"", CEXPR_ERROR_SYNTAX, "column 1:"},
      {"089", CEXPR_ERROR_SYNTAX, "column 1:"},
      {"1x", CEXPR_ERROR_SYNTAX, "column 1:"},
      {"0x", CEXPR_ERROR_SYNTAX, "column 1:"},
      {"\\", CEXPR_ERROR_SYNTAX, "column 1:"},
      {"18446744073709551616", CEXPR_ERROR_SYNTAX, "column 1:"},
      {"9223372036854775808", CEXPR_ERROR_UNSUPPORTED, "column 1:"},
      {"1.5", CEXPR_ERROR_UNSUPPORTED, "column 1:"},
      {"1e5", CEXPR_ERROR_UNSUPPORTED, "column 1:"},
      {"(float)i", CEXPR_ERROR_UNSUPPORTED, "column 2:"},
      {"(long char)i", CEXPR_ERROR_UNSUPPORTED, "column 11:"},
      {"(int *)i", CEXPR_ERROR_UNSUPPORTED, "column 6:"},
      {"*i", CEXPR_ERROR_UNSUPPORTED, "column 1:"},
      {"&i", CEXPR_ERROR_UNSUPPORTED, "column 1:"},
      {"i.a", CEXPR_ERROR_UNSUPPORTED, "column 2:"},
      {"i->a", CEXPR_ERROR_UNSUPPORTED, "column 2:"},
      {"i[0]", CEXPR_ERROR_UNSUPPORTED, "column 2:"},
      {"(i)(0)", CEXPR_ERROR_UNSUPPORTED, "column 4:"},
      {"i(0)", CEXPR_ERROR_UNSUPPORTED, "column 2:"},
      {"i = 1", CEXPR_ERROR_UNSUPPORTED, "column 3:"},
      {"i += 1", CEXPR_ERROR_UNSUPPORTED, "column 3:"},
      {"++i", CEXPR_ERROR_UNSUPPORTED, "column 1:"},
      {"i--", CEXPR_ERROR_UNSUPPORTED, "column 2:"},
      {"i, 1", CEXPR_ERROR_UNSUPPORTED, "column 2:"},
      {"nobody == 1", CEXPR_ERROR_NAME, "column 1: \"nobody\""},
      {"1 + \\old", CEXPR_ERROR_NAME, "column 5: \"\\old\""},
      {"sizeof(i)", CEXPR_ERROR_NAME, "column 1:"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GError) error = NULL;
    g_test_message("%s", cases[i].text);
    g_assert_null(cexpr_condition(cases[i].text, TRUE, resolve, NULL, &error));
    g_assert_error(error, ACF_CEXPR_ERROR, cases[i].code);
    g_assert_true(g_str_has_prefix(error->message, cases[i].place));
  }
}

/* Integers without end: no wrap-around, or no answer. */
static void test_mathematical(void) {
  static const struct {
    const char *text;
    gint64 n;
    int expected; /* -1: refused */
  } cases[] = {
      {"i + 1 > i", G_MAXINT32, 1},
      {"(i - 2147483647) <= 0", G_MININT32, 1},
      {"ui - 1 < 0", 0, 1},
      {"0 == (i^2) % 4 - 1", 3, 1},
      {"i^2 == 4611686018427387904", G_MININT32, 1},
      {"i^3 == 27", 3, -1},
      {"c^3 == -27", -3, 1},
      {"i^i", 1, -1},
      {"l + 1 > l", 1, -1},
      {"ul", 1, -1},
      {"-l", 1, -1},
      {"l & 1", 1, -1},
      {"l == 5", 5, 1},
      {"i * i * i", 1, -1},
      {"i << 1", 1, -1},
      {"0 == ui & ui - 1 && 0 <= ui - 1001", 1024, 1},
      {"-(i - 1) == 4", -3, 1},
      {"~i + i == -1", 9, 1},
      {"(i ? 5 : ui) + 1 == 1", 0, 1},
      {"i / 2 == -1 && i % 2 == -1", -3, 1},
      {"1 / i || 1", 0, 0},
      {"!i + !i == 2", 0, 1},
      {"18446744073709551615", 0, -1},
      {"(i | 7) == 7", 5, 1},
      {"2^3^2 == 64", 0, 1},
      {"uc^16 > 0", 1, -1},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    Model *m = point_of(cases[i].n);
    const Term *t = cexpr_mathematical(cases[i].text, resolve, NULL, NULL);
    g_test_message("%s", cases[i].text);
    g_assert_cmpint(t ? (int)term_eval(t, m) : -1, ==, cases[i].expected);
    model_free(m);
  }
}

static char *repeated(const char *open, const char *middle, const char *close, guint n) {
  GString *s = g_string_new(NULL);
  for (guint i = 0; i < n; i++) g_string_append(s, open);
  g_string_append(s, middle);
  for (guint i = 0; i < n; i++) g_string_append(s, close);
  return g_string_free(s, FALSE);
}

static void test_bombs(void) {
  static const char *parts[][3] = {{"(", "i", ")"},    {"-(", "i", ")"},   {"!", "i", ""},
                                   {"(int)", "i", ""}, {"i?", "i", ":i"},  {"i?i:", "i", ""},
                                   {"i+(", "1", ")"},  {"(", "", ""},      {"", "i", "&&ui"},
                                   {"", "1", "*l"},    {"", "i", "/ui%i"}, {"1?(", "i", "):0"}};
  for (guint i = 0; i < G_N_ELEMENTS(parts); i++) {
    g_autofree char *bomb = repeated(parts[i][0], parts[i][1], parts[i][2], 100000);
    g_autofree char *small = repeated(parts[i][0], parts[i][1], parts[i][2], 90);
    g_autoptr(GError) error = NULL;
    g_assert_null(cexpr_condition(bomb, TRUE, resolve, NULL, &error));
    g_assert_error(error, ACF_CEXPR_ERROR, CEXPR_ERROR_TOO_LARGE);
    if (*parts[i][1]) g_assert_nonnull(cexpr_condition(small, TRUE, resolve, NULL, NULL));
  }
}

static void test_split(void) {
  static const struct {
    const char *text, *parts;
  } cases[] = {{"x == 5; y == 3;", "x == 5|y == 3"},
               {"x", "x"},
               {" ;; ", ""},
               {"c == ';';d", "c == ';'|d"},
               {"c=='\\'';d", "c=='\\''|d"},
               {"f(a;b);c", "f(a;b)|c"},
               {"a);b", "a)|b"},
               {"'", "'"},
               {"\";\\", "\";\\"}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    char **parts = cexpr_split(cases[i].text);
    g_autofree char *joined = g_strjoinv("|", parts);
    g_assert_cmpstr(joined, ==, cases[i].parts);
    g_strfreev(parts);
  }
}

/* Random texts: an answer or an error, and nothing else. */
static void test_garbage(void) {
  static const char *pieces[] = {"(",  ")", "i", "ui",        "\\result",   "1",    "0x", "'", "\\",
                                 "<<", "?", ":", "unsigned ", "int",        "&&",   "||", "!", "-",
                                 "/",  "%", ";", "\"",        "9999999999", "\x80", "=",  " "};
  GRand *rand = g_rand_new_with_seed(11);
  guint understood = 0;
  for (guint round = 0; round < 20000; round++) {
    g_autoptr(GString) s = g_string_new(NULL);
    for (guint n = (guint)g_rand_int_range(rand, 1, 9); n > 0; n--)
      g_string_append(s, pieces[g_rand_int_range(rand, 0, G_N_ELEMENTS(pieces))]);
    g_autoptr(GError) error = NULL;
    const Term *t = cexpr_condition(s->str, FALSE, resolve, NULL, &error);
    g_assert_true((t == NULL) == (error != NULL));
    understood += t != NULL;
    g_strfreev(cexpr_split(s->str));
  }
  g_assert_cmpuint(understood, >, 100);
  g_rand_free(rand);
}

/* Random expressions against the compiler. */

enum { N_EXPRESSIONS = 1500 };

static void append_expression(GRand *rand, GString *out, guint depth) {
  static const char *constants[] = {"0",  "1",    "2u",      "-1", "0x80000000", "2147483647",
                                    "7L", "3ull", "'\\xfe'", "31", "64"};
  static const char *binary[] = {
      "+", "-", "*", "/", "%", "<<", ">>", "<", "<=", ">", ">=", "==", "!=", "&", "|", "^", "&&", "||"};
  static const char *prefix[] = {"-",       "~",          "!",          "+",      "(unsigned char)",
                                 "(short)", "(int)",      "(unsigned)", "(long)", "(unsigned long)",
                                 "(_Bool)", "(long long)"};
  guint form = depth == 0 ? 0 : (guint)g_rand_int_range(rand, 0, 10);
  if (form == 0 && g_rand_boolean(rand)) {
    g_string_append(out, constants[g_rand_int_range(rand, 0, G_N_ELEMENTS(constants))]);
  } else if (form == 0) {
    g_string_append(out, variables[g_rand_int_range(rand, 0, N_NATIVE)].name);
  } else if (form <= 2) {
    g_string_append(out, prefix[g_rand_int_range(rand, 0, G_N_ELEMENTS(prefix))]);
    g_string_append_c(out, ' ');
    append_expression(rand, out, 0);
  } else {
    const char *open = g_rand_boolean(rand) ? "(" : "";
    g_string_append(out, open);
    append_expression(rand, out, depth - 1);
    g_string_append_printf(out, form == 3 ? " ? 1 + " : " %s ",
                           binary[g_rand_int_range(rand, 0, G_N_ELEMENTS(binary))]);
    append_expression(rand, out, depth - 1);
    if (form == 3) g_string_append(out, " : "), append_expression(rand, out, depth - 1);
    g_string_append(out, *open ? ")" : "");
  }
}

static gint64 random_number(GRand *rand) {
  static const gint64 special[] = {0,          1,          -1,         127, 128, 255, G_MAXINT32,
                                   G_MININT32, G_MAXINT64, G_MININT64, 31,  32,  63};
  if (g_rand_boolean(rand)) return special[g_rand_int_range(rand, 0, G_N_ELEMENTS(special))];
  return (gint64)((guint64)g_rand_int(rand) << 32 | g_rand_int(rand));
}

/* One function for each expression; each runs in a child, which dies where the value is undefined. */
static void append_case(GString *out, guint number, const char *text, const gint64 *values) {
  g_string_append_printf(out, "static void f%u(void) {\n", number);
  for (guint i = 0; i < N_NATIVE; i++)
    g_string_append_printf(out, "  volatile %s %s = (%s)%#" G_GINT64_MODIFIER "xull;\n", variables[i].type,
                           variables[i].name, variables[i].type, (guint64)values[i]);
  g_string_append_printf(out,
                         "  show(sizeof(%s), (__typeof__((%s) + 0))-1 < 0, (unsigned long long)(%s));\n}\n",
                         text, text, text);
}

static const char *native_head =
    "#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\n#include <sys/wait.h>\n"
    "static void show(unsigned size, int is_signed, unsigned long long v) {\n"
    "  printf(\"%u %d %llx\\n\", size * 8, is_signed, v); fflush(stdout); }\n";

static const char *native_main =
    "int main(void) {\n  for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {\n    int status;\n"
    "    if (fork() == 0) { all[i](); _exit(0); }\n    wait(&status);\n"
    "    if (status) { printf(\"undefined\\n\"); fflush(stdout); }\n  }\n  return 0;\n}\n";

static char *run_native(const GString *source) {
  g_autofree char *folder = g_dir_make_tmp("acf-cexpr-XXXXXX", NULL);
  g_autofree char *file = g_build_filename(folder, "all.c", NULL),
                  *program = g_build_filename(folder, "all", NULL);
  g_autoptr(GError) error = NULL;
  const char *compile[] = {"gcc",
                           "-w",
                           "-fwrapv",
                           "-fsanitize=shift-exponent,integer-divide-by-zero",
                           "-fsanitize-undefined-trap-on-error",
                           "-o",
                           program,
                           file,
                           NULL};
  const char *run[] = {program, NULL};
  char *out = NULL;
  int status;
  g_assert_true(g_file_set_contents(file, source->str, -1, NULL));
  g_assert_true(g_spawn_sync(NULL, (char **)compile, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL,
                             &status, &error));
  g_assert_cmpint(status, ==, 0);
  g_assert_true(g_spawn_sync(NULL, (char **)run, NULL, 0, NULL, NULL, &out, NULL, &status, &error));
  g_unlink(file), g_unlink(program), g_rmdir(folder);
  return out;
}

/* The values at one point, as constants. */
static gboolean resolve_number(gpointer data, const char *name, CValue *value) {
  const gint64 *values = data;
  for (guint i = 0; i < N_NATIVE; i++)
    if (g_str_equal(name, variables[i].name)) {
      *value = (CValue){term_const(variables[i].width, (guint64)values[i]), variables[i].is_signed};
      return TRUE;
    }
  return FALSE;
}

/* What cexpr says, in the form that the native program prints. */
static char *our_answer(const char *text, gint64 *values) {
  CValue v;
  g_autoptr(GError) error = NULL;
  if (!cexpr_value(text, TRUE, resolve_number, values, &v, &error)) {
    g_assert_error(error, ACF_CEXPR_ERROR, CEXPR_ERROR_UNDEFINED);
    return g_strdup("undefined");
  }
  guint64 bits = v.term->param;
  g_assert_true(term_is_const(v.term));
  if (v.is_signed) bits = (guint64)term_signed(bits, v.term->width);
  return g_strdup_printf("%u %d %" G_GINT64_MODIFIER "x", v.term->width, v.term->width < 32 || v.is_signed,
                         bits);
}

/* The condition over inputs must say the same at that point. */
static void check_condition(const char *text, const gint64 *values, const char *answer) {
  gboolean expected = !g_str_equal(answer, "undefined") && !g_str_has_suffix(answer, " 0");
  const Term *t = cexpr_condition(text, TRUE, resolve, NULL, NULL);
  Model *m = model_new();
  for (guint i = 0; i < N_NATIVE; i++)
    model_set(m, variable_term(i), (guint64)values[i] & term_mask(variables[i].width));
  g_assert_nonnull(t);
  g_assert_cmpuint(term_eval(t, m), ==, (guint)expected);
  model_free(m);
}

static void test_native(void) {
  GRand *rand = g_rand_new_with_seed(5);
  g_autoptr(GString) source = g_string_new(native_head),
                     table = g_string_new("static void (*all[])(void) = {");
  g_autoptr(GPtrArray) answers = g_ptr_array_new_with_free_func(g_free),
                       texts = g_ptr_array_new_with_free_func(g_free);
  guint undefined = 0;
  for (guint n = 0; n < N_EXPRESSIONS; n++) {
    g_autoptr(GString) text = g_string_new(NULL);
    gint64 values[N_NATIVE];
    for (guint i = 0; i < N_NATIVE; i++) values[i] = random_number(rand);
    append_expression(rand, text, 3);
    g_ptr_array_add(answers, our_answer(text->str, values));
    check_condition(text->str, values, answers->pdata[n]);
    append_case(source, n, text->str, values);
    g_string_append_printf(table, "f%u,", n);
    g_ptr_array_add(texts, g_string_free(g_steal_pointer(&text), FALSE));
  }
  g_string_append_printf(source, "%s};\n%s", table->str, native_main);
  g_autofree char *out = run_native(source);
  g_auto(GStrv) lines = g_strsplit(out, "\n", -1);
  g_assert_cmpuint(g_strv_length(lines), ==, N_EXPRESSIONS + 1);
  for (guint n = 0; n < N_EXPRESSIONS; n++) {
    g_test_message("%s", (char *)texts->pdata[n]);
    undefined += g_str_equal(lines[n], "undefined");
    /* The compiler divides by the constant -1 without a trap. */
    if (g_str_equal(answers->pdata[n], "undefined") && strstr(texts->pdata[n], "-1")) continue;
    g_assert_cmpstr(answers->pdata[n], ==, lines[n]);
  }
  g_assert_cmpuint(undefined, >, 50);
  g_rand_free(rand);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/cexpr/constants", test_constants);
  g_test_add_func("/cexpr/types", test_types);
  g_test_add_func("/cexpr/undefined", test_undefined);
  g_test_add_func("/cexpr/refused", test_refused);
  g_test_add_func("/cexpr/mathematical", test_mathematical);
  g_test_add_func("/cexpr/bombs", test_bombs);
  g_test_add_func("/cexpr/split", test_split);
  g_test_add_func("/cexpr/garbage", test_garbage);
  g_test_add_func("/cexpr/native", test_native);
  return g_test_run();
}
