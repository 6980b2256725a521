/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sources of inputs: every row of their table is written, read back and named. */
#include <json-glib/json-glib.h>
#include "ir/input-source.h"
#include "ir/print.h"

/* With a value for each member that the part has. */
static InputSource filled(SourcePart part, guint members) {
  InputSource s = {.part = part};
  if (members & SOURCE_HAS_ARGUMENT) s.argument = 2;
  if (members & SOURCE_HAS_OFFSET) s.offset = 5;
  if (members & SOURCE_HAS_NUMBER) s.number = 3;
  if (members & SOURCE_HAS_CONVERSION) s.conversion = g_intern_static_string("strtol:10");
  if (members & SOURCE_HAS_NAME) s.name = g_intern_static_string("a \"b\"");
  if (members & SOURCE_HAS_PATH) s.path = g_intern_static_string("p->x");
  return s;
}

static JsonNode *written(const InputSource *s, SiteKind kind) {
  g_autoptr(JsonBuilder) b = json_builder_new();
  json_builder_begin_object(b);
  input_source_write(b, s, kind);
  json_builder_end_object(b);
  return json_builder_get_root(b);
}

static guint check_row(SiteKind kind, SourcePart part, GHashTable *texts) {
  guint members;
  if (!input_source_members(kind, part, &members)) return 0;
  InputSource s = filled(part, members), back;
  g_autoptr(JsonNode) node = written(&s, kind);
  g_assert_true(input_source_read(json_node_get_object(node), kind, &back, NULL));
  g_assert_true(input_source_same(&s, &back));
  char *text = input_source_text(kind, &s);
  g_assert_nonnull(text);
  g_assert_true(g_hash_table_add(texts, text) || members & SOURCE_HAS_PATH);
  return 1;
}

static void test_rows(void) {
  g_autoptr(GHashTable) texts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  guint n = 0;
  for (guint kind = 0; kind < SITE_KINDS; kind++)
    for (guint part = 0; part < SOURCE_PARTS; part++) n += check_row((SiteKind)kind, (SourcePart)part, texts);
  g_assert_cmpuint(n, >, 10);
}

static void check_text(SiteKind kind, InputSource s, const char *expected) {
  g_autofree char *text = input_source_text(kind, &s);
  g_assert_cmpstr(text, ==, expected);
}

static void test_texts(void) {
  check_text(SITE_NONDET, (InputSource){0}, NULL);
  check_text(SITE_ARGV, (InputSource){.part = SOURCE_COUNT}, "argc");
  check_text(SITE_ARGV, (InputSource){.part = SOURCE_BYTE, .argument = 1, .offset = 7}, "argv[1][7]");
  check_text(SITE_ARGV, (InputSource){.part = SOURCE_VALUE, .argument = 1, .conversion = "atoi"}, "atoi(argv[1])");
  check_text(SITE_ARGV, (InputSource){.part = SOURCE_VALUE, .argument = 1, .conversion = "strtol:16"},
             "strtol(argv[1], 16)");
  check_text(SITE_STDIN, (InputSource){.part = SOURCE_BYTE, .offset = 3}, "stdin[3]");
  check_text(SITE_STDIN, (InputSource){.part = SOURCE_VALUE, .number = 2, .conversion = "%d"}, "scanf(%d)#2");
  check_text(SITE_ENV, (InputSource){.part = SOURCE_BYTE, .name = "HOME"}, "getenv(\"HOME\")[0]");
  check_text(SITE_PARAMETER, (InputSource){.part = SOURCE_NULL, .path = "p"}, "p == NULL");
}

/* Bytes and conversions count on; other parts are what they are. */
static void test_steps(void) {
  const InputSource byte = {.part = SOURCE_BYTE, .offset = 3}, value = {.part = SOURCE_VALUE, .number = 1},
                    of_argument = {.part = SOURCE_VALUE, .argument = 1, .conversion = "atoi"};
  g_assert_cmpuint(input_source_step(&byte, 4).offset, ==, 7);
  g_assert_cmpuint(input_source_step(&byte, -3).offset, ==, 0);
  g_assert_cmpuint(input_source_step(&value, 2).number, ==, 3);
  g_assert_cmpuint(input_source_step(&of_argument, 2).number, ==, 0);
}

/* An input's own source follows from its offset, in elements; so does its symbol. */
static void test_inputs(void) {
  Program *p = program_new("p.c", 64);
  const InputSite s = {.kind = SITE_STDIN, .type = "short", .width = 16, .element_width = 16, .source = {.part = SOURCE_BYTE}};
  const Term *input = term_input((InputKey){program_add_site(p, &s), 1, 4}, 16);
  g_autofree char *symbol = input_symbol(p, input), *name = input_short_name(p, input);
  g_assert_cmpuint(input_source(p, input).offset, ==, 2);
  g_assert_cmpstr(symbol, ==, "stdin[2]");
  g_assert_cmpstr(name, ==, "stdin[2]");
  program_free(p);
}

static void check_refused(SiteKind kind, const char *json) {
  g_autoptr(JsonParser) parser = json_parser_new();
  g_autoptr(GError) error = NULL;
  InputSource s;
  g_assert_true(json_parser_load_from_data(parser, json, -1, NULL));
  g_assert_false(input_source_read(json_node_get_object(json_parser_get_root(parser)), kind, &s, &error));
  g_assert_nonnull(error);
}

static void test_refused(void) {
  check_refused(SITE_ARGV, "{\"source\": 3}");
  check_refused(SITE_ARGV, "{\"source\": {\"part\": \"bite\", \"argument\": 1, \"offset\": 0}}");
  check_refused(SITE_ARGV, "{\"source\": {\"part\": \"byte\", \"argument\": 0, \"offset\": 0}}");
  check_refused(SITE_ARGV, "{\"source\": {\"part\": \"byte\", \"argument\": 1}}");
  check_refused(SITE_ARGV, "{\"source\": {\"part\": \"byte\", \"argument\": 1, \"offset\": -1}}");
  check_refused(SITE_NONDET, "{\"source\": {\"part\": \"count\"}}");
  check_refused(SITE_PARAMETER, "{\"source\": {}}");
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/input-source/rows", test_rows);
  g_test_add_func("/input-source/texts", test_texts);
  g_test_add_func("/input-source/steps", test_steps);
  g_test_add_func("/input-source/inputs", test_inputs);
  g_test_add_func("/input-source/refused", test_refused);
  return g_test_run();
}
