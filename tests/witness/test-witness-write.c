/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Witnesses as they are written: what is written reads back the same, whatever text is in it; runs and
 * invariants become what the formats want. */
#include <glib/gstdio.h>
#include <string.h>
#include "conditioner/claim.h"
#include "engine/engine.h"
#include "export/violation.h"
#include "tests/helpers/sample.h"
#include "witness/witness.h"

/* ---- reading back ---- */

static Witness *described(WitnessKind kind) {
  Witness *w = witness_new(kind);
  w->producer = g_strdup("acf 0.0");
  w->program_file = g_strdup("a b/<\"x'&>.c");
  w->program_hash = g_strdup("00ff");
  w->specification = g_strdup("CHECK( init(main()), LTL(G ! call(reach_error())) )");
  w->architecture = g_strdup("32bit");
  w->creation_time = g_strdup("2024-02-03T04:05:06Z");
  return w;
}

static WitnessEdge *add(Witness *w, guint from) {
  witness_add_node(w, "node");
  WitnessEdge *e = witness_add_edge(w, from, w->nodes->len - 1);
  e->line = 3;
  return e;
}

static void check_same(const Witness *w, gboolean graphml) {
  GError *error = NULL;
  g_autofree char *text = (graphml ? graphml_write : yaml_write)(w);
  Witness *again = witness_read("w", text, strlen(text), &error);
  g_assert_no_error(error);
  if (w->kind == WITNESS_CORRECTNESS) { /* GraphML says invariants by nodes and edges */
    g_ptr_array_set_size(again->nodes, 0);
    g_ptr_array_set_size(again->edges, 0);
  }
  if (!witness_equal(w, again)) g_error("not the same: %s", text);
  witness_free(again);
}

static void test_graphml(void) {
  Witness *w = described(WITNESS_VIOLATION);
  witness_add_node(w, "the same")->entry = TRUE;
  WitnessEdge *e = add(w, 0);
  e->control = CONTROL_TRUE, e->offset = 7, e->end_offset = 9, e->end_line = 4;
  e = add(w, 1);
  e->file = g_strdup("other & file.h"), e->enter_function = g_strdup("f"),
  e->sourcecode = g_strdup("[x < 3 && y]");
  e = add(w, 2);
  e->assumption = g_strdup("\\result == -5;"), e->assumption_scope = g_strdup("f");
  e->result_function = g_strdup("any"), e->return_from = g_strdup("f"), e->enter_loop = TRUE;
  add(w, 2)->control = CONTROL_FALSE;
  ((WitnessNode *)w->nodes->pdata[3])->violation = TRUE;
  ((WitnessNode *)w->nodes->pdata[4])->sink = TRUE;
  check_same(w, TRUE);
  witness_free(w);
}

static void test_yaml(void) {
  Witness *w = described(WITNESS_VIOLATION);
  witness_add_node(w, "N")->entry = TRUE;
  WitnessEdge *e = add(w, 0);
  e->control = CONTROL_TRUE, e->column = 9, e->assumption_scope = g_strdup("main");
  e = add(w, 1);
  e->has_case = TRUE, e->case_value = -12;
  e = add(w, 2);
  e->assumption = g_strdup("x == 5;"), e->file = g_strdup("b.h");
  e = add(w, 3);
  e->assumption = g_strdup("\\result == 5;"), e->return_from = g_strdup("");
  e = add(w, 4);
  e->enter_function = g_strdup("");
  e = add(w, 5);
  e->target = TRUE;
  ((WitnessNode *)w->nodes->pdata[6])->violation = TRUE;
  check_same(w, FALSE);
  e = add(w, 5); /* to avoid */
  e->control = CONTROL_FALSE;
  ((WitnessNode *)w->nodes->pdata[7])->sink = TRUE;
  g_autofree char *text = yaml_write(w);
  g_assert_nonnull(strstr(text, "action: avoid"));
  witness_free(w);
}

static void test_several_assumptions(void) {
  Witness *w = described(WITNESS_VIOLATION);
  witness_add_node(w, "N")->entry = TRUE;
  add(w, 0)->assumption = g_strdup("x == 5; y == 3;");
  add(w, 1)->target = TRUE;
  g_autofree char *text = yaml_write(w);
  g_assert_nonnull(strstr(text, "\"(x == 5) && (y == 3)\""));
  witness_free(w);
}

static void test_invariants(void) {
  Witness *w = described(WITNESS_CORRECTNESS);
  for (guint i = 0; i < 3; i++) {
    WitnessInvariant *v = witness_add_invariant(w);
    v->loop = i != 1;
    v->line = 5 + i;
    v->function = g_strdup("main");
    v->expression = g_strdup_printf("x <= %u && y < \"3\"[0]", i);
  }
  check_same(w, TRUE);
  ((WitnessInvariant *)w->invariants->pdata[0])->column = 4;
  check_same(w, FALSE);
  witness_free(w);
}

/* What no document can hold is replaced, and changes nothing else. */
static void test_odd_texts(void) {
  static const char *const odd[] = {"\xff\xfe",
                                    "a\001b",
                                    "\x1b[1m",
                                    "]]>",
                                    "&amp; &#0; <!--",
                                    "\xef\xbf\xbf",
                                    "tab\tx",
                                    "- a: *b\n? c",
                                    "\xed\xa0\x80",
                                    "%YAML 9\n---\n...",
                                    "\xc2\x85 line",
                                    " x ",
                                    "'\"\\",
                                    "\xf0\x9f\x98\x80",
                                    "null"};
  for (guint i = 0; i < G_N_ELEMENTS(odd); i++) {
    Witness *w = described(WITNESS_VIOLATION);
    g_free(w->program_file);
    w->program_file = g_strdup(odd[i]);
    witness_add_node(w, odd[i])->entry = TRUE;
    WitnessEdge *e = add(w, 0);
    e->assumption = g_strdup_printf("x == %s;", odd[i]);
    e->file = g_strdup(odd[i]);
    e = add(w, 1);
    e->target = TRUE;
    ((WitnessNode *)w->nodes->pdata[2])->violation = TRUE;
    for (guint format = 0; format < 2; format++) {
      GError *error = NULL;
      g_autofree char *text = (format ? graphml_write : yaml_write)(w);
      Witness *again = witness_read("w", text, strlen(text), &error);
      g_assert_no_error(error);
      g_assert_cmpuint(again->edges->len, ==, 2);
      g_assert_cmpuint(((WitnessEdge *)again->edges->pdata[1])->line, ==, 3);
      witness_free(again);
    }
    witness_free(w);
  }
}

/* ---- runs ---- */

#define TEXT                                                                                                 \
  "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n"                                \
  "static int odd(int a) { return a % 2 != 0; }\n"                                                           \
  "int main(void) {\n"                                                                                       \
  "  int x = __VERIFIER_nondet_int(), y;\n"                                                                  \
  "  y = __VERIFIER_nondet_int ( );\n"                                                                       \
  "  while (x > '\\0') x--;\n"                                                                               \
  "  if (!(y == 4)) return 0;\n"                                                                             \
  "  if (x < 0 || odd(y)) return 1;\n"                                                                       \
  "  switch (y) { case 4: reach_error(); }\n"                                                                \
  "  return 0;\n}\n"

static void set_input(Model *m, const Program *p, guint site, guint64 value) {
  model_set(m, term_input((InputKey){site, 1, 0}, program_site(p, site)->width), value);
}

/* The text is put where the program was read from. */
static Witness *witness_of(const Program *p, const char *text, const GArray *events, ViolationFormat format) {
  GError *error = NULL;
  g_file_set_contents(p->path, text, -1, &error);
  g_assert_no_error(error);
  Source *s = source_read(p->path, &error);
  g_assert_no_error(error);
  g_unlink(p->path);
  Witness *w = violation_witness(p, s, events, format);
  g_assert_nonnull(w);
  source_free(s);
  return w;
}

static void check_edge(const Witness *w, guint i, guint line, WitnessControl control,
                       const char *assumption) {
  g_assert_cmpuint(i, <, w->edges->len);
  const WitnessEdge *e = w->edges->pdata[i];
  g_assert_cmpuint(e->line, ==, line);
  g_assert_cmpint(e->control, ==, control);
  g_assert_cmpstr(e->assumption, ==, assumption);
}

static void test_run(void) {
  Loaded l = {sample_lower("", TEXT), NULL};
  l.cfg = cfg_new(l.program);
  Model *point = model_new();
  set_input(point, l.program, 0, 1);
  set_input(point, l.program, 1, 4);
  Automaton *trace = sample_trace(&l, point);
  g_assert_nonnull(trace);
  GArray *events = run_events(l.program, trace, point);
  Witness *w = witness_of(l.program, TEXT, events, VIOLATION_GRAPHML);
  check_edge(w, 0, 5, CONTROL_NONE, "x == 1;");
  check_edge(w, 1, 6, CONTROL_NONE, "\\result == 4;"); /* how y is declared is not plain */
  check_edge(w, 2, 7, CONTROL_TRUE, NULL);
  check_edge(w, 3, 7, CONTROL_FALSE, NULL);
  g_assert_true(g_str_has_prefix(TEXT + ((WitnessEdge *)w->edges->pdata[3])->end_offset, "') x--"));
  check_edge(w, 4, 8, CONTROL_FALSE, NULL);
  g_assert_cmpstr(((WitnessEdge *)w->edges->pdata[5])->enter_function, ==, "odd");
  g_assert_cmpstr(((WitnessEdge *)w->edges->pdata[6])->return_from, ==, "odd");
  check_edge(w, 7, 9, CONTROL_FALSE, NULL);
  check_edge(w, 8, 10, CONTROL_NONE, NULL);
  g_assert_true(((WitnessNode *)w->nodes->pdata[((WitnessEdge *)w->edges->pdata[8])->to])->violation);
  witness_free(w);
  w = witness_of(l.program, TEXT, events, VIOLATION_YAML);
  check_edge(w, 1, 6, CONTROL_NONE, "\\result == 4;");
  g_assert_cmpuint(((WitnessEdge *)w->edges->pdata[1])->column, ==, 31); /* the closing bracket */
  check_edge(w, 2, 7, CONTROL_TRUE, NULL);
  g_assert_cmpuint(((WitnessEdge *)w->edges->pdata[4])->column, ==, 3); /* the keyword */
  g_assert_true(((WitnessEdge *)w->edges->pdata[6])->has_case);
  g_assert_true(((WitnessEdge *)w->edges->pdata[7])->target);
  witness_free(w);
  g_array_unref(events);
  automaton_free(trace);
  model_free(point);
  sample_free(&l);
}

#define TURNS                                                                                                \
  "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n"                                \
  "static int half(int a) {\n  int b = a / 2;\n  return b;\n}\n"                                             \
  "int main(void) {\n"                                                                                       \
  "  int n = __VERIFIER_nondet_int();\n"                                                                     \
  "  int s = 0, i = 0;\n"                                                                                    \
  "  while (i < n) {\n"                                                                                      \
  "    s = (s + 1) * 1; s ^= i;\n"                                                                           \
  "    s = s +\n"                                                                                            \
  "      half(i) - half(i) + i * i;\n"                                                                       \
  "    s -= i * i; /* = */\n"                                                                                \
  "    if (i == 0)\n"                                                                                        \
  "      n = n | 0;\n"                                                                                       \
  "    s ^= i;\n"                                                                                            \
  "    i++;\n"                                                                                               \
  "  }\n"                                                                                                    \
  "  if (s > 10) reach_error();\n"                                                                           \
  "  return 0;\n}\n"

static guint edges_on(const Witness *w, guint line) {
  guint n = 0;
  for (guint i = 0; i < w->edges->len; i++) n += ((const WitnessEdge *)w->edges->pdata[i])->line == line;
  return n;
}

/* Each iteration of a loop shows: by its statements that have one line and no call, once each time they are
 * run. Validators lose a run of which they see nothing for ten steps. */
static void test_iterations(void) {
  static const guint steps_of_iteration[] = {10, 11, 13, 4, 0, 13, 4, 0, 14, 15, 17, 18};
  Loaded l = {sample_lower("", TURNS), NULL};
  l.cfg = cfg_new(l.program);
  Model *point = model_new();
  set_input(point, l.program, 0, 11);
  Automaton *trace = sample_trace(&l, point);
  g_assert_nonnull(trace);
  GArray *events = run_events(l.program, trace, point);
  Witness *w = witness_of(l.program, TURNS, events, VIOLATION_GRAPHML);
  check_edge(w, 0, 8, CONTROL_NONE, "n == 11;");
  for (guint i = 0; i < G_N_ELEMENTS(steps_of_iteration);
       i++) { /* of the second iteration: the first has one more */
    const WitnessEdge *e = w->edges->pdata[1 + G_N_ELEMENTS(steps_of_iteration) + 1 + i];
    g_assert_cmpuint(e->line, ==, steps_of_iteration[i]);
    g_assert_cmpuint(e->end_line, ==, steps_of_iteration[i]);
  }
  const WitnessEdge *e = w->edges->pdata[2];
  g_assert_true(g_str_has_prefix(TURNS + e->offset, "s = (s + 1) * 1; s ^= i;"));
  g_assert_true(g_str_has_prefix(TURNS + e->end_offset, "1; s ^= i;"));
  g_assert_cmpuint(edges_on(w, 11), ==, 11);
  g_assert_cmpuint(edges_on(w, 16), ==, 1); /* only where it is run */
  g_assert_cmpuint(edges_on(w, 4), ==, 22);
  witness_free(w);
  w = witness_of(l.program, TURNS, events, VIOLATION_YAML);
  g_assert_cmpuint(edges_on(w, 11), ==, 0); /* has waypoints for branches and inputs only */
  witness_free(w);
  g_array_unref(events);
  automaton_free(trace);
  model_free(point);
  sample_free(&l);
}

/* ---- claims ---- */

/* Is the program with the claim at its only loop, and without its own errors, safe? */
static gboolean holds(const char *source, const char *claim) {
  Loaded l = sample_load(source);
  GError *error = NULL;
  HeadClaim *c = NULL;
  const IrFunction *f = program_function(l.program, l.program->entry);
  const CfgInfo *info = cfg_info(l.cfg, f->id);
  for (guint b = 0; b < f->blocks->len && !c; b++)
    if (info->loop_head[b] == b) c = head_claim_new(l.program, info, f->id, b, claim, &error);
  g_assert_no_error(error);
  g_assert_nonnull(c);
  claims_replace_errors(l.program);
  claim_insert(l.program, c);
  g_autofree char *wrong = program_check(l.program);
  g_assert_cmpstr(wrong, ==, NULL);
  cfg_free(l.cfg);
  l.cfg = cfg_new(l.program);
  Question q = sample_question(&l);
  q.max_unroll = 4;
  Answer *a = kind_ask(&q, NULL);
  gboolean safe = a->kind == ANSWER_SAFE;
  answer_free(a);
  head_claim_free(c);
  sample_free(&l);
  return safe;
}

static void test_claims(void) {
  const char *source = "int g = 4;\n"
                       "int main(void) { int n = any(), x = 0; unsigned char k = 3;\n"
                       "  while (x < n) { x++; g += 2; if (g == 1) check(0); }\n"
                       "  check(k == 3 || n == 1); return x; }\n";
  g_assert_true(holds(source, "x >= 0"));
  g_assert_true(holds(source, "g % 2 == 0 && (n <= 0 || x <= n)"));
  g_assert_false(holds(source, "x <= n"));     /* not where n is negative */
  g_assert_false(holds(source, "x <= 1000"));  /* not after many iterations */
  g_assert_false(holds(source, "g != 4 + 2")); /* not after one */
  g_assert_false(holds(source, "x - 1 < n || n == 5"));
}

static void test_hidden_names(void) {
  Loaded l = sample_load("int g = 4;\nint main(void) { int g[2]; g[0] = any();\n"
                         "  while (g[0] < 10) g[0]++;\n  check(g[0] != 7); return 0; }\n");
  const IrFunction *f = program_function(l.program, l.program->entry);
  const CfgInfo *info = cfg_info(l.cfg, f->id);
  guint heads = 0;
  for (guint b = 0; b < f->blocks->len; b++) {
    GError *error = NULL;
    if (info->loop_head[b] != b) continue;
    heads++;
    g_assert_null(head_claim_new(l.program, info, f->id, b, "g == 4", &error));
    g_assert_nonnull(error);
    g_error_free(error);
  }
  g_assert_cmpuint(heads, ==, 1);
  sample_free(&l);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/witness-write/graphml", test_graphml);
  g_test_add_func("/witness-write/yaml", test_yaml);
  g_test_add_func("/witness-write/several-assumptions", test_several_assumptions);
  g_test_add_func("/witness-write/invariants", test_invariants);
  g_test_add_func("/witness-write/odd-texts", test_odd_texts);
  g_test_add_func("/witness-write/run", test_run);
  g_test_add_func("/witness-write/iterations", test_iterations);
  g_test_add_func("/witness-write/claims", test_claims);
  g_test_add_func("/witness-write/hidden-names", test_hidden_names);
  return g_test_run();
}
