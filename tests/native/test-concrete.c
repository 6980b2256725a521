/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Concrete inputs: read from JSON, turned into points, classified, and found for points. */
#include <string.h>
#include "cfc/claims.h"
#include "cfc/read-json.h"
#include "formula/floats.h"
#include "native/concrete-point.h"
#include "native/concretize.h"
#include "native/input-path.h"
#include "native/triage.h"

static ConcreteInput *read_line(const char *json, GError **error) {
  g_autoptr(JsonParser) parser = import_json_text(json, strlen(json), error);
  return parser ? concrete_read(json_node_get_object(json_parser_get_root(parser)), error) : NULL;
}

static ConcreteInput *input(const char *json) {
  g_autoptr(GError) error = NULL;
  ConcreteInput *in = read_line(json, &error);
  g_assert_no_error(error);
  return in;
}

/* ---- reading ---- */

static void test_bytes(void) {
  g_autoptr(ConcreteInput) in = input("{\"args\": [\"3\", \"\"], \"stdin_base64\": \"AP8K\"}");
  g_assert_cmpuint(in->args->len, ==, 2);
  g_assert_cmpuint(g_bytes_get_size(in->args->pdata[1]), ==, 0);
  g_assert_cmpmem(g_bytes_get_data(in->text, NULL), g_bytes_get_size(in->text), "\0\377\n", 3);
  g_autoptr(ConcreteInput) other = input("{\"args_base64\": [\"Mw==\", \"\"], \"stdin\": \"5\\n\"}");
  g_assert_true(g_bytes_equal(in->args->pdata[0], other->args->pdata[0]));
  g_assert_cmpmem(g_bytes_get_data(other->text, NULL), g_bytes_get_size(other->text), "5\n", 2);
}

static void test_refused(void) {
  static const char *const lines[] = {"{\"args\": 3}",
                                      "{\"args\": [3]}",
                                      "{\"args_base64\": [\"A\"]}",
                                      "{\"args_base64\": [\"A===\"]}",
                                      "{\"args_base64\": [\"AA==\"]}", /* a zero byte */
                                      "{\"args\": [\"1\"], \"args_base64\": [\"Mw==\"]}",
                                      "{\"stdin\": 1}",
                                      "{\"stdin_base64\": \"%%%%\"}",
                                      "{\"inputs\": [1]}",
                                      "{\"stdim\": \"\"}"};
  for (guint i = 0; i < G_N_ELEMENTS(lines); i++) {
    g_autoptr(GError) error = NULL;
    g_assert_null(read_line(lines[i], &error));
    g_assert_nonnull(error);
  }
}

/* ---- paths ---- */

static void check_path(const char *path, const char *json, PathEnd end, gint64 expected) {
  g_autoptr(ConcreteInput) in = input(json);
  InputPath *p = input_path_parse(path);
  JsonNode *node = NULL;
  guint8 byte = 0;
  g_assert_nonnull(p);
  g_assert_cmpint(input_path_follow(p, in->named, &node, &byte), ==, end);
  if (end == PATH_NODE) g_assert_cmpint(json_node_get_int(node), ==, expected);
  if (end == PATH_BYTE) g_assert_cmpint(byte, ==, expected);
  input_path_free(p);
}

static void test_paths(void) {
  static const char json[] =
      "{\"inputs\": {\"n\": -3, \"a\": [1, 2, 3], \"s\": \"abc\", \"b\": {\"base64\": \"/wA=\"},"
      " \"p\": {\"x\": 4, \"q\": {\"y\": [5, 6]}}, \"v\": [{\"x\": 7}, {\"x\": 8}],"
      " \"z\": null, \"m\": [[1, 2], [3, 4]]}}";
  check_path("n", json, PATH_NODE, -3);
  check_path("*n", json, PATH_NODE, -3);
  check_path("n[0]", json, PATH_NODE, -3);
  check_path("n[1]", json, PATH_NOTHING, 0);
  check_path("a[2]", json, PATH_NODE, 3);
  check_path("*a", json, PATH_NODE, 1);
  check_path("a[3]", json, PATH_NOTHING, 0);
  check_path("s[0]", json, PATH_BYTE, 'a');
  check_path("s[3]", json, PATH_BYTE, 0);
  check_path("s[9]", json, PATH_BYTE, 0);
  check_path("b[0]", json, PATH_BYTE, 255);
  check_path("p->x", json, PATH_NODE, 4);
  check_path("p.x", json, PATH_NODE, 4);
  check_path("(*p).x", json, PATH_NODE, 4);
  check_path("p->q->y[1]", json, PATH_NODE, 6);
  check_path("p->w", json, PATH_NOTHING, 0);
  check_path("p->x.y", json, PATH_WRONG, 0);
  check_path("v[1].x", json, PATH_NODE, 8);
  check_path("v->x", json, PATH_NODE, 7);
  check_path("m[1][0]", json, PATH_NODE, 3);
  check_path("z", json, PATH_NULL, 0);
  check_path("z->x", json, PATH_NULL, 0);
  check_path("w", json, PATH_NOTHING, 0);
}

static void test_no_paths(void) {
  static const char *const texts[] = {"",    "*",  "1",  "a[", "a[]", "a[-1]", "a[1",
                                      "p->", "p.", "(p", "p)", "a b", "a+1"};
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++) g_assert_null(input_path_parse(texts[i]));
}

/* ---- points ---- */

static const Term *add_input(Program *p, SiteKind kind, const char *type, guint width, InputSource source) {
  const InputSite s = {.kind = kind,
                       .type = type,
                       .width = width,
                       .element_width = width,
                       .is_signed = TRUE,
                       .is_float = type && g_str_has_prefix(type, "double"),
                       .variable = source.path,
                       .source = source,
                       .loc = {"p.c", p->sites->len + 1, 1}};
  return term_input((InputKey){program_add_site(p, &s), 1, 0}, width);
}

typedef struct {
  Program *program;
  Cfc *cfc;
} Sample;

static Sample sample_new(void) {
  Program *p = program_new("p.c", 64);
  return (Sample){p, cfc_new(p)};
}

static void sample_clear(Sample *s) {
  cfc_free(s->cfc);
  program_free(s->program);
  term_store_clear();
}

/* The coordinate under an input; G_MAXINT64: open, G_MININT64: wrong. */
static gint64 coordinate(const Sample *s, const Term *input_term, const char *json) {
  g_autoptr(GPtrArray) one = g_ptr_array_new();
  g_autoptr(ConcreteInput) in = input(json);
  guint64 value = 0;
  g_ptr_array_add(one, (gpointer)input_term);
  g_autoptr(PointReader) r = point_reader_new(s->cfc, one);
  point_reader_begin(r, in);
  switch (point_reader_value(r, 0, &value, NULL)) {
  case COORDINATE_GIVEN: return term_signed(value, input_term->width);
  case COORDINATE_OPEN: return G_MAXINT64;
  default: return G_MININT64;
  }
}

static void test_arguments(void) {
  Sample s = sample_new();
  const Term *count = add_input(s.program, SITE_ARGV, "int", 32, (InputSource){.part = SOURCE_COUNT}),
             *byte = add_input(s.program, SITE_ARGV, "char", 8,
                               (InputSource){.part = SOURCE_BYTE, .argument = 2, .offset = 1}),
             *value = add_input(s.program, SITE_ARGV, "int", 32,
                                (InputSource){.part = SOURCE_VALUE, .argument = 1, .conversion = "atoi"});
  g_assert_cmpint(coordinate(&s, count, "{}"), ==, 1);
  g_assert_cmpint(coordinate(&s, count, "{\"args\": [\"3\", \"-1\"]}"), ==, 3);
  g_assert_cmpint(coordinate(&s, byte, "{\"args\": [\"3\", \"-1\"]}"), ==, '1');
  g_assert_cmpint(coordinate(&s, byte, "{\"args\": [\"3\", \"-\"]}"), ==, 0);
  g_assert_cmpint(coordinate(&s, byte, "{\"args\": [\"3\"]}"), ==, 0);
  g_assert_cmpint(coordinate(&s, value, "{\"args\": [\" -42x\"]}"), ==, -42);
  g_assert_cmpint(coordinate(&s, value, "{}"), ==, 0);
  sample_clear(&s);
}

static void test_text(void) {
  Sample s = sample_new();
  const Term *byte =
      add_input(s.program, SITE_STDIN, "int", 16, (InputSource){.part = SOURCE_BYTE, .offset = 1});
  const Term *first = add_input(s.program, SITE_STDIN, "int", 32,
                                (InputSource){.part = SOURCE_VALUE, .number = 1, .conversion = "%d"}),
             *second = add_input(s.program, SITE_STDIN, "int", 32,
                                 (InputSource){.part = SOURCE_VALUE, .number = 2, .conversion = "%d"}),
             *status = add_input(s.program, SITE_STDIN, "int", 32,
                                 (InputSource){.part = SOURCE_STATUS, .number = 2, .conversion = "%d"});
  g_assert_cmpint(coordinate(&s, byte, "{\"stdin\": \"ab\"}"), ==, 'b');
  g_assert_cmpint(coordinate(&s, byte, "{\"stdin\": \"a\"}"), ==, -1);
  g_assert_cmpint(coordinate(&s, byte, "{\"stdin_base64\": \"AP8=\"}"), ==, 255);
  g_assert_cmpint(coordinate(&s, first, "{\"stdin\": \"5 6\"}"), ==,
                  G_MAXINT64); /* which conversions there are */
  g_ptr_array_add(s.cfc->inputs, (gpointer)first);
  g_ptr_array_add(s.cfc->inputs, (gpointer)second);
  g_ptr_array_add(s.cfc->inputs, (gpointer)status);
  g_assert_cmpint(coordinate(&s, first, "{\"stdin\": \"5 6\"}"), ==, 5);
  g_assert_cmpint(coordinate(&s, second, "{\"stdin\": \"5 6\"}"), ==, 6);
  g_assert_cmpint(coordinate(&s, status, "{\"stdin\": \"5 6\"}"), ==, 1);
  g_assert_cmpint(coordinate(&s, status, "{\"stdin\": \"5 x\"}"), ==, 0);
  g_assert_cmpint(coordinate(&s, status, "{\"stdin\": \"5\"}"), ==, -1);
  g_assert_cmpint(coordinate(&s, status, "{\"stdin\": \"x\"}"), ==, 0); /* it is met again */
  /* another type takes the same text */
  const Term *narrow = add_input(s.program, SITE_STDIN, "char", 8,
                                 (InputSource){.part = SOURCE_VALUE, .number = 2, .conversion = "%hhd"});
  g_ptr_array_add(s.cfc->inputs, (gpointer)narrow);
  g_assert_cmpint(coordinate(&s, narrow, "{\"stdin\": \"5 300\"}"), ==, 44);
  g_assert_cmpint(coordinate(&s, second, "{\"stdin\": \"5 300\"}"), ==, 300);
  /* a float does not: then it is open which comes second */
  const Term *other = add_input(s.program, SITE_STDIN, "float", 32,
                                (InputSource){.part = SOURCE_VALUE, .number = 2, .conversion = "%f"});
  g_ptr_array_add(s.cfc->inputs, (gpointer)other);
  g_assert_cmpint(coordinate(&s, first, "{\"stdin\": \"5 300\"}"), ==, 5);
  g_assert_cmpint(coordinate(&s, second, "{\"stdin\": \"5 300\"}"), ==, G_MAXINT64);
  sample_clear(&s);
}

static void test_parameters(void) {
  Sample s = sample_new();
  const Term *n = add_input(s.program, SITE_PARAMETER, "int", 32,
                            (InputSource){.part = SOURCE_SCALAR, .path = "n"}),
             *d = add_input(s.program, SITE_PARAMETER, "double", 64,
                            (InputSource){.part = SOURCE_SCALAR, .path = "d"}),
             *null = add_input(s.program, SITE_PARAMETER, "int", 1,
                               (InputSource){.part = SOURCE_NULL, .path = "p"});
  g_assert_cmpint(coordinate(&s, n, "{\"inputs\": {\"n\": -7}}"), ==, -7);
  g_assert_cmpint(coordinate(&s, n, "{\"inputs\": {\"n\": 4294967295}}"), ==, -1);
  g_assert_cmpint(coordinate(&s, n, "{\"inputs\": {\"n\": 3.0}}"), ==, 3);
  g_assert_cmpint(coordinate(&s, n, "{\"inputs\": {}}"), ==, G_MAXINT64);
  g_assert_cmpint(coordinate(&s, n, "{\"inputs\": {\"n\": 4294967296}}"), ==, G_MININT64);
  g_assert_cmpint(coordinate(&s, n, "{\"inputs\": {\"n\": 3.5}}"), ==, G_MININT64);
  g_assert_cmpint(coordinate(&s, n, "{\"inputs\": {\"n\": \"x\"}}"), ==, G_MININT64);
  g_assert_cmpint(coordinate(&s, n, "{\"inputs\": {\"n\": [1, 2]}}"), ==, G_MININT64);
  g_assert_cmpint(coordinate(&s, d, "{\"inputs\": {\"d\": -0.5}}"), ==, (gint64)bits_of_double(-0.5));
  g_assert_cmpint(coordinate(&s, d, "{\"inputs\": {\"d\": -2}}"), ==, (gint64)bits_of_double(-2));
  g_assert_cmpint(coordinate(&s, d, "{\"inputs\": {\"d\": 10000000000000000000}}"), ==, G_MININT64);
  g_assert_cmpint(coordinate(&s, null, "{\"inputs\": {\"p\": null}}"), ==, -1); /* of one bit */
  g_assert_cmpint(coordinate(&s, null, "{\"inputs\": {\"p\": {\"x\": 1}}}"), ==, 0);
  sample_clear(&s);
}

/* ---- classes ---- */

static void check_class(Triage *t, const char *json, InputClass class, gint partition) {
  g_autoptr(ConcreteInput) in = input(json);
  TriageAnswer a;
  g_assert_true(triage_input(t, in, &a, NULL));
  g_assert_cmpstr(class_name(a.class), ==, class_name(class));
  g_assert_cmpint(a.partition, ==, partition);
  g_assert_true(class == CLASS_MAY_FAIL || a.reason == NULL);
  triage_answer_clear(&a);
}

/* Fails when the first argument is a 7; may when it is an 8 or 9; and when memory is 1, in between. */
static void test_classes(void) {
  Sample s = sample_new();
  s.program->bounds = (InputBounds){.given = BOUND_ARGS | BOUND_ARG_LENGTH, .args_most = 2, .arg_length = 4};
  const Term *value = add_input(s.program, SITE_ARGV, "int", 32,
                                (InputSource){.part = SOURCE_VALUE, .argument = 1, .conversion = "atoi"}),
             *memory = add_input(s.program, SITE_UNINITIALISED, "char", 8, (InputSource){0}),
             *is_7 = term_eq(value, term_const(32, 7)), *is_8 = term_eq(value, term_const(32, 8)),
             *is_9 = term_eq(value, term_const(32, 9)), *one = term_eq(memory, term_const(8, 1)),
             *big = term_binary(TERM_SLT, term_const(32, 100), value),
             *low = term_binary(TERM_ULT, memory, term_const(8, 4));
  g_ptr_array_add(s.cfc->partitions, partition_new(term_or(is_7, is_8), is_7));
  g_ptr_array_add(s.cfc->partitions, partition_new(term_and(is_9, one), term_and(is_9, one)));
  /* whatever memory holds: by parts that the evaluation alone does not see through */
  g_ptr_array_add(s.cfc->partitions, partition_new(big, term_and(big, term_or(low, term_not(low)))));
  const Term *halves = term_or(term_and(low, big), term_and(term_not(low), big));
  g_ptr_array_add(s.cfc->partitions, partition_new(term_and(halves, term_bool(FALSE)), term_bool(FALSE)));
  g_autoptr(Triage) t = triage_new(s.cfc);
  check_class(t, "{\"args\": [\"7\"]}", CLASS_FAILS, 0);
  check_class(t, "{\"args\": [\"007\", \"x\"]}", CLASS_FAILS, 0);
  check_class(t, "{\"args\": [\"8\"]}", CLASS_MAY_FAIL, 0);
  check_class(t, "{\"args\": [\"9\"]}", CLASS_MAY_FAIL, 1);
  check_class(t, "{\"args\": [\"101\"]}", CLASS_FAILS, 2);
  check_class(t, "{}", CLASS_CANNOT_FAIL, -1);
  check_class(t, "{\"args\": [\"6\"]}", CLASS_CANNOT_FAIL, -1);
  check_class(t, "{\"args\": [\"7\", \"1\", \"2\"]}", CLASS_MAY_FAIL, -1);
  check_class(t, "{\"args\": [\"00007\"]}", CLASS_MAY_FAIL, -1);
  sample_clear(&s);
}

/* All completions fail, or none does, but only the solver sees it. */
static void test_open(void) {
  Sample s = sample_new();
  const Term *n = add_input(s.program, SITE_PARAMETER, "int", 32,
                            (InputSource){.part = SOURCE_SCALAR, .path = "n"}),
             *x = add_input(s.program, SITE_EXTERNAL, "int", 32, (InputSource){0}),
             *square = term_binary(TERM_MUL, x, x), *rest = term_binary(TERM_UREM, square, term_const(32, 4)),
             *never = term_eq(rest, term_const(32, 3)), /* no square leaves it */
                 *is_1 = term_eq(n, term_const(32, 1)), *is_2 = term_eq(n, term_const(32, 2)),
             *fails = term_or(term_and(is_1, term_not(never)), term_and(is_2, never));
  g_ptr_array_add(s.cfc->partitions, partition_new(fails, fails));
  g_autoptr(Triage) t = triage_new(s.cfc);
  check_class(t, "{\"inputs\": {\"n\": 1}}", CLASS_FAILS, 0);
  check_class(t, "{\"inputs\": {\"n\": 2}}", CLASS_CANNOT_FAIL, -1);
  check_class(t, "{\"inputs\": {\"n\": 3}}", CLASS_CANNOT_FAIL, -1);
  check_class(t, "{}", CLASS_MAY_FAIL, 0);
  sample_clear(&s);
}

/* Nothing is claimed of inputs that were left out of the question. */
static void test_assumed(void) {
  Sample s = sample_new();
  const Term *n = add_input(s.program, SITE_PARAMETER, "int", 32,
                            (InputSource){.part = SOURCE_SCALAR, .path = "n"}),
             *is_1 = term_eq(n, term_const(32, 1));
  g_ptr_array_add(s.cfc->inputs, (gpointer)n);
  g_ptr_array_add(s.cfc->partitions, partition_new(is_1, is_1));
  g_ptr_array_add(s.program->assumptions, g_strdup("0 <= n && n <= 4 (--assume)"));
  g_ptr_array_add(s.program->assumptions, g_strdup("m > 0 (--assume)"));
  g_ptr_array_add(s.program->assumptions, g_strdup("n has no other meaning"));
  g_autoptr(Triage) t = triage_new(s.cfc);
  check_class(t, "{\"inputs\": {\"n\": 1}}", CLASS_FAILS, 0);
  check_class(t, "{\"inputs\": {\"n\": 4}}", CLASS_CANNOT_FAIL, -1);
  check_class(t, "{\"inputs\": {\"n\": 5}}", CLASS_MAY_FAIL, -1);
  check_class(t, "{\"inputs\": {\"n\": -1}}", CLASS_MAY_FAIL, -1);
  sample_clear(&s);
}

/* ---- from points ---- */

static char *command_of(const Sample *s, const Term *const *inputs, const guint64 *values, guint n) {
  g_autoptr(GArray) point = g_array_new(FALSE, FALSE, sizeof(ClaimValue));
  for (guint i = 0; i < n; i++) {
    const ClaimValue v = {inputs[i], values[i]};
    g_array_append_val(point, v);
  }
  g_autoptr(Concretizer) k = concretizer_new(s->cfc);
  g_autoptr(ConcreteInput) in = concretizer_find(k, point, CLASS_FAILS);
  return in ? concrete_command(in, s->program, "./prog") : NULL;
}

static void check_command(const Sample *s, const Term *const *inputs, const guint64 *values, guint n,
                          const char *expected) {
  g_autofree char *command = command_of(s, inputs, values, n);
  g_assert_cmpstr(command, ==, expected);
}

static void test_commands(void) {
  Sample s = sample_new();
  const Term *count = add_input(s.program, SITE_ARGV, "int", 32, (InputSource){.part = SOURCE_COUNT}),
             *value = add_input(s.program, SITE_ARGV, "int", 32,
                                (InputSource){.part = SOURCE_VALUE, .argument = 1, .conversion = "atoi"}),
             *byte = add_input(s.program, SITE_ARGV, "char", 8,
                               (InputSource){.part = SOURCE_BYTE, .argument = 2, .offset = 1});
  const Term *all[] = {count, value, byte};
  const Term *fails =
      term_and(term_eq(count, term_const(32, 3)), term_and(term_eq(value, term_const(32, (guint64)-5)),
                                                           term_not(term_eq(byte, term_const(8, 0)))));
  g_ptr_array_add(s.cfc->partitions, partition_new(fails, fails));
  check_command(&s, all, (const guint64[]){3, 0xfffffffb, 'x'}, 3, "./prog -5 0x");
  check_command(&s, all, (const guint64[]){3, 0xfffffffb, ' '}, 3, "./prog -5 '0 '");
  check_command(&s, all, (const guint64[]){3, 0xfffffffb, 1}, 3, "./prog -5 $'0\\001'");
  check_command(&s, all, (const guint64[]){3, 0xfffffffb, '\''}, 3, "./prog -5 $'0\\047'");
  check_command(&s, all, (const guint64[]){2, 0xfffffffb, 'x'}, 3, NULL);
  check_command(&s, all, (const guint64[]){0, 0xfffffffb, 'x'}, 3, NULL);
  sample_clear(&s);
}

static void test_texts(void) {
  Sample s = sample_new();
  const Term *first = add_input(s.program, SITE_STDIN, "int", 32,
                                (InputSource){.part = SOURCE_VALUE, .number = 1, .conversion = "%d"}),
             *second = add_input(s.program, SITE_STDIN, "int", 32,
                                 (InputSource){.part = SOURCE_VALUE, .number = 2, .conversion = "%d"});
  const Term *all[] = {first, second};
  const Term *fails = term_binary(TERM_SLT, first, second);
  g_ptr_array_add(s.cfc->inputs, (gpointer)first);
  g_ptr_array_add(s.cfc->inputs, (gpointer)second);
  g_ptr_array_add(s.cfc->partitions, partition_new(fails, fails));
  check_command(&s, all, (const guint64[]){1, 5}, 2, "printf '1\\n5\\n' | ./prog");
  check_command(&s, all, (const guint64[]){0xffffffff, 0}, 2, "printf -- '-1\\n0\\n' | ./prog");
  check_command(&s, all, (const guint64[]){5, 1}, 2, NULL);
  sample_clear(&s);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/concrete/bytes", test_bytes);
  g_test_add_func("/concrete/refused", test_refused);
  g_test_add_func("/concrete/paths", test_paths);
  g_test_add_func("/concrete/no-paths", test_no_paths);
  g_test_add_func("/concrete/arguments", test_arguments);
  g_test_add_func("/concrete/text", test_text);
  g_test_add_func("/concrete/parameters", test_parameters);
  g_test_add_func("/concrete/classes", test_classes);
  g_test_add_func("/concrete/open", test_open);
  g_test_add_func("/concrete/assumed", test_assumed);
  g_test_add_func("/concrete/commands", test_commands);
  g_test_add_func("/concrete/texts", test_texts);
  return g_test_run();
}
