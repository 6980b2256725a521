/* SPDX-License-Identifier: GPL-3.0-or-later */
/* YAML witnesses: what is read of them, what is said of those that are wrong, and that nothing breaks the
 * reader. */
#include <string.h>
#include "tests/helpers/read-witness.h"

#define METADATA                                                                                             \
  "  metadata:\n    format_version: \"2.0\"\n    uuid: 00000000-0000-4000-8000-000000000000\n"               \
  "    creation_time: 2024-02-03T04:05:06Z\n    producer: {name: Some Tool, version: 1.2}\n"                 \
  "    task:\n      input_files: [\"dir/a.c\"]\n      input_file_hashes: {\"dir/a.c\": 00ff}\n"              \
  "      specification: CHECK( init(main()), LTL(G ! call(reach_error())) )\n"                               \
  "      data_model: LP64\n      language: C\n"
#define SEQUENCE "- entry_type: violation_sequence\n" METADATA "  content:\n"
#define AT(line, column) "location: {file_name: dir/a.c, line: " #line ", column: " #column ", function: f}"
#define WAYPOINT(type, action, rest)                                                                         \
  "    - waypoint: {type: " type ", action: " action ", " AT(7, 3) rest "}\n"
#define SEGMENT "  - segment:\n"
#define TARGET SEGMENT WAYPOINT("target", "follow", "")
#define INVARIANTS "- entry_type: invariant_set\n" METADATA "  content:\n"

static const char violation[] =
    SEQUENCE SEGMENT WAYPOINT("branching", "avoid", ", constraint: {value: false}")
        WAYPOINT("assumption", "follow", ", constraint: {value: \"x == 5\", format: c_expression}")
            SEGMENT WAYPOINT("branching", "follow", ", constraint: {value: true}")
                SEGMENT WAYPOINT("branching", "follow", ", constraint: {value: -3}")
                    SEGMENT WAYPOINT("function_enter", "follow", "")
                        SEGMENT WAYPOINT("function_return", "follow",
                                         ", constraint: {value: '\\result == 1', format: acsl_expression}")
                            TARGET;

static const char invariants[] = INVARIANTS "  - invariant:\n      type: loop_invariant\n      " AT(
    4, 2) "\n      value: x <= 5\n"
          "      format: c_expression\n"
          "  - invariant:\n      type: location_invariant\n      location: {file_name: b.h, line: 9}\n"
          "      value: \"y == 1 && z\"\n      format: c_expression\n"
          "- entry_type: loop_invariant\n  metadata: {format_version: 0.1}\n"
          "  location: {file_name: dir/a.c, line: 22, column: 0, function: main}\n"
          "  loop_invariant: {string: (x >= 10), type: assertion, format: C}\n"
          "- entry_type: loop_invariant_certificate\n  target: {uuid: 1}\n";

/* ---- what is read ---- */

static void test_metadata(void) {
  Witness *w = must_read(violation);
  g_assert_cmpint(w->kind, ==, WITNESS_VIOLATION);
  g_assert_cmpstr(w->producer, ==, "Some Tool 1.2");
  g_assert_cmpstr(w->program_file, ==, "dir/a.c");
  g_assert_cmpstr(w->program_hash, ==, "00ff");
  g_assert_cmpstr(w->architecture, ==, "64bit");
  g_assert_cmpstr(w->creation_time, ==, "2024-02-03T04:05:06Z");
  g_assert_cmpstr(w->specification, ==, "CHECK( init(main()), LTL(G ! call(reach_error())) )");
  witness_free(w);
}

static void test_violation(void) {
  Witness *w = must_read(violation);
  g_assert_cmpuint(w->edges->len, ==, 7);
  g_assert_cmpuint(w->nodes->len, ==, 8); /* seven along the way, and the sink */
  const WitnessNode *avoided = w->nodes->pdata[must_have_edge(w, 0)->to];
  g_assert_true(avoided->sink);
  g_assert_cmpint(must_have_edge(w, 0)->control, ==, CONTROL_FALSE);
  g_assert_cmpuint(must_have_edge(w, 0)->from, ==, must_have_edge(w, 1)->from);
  g_assert_cmpstr(must_have_edge(w, 1)->assumption, ==, "x == 5;");
  g_assert_cmpstr(must_have_edge(w, 1)->assumption_scope, ==, "f");
  g_assert_cmpuint(must_have_edge(w, 1)->line, ==, 7);
  g_assert_cmpuint(must_have_edge(w, 1)->column, ==, 3);
  g_assert_null(must_have_edge(w, 1)->file);
  g_assert_cmpint(must_have_edge(w, 2)->control, ==, CONTROL_TRUE);
  g_assert_true(must_have_edge(w, 3)->has_case && must_have_edge(w, 3)->case_value == -3);
  g_assert_cmpstr(must_have_edge(w, 4)->enter_function, ==, "");
  g_assert_cmpstr(must_have_edge(w, 5)->return_from, ==, "");
  g_assert_cmpstr(must_have_edge(w, 5)->assumption, ==, "\\result == 1;");
  g_assert_true(must_have_edge(w, 6)->target);
  g_assert_true(((WitnessNode *)w->nodes->pdata[0])->entry);
  g_assert_true(((WitnessNode *)w->nodes->pdata[must_have_edge(w, 6)->to])->violation);
  for (guint i = 1; i < 6; i++)
    g_assert_cmpuint(must_have_edge(w, i)->to, ==, must_have_edge(w, i + 1)->from);
  witness_free(w);
}

static void test_several_sequences(void) {
  Witness *w = must_read(SEQUENCE TARGET SEQUENCE SEGMENT WAYPOINT("function_enter", "follow", "") TARGET);
  g_assert_cmpuint(w->edges->len, ==, 3);
  g_assert_cmpuint(must_have_edge(w, 0)->from, ==, 0);
  g_assert_cmpuint(must_have_edge(w, 1)->from, ==, 0);
  witness_free(w);
}

static void test_invariants(void) {
  Witness *w = must_read(invariants);
  g_assert_cmpint(w->kind, ==, WITNESS_CORRECTNESS);
  g_assert_cmpuint(w->invariants->len, ==, 3);
  const WitnessInvariant *i = w->invariants->pdata[0];
  g_assert_true(i->loop && i->line == 4 && i->column == 2 && !i->file);
  g_assert_cmpstr(i->function, ==, "f");
  g_assert_cmpstr(i->expression, ==, "x <= 5");
  i = w->invariants->pdata[1];
  g_assert_true(!i->loop && i->line == 9 && i->column == 0 && !i->function);
  g_assert_cmpstr(i->file, ==, "b.h");
  i = w->invariants->pdata[2];
  g_assert_true(i->loop && i->line == 22);
  g_assert_cmpstr(i->expression, ==, "(x >= 10)");
  witness_free(w);
  w = must_read("- entry_type: invariant_set\n  content: []\n");
  g_assert_cmpuint(w->invariants->len, ==, 0);
  witness_free(w);
}

/* ---- what is wrong ---- */

static void test_wrong(void) {
  static const struct {
    const char *text, *said;
  } wrong[] = {
      {"", ":1:"},
      {"- [1", "w.yml:2: not YAML"},
      {"- \"\xff\"", "not YAML"},
      {"entry_type: x", "w.yml:1: a witness is a list"},
      {"- a: 1", "w.yml:1: an entry without entry_type"},
      {"- entry_type: certificate", "no entry says anything"},
      {"- entry_type: &a x\n- *a", "w.yml:2: an alias"},
      {"- entry_type: x\n--- \n- 1", "w.yml:2: a second document"},
      {"- entry_type: \"a\\0b\"", "a zero byte"},
      {"- entry_type: violation_sequence", "without its content"},
      {"- entry_type: violation_sequence\n  content: [1]",
       "w.yml:2: a violation sequence is a list of segments"},
      {"- entry_type: violation_sequence\n  content: [{segment: [1]}]", "no waypoint"},
      {"- entry_type: violation_sequence\n  content: [{segment: [{waypoint: {action: follow}}]}]",
       "without its type"},
      {SEQUENCE SEGMENT WAYPOINT("target", "avoid", ""), "to follow"},
      {SEQUENCE SEGMENT WAYPOINT("branching", "follow", ""), "without the value"},
      {SEQUENCE SEGMENT WAYPOINT("branching", "follow", ", constraint: {value: maybe}"), "not \"maybe\""},
      {SEQUENCE SEGMENT WAYPOINT("jump", "follow", ""), "unknown type \"jump\""},
      {"- entry_type: violation_sequence\n  content: [{segment: [{waypoint: {type: target, action: "
       "follow}}]}]",
       "no location"},
      {"- entry_type: invariant_set\n  content:\n  - invariant: {type: loop_invariant, value: x, location: "
       "{line: x}}",
       "w.yml:3: the line is not a number"},
      {"- entry_type: invariant_set\n  content: [{invariant: {type: loop_invariant, value: x, location: "
       "{}}}]",
       "without its line"},
      {"- entry_type: invariant_set\n  content: [{invariant: {type: ghost}}]", "unknown type \"ghost\""},
      {"- entry_type: invariant_set\n  content: [{invariant: {type: loop_invariant}}]",
       "without its expression"},
      {"- entry_type: invariant_set\n  content: []\n" SEQUENCE TARGET,
       "for a violation and one for correctness"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(wrong); i++) {
    GError *error = NULL;
    g_test_message("%s", wrong[i].said);
    g_assert_null(yaml_read("w.yml", wrong[i].text, strlen(wrong[i].text), &error));
    g_assert_nonnull(error);
    g_assert_true(error->domain == ACF_WITNESS_ERROR);
    g_assert_true(g_str_has_prefix(error->message, "w.yml:"));
    if (!strstr(error->message, wrong[i].said))
      g_error("'%s' is said, not '%s'", error->message, wrong[i].said);
    g_error_free(error);
  }
}

static void test_deep(void) {
  g_autoptr(GString) text = g_string_new("- ");
  GError *error = NULL;
  for (guint i = 0; i < 200000; i++) g_string_append_c(text, '[');
  g_assert_null(yaml_read("w.yml", text->str, text->len, &error));
  g_assert_error(error, ACF_WITNESS_ERROR, WITNESS_ERROR_TOO_LARGE);
  g_error_free(error);
}

/* ---- what is broken ---- */

static void mutate(GRand *r, GString *text) {
  static const char *const pieces[] = {"- ", "  ",          ":",        "\n",        "[",    "{",    "\"",
                                       "'",  "&a ",         "*a",       "|\n",       "? ",   "!!x ", "\\",
                                       "-1", "99999999999", "waypoint", "segment: ", "\xc3", "%",    "---\n"};
  guint at = (guint)g_rand_int_range(r, 0, (gint)text->len), n = (guint)g_rand_int_range(r, 1, 9);
  switch (g_rand_int_range(r, 0, 4)) {
  case 0: text->str[at] = (char)g_rand_int_range(r, 0, 256); break;
  case 1: g_string_erase(text, at, MIN(n, text->len - at)); break;
  case 2: g_string_insert(text, at, pieces[g_rand_int_range(r, 0, G_N_ELEMENTS(pieces))]); break;
  default: {
    guint from = (guint)g_rand_int_range(r, 0, (gint)text->len);
    g_autofree char *piece = g_strndup(text->str + from, MIN(40, text->len - from));
    g_string_insert(text, at, piece);
  }
  }
  if (!text->len) g_string_append(text, "- a");
}

static void test_mutations(void) {
  static const char *const seeds[] = {violation, invariants};
  GRand *r = g_rand_new_with_seed(20);
  guint good = 0;
  for (guint i = 0; i < 6000; i++) {
    g_autoptr(GString) text = g_string_new(seeds[i % 2]);
    g_autoptr(GError) error = NULL;
    for (gint n = g_rand_int_range(r, 1, 6); n > 0; n--) mutate(r, text);
    Witness *w = yaml_read("w.yml", text->str, text->len, &error);
    g_assert_true(!w == !!error);
    if (!w) continue;
    g_autofree char *again = yaml_write(w); /* and what was read can be written */
    good++;
    witness_free(w);
  }
  g_rand_free(r);
  g_assert_cmpuint(good, >, 100);
  g_assert_cmpuint(good, <, 5900);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/yaml/metadata", test_metadata);
  g_test_add_func("/yaml/violation", test_violation);
  g_test_add_func("/yaml/several-sequences", test_several_sequences);
  g_test_add_func("/yaml/invariants", test_invariants);
  g_test_add_func("/yaml/wrong", test_wrong);
  g_test_add_func("/yaml/deep", test_deep);
  g_test_add_func("/yaml/mutations", test_mutations);
  return g_test_run();
}
