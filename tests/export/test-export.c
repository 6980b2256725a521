/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is written out: JSON, SMT-LIB, text, files; and examples replayed. */
#include <string.h>
#include <unistd.h>
#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <z3.h>
#include "export/export.h"
#include "native/replay.h"
#include "ctext/edit.h"
#include "native/harness-text.h"
#include "ir/print.h"

static const char program_text[] = "#include <assert.h>\n"
                                   "extern int __VERIFIER_nondet_int(void);\n"
                                   "extern unsigned long long __VERIFIER_nondet_ulonglong(void);\n"
                                   "extern _Bool __VERIFIER_nondet_bool(void);\n"
                                   "extern float __VERIFIER_nondet_float(void);\n"
                                   "extern void __VERIFIER_assume(int);\n"
                                   "void reach_error() { /* { */ }\n"
                                   "int main(void) {\n"
                                   "  int n = __VERIFIER_nondet_int();\n"
                                   "  unsigned long long w = __VERIFIER_nondet_ulonglong();\n"
                                   "  _Bool b = __VERIFIER_nondet_bool();\n"
                                   "  float x = __VERIFIER_nondet_float();\n"
                                   "  __VERIFIER_assume(n != 100);\n"
                                   "  if (n >= 11 && n <= 15) reach_error();\n"
                                   "  if (w == 0xfffffffffffffffeull && b) reach_error();\n"
                                   "  if (x > 1.0f && n == -7) assert(0);\n"
                                   "  int junk;\n"
                                   "  return 42;\n"
                                   "}\n";

static void add_site(Program *p, SiteKind kind, const char *variable, const char *function, const char *type,
                     guint width, guint line) {
  const char *start = program_text;
  for (guint i = 1; i < line; i++) start = strchr(start, '\n') + 1;
  const char *at = function != NULL ? strstr(start, function) : strstr(start, variable);
  InputSite s = {.kind = kind, .variable = variable, .function = function, .type = type, .width = width};
  s.is_signed = strcmp(type, "int") == 0;
  s.is_float = strcmp(type, "float") == 0;
  s.element_width = function == NULL ? 32 : 0;
  s.loc = (IrLoc){g_intern_string(p->path), line, (guint)(at - start) + 1};
  program_add_site(p, &s);
}

static Program *new_program(const char *path) {
  Program *p = program_new(path, 64);
  add_site(p, SITE_NONDET, "n", "__VERIFIER_nondet_int", "int", 32, 9);
  add_site(p, SITE_NONDET, "w", "__VERIFIER_nondet_ulonglong", "unsigned long long", 64, 10);
  add_site(p, SITE_NONDET, "b", "__VERIFIER_nondet_bool", "_Bool", 1, 11);
  add_site(p, SITE_NONDET, "x", "__VERIFIER_nondet_float", "float", 32, 12);
  add_site(p, SITE_UNINITIALISED, "junk", NULL, "int", 32, 17);
  g_ptr_array_add(p->assumptions, g_strdup("atoi (prog.c:3) returns any value"));
  return p;
}

static const Term *input(guint site, guint width) { return term_input((InputKey){site, 1, 0}, width); }
static const Term *num(gint64 v) { return term_const(32, (guint64)v); }

static Partition *add_partition(Cfc *c, const Term *upper, const Term *lower, guint line) {
  Partition *part = partition_new(upper, lower);
  const Failure error = {{"prog.c", line, 27}, line == 16 ? FAILURE_ASSERT : FAILURE_ERROR_CALL};
  g_array_append_val(part->errors, error);
  g_ptr_array_add(c->partitions, part);
  return part;
}

static Model *add_example(Partition *part, guint site, guint width, guint64 value) {
  Model *m = model_new();
  model_set(m, input(site, width), value);
  g_ptr_array_add(part->examples, m);
  return m;
}

/* n in 11..15 exactly; and w's case, of which the upper bound knows less. */
static Cfc *new_cfc(const Program *p) {
  Cfc *c = cfc_new(p);
  const Term *n = input(0, 32), *w = input(1, 64), *b = input(2, 1);
  const Term *first = term_and(term_binary(TERM_SLE, num(11), n), term_binary(TERM_SLE, n, num(15)));
  const Term *rest = term_and(term_not(first), b);
  const Term *point = term_and(rest, term_eq(w, term_const(64, G_MAXUINT64 - 1)));
  add_example(add_partition(c, first, first, 14), 0, 32, 12);
  Partition *second = add_partition(c, rest, point, 15);
  model_set(add_example(second, 1, 64, G_MAXUINT64 - 1), b, 1);
  second->reason = g_strdup("the time is up");
  for (guint i = 0; i < 4; i++) g_ptr_array_add(c->inputs, (gpointer)input(i, (guint[]){32, 64, 1, 32}[i]));
  cfc_note(c, "prog.c:3: inline assembly");
  c->stats.runs[PHASE_POSSIBLE] = 3;
  c->stats.seconds[PHASE_POSSIBLE] = 1.5;
  g_autoptr(Order) order = order_new();
  order_record(order, "bmc", 0.25, TRUE, TRUE);
  order_record_hit(order, "bmc");
  c->stats.members = order_standings(order);
  const StrategyTime strategies[] = {{"deepen", 2, 0.5}, {"rounds", 0, 0}};
  c->stats.strategies = g_array_new(FALSE, FALSE, sizeof(StrategyTime));
  g_array_append_vals(c->stats.strategies, strategies, G_N_ELEMENTS(strategies));
  return c;
}

static JsonObject *member(JsonArray *a, guint i) { return json_array_get_object_element(a, i); }

static void test_json(void) {
  Program *p = new_program("prog.c");
  Cfc *c = new_cfc(p);
  g_autofree char *text = export_json(c);
  g_autoptr(JsonParser) parser = json_parser_new();
  g_assert_true(json_parser_load_from_data(parser, text, -1, NULL));
  JsonObject *o = json_node_get_object(json_parser_get_root(parser));
  g_assert_cmpstr(json_object_get_string_member(o, "format"), ==, "acf-cfc");
  g_assert_cmpint(json_object_get_int_member(o, "format_version"), ==, 1);
  g_assert_cmpstr(json_object_get_string_member(o, "data_model"), ==, "LP64");
  g_assert_cmpstr(json_object_get_string_member(o, "verdict"), ==, "failures");
  g_assert_false(json_object_get_boolean_member(o, "exact"));
  JsonArray *inputs = json_object_get_array_member(o, "inputs"),
            *parts = json_object_get_array_member(o, "partitions");
  g_assert_cmpuint(json_array_get_length(inputs), ==, 4);
  g_assert_cmpstr(json_object_get_string_member(member(inputs, 0), "symbol"), ==, "n@9:11#1");
  g_assert_cmpint(json_object_get_int_member(member(inputs, 0), "column"), ==, 11);
  g_assert_true(json_object_get_boolean_member(member(inputs, 0), "matters"));
  g_assert_false(json_object_get_boolean_member(member(inputs, 3), "matters"));
  g_assert_cmpstr(json_object_get_string_member(member(parts, 0), "upper_c"), ==, "n >= 11 && n <= 15");
  g_assert_true(json_object_get_boolean_member(member(parts, 0), "exact"));
  JsonObject *example = member(json_object_get_array_member(member(parts, 0), "examples"), 0);
  g_assert_cmpint(json_object_get_int_member(example, "n@9:11#1"), ==, 12);
  g_assert_cmpstr(json_object_get_string_member(member(parts, 1), "reason"), ==, "the time is up");
  g_assert_nonnull(strstr(text, "\"w@10:26#1\" : 18446744073709551614")); /* a number, and exact */
  JsonObject *statistics = json_object_get_object_member(o, "statistics");
  JsonObject *bmc = member(json_object_get_array_member(statistics, "analyzers"), 0);
  g_assert_cmpstr(json_object_get_string_member(bmc, "name"), ==, "bmc");
  g_assert_cmpint(json_object_get_int_member(bmc, "settled"), ==, 1);
  g_assert_cmpint(json_object_get_int_member(bmc, "cache_hits"), ==, 1);
  JsonArray *strategies = json_object_get_array_member(statistics, "strategies");
  g_assert_cmpuint(json_array_get_length(strategies), ==, 2); /* also those that were not tried */
  g_assert_cmpstr(json_object_get_string_member(member(strategies, 0), "name"), ==, "deepen");
  g_assert_cmpint(json_object_get_int_member(member(strategies, 0), "runs"), ==, 2);
  g_assert_cmpfloat(json_object_get_double_member(member(strategies, 0), "seconds"), ==, 0.5);
  cfc_free(c);
  program_free(p);
}

static void ignore_error(Z3_context z3, Z3_error_code code) { (void)z3, (void)code; }

/* Is the script with more lines accepted, and what does it ask? */
static Z3_lbool ask(const char *script, const char *more) {
  Z3_config config = Z3_mk_config();
  Z3_context z3 = Z3_mk_context(config);
  Z3_set_error_handler(z3, ignore_error);
  g_autofree char *whole = g_strconcat(script, more, NULL);
  Z3_ast_vector all = Z3_parse_smtlib2_string(z3, whole, 0, NULL, NULL, 0, NULL, NULL);
  g_assert_cmpint(Z3_get_error_code(z3), ==, Z3_OK);
  Z3_ast_vector_inc_ref(z3, all);
  Z3_solver solver = Z3_mk_solver(z3);
  Z3_solver_inc_ref(z3, solver);
  for (guint i = 0; i < Z3_ast_vector_size(z3, all); i++)
    Z3_solver_assert(z3, solver, Z3_ast_vector_get(z3, all, i));
  const Z3_lbool answer = Z3_solver_check(z3, solver);
  Z3_solver_dec_ref(z3, solver);
  Z3_ast_vector_dec_ref(z3, all);
  Z3_del_context(z3);
  Z3_del_config(config);
  return answer;
}

static void test_smt2(void) {
  Program *p = new_program("prog.c");
  Cfc *c = new_cfc(p);
  g_autofree char *text = export_smt2(c);
  g_assert_nonnull(strstr(text, "(set-logic QF_BV)"));
  g_assert_cmpint(ask(text, "(assert (and lower (not upper)))"), ==, Z3_L_FALSE);
  g_assert_cmpint(ask(text, "(assert (and upper (not lower)))"), ==, Z3_L_TRUE);
  g_assert_cmpint(ask(text, "(assert (and |upper-1| |upper-2|))"), ==, Z3_L_FALSE);
  g_assert_cmpint(ask(text, "(assert (and |lower-1| (= |n@9:11#1| #x0000000c)))"), ==, Z3_L_TRUE);
  g_ptr_array_set_size(c->partitions, 0);
  g_autofree char *safe = export_smt2(c);
  g_assert_cmpint(ask(safe, "(assert upper)"), ==, Z3_L_FALSE);
  cfc_free(c);
  program_free(p);
}

/* fmod cannot be written down: the claim gets weaker, never wrong. */
static void test_unprintable(void) {
  Program *p = new_program("prog.c");
  Cfc *c = cfc_new(p);
  const Term *rest = term_binary(TERM_FREM, input(3, 32), num(0x40400000));
  const Term *t = term_binary(TERM_FLT, rest, num(0x3f800000));
  add_partition(c, t, t, 16);
  g_autofree char *json = export_json(c), *smt2 = export_smt2(c), *text = export_text(c, FALSE, FALSE, FALSE);
  g_assert_nonnull(strstr(json, "\"verdict\" : \"unknown\""));
  g_assert_nonnull(strstr(json, "\"upper\" : \"true\""));
  g_assert_nonnull(strstr(json, "\"lower\" : \"false\""));
  g_assert_cmpint(ask(smt2, "(assert lower)"), ==, Z3_L_FALSE);
  g_assert_nonnull(strstr(text, "may fail for any input"));
  Model *m = model_new(); /* it fails, but no point of what is written does */
  g_ptr_array_add(((Partition *)c->partitions->pdata[0])->examples, m);
  g_autofree char *without = export_json(c);
  g_assert_nonnull(strstr(without, "\"examples\" : []"));
  cfc_free(c);
  program_free(p);
}

static void expect_text(const char *text, const char *part) {
  if (strstr(text, part) == NULL) g_error("\"%s\" is not in:\n%s", part, text);
}

static void expect_no_text(const char *text, const char *part) {
  if (strstr(text, part) != NULL) g_error("\"%s\" is in:\n%s", part, text);
}

/* An exact partition without a known point is not shown as failing. */
static void test_doubtful(void) {
  Program *p = new_program("prog.c");
  Cfc *c = cfc_new(p);
  const Term *t = term_eq(term_binary(TERM_MUL, input(0, 32), input(0, 32)), num(2));
  add_partition(c, t, t, 16);
  Partition *open = c->partitions->pdata[0];
  open->exact = open->doubtful = TRUE;
  g_ptr_array_set_size(open->examples, 0);
  g_autofree char *json = export_json(c), *text = export_text(c, FALSE, FALSE, FALSE);
  Extent *extent = extent_new(c, 1);
  g_autofree char *page = export_html(c, extent, NULL);
  extent_free(extent);
  expect_text(json, "\"verdict\" : \"unknown\"");
  expect_text(json, "\"certain\" : false");
  expect_text(text, "unknown: no failing input is known, and there may be none");
  expect_text(text, "may fail when ");
  expect_no_text(text, "fails exactly");
  expect_text(text, "every such input fails, but it is not known whether there is one");
  expect_text(text, "would reach failed assertion at prog.c:16");
  expect_text(page, "It is not known whether any input makes <b>prog.c</b> fail.");
  expect_text(page, "Every such input fails, but it is not known whether there is one.");
  expect_no_text(page, "fails exactly");
  expect_text(page, "Would reach the failed assertion");
  expect_no_text(page, "Reaches the failed assertion");
  g_assert_cmpint(cfc_verdict(c), ==, VERDICT_UNKNOWN);
  /* beside one that fails for sure */
  const Term *five = term_eq(input(0, 32), num(5));
  add_partition(c, five, five, 17);
  ((Partition *)c->partitions->pdata[1])->exact = TRUE;
  g_autofree char *both = export_text(c, FALSE, FALSE, FALSE);
  expect_text(both, "fails in 1 of these 2 cases, may fail in the other; no other input fails\n");
  expect_text(both, "would reach failed assertion at prog.c:16");
  expect_text(both, "  reaches error at prog.c:17");
  /* what holds of every input has a point */
  g_ptr_array_set_size(c->partitions, 0);
  add_partition(c, term_bool(TRUE), term_bool(TRUE), 16);
  ((Partition *)c->partitions->pdata[0])->doubtful = TRUE;
  g_assert_cmpint(cfc_verdict(c), ==, VERDICT_FAILURES);
  cfc_free(c);
  program_free(p);
}

static void test_text(void) {
  Program *p = new_program("prog.c");
  Cfc *c = new_cfc(p);
  g_autofree char *text = export_text(c, TRUE, FALSE, FALSE), *coloured = export_text(c, FALSE, FALSE, TRUE);
  expect_text(text, "prog.c: checked: no call of reach_error, no failing assert; 64-bit (LP64)\n");
  expect_text(text, "fails exactly when n >= 11 && n <= 15\n");
  expect_text(text, "for example n = 12\n");
  expect_text(text, "reaches error at prog.c:14\n");
  expect_text(text, "not exact because the time is up\n");
  expect_text(text, "  n: int, prog.c:9\n");
  expect_text(text, "  x: float, prog.c:12, not mentioned\n");
  expect_text(text, "  atoi (prog.c:3) returns any value\n");
  expect_text(text, "  prog.c:3: inline assembly\n");
  expect_text(text, "possible             3     1.500\n");
  expect_text(text, "bmc                       1        1     0.250          1\n");
  expect_text(text, "  deepen                    2     0.500\n");
  g_assert_null(strstr(text, "rounds")); /* not tried */
  g_assert_null(strchr(text, '\033'));
  g_assert_nonnull(strchr(coloured, '\033'));
  g_ptr_array_set_size(c->partitions, 1);
  g_autofree char *one = export_text(c, FALSE, FALSE, FALSE);
  expect_text(one, "\nfails exactly when n >= 11 && n <= 15\n");
  g_assert_null(strstr(one, "phase"));
  g_ptr_array_set_size(c->partitions, 0);
  g_autofree char *safe = export_text(c, FALSE, FALSE, FALSE);
  expect_text(safe, "\nnever fails\n");
  cfc_free(c);
  program_free(p);
}

static Cfc *cfc_of(Program *p, const Term *t) {
  Cfc *c = cfc_new(p);
  add_partition(c, t, t, 14);
  return c;
}

/* Inputs that are read again and again take one line, many that do not matter too. */
static void test_text_inputs(void) {
  Program *p = new_program("prog.c");
  Cfc *c = cfc_of(p, term_binary(TERM_SLT, input(0, 32), term_input((InputKey){0, 2, 0}, 32)));
  for (guint k = 3; k < 8; k++) g_ptr_array_add(c->inputs, (gpointer)term_input((InputKey){0, k, 0}, 32));
  g_autofree char *few = export_text(c, FALSE, FALSE, FALSE);
  expect_text(few, "\ninputs:\n  n, n#2: int, prog.c:9\n  n#3 to n#7: int, prog.c:9, does not matter\n\n");
  for (guint k = 10; k < 20; k += 2)
    g_ptr_array_add(c->inputs, (gpointer)term_input((InputKey){0, k, 0}, 32));
  g_autofree char *many = export_text(c, FALSE, FALSE, FALSE), *verbose = export_text(c, FALSE, TRUE, FALSE);
  expect_text(many, "\ninputs:\n  n, n#2: int, prog.c:9\n  and 10 that are read but do not matter\n\n");
  expect_text(verbose, "  n#18: int, prog.c:9, does not matter\n");
  cfc_free(c);
  c = cfc_of(p, term_bool(TRUE));
  g_autofree char *every = export_text(c, FALSE, FALSE, FALSE);
  expect_text(every, "\nfails for every input\n");
  cfc_free(c);
  program_free(p);
}

/* Of a condition that is too long no name is shown whose definition is not, and nothing that it does not imply. */
static void test_text_outline(void) {
  Program *p = new_program("prog.c");
  const Term *x = input(0, 32), *sum = x;
  for (guint k = 2; k < 40; k++)
    sum = term_binary(TERM_XOR, term_binary(TERM_MUL, sum, term_binary(TERM_ADD, sum, num(k))),
                      term_input((InputKey){0, k, 0}, 32));
  const Term *known = term_binary(TERM_SLT, x, num(7)), *dark = term_binary(TERM_SLT, sum, num(3));
  Cfc *both = cfc_of(p, term_and(known, dark));
  g_autofree char *part = export_text(both, FALSE, FALSE, FALSE), *whole = export_text(both, FALSE, TRUE, FALSE);
  expect_text(part, "\nfails only when n <= 6");
  expect_text(part, "-v shows them");
  g_assert_null(strstr(part, "exactly"));
  g_assert_null(strchr(part, '$'));
  expect_text(whole, "\nfails exactly when ");
  cfc_free(both);
  program_free(p);
}

/* "every such input fails" is said only of a condition that is shown as it is. */
static void test_text_doubtful_outline(void) {
  Program *p = new_program("prog.c");
  const Term *x = input(0, 32), *sum = x;
  for (guint k = 2; k < 40; k++)
    sum = term_binary(TERM_XOR, term_binary(TERM_MUL, sum, sum), term_input((InputKey){0, k, 0}, 32));
  const Term *t = term_and(term_binary(TERM_SLT, x, num(7)), term_binary(TERM_SLT, sum, num(3)));
  Cfc *c = cfc_of(p, t);
  Partition *only = c->partitions->pdata[0];
  only->doubtful = TRUE;
  g_ptr_array_set_size(only->examples, 0);
  g_autofree char *part = export_text(c, FALSE, FALSE, FALSE), *whole = export_text(c, FALSE, TRUE, FALSE);
  g_assert_null(strstr(part, "every such input fails"));
  g_assert_null(strstr(part, "fails only when"));
  expect_text(part, "may fail when n <= 6");
  expect_text(whole, "every such input fails");
  cfc_free(c);
  program_free(p);
}

static void test_text_disjuncts(void) {
  Program *p = new_program("prog.c");
  Cfc *c = cfc_new(p);
  const Term *t = term_or(term_eq(input(0, 32), num(3)), input(2, 1));
  add_partition(c, t, t, 14);
  g_autofree char *text = export_text(c, FALSE, FALSE, FALSE);
  g_assert_true(strstr(text, "fails exactly when n == 3\n                or b\n") != NULL ||
                strstr(text, "fails exactly when b\n                or n == 3\n") != NULL);
  const Term *many = term_bool(FALSE);
  for (guint i = 0; i < 100; i++) many = term_or(many, term_eq(input(0, 32), num(3 * i)));
  g_ptr_array_set_size(c->partitions, 0);
  add_partition(c, many, many, 14);
  g_autofree char *outline = export_text(c, FALSE, FALSE, FALSE);
  expect_text(outline, "--smt2");
  g_assert_null(strstr(outline, "exactly"));
  cfc_free(c);
  program_free(p);
}

static void test_write(void) {
  g_autofree char *folder = g_dir_make_tmp("acf-export-XXXXXX", NULL),
                  *path = g_build_filename(folder, "out", NULL);
  g_autofree char *missing = g_build_filename(folder, "no", "out", NULL), *read = NULL,
                  *others = g_strconcat(path, ".tmp", NULL);
  g_autoptr(GError) error = NULL;
  g_assert_true(export_write(path, "old", NULL));
  g_assert_true(export_write(path, "new text\n", &error));
  g_assert_no_error(error);
  g_assert_true(g_file_get_contents(path, &read, NULL, NULL));
  g_assert_cmpstr(read, ==, "new text\n");
  g_assert_false(g_file_test(others, G_FILE_TEST_EXISTS));
  g_assert_false(export_write(missing, "x", &error));
  g_assert_error(error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
  g_clear_error(&error);
  g_assert_false(export_write("/dev/full", "x", &error));
  g_assert_error(error, G_FILE_ERROR, G_FILE_ERROR_NOSPC);
  /* a link stays one, as /dev/stdout must */
  g_autofree char *link = g_build_filename(folder, "link", NULL), *through = NULL;
  g_assert_cmpint(symlink(path, link), ==, 0);
  g_assert_true(export_write(link, "through", NULL));
  g_assert_true(g_file_test(link, G_FILE_TEST_IS_SYMLINK));
  g_assert_true(g_file_get_contents(path, &through, NULL, NULL));
  g_assert_cmpstr(through, ==, "through");
  g_unlink(link);
  g_unlink(path);
  g_rmdir(folder);
}

/* --- replay --- */

typedef struct {
  char *folder, *path;
  Program *program;
  Cfc *cfc;
  Partition *partition;
} Replayed;

static gboolean replay_setup(Replayed *r) {
  const char *clang = g_getenv("ACF_CLANG") != NULL ? g_getenv("ACF_CLANG") : "clang-19";
  g_autofree char *found = g_find_program_in_path(clang);
  if (found == NULL) {
    g_test_skip("no clang");
    return FALSE;
  }
  r->folder = g_dir_make_tmp("acf-export-XXXXXX", NULL);
  r->path = g_build_filename(r->folder, "prog.c", NULL);
  g_assert_true(g_file_set_contents(r->path, program_text, -1, NULL));
  r->program = new_program(r->path);
  r->cfc = cfc_new(r->program);
  r->partition = add_partition(r->cfc, term_bool(TRUE), term_bool(TRUE), 14);
  return TRUE;
}

static void replay_teardown(Replayed *r) {
  cfc_free(r->cfc);
  program_free(r->program);
  g_unlink(r->path);
  g_rmdir(r->folder);
  g_free(r->path);
  g_free(r->folder);
}

static void test_replay(void) {
  Replayed r;
  if (!replay_setup(&r)) return;
  add_example(r.partition, 0, 32, 12);
  model_set(add_example(r.partition, 1, 64, G_MAXUINT64 - 1), input(2, 1), 1);
  model_set(add_example(r.partition, 0, 32, (guint32)-7), input(3, 32), 0x40000000); /* 2.0f, and assert */
  g_autoptr(GString) report = g_string_new(NULL);
  g_autoptr(GError) error = NULL;
  const int wrong = replay_examples(r.cfc, 0, report, &error);
  g_assert_no_error(error);
  if (wrong != 0) g_error("%s", report->str);
  expect_text(report->str, "partition 1, example 3 (n = -7, x = 2): fails, as it should\n");
  replay_teardown(&r);
}

/* Runs that do not fail are told from those that do, whatever status the program ends with. */
static void test_replay_wrong(void) {
  Replayed r;
  if (!replay_setup(&r)) return;
  add_example(r.partition, 0, 32, 16);
  add_example(r.partition, 0, 32, 100);
  add_example(r.partition, 4, 32, 1);
  g_autoptr(GString) report = g_string_new(NULL);
  g_assert_cmpint(replay_examples(r.cfc, 0, report, NULL), ==, 2);
  expect_text(report->str, "did not fail: ended with status 42\n");
  expect_text(report->str, "did not fail: an assumption does not hold\n");
  expect_text(report->str, "not replayed: depends on junk");
  replay_teardown(&r);
}

/* A deadline that has passed: nothing is compiled, nothing is refuted. */
static void test_replay_late(void) {
  Replayed r;
  if (!replay_setup(&r)) return;
  add_example(r.partition, 0, 32, 16); /* it does not fail */
  g_autoptr(GString) report = g_string_new(NULL);
  g_autoptr(GError) error = NULL;
  g_assert_cmpint(replay_examples(r.cfc, 1, report, &error), ==, -1);
  g_assert_nonnull(strstr(error->message, "no time is left"));
  replay_teardown(&r);
}

static void test_replay_broken(void) {
  Replayed r;
  if (!replay_setup(&r)) return;
  add_example(r.partition, 0, 32, 12);
  g_assert_true(g_file_set_contents(r.path, "int main( {", -1, NULL));
  g_autoptr(GString) report = g_string_new(NULL);
  g_autoptr(GError) error = NULL;
  g_assert_cmpint(replay_examples(r.cfc, 0, report, &error), ==, -1);
  g_assert_nonnull(error);
  replay_teardown(&r);
}

/* What linkers say of symbols that nobody defines. */
static void test_undefined(void) {
  g_autoptr(GPtrArray) names = native_undefined("/usr/bin/ld: p.o: in function `main':\n"
                                                "p.c:(.text+0x25): warning: undefined reference to `g'\n"
                                                "p.c:(.text+0x2e): warning: undefined reference to `s'\n"
                                                "p.c:(.text+0x3c): warning: undefined reference to `g'\n"
                                                "ld.lld: warning: undefined symbol: arr\n"
                                                "warning: undefined reference to `f.part.0'\n");
  g_assert_cmpuint(names->len, ==, 3);
  g_assert_cmpstr(names->pdata[0], ==, "g");
  g_assert_cmpstr(names->pdata[1], ==, "s");
  g_assert_cmpstr(names->pdata[2], ==, "arr");
  g_autoptr(GString) out = g_string_new(NULL);
  native_append_unknown(out, names, "int x = g /* ( */ (&s); // s()\nint y = arr[2], gg = sizeof(s);\n");
  g_assert_nonnull(strstr(out->str, " g() {"));
  g_assert_nonnull(strstr(out->str, "char s["));
  g_assert_nonnull(strstr(out->str, "char arr["));
}

static void test_source(void) {
  g_autofree char *folder = g_dir_make_tmp("acf-export-XXXXXX", NULL),
                  *path = g_build_filename(folder, "s.c", NULL);
  g_assert_true(g_file_set_contents(
      path, "// f() {\nint f(int a) __attribute__((noinline));\nint f(int a)\n{ return f(a) + xf(1); }\n", -1,
      NULL));
  g_autoptr(Source) s = source_read(path, NULL);
  Edits *e = edits_new(s);
  g_assert_false(edits_replace_word(e, 4, 19, "f", "g")); /* in xf */
  g_assert_true(edits_replace_word(e, 4, 10, "f", "g"));
  g_assert_false(edits_replace_word(e, 9, 1, "f", "g"));
  g_autofree char *text = edits_free_to_text(e);
  g_assert_cmpstr(
      text, ==,
      "// f() {\nint f(int a) __attribute__((noinline));\nint f(int a)\n{ return g(a) + xf(1); }\n");
  g_unlink(path);
  g_rmdir(folder);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/export/json", test_json);
  g_test_add_func("/export/smt2", test_smt2);
  g_test_add_func("/export/unprintable", test_unprintable);
  g_test_add_func("/export/doubtful", test_doubtful);
  g_test_add_func("/export/text", test_text);
  g_test_add_func("/export/text-inputs", test_text_inputs);
  g_test_add_func("/export/text-outline", test_text_outline);
  g_test_add_func("/export/text-doubtful-outline", test_text_doubtful_outline);
  g_test_add_func("/export/text-disjuncts", test_text_disjuncts);
  g_test_add_func("/export/write", test_write);
  g_test_add_func("/export/undefined", test_undefined);
  g_test_add_func("/export/source", test_source);
  g_test_add_func("/export/replay/fails", test_replay);
  g_test_add_func("/export/replay/wrong", test_replay_wrong);
  g_test_add_func("/export/replay/broken", test_replay_broken);
  g_test_add_func("/export/replay/late", test_replay_late);
  return g_test_run();
}
