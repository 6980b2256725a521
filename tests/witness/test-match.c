/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Witnesses in terms of a program: which branches an edge means, in the ways that tools have of saying it. */
#include <glib/gstdio.h>
#include <string.h>
#include "symex/symex.h"
#include "formula/solver.h"
#include "frontend/frontend.h"
#include "witness/conditions.h"
#include "witness/match.h"

static const char source[] = "extern int __VERIFIER_nondet_int(void);\n"               /* 1 */
                             "extern void reach_error(void);\n"                        /* 2 */
                             "static void check(int ok) { if (!ok) reach_error(); }\n" /* 3 */
                             "int main(void) {\n"                                      /* 4 */
                             "  int x = __VERIFIER_nondet_int();\n"                    /* 5 */
                             "  int y = __VERIFIER_nondet_int();\n"                    /* 6 */
                             "  if (x < 0 || x > 9) return 0;\n"                       /* 7 */
                             "  if (!(y > 3 && y < 8)) return 0;\n"                    /* 8 */
                             "  while (x > 2 && y)\n"                                  /* 9 */
                             "    x--;\n"                                              /* 10 */
                             "  switch (y) {\n"                                        /* 11 */
                             "  case 5: x++; break;\n"                                 /* 12 */
                             "  case 6: x = 7; break;\n"                               /* 13 */
                             "  default: x = 1;\n"                                     /* 14 */
                             "  }\n"                                                   /* 15 */
                             "  check(x != 7);\n"                                      /* 16 */
                             "  return 0;\n"                                           /* 17 */
                             "}\n";

typedef struct {
  char *path;
  Program *program;
  Cfg *cfg;
} Fixture;

static void set_up(Fixture *f, gconstpointer data) {
  FrontendOptions options = {0};
  GError *error = NULL;
  int file = g_file_open_tmp("acf-match-XXXXXX.c", &f->path, &error);
  g_assert_no_error(error);
  g_close(file, NULL);
  g_file_set_contents(f->path, source, -1, &error);
  g_assert_no_error(error);
  f->program = frontend_load(f->path, &options, &error);
  g_assert_no_error(error);
  f->cfg = cfg_new(f->program);
}

static void tear_down(Fixture *f, gconstpointer data) {
  cfg_free(f->cfg);
  program_free(f->program);
  g_unlink(f->path);
  g_free(f->path);
}

/* ---- witnesses with one edge after the other ---- */

static Witness *start(void) {
  Witness *w = witness_new(WITNESS_VIOLATION);
  witness_add_node(w, "0")->entry = TRUE;
  return w;
}

static WitnessEdge *go(Witness *w, guint line) {
  guint from = w->nodes->len - 1;
  witness_add_node(w, NULL);
  WitnessEdge *e = witness_add_edge(w, from, from + 1);
  e->line = line;
  return e;
}

static Match *match(const Fixture *f, Witness *w) {
  ((WitnessNode *)w->nodes->pdata[w->nodes->len - 1])->violation = TRUE;
  Match *m = witness_match(f->program, w);
  witness_free(w);
  return m;
}

static WitnessEdge *decide(Witness *w, guint line, WitnessControl control, const char *text) {
  WitnessEdge *e = go(w, line);
  e->control = control;
  e->sourcecode = g_strdup(text);
  return e;
}

/* By the characters that CPAchecker would name. */
static void decide_at(Witness *w, const char *part, WitnessControl control) {
  WitnessEdge *e = go(w, 0);
  e->offset = strstr(source, part) - source;
  e->end_offset = e->offset + (gint64)strlen(part) - 1;
  e->control = control;
}

static const Term *failing(const Fixture *f, const Match *m) {
  SymexOptions o = {.unroll = 12, .inputs_per_site = 12, .direction = m->direction};
  SymexResult *r = symex_run(f->program, f->cfg, &o);
  const Term *t = term_without_havoc(symex_fail(r), FALSE);
  symex_result_free(r);
  return t;
}

static gboolean fails_at(const Fixture *f, const Term *region, guint64 x, guint64 y) {
  Model *m = model_new();
  model_set(m, term_input((InputKey){0, 1, 0}, 32), x);
  model_set(m, term_input((InputKey){1, 1, 0}, 32), y);
  gboolean in = term_eval(region, m) != 0;
  model_free(m);
  return in;
}

/* ---- tests ---- */

static void test_conditions(void) {
  const char *text = "/* if (no) */ if (!(a && b) || !c == d) while (\"(\"[0] && (x, y)) for (;i<3;) ;";
  g_autoptr(Source) source = source_new(text, strlen(text));
  Conditions *s = conditions_new(source);
  g_assert_cmpuint(s->all->len, ==, 3);
  g_assert_cmpuint(s->leaves->len, ==, 6);
  static const char *const parts[] = {"a", "b", "!c == d", "\"(\"[0]", "x, y", "i<3"};
  for (guint i = 0; i < 6; i++) {
    const Leaf *leaf = &g_array_index(s->leaves, Leaf, i);
    g_autofree char *part = g_strndup(text + leaf->span.first, leaf->span.end - leaf->span.first);
    g_assert_cmpstr(g_strstrip(part), ==, parts[i]);
    g_assert_cmpint(leaf->negated, ==, i < 2);
  }
  conditions_free(s);
}

/* The text behind the keyword of the only condition that each of them has. */
static void test_conditions_alone(void) {
  static const char *const texts[] = {"$if (no) if (yes) ;",
                                      "// \\\\\nif (no)\nif (yes) ;",
                                      "#define A /*\nif (no) */\nif (yes) ;",
                                      "#define A // /*\nif (yes) ;",
                                      "don't\n#define A if (no)\nif (yes) ;",
                                      "#define A \\\r\nif (no)\nif (yes) ;",
                                      "# 1 \"if (no)\"\nif \\\n(yes) ;"};
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
    g_autoptr(Source) source = source_new(texts[i], strlen(texts[i]));
    Conditions *c = conditions_new(source);
    g_test_message("%s", texts[i]);
    g_assert_cmpuint(c->all->len, ==, 1);
    g_assert_true(g_str_has_prefix(texts[i] + g_array_index(c->all, SourceCondition, 0).span.first, "yes"));
    conditions_free(c);
  }
}

/* Whole conditions, by line and text. */
static void test_whole(Fixture *f, gconstpointer data) {
  Witness *w = start();
  decide(w, 7, CONTROL_FALSE, "[!(x < 0 || x > 9)]");
  decide(w, 8, CONTROL_FALSE, "[!(!(y > 3 && y < 8))]");
  decide(w, 9, CONTROL_FALSE, "[!(x > 2 && \\read(y))]");
  decide(w, 3, CONTROL_TRUE, "[!ok]");
  Match *m = match(f, w);
  g_assert_cmpuint(m->matched, ==, 4);
  g_assert_cmpuint(m->unmatched, ==, 0);
  const Term *region = failing(f, m);
  g_assert_true(fails_at(f, region, 1, 6));
  g_assert_false(fails_at(f, region, 3, 6)); /* fails as well, but its loop has iterations */
  g_assert_false(fails_at(f, region, 1, 5));
  match_free(m);
}

/* The same, against what happens: nothing fails that way. */
static void test_impossible(Fixture *f, gconstpointer data) {
  Witness *w = start();
  decide(w, 7, CONTROL_TRUE, "[x < 0 || x > 9]");
  decide(w, 3, CONTROL_TRUE, "[!ok]");
  Match *m = match(f, w);
  g_assert_cmpuint(m->matched, ==, 2);
  g_assert_true(term_is_false(failing(f, m)));
  match_free(m);
}

/* The parts of conditions, by offsets; true and false are said of the whole. */
static void test_parts(Fixture *f, gconstpointer data) {
  Witness *w = start();
  decide_at(w, "x < 0", CONTROL_FALSE);
  decide_at(w, "x > 9", CONTROL_FALSE);
  decide_at(w, "y > 3", CONTROL_FALSE);
  decide_at(w, "y < 8", CONTROL_FALSE);
  decide_at(w, "x > 2", CONTROL_TRUE);
  decide_at(w, "x > 2", CONTROL_FALSE);
  decide_at(w, "case 6:", CONTROL_TRUE);
  decide_at(w, "ok) reach", CONTROL_TRUE);
  Match *m = match(f, w);
  g_assert_cmpuint(m->matched, ==, 8);
  const Term *region = failing(f, m);
  g_assert_true(fails_at(f, region, 3, 6));
  g_assert_false(fails_at(f, region, 2, 6));
  g_assert_false(fails_at(f, region, 4, 6));
  match_free(m);
}

/* Lines only, as CBMC gives them. */
static void test_lines(Fixture *f, gconstpointer data) {
  static const guint lines[] = {5, 6, 7, 8, 9, 10, 9, 11, 13, 16, 3};
  Witness *w = start();
  for (guint i = 0; i < G_N_ELEMENTS(lines); i++) go(w, lines[i]);
  Match *m = match(f, w);
  g_assert_cmpuint(m->direction->steps->len, >, 0);
  const Term *region = failing(f, m);
  g_assert_true(fails_at(f, region, 3, 6));
  g_assert_false(fails_at(f, region, 9, 6));
  match_free(m);
}

static void test_values(Fixture *f, gconstpointer data) {
  Witness *w = start();
  go(w, 5)->assumption = g_strdup("return_value___VERIFIER_nondet_int = 4;");
  go(w, 6)->assumption = g_strdup("x == (4); (-6) == y;");
  Match *m = match(f, w);
  g_assert_nonnull(m->point);
  g_assert_cmpuint(model_value(m->point, term_input((InputKey){0, 1, 0}, 32)), ==, 4);
  g_assert_cmpuint(model_value(m->point, term_input((InputKey){1, 1, 0}, 32)), ==, (guint32)-6);
  match_free(m);
}

/* The value comes under the variable's name, or as the result of a call. */
static void test_later_values(Fixture *f, gconstpointer data) {
  Witness *w = start();
  go(w, 5);
  WitnessEdge *e = go(w, 6);
  e->assumption = g_strdup("\\result == 6");
  e->result_function = g_strdup("__VERIFIER_nondet_int");
  go(w, 7)->assumption = g_strdup("y==6;x==3;");
  Match *m = match(f, w);
  g_assert_nonnull(m->point);
  SymexOptions o = {.unroll = 12, .inputs_per_site = 12, .oracle = m->point};
  SymexResult *r = symex_run(f->program, f->cfg, &o);
  g_assert_cmpuint(r->failures->len, ==, 1);
  symex_result_free(r);
  match_free(m);
}

/* Other files, places that are not there, and nonsense direct nothing. */
static void test_nonsense(Fixture *f, gconstpointer data) {
  Witness *w = start();
  decide(w, 7, CONTROL_TRUE, NULL)->file = g_strdup("other.c");
  decide(w, 9999, CONTROL_TRUE, NULL);
  decide(w, 0, CONTROL_FALSE, NULL)->offset = G_MAXINT32;
  decide(w, 7, CONTROL_TRUE, NULL); /* of two parts, without a text: it may be either */
  go(w, 5)->assumption = g_strdup("x == ; == 3; ((((;x == y; x == 1.5;");
  Match *m = match(f, w);
  g_assert_cmpuint(m->direction->steps->len, ==, 0);
  g_assert_cmpuint(m->unmatched, ==, 5);
  g_assert_null(m->point);
  match_free(m);
}

/* What leads to a sink is not taken before the next decision. */
static void test_avoid(Fixture *f, gconstpointer data) {
  Witness *w = start();
  decide_at(w, "ok) reach", CONTROL_TRUE);
  witness_add_node(w, "sink")->sink = TRUE;
  WitnessEdge *sink = witness_add_edge(w, 0, 2);
  sink->line = 12;
  sink->control = CONTROL_TRUE;
  sink = witness_add_edge(w, 0, 2);
  sink->line = 9;
  sink->control = CONTROL_TRUE;
  sink->sourcecode = g_strdup("[x > 2 && y]");
  ((WitnessNode *)w->nodes->pdata[1])->violation = TRUE;
  Match *m = witness_match(f->program, w);
  const Term *region = failing(f, m);
  g_assert_true(fails_at(f, region, 2, 6));
  g_assert_false(fails_at(f, region, 3, 6));
  match_free(m);
  witness_free(w);
}

/* Cycles and forks: nothing runs for ever, and a fork ends the direction. */
static void test_cycles(Fixture *f, gconstpointer data) {
  Witness *w = start();
  decide(w, 9, CONTROL_TRUE, "[x > 2 && y]");
  witness_add_edge(w, 1, 1);
  WitnessEdge *back = witness_add_edge(w, 1, 0);
  back->line = 10;
  Match *m = match(f, w);
  g_assert_cmpuint(m->matched, ==, 1);
  match_free(m);
  w = start();
  for (guint i = 0; i < 2; i++) {
    witness_add_node(w, NULL)->violation = TRUE;
    WitnessEdge *e = witness_add_edge(w, 0, i + 1);
    e->line = 9;
    e->control = i ? CONTROL_TRUE : CONTROL_FALSE;
  }
  m = match(f, w);
  g_assert_cmpuint(m->direction->steps->len, ==, 0);
  match_free(m);
}

#define ADD(name, test) g_test_add("/match/" name, Fixture, NULL, set_up, test, tear_down)

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/match/conditions", test_conditions);
  g_test_add_func("/match/conditions-alone", test_conditions_alone);
  ADD("whole", test_whole);
  ADD("impossible", test_impossible);
  ADD("parts", test_parts);
  ADD("lines", test_lines);
  ADD("values", test_values);
  ADD("later-values", test_later_values);
  ADD("nonsense", test_nonsense);
  ADD("avoid", test_avoid);
  ADD("cycles", test_cycles);
  int result = g_test_run();
  term_store_clear();
  return result;
}
