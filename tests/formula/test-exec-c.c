/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Terms as C that is executed: what compilers make of it has the values that the terms have. */
#include <string.h>
#include <glib/gstdio.h>
#include "formula/print-exec-c.h"
#include "tests/helpers/random-terms.h"

enum { POINTS = 12, ROUNDS = 30 };

static const char prelude[] =
    "static float single(unsigned int x) { union { unsigned int b; float f; } u; u.b = x; return u.f; }\n"
    "static double twice(unsigned long long x) { union { unsigned long long b; double f; } u; u.b = x; "
    "return "
    "u.f; }\n"
    "int printf(const char *, ...);\n";

/* Inputs are the words of an array; every second one is signed, of those of 32 and 64 bits every third a
 * number with a point. */
static ExecLeaf leaf_of(gpointer data, const Term *input) {
  GHashTable *places = data;
  if (!g_hash_table_contains(places, input))
    g_hash_table_insert(places, (gpointer)input, GUINT_TO_POINTER(g_hash_table_size(places)));
  const guint place = GPOINTER_TO_UINT(g_hash_table_lookup(places, input)), width = input->width;
  if (place % 3 == 2 && (width == 32 || width == 64))
    return (ExecLeaf){g_strdup_printf("%s(v[%u])", width == 32 ? "single" : "twice", place), FALSE, TRUE};
  if (place % 2 == 0) return (ExecLeaf){g_strdup_printf("v[%u]", place), FALSE, FALSE};
  return (ExecLeaf){g_strdup_printf("((long long)(v[%u] << %u) >> %u)", place, 64 - width, 64 - width), TRUE,
                    FALSE};
}

static void append_point(GString *out, const Term *t, const Model *m, GHashTable *places, guint function) {
  g_autofree guint64 *values = g_new0(guint64, g_hash_table_size(places) + 1);
  GHashTableIter iter;
  gpointer input, place;
  g_hash_table_iter_init(&iter, places);
  while (g_hash_table_iter_next(&iter, &input, &place))
    values[GPOINTER_TO_UINT(place)] = model_value(m, input);
  g_string_append_printf(out, "  { unsigned long long v[] = {0");
  g_string_truncate(out, out->len - 1);
  for (guint i = 0; i <= g_hash_table_size(places); i++)
    g_string_append_printf(out, "%" G_GUINT64_FORMAT "ull,", values[i]);
  g_string_append_printf(out, "}; if (f%u(v) != %u) { printf(\"f%u\\n\"); wrong = 1; } }\n", function,
                         (guint)term_eval(t, m), function);
}

/* The function of one term and its calls at some points; FALSE when C has no operator for it. */
static gboolean append_term(GString *functions, GString *calls, GRand *rand, const GArray *nodes,
                            const Term *t, guint number) {
  g_autoptr(GHashTable) places = g_hash_table_new(NULL, NULL);
  g_autofree char *head = g_strdup_printf("static int f%u(const unsigned long long *v)", number),
                  *prefix = g_strdup_printf("f%u_", number);
  g_autoptr(GError) error = NULL;
  const gsize before = functions->len;
  if (!term_to_exec_c(t, head, prefix, leaf_of, places, functions, &error)) {
    g_assert_error(error, ACF_EXEC_C_ERROR, 0);
    g_assert_cmpuint(functions->len, ==, before);
    return FALSE;
  }
  for (guint i = 0; i < POINTS; i++) {
    Model *m = random_model(rand, nodes);
    append_point(calls, t, m, places, number);
    model_free(m);
  }
  return TRUE;
}

static void compile_and_run(const char *text, const char *compiler) {
  g_autofree char *folder = g_dir_make_tmp("acf-exec-XXXXXX", NULL);
  g_autofree char *path = g_build_filename(folder, "t.c", NULL),
                  *program = g_build_filename(folder, "t", NULL);
  g_assert_true(g_file_set_contents(path, text, -1, NULL));
  g_autofree char *command =
      g_strdup_printf("%s -Wall -Werror -ffp-contract=off -o %s %s && %s", compiler, program, path, program);
  const char *argv[] = {"sh", "-c", command, NULL};
  g_autofree char *out = NULL, *err = NULL;
  int status = 1;
  g_assert_true(
      g_spawn_sync(NULL, (char **)argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &out, &err, &status, NULL));
  if (status != 0) g_test_message("%s\n%s\n%s", err, out, text);
  g_assert_cmpint(status, ==, 0);
  g_unlink(path);
  g_unlink(program);
  g_rmdir(folder);
}

static void check_random(gboolean floats) {
  static const guint widths[] = {1, 8, 16, 32, 64, 5, 40, 0};
  g_autoptr(GRand) rand = g_rand_new_with_seed(floats ? 77 : 78);
  g_autoptr(GString) functions = g_string_new(prelude), calls = g_string_new(NULL);
  guint written = 0;
  for (guint round = 0; round < ROUNDS; round++) {
    const RandomPlan plan = {60, floats, FALSE, FALSE, widths};
    g_autoptr(GArray) nodes = random_terms(rand, &plan);
    for (guint i = nodes->len - 1; i + 8 > nodes->len; i--) {
      const Term *t = g_array_index(nodes, NaiveNode, i).term;
      if (t->index_width) continue;
      if (t->width > 1) { /* bit by bit: the parity of the value, and an order */
        const Term *middle = term_const(t->width, random_value(rand, t->width));
        t = term_or(term_extract(t, g_rand_int_range(rand, 0, t->width), 1),
                    term_binary(TERM_SLT, t, middle));
      }
      written += append_term(functions, calls, rand, nodes, t, written);
    }
  }
  g_assert_cmpuint(written, >, ROUNDS * 2);
  g_string_append_printf(functions,
                         "int main(void) {\n  int wrong = 0;\n  (void)single; (void)twice;\n%s"
                         "  return wrong;\n}\n",
                         calls->str);
  compile_and_run(functions->str,
                  "gcc -m64 -fsanitize=undefined,float-cast-overflow -fno-sanitize-recover=all");
  compile_and_run(functions->str, floats ? "gcc -m32 -msse2 -mfpmath=sse" : "gcc -m32");
  const char *clang = g_getenv("CLANG");
  compile_and_run(functions->str, clang ? clang : "clang-19");
}

static void test_integers(void) { check_random(FALSE); }
static void test_floats(void) { check_random(TRUE); }

/* A term that is exponential as a tree, one as deep as it is large, and one that is wide. */
static void test_size(void) {
  g_autoptr(GHashTable) places = g_hash_table_new(NULL, NULL);
  const Term *x = term_input((InputKey){0, 1, 0}, 32), *shared = x, *deep = x;
  for (guint i = 0; i < 2000; i++) {
    shared = term_binary(TERM_XOR, term_binary(TERM_MUL, shared, shared), term_binary(TERM_ADD, shared, x));
    deep = term_binary(TERM_MUL, term_binary(TERM_XOR, deep, term_const(32, i * 77 + 1)), x);
  }
  g_autoptr(GPtrArray) parts = g_ptr_array_new();
  for (guint i = 0; i < 3000; i++)
    g_ptr_array_add(parts, (gpointer)term_eq(term_input((InputKey){i, 1, 0}, 32), term_const(32, i)));
  const Term *all[] = {term_eq(shared, x), term_eq(deep, term_const(32, 3)),
                       term_and_n((const Term *const *)parts->pdata, parts->len)};
  const Term *t = term_or_n(all, 3);
  g_autoptr(GString) out = g_string_new(NULL);
  g_assert_true(term_to_exec_c(t, "int f(const unsigned long long *v)", "x", leaf_of, places, out, NULL));
  g_assert_true(
      term_to_exec_c(all[2], "int g(const unsigned long long *v)", "y", leaf_of, places, out, NULL));
  g_assert_true(term_to_exec_c(term_not(all[2]), "int h(const unsigned long long *v)", "z", leaf_of, places,
                               out, NULL));
  g_assert_cmpuint(out->len, <, 1500000);
  g_string_append(out, "int main(void) { return 0; }\n");
  g_string_prepend(out, "float single(unsigned int);\ndouble twice(unsigned long long);\n");
  g_string_append(out, "float single(unsigned int x) { return x; }\n"
                       "double twice(unsigned long long x) { return x; }\n");
  const char *clang = g_getenv("CLANG");
  compile_and_run(out->str, clang ? clang : "clang-19");
}

/* A formula as analyses make them of long unrollings: values that are chosen by conditions on earlier ones,
 * each used several times, and a condition for each way to fail. */
static const Term *large_formula(guint steps) {
  const Term *value[4], *before = term_bool(FALSE);
  g_autoptr(GPtrArray) ways = g_ptr_array_new();
  for (guint i = 0; i < 4; i++) value[i] = term_input((InputKey){i, 1, 0}, i == 3 ? 64 : 32);
  for (guint i = 0; i < steps; i++) {
    const Term *a = value[i % 3], *b = value[(i + 1) % 3], *word = term_const(32, i * 2654435761u);
    const Term *next = term_binary(TERM_ADD, term_binary(TERM_MUL, a, term_const(32, 3)), b);
    const Term *less = term_binary(TERM_SLT, term_binary(TERM_XOR, a, word), b);
    const Term *here = term_or(term_and(less, before), term_and(term_not(less), term_extract(b, i % 32, 1)));
    value[i % 3] =
        term_ite(here, next, term_binary(TERM_XOR, term_binary(TERM_LSHR, a, term_const(32, 3)), word));
    if (i % 50 == 0)
      value[3] = term_binary(TERM_ADD, term_binary(TERM_MUL, value[3], value[3]), term_zext(next, 64));
    if (i % 8 == 0)
      g_ptr_array_add(ways, (gpointer)term_and(here, term_eq(term_extract(value[i % 3], 0, 12),
                                                             term_extract(value[3], i % 50, 12))));
    before = less;
  }
  return term_or_n((const Term *const *)ways->pdata, ways->len);
}

/* Compilers take much more than twice as long for a function of twice the length. */
static gsize longest_function(const char *text) {
  gsize longest = 0;
  for (const char *start = text, *end; (end = strstr(start, "\n}\n")) != NULL; start = end + 3)
    longest = MAX(longest, (gsize)(end - start));
  return longest;
}

static void test_large(void) {
  g_autoptr(GHashTable) places = g_hash_table_new(NULL, NULL);
  g_autoptr(GRand) rand = g_rand_new_with_seed(5);
  g_autoptr(GString) out = g_string_new(prelude), calls = g_string_new(NULL);
  const Term *t = large_formula(2000);
  g_autoptr(GPtrArray) inputs = term_inputs(t);
  g_assert_true(
      term_to_exec_c(t, "static int f0(const unsigned long long *v)", "f0_", leaf_of, places, out, NULL));
  g_autoptr(GString) plain = g_string_new(NULL);
  g_assert_true(term_to_exec_c(t, "int f(const unsigned long long *v)", "", leaf_of, places, plain, NULL));
  g_assert_cmpuint(out->len, >, 500000);
  g_assert_cmpuint(longest_function(out->str), <, 30000);
  for (guint i = 0; i < 100; i++) {
    Model *m = model_new();
    for (guint k = 0; k < inputs->len; k++)
      model_set(m, inputs->pdata[k], random_value(rand, ((const Term *)inputs->pdata[k])->width));
    append_point(calls, t, m, places, 0);
    model_free(m);
  }
  g_string_append_printf(
      out, "int main(void) {\n  int wrong = 0;\n  (void)single; (void)twice;\n%s  return wrong;\n}\n",
      calls->str);
  compile_and_run(out->str, "gcc -Wextra");
  compile_and_run(out->str, "gcc -m32 -msse2 -mfpmath=sse -O2");
}

static void test_no_operator(void) {
  g_autoptr(GString) out = g_string_new("before");
  g_autoptr(GError) error = NULL;
  const Term *t = term_eq(term_havoc(1, 32, 0), term_const(32, 1));
  g_assert_false(term_to_exec_c(t, "int f(void)", "x", leaf_of, NULL, out, &error));
  g_assert_error(error, ACF_EXEC_C_ERROR, 0);
  g_assert_cmpstr(out->str, ==, "before");
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/exec-c/integers", test_integers);
  g_test_add_func("/exec-c/floats", test_floats);
  g_test_add_func("/exec-c/size", test_size);
  g_test_add_func("/exec-c/large", test_large);
  g_test_add_func("/exec-c/no-operator", test_no_operator);
  const int status = g_test_run();
  term_store_clear();
  return status;
}
