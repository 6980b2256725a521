/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Failure automata as graphs and as monitors. */
#include <string.h>
#include <glib/gstdio.h>
#include "cfc/claims.h"
#include "cfc/sequence.h"
#include "export/automaton.h"
#include "export/export.h"
#include "export/formats.h"
#include "export/html.h"
#include "ir/failure-paths.h"
#include "tests/helpers/automata.h"

static void finish(Cfc *c, Program *p) {
  cfc_free(c);
  program_free(p);
  term_store_clear();
}

/* --- dot --- */

static void test_dot(void) {
  Program *p = program_new("doc/switch.c", 32);
  Cfc *c = switch_cfc(p);
  g_autofree char *text = export_dot(c, NULL);
  g_assert_nonnull(strstr(text, "digraph \"doc/switch.c\" {"));
  g_assert_nonnull(strstr(text, "  1 -> fails [label=\"command == 9\\n"));
  g_assert_nonnull(strstr(text, "p.c:12\", color=red"));
  g_assert_nonnull(strstr(text, "  1 -> 0 [label=\"command == 0\"];"));
  g_assert_null(strstr(text, "unknown"));
  finish(c, p);
}

/* What is between quotes when escapes are undone. */
static void test_dot_hostile(void) {
  Program *p = program_new("a\"b\\\xff\n.c", 32);
  Cfc *c = switch_cfc(p);
  FailureLocation *l = c->automaton->locations->pdata[0];
  g_free(l->state);
  l->state = g_strdup("s == \"\\N\"];}\n\x01");
  g_autofree char *text = export_dot(c, NULL);
  g_assert_true(g_utf8_validate(text, -1, NULL));
  g_assert_true(g_str_has_prefix(text, "digraph \"a\\\"b\\\\\xef\xbf\xbd\\n.c\" {\n"));
  g_assert_nonnull(strstr(text, "  0 [label=\"0\\ns == \\\"\\\\N\\\"];}\\n \"];\n"));
  finish(c, p);
}

static void test_dot_endless(void) {
  Program *p = program_new("p.c", 32);
  Cfc *c = endless_cfc(p);
  g_autofree char *text = export_dot(c, NULL);
  g_assert_nonnull(strstr(text, "label=\"A run that goes on through it for ever never ends: it fails.\";"));
  g_assert_nonnull(strstr(text, "  1 -> ends [label=\"command == 4\""));
  finish(c, p);
}

static void test_without(void) {
  Program *p = program_new("p.c", 32);
  Cfc *c = cfc_new(p);
  g_autoptr(GError) error = NULL;
  g_assert_null(export_dot(c, &error));
  g_assert_nonnull(strstr(error->message, "no failure automaton of p.c"));
  g_assert_null(export_monitor(c, NULL));
  finish(c, p);
}

/* --- the report --- */

/* A state of others neither ends the script that holds it nor becomes markup; without an example nothing is played. */
static void test_report_hostile(void) {
  Program *p = program_new("p.c", 32);
  Cfc *c = switch_cfc(p);
  FailureLocation *l = c->automaton->locations->pdata[0];
  g_free(l->state);
  l->state = g_strdup("</script><b onclick=\"x\">&");
  g_ptr_array_add(c->partitions, partition_new(term_bool(TRUE), term_bool(FALSE)));
  g_autoptr(GString) out = g_string_new(NULL);
  html_automaton(out, c);
  g_assert_null(strstr(out->str, "<b onclick"));
  g_assert_nonnull(strstr(out->str, "<code>&lt;/script&gt;&lt;b onclick=&quot;x&quot;&gt;&amp;</code>"));
  g_assert_true(strstr(out->str, "</script>") == strrchr(out->str, '<'));
  g_assert_nonnull(strstr(out->str, "\"sequence\":[]"));
  finish(c, p);
}

/* --- one sentence --- */

static void say(Cfc *c, const char *expected) {
  g_autofree char *sentence = automaton_sentence(c);
  g_assert_cmpstr(sentence, ==, expected);
}

static void test_sentence(void) {
  Program *p = program_new("p.c", 32);
  Cfc *c = switch_cfc(p);
  FailureAutomaton *a = c->automaton;
  const Term *x = step_input(p, 0, 1), *eight = term_eq(x, term_const(32, 8));
  say(c, "fails exactly as soon as command == 9 while on == 1");
  FailureEdge *stays = a->edges->pdata[0];
  stays->guard = term_and(stays->guard, term_not(eight));
  failure_automaton_add_failure(a, 0, (Failure){{"p.c", 9, 1}, FAILURE_ERROR_CALL}, eight);
  say(c, "fails exactly as soon as command == 8 while on == 0, or command == 9 while on == 1");
  FailureLocation *l = a->locations->pdata[1];
  l->loc = (IrLoc){"p.c", 7, 1}; /* of another loop, where the variable says nothing of this one */
  say(c, NULL);
  l->loc = (IrLoc){0};
  failure_automaton_add_edge(a, 1, EDGE_UNKNOWN, eight, NULL);
  say(c, NULL);
  finish(c, p);
}

/* With one location it is the inputs alone, unless there is a way out of it. */
static void test_sentence_everywhere(void) {
  Program *p = program_new("p.c", 32);
  Cfc *c = cfc_new(p);
  const Term *x = step_input(p, add_value_site(p, "x", 32, FALSE), 1), *nine = term_eq(x, term_const(32, 9));
  FailureAutomaton *a = c->automaton = failure_automaton_new();
  failure_automaton_add_location(a, NULL, (IrLoc){0});
  failure_automaton_add_failure(a, 0, (Failure){{"p.c", 2, 1}, FAILURE_ERROR_CALL}, nine);
  add_reading_edge(a, 0, 0, term_not(nine), 1, 0);
  say(c, "fails exactly as soon as x == 9");
  failure_automaton_add_location(a, NULL, (IrLoc){0})->never_fails = TRUE;
  ((FailureEdge *)a->edges->pdata[1])->to = 1;
  say(c, NULL);
  finish(c, p);
}

/* --- sequences --- */

static void test_sequence(void) {
  Program *p = program_new("p.c", 32);
  Cfc *c = switch_cfc(p);
  g_autoptr(GPtrArray) way = failure_way_to(c->automaton, c->automaton->edges->pdata[2]);
  Model *m = sequence_of(p, failure_way_condition(way), 20, (gsize)1 << 30);
  const Term *first = term_input((InputKey){0, 1, 0}, 32), *second = term_input((InputKey){0, 2, 0}, 32),
             *third = term_input((InputKey){0, 3, 0}, 32);
  g_assert_cmpuint(model_value(m, first), ==, 1);
  g_assert_cmpuint(model_value(m, second), ==, 9);
  g_assert_true(failure_way_reads(way, first) && failure_way_reads(way, second) && !failure_way_reads(way, third));
  model_free(m);
  Model *away = sequence_of(p, term_not(term_binary(TERM_SLT, first, term_const(32, 2))), 20, (gsize)1 << 30);
  g_assert_cmpuint(model_value(away, first), ==, 2);
  model_free(away);
  g_assert_null(sequence_of(p, term_bool(FALSE), 20, (gsize)1 << 30));
  finish(c, p);
}

/* --- monitors --- */

enum { RUNS = 100, STEPS = 12 };

static void compile_and_run(const char *text, const char *suffix, const char *compiler) {
  g_autofree char *folder = g_dir_make_tmp("acf-automata-XXXXXX", NULL), *name = g_strconcat("t", suffix, NULL),
                  *path = g_build_filename(folder, name, NULL), *program = g_build_filename(folder, "t", NULL),
                  *command = g_strdup_printf("%s -o %s %s && %s", compiler, program, path, program);
  g_assert_true(g_file_set_contents(path, text, -1, NULL));
  const char *argv[] = {"sh", "-c", command, NULL};
  g_autofree char *out = NULL, *err = NULL;
  int status = 1;
  g_assert_true(g_spawn_sync(NULL, (char **)argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &out, &err, &status, NULL));
  if (status != 0) g_test_message("%s\n%.3000s\n%.1000s", command, err, out);
  g_assert_cmpint(status, ==, 0);
  g_unlink(path);
  g_unlink(program);
  g_rmdir(folder);
}

static void run_monitor(const char *header, const char *body) {
  g_autofree char *text = g_strdup_printf("#include <stdio.h>\n%sint main(void) {\n  int wrong = 0;\n%s  return wrong;\n}\n", header, body);
  g_autofree char *gcc = g_find_program_in_path("g++");
  compile_and_run(text, ".c", "gcc -std=c11 -pedantic -Wall -Wextra -Werror -fsanitize=undefined -fno-sanitize-recover=all");
  compile_and_run(text, ".cc", gcc ? "g++ -Wall -Wextra -Werror" : "clang++-19 -Wall -Wextra -Wno-unused-function -Werror");
}

static guint64 small(gpointer data, const Term *input) {
  return (guint64)(gint64)(input->width == 8 ? g_rand_int_range((GRand *)data, 1, 6) : g_rand_int_range((GRand *)data, -3, 11)) & term_mask(input->width);
}

/* A point whose inputs have small values, which it keeps. */
static Model *random_point(const Program *p, GRand *r) {
  Model *m = model_new();
  for (guint site = 0; site < p->sites->len; site++)
    for (guint i = 1; i <= 3 * STEPS; i++) {
      const Term *input = term_input((InputKey){site, i, 0}, program_site(p, site)->width);
      model_set(m, input, small(r, input));
    }
  return m;
}

static const char *expected_verdict(const FailureAutomaton *a, guint at) {
  static const char *const names[] = {[OUTLOOK_SAFE] = "CANNOT_FAIL", [OUTLOOK_OPEN] = "CAN_FAIL",
                                      [OUTLOOK_DOOMED] = "WILL_FAIL", [OUTLOOK_UNKNOWN] = "UNKNOWN"};
  g_autofree Outlook *outlooks = failure_outlooks(a);
  return at == EDGE_FAILS ? "FAILED" : at == EDGE_ENDS ? "CANNOT_FAIL" : at == EDGE_UNKNOWN ? "UNKNOWN" : names[outlooks[at]];
}

/* What a step of the programs behind the automata reads: one value of the first site, and where that is negative as many of
 * the second one as decide. */
static guint second_reads(const Program *p, guint at, const Model *point, const guint *read) {
  const Term *a = term_input((InputKey){0, read[0] + 1, 0}, 32);
  if (p->sites->len < 2 || at != 0 || term_signed(model_value(point, a), 32) >= 0) return 0;
  return model_value(point, term_input((InputKey){1, read[1] + 1, 0}, 8)) == 2 ? 2 : 1;
}

static void append_read(GString *out, const Program *p, guint site, guint occurrence, const Model *point, const char *expected) {
  const InputSite *s = program_site(p, site);
  const gint64 value = term_signed(model_value(point, term_input((InputKey){site, occurrence, 0}, s->width)), s->width);
  g_string_append_printf(out, "    v = acf_p_monitor_read_%s(&m, %" G_GINT64_FORMAT ");\n", s->variable, value);
  if (expected) g_string_append_printf(out, "    if (v != ACF_P_MONITOR_%s) { printf(\"%%d, not %s\\n\", v); wrong = 1; }\n", expected, expected);
}

static void append_run(GString *out, const Cfc *c, const Model *point) {
  guint read[] = {0, 0}, at = 0;
  g_string_append(out, "  {\n    acf_p_monitor m;\n    acf_p_monitor_verdict v = acf_p_monitor_init(&m);\n    (void)v;\n");
  for (guint k = 1; k <= STEPS && at < EDGE_UNKNOWN; k++) {
    const guint more = second_reads(c->program, at, point, read);
    at = failure_automaton_follow(c->automaton, point, k);
    if (at == 3) at = EDGE_FAILS; /* at once, without a read */
    append_read(out, c->program, 0, ++read[0], point, more ? NULL : expected_verdict(c->automaton, at));
    for (guint i = 1; i <= more; i++) append_read(out, c->program, 1, ++read[1], point, i < more ? NULL : expected_verdict(c->automaton, at));
  }
  g_string_append(out, "  }\n");
}

static void check_monitor(Cfc *(*make)(Program *)) {
  Program *p = program_new("p.c", 32);
  Cfc *c = make(p);
  g_autofree char *header = export_monitor(c, NULL);
  g_autoptr(GRand) r = g_rand_new_with_seed(5);
  g_autoptr(GString) body = g_string_new(NULL);
  for (guint i = 0; i < RUNS; i++) {
    Model *point = random_point(p, r);
    append_run(body, c, point);
    model_free(point);
  }
  for (const char *const *v = (const char *const[]){"FAILED", "CAN_FAIL", NULL}; *v; v++) g_assert_nonnull(strstr(body->str, *v));
  if (make == branching_cfc)
    for (const char *const *v = (const char *const[]){"WILL_FAIL", "CANNOT_FAIL", "UNKNOWN", NULL}; *v; v++)
      g_assert_nonnull(strstr(body->str, *v));
  run_monitor(header, body->str);
  finish(c, p);
}

static void test_monitor(void) { check_monitor(switch_cfc); }
static void test_monitor_branches(void) { check_monitor(branching_cfc); }

/* A step is decided with its last value and not before; values that no run reads so are not followed; what ends is settled. */
static void test_monitor_order(void) {
  Program *p = program_new("p.c", 32);
  Cfc *c = branching_cfc(p);
  g_autofree char *header = export_monitor(c, NULL);
  run_monitor(header, "  acf_p_monitor m;\n"
                      "  wrong |= acf_p_monitor_init(&m) != ACF_P_MONITOR_CAN_FAIL;\n"
                      "  wrong |= acf_p_monitor_read_a(&m, -1) != ACF_P_MONITOR_CAN_FAIL;\n"
                      "  wrong |= acf_p_monitor_read_b(&m, 2) != ACF_P_MONITOR_CAN_FAIL;\n"
                      "  wrong |= acf_p_monitor_read_b(&m, 4) != ACF_P_MONITOR_CANNOT_FAIL;\n"
                      "  wrong |= acf_p_monitor_read_a(&m, 9) != ACF_P_MONITOR_CANNOT_FAIL;\n"
                      "  acf_p_monitor_init(&m);\n"
                      "  wrong |= acf_p_monitor_read_b(&m, 5) != ACF_P_MONITOR_CAN_FAIL;\n"
                      "  wrong |= acf_p_monitor_read_a(&m, 1) != ACF_P_MONITOR_UNKNOWN;\n"
                      "  wrong |= acf_p_monitor_read_a(&m, 9) != ACF_P_MONITOR_UNKNOWN;\n"
                      "  acf_p_monitor_init(&m);\n"
                      "  acf_p_monitor_read_a(&m, 9);\n"
                      "  wrong |= acf_p_monitor_end(&m) != ACF_P_MONITOR_FAILED;\n");
  finish(c, p);
}

/* Names and paths of others, floating point, and two monitors in one file. */
static void test_monitor_names(void) {
  Program *p = program_new("x*/a-b.c", 32), *other = program_new("p.c", 32);
  Cfc *c = cfc_new(p), *second = switch_cfc(other);
  const Term *x = step_input(p, add_value_site(p, "class", 64, TRUE), 1), *y = step_input(p, add_value_site(p, "init", 1, FALSE), 1);
  const Term *high = term_binary(TERM_FLT, term_const(64, 0x3ff8000000000000), x); /* 1.5 */
  FailureAutomaton *a = c->automaton = failure_automaton_new();
  failure_automaton_add_location(a, NULL, (IrLoc){0});
  failure_automaton_add_failure(a, 0, (Failure){{"p.c", 2, 1}, FAILURE_ERROR_CALL}, term_and(high, y));
  add_reading_edge(a, 0, 0, term_not(term_and(high, y)), 1, 1);
  g_autofree char *header = export_monitor(c, NULL), *more = export_monitor(second, NULL),
                  *both = g_strconcat(header, more, header, NULL);
  run_monitor(both, "  acf_a_b_monitor m;\n  acf_p_monitor n;\n  acf_a_b_monitor_init(&m);\n  acf_p_monitor_init(&n);\n"
                    "  acf_a_b_monitor_read_class_in(&m, 1.25);\n"
                    "  wrong |= acf_a_b_monitor_read_init(&m, 1) != ACF_A_B_MONITOR_CAN_FAIL;\n"
                    "  acf_a_b_monitor_read_class_in(&m, 1.75);\n"
                    "  wrong |= acf_a_b_monitor_read_init(&m, 1) != ACF_A_B_MONITOR_FAILED;\n"
                    "  wrong |= acf_p_monitor_end(&n) == ACF_P_MONITOR_FAILED;\n");
  cfc_free(second);
  program_free(other);
  finish(c, p);
}

/* Where C has no operator for a guard, nothing is claimed. */
static void test_monitor_unwritten(void) {
  Program *p = program_new("p.c", 32);
  Cfc *c = cfc_new(p);
  const Term *x = step_input(p, add_value_site(p, "x", 64, TRUE), 1), *odd = term_binary(TERM_FLT, term_unary(TERM_FSQRT, x), x);
  FailureAutomaton *a = c->automaton = failure_automaton_new();
  failure_automaton_add_location(a, NULL, (IrLoc){0});
  failure_automaton_add_failure(a, 0, (Failure){{"p.c", 2, 1}, FAILURE_ERROR_CALL}, odd);
  add_reading_edge(a, 0, 0, term_not(odd), 1, 0);
  g_autofree char *header = export_monitor(c, NULL);
  run_monitor(header, "  acf_p_monitor m;\n  wrong |= acf_p_monitor_init(&m) != ACF_P_MONITOR_UNKNOWN;\n"
                      "  wrong |= acf_p_monitor_read_x(&m, 4) != ACF_P_MONITOR_UNKNOWN;\n");
  finish(c, p);
}

/* --- where runs fail by going on for ever --- */

/* The partition that such runs leave open, of which no input is known to fail. */
static void leave_open(Cfc *c) { g_ptr_array_add(c->partitions, partition_new(term_bool(TRUE), term_bool(FALSE))); }

static void test_endless_table(void) {
  Program *p = program_new("p.c", 32);
  Cfc *c = endless_cfc(p);
  leave_open(c);
  say(c, NULL);
  g_assert_true(claims_by_automaton(c));
  g_assert_cmpint(claims_verdict(c), ==, VERDICT_UNKNOWN);
  g_autofree char *text = export_text(c, FALSE, FALSE, FALSE);
  g_assert_nonnull(strstr(text, "runs for ever exactly when its inputs, step by step, never lead this automaton from 0 to an end:\n"));
  g_assert_nonnull(strstr(text, "  1 (on == 1): never ends when command == 5; ends when command == 4; to 0 when command == 0\n"));
  g_assert_nonnull(strstr(text, "  other inputs leave it where it is, and the run goes on\n"));
  g_assert_null(strstr(text, "unknown"));
  g_autoptr(GString) html = g_string_new(NULL);
  html_automaton(html, c);
  g_assert_nonnull(strstr(html->str, "A run that goes on through it for ever never ends"));
  g_assert_nonnull(strstr(html->str, "runs from here may end or not"));
  finish(c, p);
}

/* One location: what every step has to read. */
static void test_endless_sentence(void) {
  Program *p = program_new("p.c", 32);
  Cfc *c = endless_cfc(p);
  FailureAutomaton *a = c->automaton;
  const Term *x = step_input(p, 0, 1), *seven = term_eq(x, term_const(32, 7)), *nine = term_eq(x, term_const(32, 9));
  g_ptr_array_set_size(a->edges, 0);
  g_ptr_array_set_size(a->locations, 1);
  leave_open(c);
  failure_automaton_add_edge(a, 0, EDGE_ENDS, seven, NULL);
  add_reading_edge(a, 0, 0, term_not(seven), 1, 0);
  say(c, "runs for ever exactly when every step reads command != 7");
  failure_automaton_add_failure(a, 0, (Failure){{"p.c", 2, 1}, FAILURE_ENDLESS}, nine);
  ((FailureEdge *)a->edges->pdata[1])->guard = term_not(term_or(seven, nine));
  say(c, "runs for ever exactly as soon as command == 9, or when every step reads command != 7 && command != 9");
  ((FailureEdge *)a->edges->pdata[0])->to = EDGE_UNKNOWN;
  say(c, NULL);
  g_assert_false(claims_by_automaton(c));
  finish(c, p);
}

/* And where the first step is another one. */
static void test_endless_first_step(void) {
  Program *p = program_new("p.c", 32);
  Cfc *c = endless_cfc(p);
  FailureAutomaton *a = c->automaton;
  const Term *x = step_input(p, 0, 1), *seven = term_eq(x, term_const(32, 7)), *nine = term_eq(x, term_const(32, 9));
  g_ptr_array_set_size(a->edges, 0);
  leave_open(c);
  failure_automaton_add_edge(a, 0, EDGE_ENDS, seven, NULL);
  add_reading_edge(a, 0, 1, term_not(seven), 1, 0);
  failure_automaton_add_edge(a, 1, EDGE_ENDS, nine, NULL);
  add_reading_edge(a, 1, 1, term_not(nine), 1, 0);
  say(c, "runs for ever exactly when the first step reads command != 7, and every later one command != 9");
  ((FailureEdge *)a->edges->pdata[0])->to = 0;
  say(c, NULL);
  finish(c, p);
}

/* That a run is told to have ended says that it has not gone on for ever. */
static void test_endless_monitor(void) {
  Program *p = program_new("p.c", 32);
  Cfc *c = endless_cfc(p);
  g_autofree char *header = export_monitor(c, NULL);
  run_monitor(header, "  acf_p_monitor m;\n"
                      "  wrong |= acf_p_monitor_init(&m) != ACF_P_MONITOR_CAN_FAIL;\n"
                      "  wrong |= acf_p_monitor_read_command(&m, 1) != ACF_P_MONITOR_CAN_FAIL;\n"
                      "  wrong |= acf_p_monitor_read_command(&m, 7) != ACF_P_MONITOR_CAN_FAIL;\n"
                      "  wrong |= acf_p_monitor_end(&m) != ACF_P_MONITOR_CANNOT_FAIL;\n"
                      "  acf_p_monitor_init(&m);\n"
                      "  acf_p_monitor_read_command(&m, 1);\n"
                      "  wrong |= acf_p_monitor_read_command(&m, 5) != ACF_P_MONITOR_FAILED;\n"
                      "  acf_p_monitor_init(&m);\n"
                      "  acf_p_monitor_read_command(&m, 1);\n"
                      "  wrong |= acf_p_monitor_read_command(&m, 4) != ACF_P_MONITOR_CANNOT_FAIL;\n");
  finish(c, p);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/automata/dot", test_dot);
  g_test_add_func("/automata/dot-hostile", test_dot_hostile);
  g_test_add_func("/automata/dot-endless", test_dot_endless);
  g_test_add_func("/automata/without", test_without);
  g_test_add_func("/automata/report-hostile", test_report_hostile);
  g_test_add_func("/automata/sentence", test_sentence);
  g_test_add_func("/automata/sentence-everywhere", test_sentence_everywhere);
  g_test_add_func("/automata/endless-table", test_endless_table);
  g_test_add_func("/automata/endless-sentence", test_endless_sentence);
  g_test_add_func("/automata/endless-first-step", test_endless_first_step);
  g_test_add_func("/automata/endless-monitor", test_endless_monitor);
  g_test_add_func("/automata/sequence", test_sequence);
  g_test_add_func("/automata/monitor", test_monitor);
  g_test_add_func("/automata/monitor-branches", test_monitor_branches);
  g_test_add_func("/automata/monitor-order", test_monitor_order);
  g_test_add_func("/automata/monitor-names", test_monitor_names);
  g_test_add_func("/automata/monitor-unwritten", test_monitor_unwritten);
  return g_test_run();
}
