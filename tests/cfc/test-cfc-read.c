/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A CFC that was written is read back as it was; what is wrong with a file is said, and where. */
#include <string.h>
#include <glib/gstdio.h>
#include "tests/helpers/sample.h"
#include "export/export.h"
#include "ir/print.h"
#include "formula/read-smt2.h"
#include "cfc/read.h"
#include "tests/helpers/random-terms.h"
#include "tests/helpers/subject.h"

/* --- formulas --- */

enum { N_SITES = 65 };

/* A site for each width, as random terms have it. */
static Program *new_program(void) {
  Program *p = program_new("p.c", 32);
  for (guint w = 0; w < N_SITES; w++) {
    g_autofree char *name = g_strdup_printf("v%u", w);
    const InputSite s = {.kind = SITE_NONDET, .variable = name, .width = w, .loc = {"p.c", w + 1, 3}};
    program_add_site(p, &s);
  }
  return p;
}

static const Term *find(const char *name, gpointer inputs) { return g_hash_table_lookup(inputs, name); }

static GHashTable *table_of(const Program *p, const Term *t) {
  GHashTable *table = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr(GPtrArray) inputs = term_inputs(t);
  for (guint i = 0; i < inputs->len; i++)
    g_hash_table_insert(table, input_symbol(p, inputs->pdata[i]), inputs->pdata[i]);
  return table;
}

static void check_round_trip(const Program *p, GRand *r, const Term *t, const GArray *nodes) {
  g_autofree char *text = term_to_smt2(p, t);
  g_autoptr(GHashTable) inputs = table_of(p, t);
  g_autoptr(GError) error = NULL;
  const Term *back = smt2_read_formula(text, find, inputs, &error);
  g_assert_no_error(error);
  if (!t->has_float && !t->has_array && back != t) g_test_message("another form: %s", text);
  for (guint i = 0; i < 8; i++) {
    Model *m = random_model(r, nodes);
    g_assert_cmpuint(term_eval(back, m), ==, term_eval(t, m));
    model_free(m);
  }
}

static void test_formulas(void) {
  static const guint widths[] = {1, 3, 8, 32, 64, 0};
  Program *p = new_program();
  GRand *r = g_rand_new_with_seed(11);
  guint checked = 0;
  for (guint trial = 0; trial < 400; trial++) {
    GArray *nodes = random_terms(r, &(RandomPlan){.n_nodes = 60,
                                                  .with_floats = trial % 2 == 0,
                                                  .with_arrays = trial % 3 == 0,
                                                  .widths = widths});
    for (guint i = 0; i < nodes->len; i++) {
      const Term *t = g_array_index(nodes, NaiveNode, i).term;
      if (t->width != 1 || t->index_width || !term_printable(t)) continue;
      check_round_trip(p, r, t, nodes);
      checked++;
    }
    g_array_free(nodes, TRUE);
    term_store_clear();
  }
  g_assert_cmpuint(checked, >, 1000);
  g_rand_free(r);
  program_free(p);
}

/* What is read means what Z3 takes it for. */
static void test_against_z3(void) {
  static const char *const texts[] = {
      "(bvsgt x #x05)",
      "(bvuge (bvneg x) (_ bv3 8))",
      "(=> (= x y) (distinct x #x00))",
      "(let ((a (bvadd x y #x01)) (b x)) (let ((a b) (b a)) (bvult a b)))",
      "(= ((_ extract 3 1) x) #b101)",
      "(xor (= x y) (bvslt x y) true)",
      "(= (concat x y) ((_ sign_extend 8) x))",
      "(= (select (store ((as const (Array (_ BitVec 8) (_ BitVec 8))) #x07) x y) #x02) (bvsrem x y))"};
  Z3_context z3 = smt2_context();
  Program *p = new_program();
  g_autoptr(GHashTable) inputs = g_hash_table_new(g_str_hash, g_str_equal);
  const Term *x = term_input((InputKey){8, 1, 0}, 8), *y = term_input((InputKey){8, 2, 0}, 8);
  g_hash_table_insert(inputs, "x", (gpointer)x);
  g_hash_table_insert(inputs, "y", (gpointer)y);
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
    g_autoptr(GError) error = NULL;
    const Term *t = smt2_read_formula(texts[i], find, inputs, &error);
    g_assert_no_error(error);
    g_autofree char *sx = input_symbol(p, x), *sy = input_symbol(p, y), *written = term_to_smt2(p, t);
    g_autofree char *script = g_strdup_printf(
        "(declare-const |%s| (_ BitVec 8))(declare-const |%s| (_ BitVec 8))"
        "(define-fun x () (_ BitVec 8) |%s|)(define-fun y () (_ BitVec 8) |%s|)(assert (not (= %s %s)))",
        sx, sy, sx, sy, texts[i], written);
    char *message = NULL;
    Z3_ast differ = smt2_parse(z3, script, &message);
    g_assert_cmpstr(message, ==, NULL);
    Z3_solver s = Z3_mk_solver(z3);
    Z3_solver_inc_ref(z3, s);
    Z3_solver_assert(z3, s, differ);
    g_assert_cmpint(Z3_solver_check(z3, s), ==, Z3_L_FALSE);
    Z3_solver_dec_ref(z3, s);
  }
  Z3_del_context(z3);
  program_free(p);
  term_store_clear();
}

static void test_bad_formulas(void) {
  static const struct {
    const char *text, *message;
  } bad[] = {{"(= n #x05", "never closed"},
             {"(= n #x05))", "closes nothing"},
             {"|n", "no partner"},
             {"", "one formula"},
             {"n n", "one formula"},
             {"()", "empty list"},
             {"n", "not of sort Bool"},
             {"(= m #x05)", "character 4: 'm' is not a declared input"},
             {"(= n #x0005)", "8 and 16 bits"},
             {"(and (= n #x05) n)", "another sort"},
             {"(bvult n)", "number of arguments"},
             {"(bvult)", "no arguments"},
             {"(ite n n n)", "needs a Bool"},
             {"(= ((_ extract 9 0) n) #x05)", "extract"},
             {"(= ((_ extract 0 3) n) #x05)", "highest"},
             {"(= ((_ zero_extend 60) n) #x05)", "zero_extend"},
             {"(frob n)", "frob is not an operator"},
             {"((frob) n)", "not understood"},
             {"(let ((a)) true)", "binding"},
             {"(let true)", "let needs"},
             {"(let ((a n)) (= b n))", "'b' is not"},
             {"(and (let ((a n)) (= a n)) (= a n))", "'a' is not"},
             {"(fp.lt n n)", "another sort"},
             {"(fp.lt RNE RNE)", "another sort"},
             {"(= RNE RNE)", "needs two"},
             {"(fp.eq ((_ to_fp 5 11) n) ((_ to_fp 5 11) n))", "float"},
             {"(= #xg0 n)", "not a declared input"}};
  g_autoptr(GHashTable) inputs = g_hash_table_new(g_str_hash, g_str_equal);
  g_hash_table_insert(inputs, "n", (gpointer)term_input((InputKey){8, 1, 0}, 8));
  for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
    g_autoptr(GError) error = NULL;
    g_assert_null(smt2_read_formula(bad[i].text, find, inputs, &error));
    g_assert_nonnull(error);
    if (!strstr(error->message, bad[i].message)) g_error("'%s': %s", bad[i].text, error->message);
  }
  GString *deep = g_string_new(NULL); /* nesting is no problem */
  for (guint i = 0; i < 200000; i++) g_string_append(deep, "(not ");
  g_string_append(deep, "true");
  for (guint i = 0; i < 200000; i++) g_string_append_c(deep, ')');
  g_assert_true(term_is_true(smt2_read_formula(deep->str, find, inputs, NULL)));
  g_string_free(deep, TRUE);
  g_autofree char *digits = g_strnfill(100000, 'f'), *wide = g_strdup_printf("(= n #x%s)", digits);
  g_autoptr(GError) error = NULL; /* the message does not repeat it all */
  g_assert_null(smt2_read_formula(wide, find, inputs, &error));
  g_assert_cmpuint(strlen(error->message), <, 200);
  term_store_clear();
}

/* The bits of a computed number are written with an ite that says which NaN it is; another one is another
 * term. */
static void test_nan(void) {
  g_autoptr(GHashTable) inputs = g_hash_table_new(g_str_hash, g_str_equal);
  const Term *n = term_input((InputKey){32, 1, 0}, 32);
  g_hash_table_insert(inputs, "n", (gpointer)n);
  for (guint i = 0; i < 2; i++) {
    g_autofree char *text = g_strdup_printf(
        "(let ((f (fp.sqrt RNE ((_ to_fp 8 24) n)))) (= (ite (fp.isNaN f) %s (fp.to_ieee_bv f)) #x7fc00000))",
        i ? "#x00000007" : "#x7fc00000");
    const Term *t = smt2_read_formula(text, find, inputs, NULL);
    Model *m = model_new();
    model_set(m, n, 0xbf800000); /* -1 */
    g_assert_cmpuint(term_eval(t, m), ==, i == 0);
    model_free(m);
  }
  term_store_clear();
}

/* --- files --- */

static Cfc *read_text(const char *text, GError **error) {
  g_autofree char *path = temporary_file(text);
  Cfc *c = cfc_read(path, error);
  g_unlink(path);
  return c;
}

/* Sites of all kinds, some at one place, some that share names with sites that no input comes from. */
static Cfc *sample(Program *p) {
  const InputSite sites[] = {{.kind = SITE_NONDET,
                              .variable = "n",
                              .function = "__VERIFIER_nondet_int",
                              .type = "int",
                              .width = 32,
                              .is_signed = TRUE,
                              .loc = {"p.c", 3, 7}},
                             {.kind = SITE_NONDET,
                              .variable = "n",
                              .function = "__VERIFIER_nondet_int",
                              .type = "int",
                              .width = 32,
                              .is_signed = TRUE,
                              .loc = {"p.c", 9, 7}}, /* no input comes from it */
                             {.kind = SITE_NONDET,
                              .function = "__VERIFIER_nondet_uint",
                              .type = "unsigned int",
                              .width = 32,
                              .loc = {"h.h", 3, 7}},
                             {.kind = SITE_UNINITIALISED,
                              .variable = "a",
                              .type = "int[4]",
                              .width = 8,
                              .element_width = 32,
                              .is_signed = TRUE,
                              .loc = {"p.c", 5, 3}},
                             {.kind = SITE_UNINITIALISED,
                              .variable = "s",
                              .type = "struct s",
                              .width = 8,
                              .element_width = 8,
                              .loc = {"p.c", 6, 3}},
                             {.kind = SITE_NONDET,
                              .variable = "w",
                              .function = "__VERIFIER_nondet_ulonglong",
                              .type = "unsigned long long",
                              .width = 64,
                              .loc = {"p.c", 7, 3}},
                             {.kind = SITE_NONDET,
                              .variable = "b",
                              .function = "__VERIFIER_nondet_bool",
                              .type = "_Bool",
                              .width = 1,
                              .loc = {"p.c", 8, 3}},
                             {.kind = SITE_NONDET,
                              .variable = "f",
                              .function = "__VERIFIER_nondet_float",
                              .type = "float",
                              .width = 32,
                              .is_float = TRUE,
                              .loc = {"p.c", 8, 30}}};
  for (guint i = 0; i < G_N_ELEMENTS(sites); i++) program_add_site(p, &sites[i]);
  Cfc *c = cfc_new(p);
  const Term *n = term_input((InputKey){0, 2, 0}, 32), *u = term_input((InputKey){2, 1, 0}, 32),
             *a = term_input((InputKey){3, 1, 8}, 32), *s = term_input((InputKey){4, 1, 2}, 8),
             *w = term_input((InputKey){5, 1, 0}, 64), *b = term_input((InputKey){6, 1, 0}, 1),
             *f = term_input((InputKey){7, 1, 0}, 32);
  const Term *all[] = {n, u, a, s, w, b, f};
  for (guint i = 0; i < G_N_ELEMENTS(all); i++) g_ptr_array_add(c->inputs, (gpointer)all[i]);
  const Term *first = term_and(term_binary(TERM_SLT, n, u), term_eq(w, term_const(64, G_MAXUINT64 - 1)));
  const Term *second = term_and(term_not(first), term_or(b, term_binary(TERM_FLT, f, a)));
  const Term *some = term_and(second, term_eq(s, term_const(8, 7)));
  Partition *exact = partition_new(first, first), *wide = partition_new(second, some);
  Model *m = model_new();
  model_set(m, w, G_MAXUINT64 - 1);
  model_set(m, u, 1);
  g_ptr_array_add(exact->examples, m);
  const Failure error = {{g_intern_string("p.c"), 12, 4}, FAILURE_ERROR_CALL};
  g_array_append_val(exact->errors, error);
  wide->reason = g_strdup("the time limit was reached");
  g_ptr_array_add(c->partitions, exact);
  g_ptr_array_add(c->partitions, wide);
  g_ptr_array_add(p->assumptions, g_strdup("malloc succeeds"));
  cfc_note(c, "p.c:3: a note");
  const StrategyTime deepen = {"deepen", 2, 0.5};
  c->stats.strategies = g_array_new(FALSE, FALSE, sizeof(StrategyTime));
  g_array_append_val(c->stats.strategies, deepen);
  return c;
}

static void test_file(void) {
  Program *p = program_new("p.c", 64);
  Cfc *c = sample(p);
  g_autofree char *json = export_json(c), *smt2 = export_smt2(c), *text = export_text(c, FALSE, TRUE, FALSE);
  g_autoptr(GError) error = NULL;
  g_autoptr(Cfc) back = read_text(json, &error);
  g_assert_no_error(error);
  g_autofree char *json_again = export_json(back), *smt2_again = export_smt2(back),
                  *text_again = export_text(back, FALSE, TRUE, FALSE);
  g_assert_cmpstr(json_again, ==, json);
  g_assert_cmpstr(smt2_again, ==, smt2);
  g_assert_cmpstr(text_again, ==, text);
  g_autofree char *what = NULL;
  g_assert_cmpint(cfc_check(back, 20, &what), ==, CFC_SOUND);
  g_assert_nonnull(cfc_find_input(back, "a[2]"));
  g_assert_true(cfc_find_input(back, "n@3#2") == cfc_find_input(back, "n@3:7#2"));
  g_assert_null(cfc_find_input(back, "n"));
  cfc_free(c);
  program_free(p);
}

/* Which of the partitions fails for sure is kept. */
static void test_certain(void) {
  Program *p = program_new("p.c", 64);
  Cfc *c = sample(p);
  Partition *open = c->partitions->pdata[0];
  open->doubtful = TRUE;
  g_ptr_array_set_size(open->examples, 0);
  g_autofree char *json = export_json(c), *text = export_text(c, FALSE, TRUE, FALSE);
  g_autoptr(GError) error = NULL;
  g_autoptr(Cfc) back = read_text(json, &error);
  g_assert_no_error(error);
  for (guint i = 0; i < c->partitions->len; i++)
    g_assert_cmpint(partition_fails(back->partitions->pdata[i]), ==,
                    partition_fails(c->partitions->pdata[i]));
  g_autofree char *text_again = export_text(back, FALSE, TRUE, FALSE);
  g_assert_cmpstr(text_again, ==, text);
  cfc_free(c);
  program_free(p);
}

/* Without the lines that name this member. */
static char *without_member(const char *json, const char *name, const char *end) {
  g_autofree char *quoted = g_strdup_printf("\"%s\"", name);
  const char *from = strstr(json, quoted), *to = from ? strstr(from, end) : NULL;
  g_assert_nonnull(to);
  g_autofree char *head = g_strndup(json, (gsize)(from - json));
  return g_strconcat(head, to + strlen(end), NULL);
}

/* Which runs fail is read back; in files of earlier versions it is what it was in all of them. */
static void test_property(void) {
  static const char *const functions[] = {"give_up", "alarm_bell", NULL};
  Program *p = program_new("p.c", 64);
  property_free(p->property);
  p->property = property_new(PROPERTY_UNREACH_CALL, "start", functions);
  Cfc *c = sample(p);
  g_autofree char *json = export_json(c), *shorter = without_member(json, "entry", ","),
                  *shortest = without_member(shorter, "error_functions", "],");
  g_autoptr(GError) error = NULL;
  g_autoptr(Cfc) back = read_text(json, &error), old = read_text(shortest, &error);
  g_assert_no_error(error);
  g_assert_null(property_difference(back->program->property, p->property));
  g_autoptr(Property) usual = property_new(PROPERTY_UNREACH_CALL, NULL, NULL);
  g_assert_null(property_difference(old->program->property, usual));
  cfc_free(c);
  program_free(p);
}

/* A phase that has another name now is found under the earlier one. */
static void test_earlier_phase(void) {
  Program *p = program_new("p.c", 64);
  Cfc *c = sample(p);
  c->stats.runs[PHASE_GUESS_AND_PROVE] = 4;
  cfc_event(c, PHASE_GUESS_AND_PROVE, NULL, 1, 2, g_strdup("proven"));
  g_autofree char *json = export_json(c);
  g_auto(GStrv) parts = g_strsplit(json, "\"guess-and-prove\"", -1);
  g_assert_cmpuint(g_strv_length(parts), ==, 3);
  g_autofree char *earlier = g_strjoinv("\"meet\"", parts);
  g_autoptr(GError) error = NULL;
  g_autoptr(Cfc) back = read_text(earlier, &error);
  g_assert_no_error(error);
  g_autofree char *json_again = export_json(back);
  g_assert_cmpstr(json_again, ==, json);
  cfc_free(c);
  program_free(p);
}

/* Numbers are read as they are, up to the largest of 64 bits; a larger one is not taken for another. */
static void test_large_numbers(void) {
  Program *p = program_new("p.c", 64);
  Cfc *c = sample(p);
  g_autofree char *json = export_json(c);
  const char *found = strstr(json, " : 18446744073709551614");
  g_assert_nonnull(found);
  static const struct {
    const char *number, *fault;
  } numbers[] = {{"18446744073709551616", "more than 64 bits"},
                 {"-9223372036854775809", "more than 64 bits"},
                 {"123456789012345678901234567890", "more than 64 bits"},
                 {"1e2", "no whole number"},
                 {"0.12345678901234567890123", "no whole number"}};
  for (guint i = 0; i < G_N_ELEMENTS(numbers); i++) {
    g_autofree char *head = g_strndup(json, (gsize)(found - json));
    g_autofree char *text =
        g_strconcat(head, " : ", numbers[i].number, found + strlen(" : 18446744073709551614"), NULL);
    g_autoptr(GError) error = NULL;
    g_autoptr(Cfc) back = read_text(text, &error);
    g_assert_null(back);
    g_assert_nonnull(strstr(error->message, numbers[i].fault));
  }
  cfc_free(c);
  program_free(p);
}

/* Whatever a file ends after, it is refused and nothing breaks. */
static void test_truncated(void) {
  Program *p = program_new("p.c", 64);
  Cfc *c = sample(p);
  g_autofree char *json = export_json(c);
  const gsize length = strlen(json);
  for (gsize n = 0; n + 3 < length; n += 1 + n / 40) {
    g_autofree char *part = g_strndup(json, n);
    g_autoptr(GError) error = NULL;
    g_assert_null(read_text(part, &error));
    g_assert_nonnull(error);
  }
  cfc_free(c);
  program_free(p);
}

/* Noise is refused, or makes another file that is good; nothing breaks. */
static void test_noise(void) {
  Program *p = program_new("p.c", 64);
  Cfc *c = sample(p);
  GRand *r = g_rand_new_with_seed(12);
  g_autofree char *json = export_json(c);
  const gint32 length = (gint32)strlen(json);
  guint refused = 0;
  for (guint trial = 0; trial < 1500; trial++) {
    g_autofree char *text = g_strdup(json);
    for (gint32 n = g_rand_int_range(r, 1, 4); n > 0; n--) {
      const gint32 to = g_rand_int_range(r, 0, length), from = g_rand_int_range(r, 0, length);
      const gint32 wanted = g_rand_int_range(r, 1, 12), size = MIN(wanted, length - MAX(to, from));
      memmove(text + to, json + from, (gsize)size);
    }
    g_autoptr(GError) error = NULL;
    g_autoptr(Cfc) back = read_text(text, &error);
    g_assert_true((back == NULL) == (error != NULL));
    refused += back == NULL;
  }
  g_assert_cmpuint(refused, >, 1000);
  GString *deep = g_string_new(NULL);
  for (guint i = 0; i < 1000000; i++) g_string_append(deep, i % 2 ? "[" : "{\"a\":");
  g_autoptr(GError) error = NULL;
  g_assert_null(read_text(deep->str, &error));
  g_assert_nonnull(strstr(error->message, "nested too deeply"));
  g_string_free(deep, TRUE);
  /* nor what hides the nesting from a reader of plain JSON */
  g_autofree char *brackets = g_strnfill(1000000, '[');
  static const char *const before[] = {"/*\"*/", "{\"a\": '\"', \"b\": ", "//\"\n", "#\"\n"};
  for (guint i = 0; i < G_N_ELEMENTS(before); i++) {
    g_autofree char *text = g_strconcat(before[i], brackets, NULL);
    g_autoptr(GError) not_json = NULL;
    g_assert_null(read_text(text, &not_json));
    g_assert_nonnull(strstr(not_json->message, "this is not JSON"));
  }
  g_rand_free(r);
  cfc_free(c);
  program_free(p);
}

/* One thing of a good file is changed. */
static void test_changed(void) {
  static const struct {
    const char *from, *to, *message;
  } changes[] = {
      {"acf-cfc", "other", "not 'acf-cfc'"},
      {"\"format_version\" : 1", "\"format_version\" : 2", "format_version"},
      {"LP64", "LP65", "neither ILP32 nor LP64"},
      {"\"verdict\" : \"failures\"", "\"verdict\" : \"safe\"", "verdict"},
      {"\"interrupted\"", "\"verdict\" : \"safe\", \"interrupted\"", "two members of the same name"},
      {"\"exact\" : false", "\"exact\" : true", "\"exact\" is true"},
      {"\"width\" : 64", "\"width\" : 32", "partition 1: upper: character"},
      {"\"width\" : 64", "\"width\" : 65", "input 5: \"width\""},
      {"\"width\" : 64", "\"width\" : \"64\"", "input 5: \"width\""},
      {"\"symbol\" : \"w@7:3#1\"", "\"symbol\" : \"v@7:3#1\"", "input 5: \"symbol\""},
      {"\"kind\" : \"nondet\"", "\"kind\" : \"oracle\"", "input 1: \"kind\": 'oracle'"},
      {"\"inputs\"", "\"imputs\"", "\"inputs\" is missing"},
      {"\"partitions\"", "\"portions\"", "\"partitions\" is missing"},
      {"\"upper\" :", "\"uper\" :", "partition 1: \"upper\" is missing"},
      {"|w@7:3#1|", "|w@7:3#2|", "'w@7:3#2' is not a declared input"},
      {"\"w@7:3#1\" : 18446744073709551614", "\"w@7:3#1\" : 1.5", "example 1: 'w@7:3#1'"},
      {"\"occurrence\" : 2", "\"occurrence\" : 0", "input 1: \"occurrence\""}};
  Program *p = program_new("p.c", 64);
  Cfc *c = sample(p);
  g_autofree char *json = export_json(c);
  for (guint i = 0; i < G_N_ELEMENTS(changes); i++) {
    g_autoptr(GError) error = NULL;
    const char *at = strstr(json, changes[i].from);
    g_assert_nonnull(at);
    g_autofree char *head = g_strndup(json, at - json),
                    *text = g_strconcat(head, changes[i].to, at + strlen(changes[i].from), NULL);
    if (read_text(text, &error)) g_error("%s: accepted", changes[i].to);
    if (!strstr(error->message, changes[i].message)) g_error("%s: %s", changes[i].to, error->message);
  }
  cfc_free(c);
  program_free(p);
}

/* Claims that contradict each other: a file can be read all the same, but not believed. */
static void test_contradictions(void) {
  const Term *x = term_input((InputKey){0, 1, 0}, 32);
  const Term *few = term_binary(TERM_ULT, x, term_const(32, 10)),
             *more = term_binary(TERM_ULT, x, term_const(32, 20));
  Program *p = program_new("p.c", 32);
  Cfc *c = cfc_new(p);
  g_autofree char *overlap = NULL, *implied = NULL, *exact = NULL, *example = NULL, *empty = NULL;
  g_ptr_array_add(c->partitions, partition_new(few, few));
  g_ptr_array_add(c->partitions, partition_new(more, more));
  g_assert_cmpint(cfc_check(c, 20, &overlap), ==, CFC_WRONG);
  g_assert_cmpstr(overlap, ==, "partitions 1 and 2 overlap");
  g_ptr_array_set_size(c->partitions, 0);
  Partition *q = partition_new(few, more);
  g_ptr_array_add(c->partitions, q);
  g_assert_cmpint(cfc_check(c, 20, &implied), ==, CFC_WRONG);
  g_assert_nonnull(strstr(implied, "partition 1: the lower bound does not imply"));
  q->upper = more, q->lower = few;
  g_assert_cmpint(cfc_check(c, 20, &exact), ==, CFC_SOUND);
  q->exact = TRUE;
  g_assert_cmpint(cfc_check(c, 20, &exact), ==, CFC_WRONG);
  g_assert_nonnull(strstr(exact, "exact"));
  q->exact = FALSE;
  Model *m = model_new();
  model_set(m, x, 15);
  g_ptr_array_add(q->examples, m);
  g_assert_cmpint(cfc_check(c, 20, &example), ==, CFC_WRONG);
  g_assert_nonnull(strstr(example, "example 1"));
  g_ptr_array_set_size(q->examples, 0);
  q->lower = term_eq(term_binary(TERM_MUL, x, x), term_const(32, 3)); /* no square ends in the bits 11 */
  g_assert_false(term_is_const(q->lower));
  g_assert_cmpint(cfc_check(c, 20, &empty), ==, CFC_WRONG);
  g_assert_nonnull(strstr(empty, "no point"));
  cfc_free(c);
  program_free(p);
  term_store_clear();
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/cfc-read/formulas", test_formulas);
  g_test_add_func("/cfc-read/z3", test_against_z3);
  g_test_add_func("/cfc-read/bad-formulas", test_bad_formulas);
  g_test_add_func("/cfc-read/nan", test_nan);
  g_test_add_func("/cfc-read/file", test_file);
  g_test_add_func("/cfc-read/certain", test_certain);
  g_test_add_func("/cfc-read/property", test_property);
  g_test_add_func("/cfc-read/earlier-phase", test_earlier_phase);
  g_test_add_func("/cfc-read/large-numbers", test_large_numbers);
  g_test_add_func("/cfc-read/truncated", test_truncated);
  g_test_add_func("/cfc-read/noise", test_noise);
  g_test_add_func("/cfc-read/changed", test_changed);
  g_test_add_func("/cfc-read/contradictions", test_contradictions);
  return g_test_run();
}
