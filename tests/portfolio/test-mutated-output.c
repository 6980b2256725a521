/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Damaged outputs of verifiers: each is read or refused, and none becomes a false claim.  $ACF_MUTANTS of
 * each kind. */
#include "ctext/cexpr.h"
#include "formula/solver.h"
#include "tests/helpers/mutate.h"
#include "portfolio/candidate.h"
#include "portfolio/cbmc.h"
#include "portfolio/civl.h"
#include "portfolio/external.h"
#include "tests/helpers/kept.h"
#include "witness/match.h"
#include <string.h>

enum { MUTANTS = 3000, FIRST_LINE = 4, CHECKED = 60 /* symex runs of each kind: they cost more */ };

static Kept kept;
static const Term *x, *y, *failing;

/* Fails for x = 22 and the largest x, with y below 5. */
static void load(void) {
  kept = kept_load(
      "extern int __VERIFIER_nondet_int(void);\nextern unsigned char __VERIFIER_nondet_uchar(void);\n"
      "extern void reach_error(void);\n"
      "int main(void) {\n int x = __VERIFIER_nondet_int();\n int y = __VERIFIER_nondet_uchar();\n if (x > "
      "10)\n  if (y < 5)\n"
      "   if (x + 1 < x || x * 2 == 44)\n    reach_error();\n}\n");
  x = sample_input(kept.loaded.program, 0, 1);
  y = sample_input(kept.loaded.program, 1, 1);
  const Term *of_x = term_or(term_eq(x, term_const(32, 22)), term_eq(x, term_const(32, 0x7fffffff)));
  failing = term_and(of_x, term_binary(TERM_ULT, y, term_const(8, 5)));
}

static Question short_question(void) {
  Question q = sample_question(&kept.loaded);
  q.deadline = g_get_monotonic_time() + 5 * G_USEC_PER_SEC;
  return q;
}

static guint n_mutants(void) {
  const char *given = g_getenv("ACF_MUTANTS");
  return given ? (guint)g_ascii_strtoull(given, NULL, 10) : MUTANTS;
}

static void each_mutant(const char *seed, void (*check)(const GByteArray *mutant, gpointer data),
                        gpointer data) {
  GRand *rand = g_rand_new_with_seed(2024);
  for (guint i = n_mutants(); i > 0; i--) {
    g_autoptr(GByteArray) mutant = mutate(seed, strlen(seed), rand);
    check(mutant, data);
  }
  g_rand_free(rand);
}

typedef struct {
  guint read, refused, claims;
  GHashTable *seen; /* Term*: regions and directions that were checked already */
} Tally;

static void report(const char *kind, const Tally *t) {
  g_test_message("%s: %u read, %u refused, %u claims confirmed", kind, t->read, t->refused, t->claims);
}

/* ---- CIVL ---- */

static const char *civl_seed =
    "CIVL v1.22+ of 2023-10-09 -- http://vsl.cis.udel.edu/civl\nViolation 0 encountered at depth 12:\n"
    "CIVL execution violation in p0 [Library: svcomp.h, Function: __VERIFIER_error] (property violated: "
    "ASSERTION_VIOLATION, certainty: PROVEABLE)\nContext:\n  (Y0-2147483647)<=0\n  0<=(Y0-11)\n  (Y1-4)<=0\n"
    "  0==((2*Y0)-44)\n  0<=Y1\nCall stacks:\nprocess 0:\n  main@9 a.c:15.20-30 \"reach_error\"\n\n=== "
    "Result ===\n"
    "The program MAY NOT be correct.  See CIVLREP/a_log.txt\n=== Sliced PC ===\n"
    "0 == 2*Y0 - 44 #Z3# (= 0 (+ (* 2 Y0) -44)) #TYPES# Y0 int \nY1 - 4 <= 0 && 0 <= Y1 #Z3# () #TYPES# Y1 "
    "int \n"
    "=== END ===\n=== ACF Mapping ===\nY0 x\nY1 y\n=== END ===\n";

static void check_civl(const GByteArray *mutant, gpointer data) {
  Tally *t = (Tally *)data;
  g_autoptr(GError) error = NULL;
  g_autoptr(CivlReport) r = civl_read((const char *)mutant->data, mutant->len, &error);
  g_autoptr(GPtrArray) candidates = r ? civl_candidates(kept.loaded.program, r, &error) : NULL;
  g_assert_true((candidates == NULL) == (error != NULL));
  t->read += candidates != NULL;
  t->refused += candidates == NULL;
  for (guint i = 0; candidates && i < candidates->len && g_hash_table_size(t->seen) < CHECKED; i++) {
    if (!g_hash_table_add(t->seen, candidates->pdata[i])) continue;
    Question q = short_question();
    Evidence *e = candidate_confirm(&q, (const Term *const *)&candidates->pdata[i], 1);
    if (!e) continue;
    t->claims++;
    g_assert_true(solver_valid(term_implies(evidence_fails(e), failing), 5000));
    evidence_free(e);
  }
}

static void test_civl(void) {
  Tally t = {.seen = g_hash_table_new(NULL, NULL)};
  each_mutant(civl_seed, check_civl, &t);
  report("CIVL", &t);
  g_assert_true(t.read && t.refused && t.claims);
  g_hash_table_unref(t.seen);
}

/* ---- CBMC ---- */

static void append_value(GString *out, const char *function, guint line, const char *binary) {
  g_string_append_printf(
      out,
      "{\"stepType\": \"assignment\", \"hidden\": false, \"lhs\": \"return_value_%s\", \"sourceLocation\": "
      "{\"line\": \"%u\"}, \"value\": {\"binary\": \"%s\"}},\n",
      function, line, binary);
}

/* symex says that a point fails if and only if it does. */
static void check_point(const Model *m, Tally *t) {
  Question q = short_question();
  Automaton *trace = symex_trace(&q, m);
  g_assert_cmpint(trace != NULL, ==, (gboolean)term_eval(failing, m));
  t->claims += trace != NULL;
  if (trace) automaton_free(trace);
}

static void check_cbmc(const GByteArray *mutant, gpointer data) {
  Tally *t = (Tally *)data;
  g_autoptr(GError) error = NULL;
  Model *m = cbmc_point(kept.loaded.program, (const char *)mutant->data, mutant->len, &error);
  g_assert_true((m == NULL) == (error != NULL));
  t->read += m != NULL;
  t->refused += m == NULL;
  if (!m) return;
  check_point(m, t);
  model_free(m);
}

static void test_cbmc(void) {
  Tally t = {0};
  g_autoptr(GString) seed = g_string_new("[{\"program\": \"CBMC\"}, {\"trace\": [\n");
  append_value(seed, "__VERIFIER_nondet_int", FIRST_LINE + 1, "00000000000000000000000000010110");
  append_value(seed, "__VERIFIER_nondet_uchar", FIRST_LINE + 2, "00000011");
  g_string_append(seed, "{\"stepType\": \"failure\"}]}, {\"cProverStatus\": \"failure\"}]\n");
  each_mutant(seed->str, check_cbmc, &t);
  report("CBMC", &t);
  g_assert_true(t.read && t.refused && t.claims);
}

/* ---- verdicts ---- */

static const char *verdict_seed =
    "Running a verifier (OpenJDK 64-Bit Server VM 17)\nUsing unbounded heap (INFO)\n\n"
    "Verification result: FALSE. Property violation (unreach-call: reach_error(); called in "
    "line 15) found by chosen configuration.\nMore details about the verification run can be found in "
    "\"./output\".\n";

static Description *describe(void) {
  static const char text[] =
      "[analyzer]\nname=tool\ntrust=sound\noverflow=wrap\n[command]\nexecutable=tool\nversion=^Using (.*)$\n"
      "[verdict]\nsafe=^Verification result: TRUE\\.\nfailing=^Verification result: "
      "FALSE\\.\nunknown=^Verification result: UNKNOWN\n";
  GError *error = NULL;
  Description *d = description_read("tool.ini", text, strlen(text), &error);
  g_assert_no_error(error);
  return d;
}

typedef struct {
  Tally tally;
  Analyzer analyzer;
} Judging;

/* A damaged report of a failure is a report or nothing: never a proof, and never a failure by itself. */
static void check_verdict(const GByteArray *mutant, gpointer data) {
  Judging *j = (Judging *)data;
  const Description *d = j->analyzer.external;
  ToolVerdict v = verdict_read(d, (const char *)mutant->data, mutant->len, 0);
  g_free(version_read(d, (const char *)mutant->data, mutant->len));
  g_assert_cmpint(v, !=, TOOL_SAFE);
  g_assert_cmpint(verdict_read(d, (const char *)mutant->data, mutant->len, -1), ==, TOOL_UNKNOWN);
  j->tally.read += v == TOOL_FAILING;
  j->tally.refused += v == TOOL_UNKNOWN;
}

static void test_verdict(void) {
  Judging j = {.analyzer = {.name = "tool", .external = describe()}};
  each_mutant(verdict_seed, check_verdict, &j);
  report("verdicts", &j.tally);
  g_assert_true(j.tally.read && j.tally.refused);
  description_free(j.analyzer.external);
}

/* ---- witnesses ---- */

static WitnessEdge *add_edge(Witness *w, guint from, guint line) {
  g_autofree char *id = g_strdup_printf("n%u", from + 1);
  witness_add_node(w, id);
  WitnessEdge *e = witness_add_edge(w, from, from + 1);
  e->line = line;
  return e;
}

static Witness *make_witness(void) {
  Witness *w = witness_new(WITNESS_VIOLATION);
  w->producer = g_strdup("tool");
  witness_add_node(w, "n0")->entry = TRUE;
  WitnessEdge *e = add_edge(w, 0, FIRST_LINE + 1);
  e->assumption = g_strdup("x == 22;");
  e->assumption_scope = g_strdup("main");
  e = add_edge(w, 1, FIRST_LINE + 2);
  e->assumption = g_strdup("y == 3;");
  e->assumption_scope = g_strdup("main");
  add_edge(w, 2, FIRST_LINE + 3)->control = CONTROL_TRUE;
  add_edge(w, 3, FIRST_LINE + 4)->control = CONTROL_TRUE;
  e = add_edge(w, 4, FIRST_LINE + 6);
  e->target = TRUE;
  ((WitnessNode *)w->nodes->pdata[5])->violation = TRUE;
  return w;
}

/* What is made of a witness: an answer that symex vouches for. */
static void check_judgement(Judging *j, Witness *w) {
  Question q = short_question();
  Opinion o = {.verdict = TOOL_FAILING, .witness = w};
  Answer *a = external_judge(&j->analyzer, &q, &o);
  g_assert_cmpint(a->kind, !=, ANSWER_SAFE);
  if (a->kind == ANSWER_ERROR) {
    g_assert_true(term_eval(failing, a->point));
    j->tally.claims++;
  }
  answer_free(a);
}

static void check_witness(const GByteArray *mutant, gpointer data) {
  Judging *j = (Judging *)data;
  g_autoptr(GError) error = NULL;
  Witness *w = witness_read("mutant", (const char *)mutant->data, mutant->len, &error);
  g_assert_true((w == NULL) == (error != NULL));
  j->tally.read += w != NULL;
  j->tally.refused += w == NULL;
  if (w && w->kind == WITNESS_VIOLATION) {
    Match *m = witness_match(kept.loaded.program, w);
    if (m->point) check_point(m->point, &j->tally);
    if (j->tally.read % 100 == 1 && j->tally.read < 100 * CHECKED) check_judgement(j, w);
    match_free(m);
  }
  if (w) witness_free(w);
}

static void test_witnesses(gconstpointer data) {
  char *(*write)(const Witness *) = data ? yaml_write : graphml_write;
  Judging j = {.analyzer = {.name = "tool", .external = describe()}};
  Witness *w = make_witness();
  g_autofree char *seed = write(w);
  witness_free(w);
  each_mutant(seed, check_witness, &j);
  report(data ? "YAML witnesses" : "GraphML witnesses", &j.tally);
  g_assert_true(j.tally.read && j.tally.refused && j.tally.claims);
  description_free(j.analyzer.external);
}

/* ---- expressions ---- */

static gboolean resolve(gpointer data, const char *name, CValue *value) {
  (void)data;
  *value = (CValue){g_str_equal(name, "x") ? x : y, g_str_equal(name, "x")};
  return g_str_equal(name, "x") || g_str_equal(name, "y");
}

static void check_expression(const GByteArray *mutant, gpointer data) {
  Tally *t = (Tally *)data;
  g_autofree char *text = g_strndup((const char *)mutant->data, mutant->len);
  g_auto(GStrv) parts = cexpr_split(text);
  for (char **part = parts; *part; part++) {
    g_autoptr(GError) error = NULL;
    const Term *c = cexpr_condition(*part, FALSE, resolve, NULL, &error);
    g_assert_true((c == NULL) == (error != NULL));
    cexpr_mathematical(*part, resolve, NULL, NULL);
    t->read += c != NULL;
    t->refused += c == NULL;
  }
}

static void test_expressions(void) {
  Tally t = {0};
  each_mutant(
      "x == 5 && (unsigned char)y < 0x1fu; !(x - 3 * y >= -7L) || y % 4 << 2 != '\\n'; x ? ~y : (x ^ 2) / y;",
      check_expression, &t);
  report("expressions", &t);
  g_assert_true(t.read && t.refused);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  load();
  g_test_add_func("/mutated-output/civl", test_civl);
  g_test_add_func("/mutated-output/cbmc", test_cbmc);
  g_test_add_func("/mutated-output/verdict", test_verdict);
  g_test_add_data_func("/mutated-output/graphml", NULL, test_witnesses);
  g_test_add_data_func("/mutated-output/yaml", "yaml", test_witnesses);
  g_test_add_func("/mutated-output/expressions", test_expressions);
  int status = g_test_run();
  kept_free(&kept);
  return status;
}
