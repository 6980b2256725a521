/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bounds as code for other tools: the header and the ACSL predicates mean what the formulas mean, the
 * specification is JSON, and a guard is suggested only where the variables hold the inputs. */
#include <json-glib/json-glib.h>
#include <string.h>
#include <glib/gstdio.h>
#include "export/formats.h"
#include "export/guard.h"
#include "export/parameters.h"
#include "formula/print-acsl.h"
#include "formula/read-smt2.h"
#include "formula/solver.h"
#include "tests/helpers/random-terms.h"
#include "tests/helpers/subject.h"

enum { POINTS = 24 };

/* --- programs made of what subjects state --- */

static gboolean is_float_at(const Subject *s, const SubjectInput *in) {
  g_auto(GStrv) lines = g_strsplit(s->source, "\n", -1);
  const char *at = lines[in->line - 1] + in->column - 1;
  return g_str_has_prefix(at, "__VERIFIER_nondet_float") || g_str_has_prefix(at, "__VERIFIER_nondet_double");
}

/* A characterization with one exact partition; every second integer is signed. */
static Cfc *cfc_of(const Subject *s, Program *p) {
  g_autoptr(GPtrArray) inputs = g_ptr_array_new();
  for (guint i = 0; i < s->inputs->len; i++) {
    const SubjectInput *in = s->inputs->pdata[i];
    const InputSite site = {.kind = SITE_NONDET,
                            .function = "__VERIFIER_nondet_int",
                            .variable = in->name,
                            .width = in->width,
                            .is_signed = i % 2 == 0,
                            .is_float = is_float_at(s, in),
                            .loc = {g_intern_string("p.c"), in->line, in->column + i * 100}};
    const guint id = program_add_site(p, &site);
    g_ptr_array_add(inputs, (gpointer)term_input((InputKey){id, 1, 0}, in->width));
  }
  g_autoptr(GError) error = NULL;
  const Term *t = subject_formula(s, inputs, &error);
  g_assert_no_error(error);
  Cfc *c = cfc_new(p);
  for (guint i = 0; i < inputs->len; i++) g_ptr_array_add(c->inputs, inputs->pdata[i]);
  if (!term_is_false(t)) g_ptr_array_add(c->partitions, partition_new(t, t));
  return c;
}

static void run(const char *text, const char *suffix, const char *compiler, gboolean execute) {
  g_autofree char *folder = g_dir_make_tmp("acf-exports-XXXXXX", NULL),
                  *name = g_strconcat("t", suffix, NULL);
  g_autofree char *path = g_build_filename(folder, name, NULL),
                  *program = g_build_filename(folder, "t", NULL);
  g_assert_true(g_file_set_contents(path, text, -1, NULL));
  g_autofree char *command = g_strdup_printf("%s -o %s %s %s %s", compiler, program, path,
                                             execute ? "&&" : "", execute ? program : "");
  const char *argv[] = {"sh", "-c", command, NULL};
  g_autofree char *out = NULL, *err = NULL;
  int status = 1;
  g_assert_true(
      g_spawn_sync(NULL, (char **)argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &out, &err, &status, NULL));
  if (status != 0) g_test_message("%s\n%.3000s\n%.1000s", command, err, out);
  g_assert_cmpint(status, ==, 0);
  g_unlink(path);
  g_unlink(program);
  g_rmdir(folder);
}

/* clang comes with a library for C++, g++ need not be there. */
static void run_cplusplus(const char *text) {
  g_autofree char *gcc = g_find_program_in_path("g++");
  run(text, ".cc",
      gcc ? "g++ -Wall -Wextra -Werror" : "clang++-19 -Wall -Wextra -Wno-unused-function -Werror", TRUE);
}

/* --- the header --- */

static const char number_helpers[] =
    "static inline float single(unsigned long long y) { unsigned x = (unsigned)y; float f; "
    "__builtin_memcpy(&f, &x, 4); return f; }\n"
    "static inline double twice(unsigned long long x) { double f; __builtin_memcpy(&f, &x, 8); return f; }\n";

static guint64 some_value(GRand *r, guint width) {
  static const guint64 special[] = {0, 1, 2, 5, 10, 50, 100, G_MAXUINT64, G_MAXUINT64 - 1, G_MAXUINT64 - 19};
  if (g_rand_boolean(r)) return special[g_rand_int_range(r, 0, G_N_ELEMENTS(special))] & term_mask(width);
  return random_value(r, width);
}

static void append_call(const Parameters *p, const Model *m, gboolean expected, guint number,
                        GString *calls) {
  for (guint k = 0; k < 2; k++) {
    g_string_append_printf(calls, "  if (acf_s%u_%s_fail(", number, k ? "may" : "must");
    for (guint i = 0; i < p->inputs->len; i++) {
      const Term *input = p->inputs->pdata[i];
      const gboolean is_float = parameter_is_float(p, input);
      if (i > 0) g_string_append(calls, ", ");
      if (is_float)
        g_string_append_printf(calls, "%s(%" G_GUINT64_FORMAT "ull)", input->width == 32 ? "single" : "twice",
                               model_value(m, input));
      else
        g_string_append_printf(calls, "(%s)(%" G_GUINT64_FORMAT "ull)", parameter_type(p, input),
                               model_value(m, input));
    }
    g_string_append_printf(calls, ") != %d) { printf(\"%u\\n\"); wrong = 1; }\n", expected, number);
  }
}

/* The header of one subject under names of its own, and calls at points on both sides. */
static void append_subject(const Subject *s, guint number, GRand *r, GString *headers, GString *calls) {
  g_autofree char *path = g_strdup_printf("some folder/s%u.c", number);
  Program *program = program_new(path, 32);
  Cfc *c = cfc_of(s, program);
  g_autofree char *text = export_header(c, NULL);
  g_string_append(headers, text);
  g_autoptr(Parameters) p = parameters_new(c);
  const Term *t = cfc_upper(c);
  for (guint i = 0; i < POINTS; i++) {
    Model *m = NULL;
    if (i < 2) solver_sat(i ? t : term_not(t), 2000, &m);
    if (!m) m = model_new();
    for (guint k = 0; k < p->inputs->len && i >= 2; k++) {
      const Term *input = p->inputs->pdata[k];
      model_set(m, input, some_value(r, input->width));
    }
    append_call(p, m, term_eval(t, m) != 0, number, calls);
    model_free(m);
  }
  cfc_free(c);
  program_free(program);
}

static void test_header(void) {
  g_autoptr(GPtrArray) subjects = subjects_load_all();
  g_autoptr(GRand) r = g_rand_new_with_seed(9);
  g_autoptr(GString) text = g_string_new("#include <stdio.h>\n");
  GString *calls = g_string_new(NULL);
  g_string_append(text, number_helpers);
  for (guint i = 0; i < subjects->len; i++) append_subject(subjects->pdata[i], i, r, text, calls);
  g_string_append_printf(text, "int main(void) {\n  int wrong = 0;\n%s  return wrong;\n}\n", calls->str);
  g_string_free(calls, TRUE);
  run(text->str, ".c",
      "gcc -std=c11 -pedantic -Wall -Wextra -Werror -fsanitize=undefined -fno-sanitize-recover=all", TRUE);
  run_cplusplus(text->str);
  term_store_clear();
}

/* Names that C or C++ has other uses for. */
static void test_names(void) {
  static const char *const names[] = {"int", "new", "class", "requires", "acf_a_b_may_fail", "_x", "x", "x"};
  Program *program = program_new("x*/a-b.c", 64);
  Cfc *c = cfc_new(program);
  const Term *t = term_bool(TRUE);
  for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
    const InputSite site = {.kind = SITE_NONDET,
                            .function = "f",
                            .variable = names[i],
                            .type = "char *",
                            .width = i == 0 ? 1 : 64,
                            .loc = {"p.c", i, 3}};
    const guint id = program_add_site(program, &site);
    const Term *input = term_input((InputKey){id, 1 + i, 0}, site.width);
    t = term_and(t, term_eq(input, term_const(site.width, 1)));
  }
  g_ptr_array_add(c->partitions, partition_new(t, t));
  g_autofree char *text = export_header(c, NULL), *acsl = export_acsl(c, NULL);
  g_autofree char *whole =
      g_strconcat(text, "int main(void) { return acf_a_b_may_fail(1, 1, 1, 1, 1, 1, 1, 1) != 1; }\n", NULL);
  run(whole, ".c", "gcc -std=c11 -Wall -Wextra -Werror", TRUE);
  run_cplusplus(whole);
  run(acsl, ".c", "gcc -c -Wall -Werror", FALSE);
  cfc_free(c);
  program_free(program);
  term_store_clear();
}

/* What C has no operator for is left to "may fail". */
static void test_weakened(void) {
  Program *program = program_new("p.c", 32);
  Cfc *c = cfc_new(program);
  const InputSite site = {.kind = SITE_NONDET,
                          .function = "f",
                          .variable = "x",
                          .width = 64,
                          .is_float = TRUE,
                          .loc = {"p.c", 1, 1}};
  program_add_site(program, &site);
  const Term *x = term_input((InputKey){0, 1, 0}, 64);
  const Term *t = term_binary(TERM_FLT, term_unary(TERM_FSQRT, x), x);
  g_ptr_array_add(c->partitions, partition_new(t, t));
  g_autofree char *text = export_header(c, NULL), *acsl = export_acsl(c, NULL);
  g_assert_nonnull(strstr(text, "was left to"));
  g_assert_nonnull(strstr(acsl, "was left to"));
  g_autofree char *whole = g_strconcat(
      text, "int main(void) { return acf_p_may_fail(4) != 1 || acf_p_must_fail(4) != 0; }\n", NULL);
  run(whole, ".c", "gcc -std=c11 -Wall -Wextra -Werror", TRUE);
  cfc_free(c);
  program_free(program);
  term_store_clear();
}

/* --- ACSL, read as C with wide integers --- */

static const char *acsl_name(gpointer data, const Term *input, gboolean *is_signed) {
  GHashTable *names = data;
  if (!g_hash_table_contains(names, input))
    g_hash_table_insert(names, (gpointer)input, g_strdup_printf("v%u", g_hash_table_size(names)));
  const char *name = g_hash_table_lookup(names, input);
  *is_signed = (name[1] - '0') % 2 == 1 && input->width > 1;
  return name;
}

static char *replaced(const char *text, const char *from, const char *to) {
  g_auto(GStrv) parts = g_strsplit(text, from, -1);
  return g_strjoinv(to, parts);
}

static void append_acsl(const Term *t, GRand *r, const GArray *nodes, gboolean *widths, guint number,
                        GString *functions, GString *calls) {
  g_autoptr(GHashTable) names = g_hash_table_new_full(NULL, NULL, NULL, g_free);
  g_autofree char *acsl = term_to_acsl(t, acsl_name, names, widths);
  g_assert_nonnull(acsl);
  const char *cut = strrchr(acsl, ';');
  const gsize n_lets = cut ? (gsize)(cut - acsl) + 1 : 0;
  g_autofree char *lets = g_strndup(acsl, n_lets), *let = replaced(lets, "\\let ", "wide "),
                  *yes = replaced(let, "\\true", "1"), *body = replaced(yes, "\\false", "0"),
                  *end = replaced(acsl + n_lets, "\\true", "1"), *value = replaced(end, "\\false", "0");
  g_string_append_printf(functions, "static int f%u(const wide *v) {\n", number);
  for (guint i = 0; i < g_hash_table_size(names); i++)
    g_string_append_printf(functions, "  wide v%u = v[%u];\n", i, i);
  g_string_append_printf(functions, "  %s\n  return %s;\n}\n", body, value);
  for (guint i = 0; i < 8; i++) {
    Model *m = random_model(r, nodes);
    g_string_append(calls, "  { wide v[] = {");
    for (guint k = 0; k < g_hash_table_size(names); k++) {
      GHashTableIter iter;
      gpointer input, name;
      g_hash_table_iter_init(&iter, names);
      g_autofree char *wanted = g_strdup_printf("v%u", k);
      while (g_hash_table_iter_next(&iter, &input, &name)) {
        gboolean is_signed;
        if (!g_str_equal(name, wanted)) continue;
        acsl_name(names, input, &is_signed);
        const guint64 bits = model_value(m, input);
        const gint64 number_value = is_signed ? term_signed(bits, ((Term *)input)->width) : (gint64)bits;
        g_string_append_printf(calls, "%" G_GINT64_FORMAT "ll, ", number_value);
      }
    }
    g_string_append_printf(calls, "0}; if (f%u(v) != %u) { printf(\"f%u\\n\"); wrong = 1; } }\n", number,
                           (guint)term_eval(t, m), number);
    model_free(m);
  }
}

static void test_acsl(void) {
  static const guint used[] = {1, 8, 16, 32, 5, 40, 0};
  g_autoptr(GRand) r = g_rand_new_with_seed(31);
  g_autoptr(GString) functions = g_string_new(NULL);
  GString *calls = g_string_new(NULL);
  gboolean widths[65] = {FALSE};
  guint written = 0;
  while (written < 150) {
    const RandomPlan plan = {40, FALSE, FALSE, FALSE, used};
    g_autoptr(GArray) nodes = random_terms(r, &plan);
    const Term *t = g_array_index(nodes, NaiveNode, nodes->len - 1).term;
    if (t->width != 1) t = term_binary(TERM_SLT, t, term_const(t->width, random_value(r, t->width)));
    if (t->has_array || t->has_havoc || !t->has_input) continue;
    g_autoptr(GPtrArray) inputs = term_inputs(t);
    gboolean widths_before[65];
    memcpy(widths_before, widths, sizeof widths);
    g_autoptr(GHashTable) probe = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    g_autofree char *possible = term_to_acsl(t, acsl_name, probe, widths);
    if (!possible || inputs->len > 9) continue; /* shifts and products of bits have no form */
    append_acsl(t, r, nodes, widths, written++, functions, calls);
  }
  g_autoptr(GString) text = g_string_new("#include <stdio.h>\ntypedef __int128 wide;\n");
  for (guint w = 2; w <= 64; w++) {
    g_autoptr(GString) definitions = g_string_new(NULL);
    acsl_append_reductions(definitions, w);
    g_autofree char *a = replaced(definitions->str, "logic integer", "static wide"),
                    *b = replaced(a, "integer v", "wide v"), *c = replaced(b, ") = ", ") { return "),
                    *d = replaced(c, ";\n", "; }\n");
    if (widths[w]) g_string_append(text, d);
  }
  g_string_append_printf(text, "%sint main(void) {\n  int wrong = 0;\n%s  return wrong;\n}\n", functions->str,
                         calls->str);
  g_string_free(calls, TRUE);
  run(text->str, ".c", "gcc -w -fwrapv", TRUE);
  term_store_clear();
}

/* --- the specification --- */

static void test_spec(void) {
  g_autoptr(GPtrArray) subjects = subjects_load_all();
  for (guint i = 0; i < subjects->len; i++) {
    Program *program = program_new("p.c", 32);
    Cfc *c = cfc_of(subjects->pdata[i], program);
    g_autofree char *text = export_spec(c, NULL);
    g_autoptr(JsonParser) parser = json_parser_new();
    g_autoptr(GError) error = NULL;
    g_assert_true(json_parser_load_from_data(parser, text, -1, &error));
    g_assert_no_error(error);
    JsonObject *root = json_node_get_object(json_parser_get_root(parser));
    g_assert_cmpstr(json_object_get_string_member(root, "format"), ==, "acf-spec");
    JsonObject *may = json_object_get_object_member(root, "may_fail");
    JsonArray *parameters = json_object_get_array_member(root, "parameters");
    g_autoptr(Parameters) p = parameters_new(c);
    g_assert_cmpuint(json_array_get_length(parameters), ==, p->inputs->len);
    g_assert_nonnull(strstr(json_object_get_string_member(may, "c"), "acf_p_may_fail("));
    g_assert_cmpuint(strlen(json_object_get_string_member(may, "smt2")), >, 0);
    g_assert_true(json_object_has_member(root, "guard"));
    cfc_free(c);
    program_free(program);
  }
  term_store_clear();
}

/* --- guards --- */

static IrLoc place_of(const char *text, const char *what) {
  const char *at = strstr(text, what), *line = at;
  IrLoc loc = {"p.c", 1, 0};
  while (line > text && line[-1] != '\n') line--;
  for (const char *t = text; t < line; t++) loc.line += *t == '\n';
  loc.column = (guint)(at - line) + 1;
  return loc;
}

/* x is read by f(), y by g(), after which the guard would stand. */
static void test_guard_text(void) {
  static const struct {
    const char *text;
    gboolean holds;
  } cases[] = {{"{ int x = f();\n int y = g(); }", TRUE},
               {"{ int x = f(); if (x < 5 || x == 3) return x; int y = g(); }", TRUE},
               {"{ const int x = f(); /* x = 3; */ h(\"x = 5\"); int y = g(); }", TRUE},
               {"{ int x = f(); if (x) { z = 3; } int y = g(); x = 3; }", TRUE},
               {"{ signed int x = f ( ) ;\n int y = g(); }", TRUE},
               {"{ int x = f(); x = 3; int y = g(); }", FALSE},
               {"{ int x = f(); x += 3; int y = g(); }", FALSE},
               {"{ int x = f(); x++; int y = g(); }", FALSE},
               {"{ int x = f(); --x; int y = g(); }", FALSE},
               {"{ int x = f(); h(&x); int y = g(); }", FALSE},
               {"{ int x = f(); if (a && x) h(); int y = g(); }", TRUE},
               {"{ { int x = f(); } int y = g(); }", FALSE},
               {"{ int x = f(); { int x; int y = g(); } }", FALSE},
               {"{ char x = f(); int y = g(); }", FALSE},
               {"{ unsigned x = f(); int y = g(); }", FALSE},
               {"{ int x = f() + 1; int y = g(); }", FALSE},
               {"{ int x = f(), z; int y = g(); }", FALSE},
               {"{ int x = -f(); int y = g(); }", FALSE},
               {"{ x = f(); int y = g(); }", FALSE},
               {"{ int *x = f(); int y = g(); }", FALSE},
               {"{ int xx = f(); int y = g(); }", FALSE},
               {"#define BUMP x++\nint main() { int x = f(); BUMP; int y = g(); }", FALSE},
               {"{ int x = f(); x <<= 1; int y = g(); }", FALSE},
               /* a macro may go on in other ways than by \ at the end of a line */
               {"#define BUMP \\\r\n x++\nint main() { int x = f(); BUMP; int y = g(); }", FALSE},
               {"#define BUMP /*\n*/ x++\nint main() { int x = f(); BUMP; int y = g(); }", FALSE},
               {"{ int x = f(); $x = 3; int y = g(); }", TRUE},
               {"{ int x = f(); // \\\n x = 3;\n int y = g(); }", TRUE},
               {"{\n# 1 \"p.c\"\n int x = f(); int y = g(); }", TRUE},
               {"{ int x = f(); myreturn x; int y = g(); }", FALSE},
               {"{ int x = f(); int y = g() }", FALSE}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    const InputSite
        x = {.variable = "x", .function = "f", .type = "int", .loc = place_of(cases[i].text, "f")},
        y = {.variable = "y", .function = "g", .type = "int", .loc = place_of(cases[i].text, "g()")};
    InputSite read = x;
    if (strstr(cases[i].text, "#def")) read.loc = place_of(cases[i].text, "f();");
    g_autofree char *reason = NULL;
    const gboolean holds = guard_variable_holds(cases[i].text, &read, &y, &reason);
    if (holds != cases[i].holds) g_error("'%s': %s", cases[i].text, reason ? reason : "holds");
    g_assert_true(holds == (reason == NULL));
  }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/exports/header", test_header);
  g_test_add_func("/exports/names", test_names);
  g_test_add_func("/exports/weakened", test_weakened);
  g_test_add_func("/exports/acsl", test_acsl);
  g_test_add_func("/exports/spec", test_spec);
  g_test_add_func("/exports/guard", test_guard_text);
  return g_test_run();
}
