/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bounds of inputs: written and read back; what is not accepted. */
#include <json-glib/json-glib.h>
#include "ir/input-bounds.h"

static void check_kept(InputBounds bounds) {
  g_autoptr(JsonBuilder) b = json_builder_new();
  json_builder_begin_object(b);
  input_bounds_write(b, &bounds);
  json_builder_end_object(b);
  g_autoptr(JsonNode) root = json_builder_get_root(b);
  InputBounds back;
  g_assert_true(input_bounds_read(json_node_get_object(root), &back, NULL));
  g_assert_cmpmem(&back, sizeof back, &bounds, sizeof bounds);
}

static void test_kept(void) {
  check_kept((InputBounds){0});
  check_kept((InputBounds){.given = BOUND_ARGS | BOUND_ARG_LENGTH, .args_most = 4, .arg_length = 16});
  check_kept((InputBounds){.given = BOUND_STDIN_LENGTH});
  check_kept(
      (InputBounds){.given = BOUND_FILE_LENGTH | BOUND_MAX_ELEMENTS, .file_length = 7, .max_elements = 8});
}

static void check_refused(const char *json) {
  g_autoptr(JsonParser) parser = json_parser_new();
  g_autoptr(GError) error = NULL;
  InputBounds b;
  g_assert_true(json_parser_load_from_data(parser, json, -1, NULL));
  g_assert_false(input_bounds_read(json_node_get_object(json_parser_get_root(parser)), &b, &error));
  g_assert_nonnull(error);
}

static void test_refused(void) {
  check_refused("{\"bounds\": 3}");
  check_refused("{\"bounds\": {\"args\": 3}}");
  check_refused("{\"bounds\": {\"args\": [1]}}");
  check_refused("{\"bounds\": {\"args\": [0, -1]}}");
  check_refused("{\"bounds\": {\"arg_length\": \"4\"}}");
  check_refused("{\"bounds\": {\"stdin_length\": 99999999999}}");
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/input-bounds/kept", test_kept);
  g_test_add_func("/input-bounds/refused", test_refused);
  return g_test_run();
}
