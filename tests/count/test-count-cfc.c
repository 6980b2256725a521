/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting a characterization: domains, DIMACS, and the example programs on few points. */
#include <stdlib.h>
#include <string.h>
#include <glib/gstdio.h>
#include "tests/helpers/brute.h"
#include "count/blast.h"
#include "count/cnf.h"
#include "count/count.h"
#include "count/lattice.h"
#include "count/methods.h"
#include "formula/read-smt2.h"
#include "tests/helpers/random-terms.h"
#include "tests/helpers/subject.h"

static CountLimits limits(guint methods) {
  return (CountLimits){.epsilon = 0.8, .delta = 0.2, .deadline = soon(10), .methods = methods};
}

static const Term *in(guint site, guint width) { return term_input((InputKey){site, 1, 0}, width); }
static const Term *num(guint width, gint64 v) { return term_const(width, (guint64)v); }
static const Term *op(TermOp o, const Term *a, const Term *b) { return term_binary(o, a, b); }

/* --- DIMACS, counted by someone else --- */

/* The value of each variable by unit propagation from those shown; FALSE: a clause is violated.  Every gate
 * is defined by those before it, so nothing stays open. */
static gboolean propagate(const Cnf *c, gint8 *value) {
  gboolean changed = TRUE;
  while (changed) {
    changed = FALSE;
    int open = 0;
    guint n_open = 0;
    gboolean satisfied = FALSE;
    for (guint i = 0; i < c->literals->len; i++) {
      const int l = g_array_index(c->literals, int, i);
      if (l && value[ABS(l)] < 0) open = l, n_open++;
      if (l && value[ABS(l)] >= 0) satisfied |= value[ABS(l)] == (l > 0);
      if (l) continue;
      if (!satisfied && n_open == 0) return FALSE;
      if (!satisfied && n_open == 1) value[ABS(open)] = open > 0, changed = TRUE;
      satisfied = FALSE;
      n_open = 0;
    }
  }
  return TRUE;
}

static Cnf *parse_dimacs(const char *text, GPtrArray *inputs) {
  Cnf *c = g_new0(Cnf, 1);
  c->inputs = g_ptr_array_ref(inputs);
  c->literals = g_array_new(FALSE, FALSE, sizeof(int));
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  for (char **line = lines; *line; line++) {
    g_auto(GStrv) words = g_strsplit(*line, " ", -1);
    if (g_str_has_prefix(*line, "c p show")) c->n_shown = g_strv_length(words) - 4;
    if (g_str_has_prefix(*line, "p cnf"))
      c->n_variables = (guint)atoi(words[2]), c->n_clauses = (guint)atoi(words[3]);
    if (!**line || **line == 'c' || **line == 'p') continue;
    for (char **w = words; *w; w++) {
      const int l = atoi(*w);
      g_array_append_val(c->literals, l);
      c->n_clauses -= l == 0;
    }
  }
  g_assert_cmpuint(c->n_clauses, ==, 0);
  return c;
}

static void test_dimacs(void) {
  static const guint widths[] = {1, 2, 3, 0};
  GRand *r = g_rand_new_with_seed(5);
  guint checked = 0;
  while (checked < 60) {
    GArray *nodes = random_terms(r, &(RandomPlan){.n_nodes = 25, .widths = widths});
    const Term *t = g_array_index(nodes, NaiveNode, nodes->len - 1).term;
    g_autoptr(GPtrArray) inputs = term_inputs(t);
    g_array_free(nodes, TRUE);
    if (t->width != 1 || brute_bits(inputs) > 9 || inputs->len == 0) continue;
    g_ptr_array_add(inputs, (gpointer)in(9, 1)); /* does not matter, and doubles the count */
    g_autoptr(Aig) g = aig_new(10000);
    AigLit root;
    g_assert_true(blast(g, t, &root));
    g_autoptr(Cnf) cnf = cnf_new(g, root, inputs);
    const char *names[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"};
    g_autofree char *text = cnf_to_dimacs(cnf, names);
    g_autoptr(Cnf) read = parse_dimacs(text, inputs);
    g_assert_cmpuint(read->n_shown, ==, brute_bits(inputs));
    guint64 models = 0;
    g_autofree gint8 *value = g_new(gint8, read->n_variables + 1);
    for (guint k = 0; k < 1u << read->n_shown; k++) {
      memset(value, -1, read->n_variables + 1);
      for (guint b = 0; b < read->n_shown; b++) value[b + 1] = k >> b & 1;
      const gboolean model = propagate(read, value);
      models += model;
      for (guint v = 1; model && v <= read->n_variables; v++) g_assert_cmpint(value[v], >=, 0);
    }
    g_assert_cmpuint(models, ==, 2 * brute_count(t));
    checked++;
  }
  g_rand_free(r);
  term_store_clear();
}

/* --- the whole --- */

static Cfc *new_cfc(Program *p) {
  const InputSite site = {.kind = SITE_NONDET,
                          .function = "__VERIFIER_nondet_int",
                          .variable = "x",
                          .type = "int",
                          .width = 32,
                          .is_signed = TRUE,
                          .loc = {"p.c", 3, 5}};
  InputSite other = site;
  other.variable = "y";
  other.loc.line = 4;
  program_add_site(p, &site);
  program_add_site(p, &other);
  Cfc *c = cfc_new(p);
  g_ptr_array_add(c->inputs, (gpointer)in(0, 32));
  g_ptr_array_add(c->inputs, (gpointer)in(1, 32));
  return c;
}

static void test_cfc(void) {
  Program *p = program_new("p.c", 32);
  Cfc *c = new_cfc(p);
  const Term *x = in(0, 32), *y = in(1, 32);
  const Term *first = op(TERM_ULT, x, num(32, 10)),
             *second = term_and(term_not(first), op(TERM_ULT, y, num(32, 100)));
  g_ptr_array_add(c->partitions, partition_new(first, first));
  g_ptr_array_add(c->partitions, partition_new(second, term_and(second, term_eq(y, num(32, 7)))));
  g_autoptr(GError) error = NULL;
  const char *texts[] = {"x=-20..79", "y@4:5#1 = 0 .. 0x3e7", NULL};
  const Term *domain = count_domain(c, texts, &error);
  g_assert_no_error(error);
  const CountLimits l = limits(METHOD_ALL);
  g_autoptr(CfcCount) k = cfc_count(c, domain, &l);
  brute_is(k->points->n, 100 * 1000);
  brute_is(k->partitions[0].lower->n, 10 * 1000);
  brute_is(k->partitions[1].lower->n, 90);
  brute_is(k->partitions[1].upper->n, 9000);
  brute_is(k->total.lower->n, 10090);
  brute_is(k->total.upper->n, 19000);
  double least, most;
  cfc_count_probability(k, &k->total, &least, &most);
  g_assert_cmpfloat_with_epsilon(least, 0.1009, 1e-12);
  g_assert_cmpfloat_with_epsilon(most, 0.19, 1e-12);
  g_autofree char *text = cfc_count_text(k, FALSE), *json = cfc_count_json(k, c),
                  *verbose = cfc_count_text(k, TRUE);
  g_assert_nonnull(
      strstr(text, "counted over 2 inputs of 64 bits together, within the domain: 100000 points\n"));
  g_assert_nonnull(strstr(text, "partition 1: failing inputs: exactly 10000\n  probability 0.1\n"));
  g_assert_nonnull(strstr(text, "at least 10090, at most 19000\n"));
  g_assert_nonnull(strstr(verbose, "at least 10090 by closed form, at most 19000 by closed form\n"));
  g_assert_nonnull(strstr(json, "\"count\" : \"19000\""));
  cfc_free(c);
  program_free(p);
  term_store_clear();
}

static void test_domain(void) {
  static const char *const bad[] = {
      "z=1..2",           "x=5..4",  "x=a..b", "x=0..4294967296", "x=-2147483649..0",
      "x=-1..4294967295", "x=1..-1", "x=",     "no-such-file"};
  Program *p = program_new("p.c", 32);
  Cfc *c = new_cfc(p);
  for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
    g_autoptr(GError) error = NULL;
    const char *texts[] = {bad[i], NULL};
    g_assert_null(count_domain(c, texts, &error));
    g_assert_nonnull(error);
  }
  g_autofree char *path = NULL;
  const int fd = g_file_open_tmp("acf-domain-XXXXXX", &path, NULL);
  g_close(fd, NULL);
  g_assert_true(g_file_set_contents(
      path,
      "(set-logic QF_BV)\n(declare-const x (_ BitVec 32)) ; an input\n"
      "(define-fun few () Bool (bvult x (_ bv50 32)))\n(assert (and few (bvuge |y@4:5#1| x)))\n"
      "(check-sat)\n",
      -1, NULL));
  const char *texts[] = {path, "y=0..99", NULL};
  g_autoptr(GError) error = NULL;
  const Term *domain = count_domain(c, texts, &error);
  g_assert_no_error(error);
  mpz_t n;
  mpz_init(n);
  g_assert_true(count_by_regions(domain, soon(10), n));
  brute_is(n, 50 * 100 - 49 * 50 / 2);
  mpz_clear(n);
  g_assert_true(g_file_set_contents(path, "(declare-const x (_ BitVec 8))", -1, NULL));
  g_assert_null(count_domain(c, texts, &error));
  g_assert_nonnull(strstr(error->message, "32 bits, not 8"));
  g_unlink(path);
  cfc_free(c);
  program_free(p);
  term_store_clear();
}

/* --- the example programs --- */

/* Each input from low on, about 2^12 points altogether. */
static GArray *small_box(const GPtrArray *inputs, gint64 low) {
  GArray *box = g_array_new(FALSE, FALSE, sizeof(Range));
  const guint bits = 12 / MAX(inputs->len, 1);
  for (guint i = 0; i < inputs->len; i++) {
    const guint width = ((const Term *)inputs->pdata[i])->width;
    const gint64 size = (gint64)1 << MIN(bits, width);
    Range r = {low < 0 && width > bits ? -size / 2 : 0, 0};
    r.high = r.low + size - 1;
    g_array_append_val(box, r);
  }
  return box;
}

static const Term *in_box(const GPtrArray *inputs, const GArray *box) {
  const Term *all = term_bool(TRUE);
  for (guint i = 0; i < inputs->len; i++) {
    const Term *x = inputs->pdata[i];
    const Range r = g_array_index(box, Range, i);
    const TermOp le = r.low < 0 ? TERM_SLE : TERM_ULE;
    all = term_and(all, op(le, num(x->width, (gint64)r.low), x));
    all = term_and(all, op(le, x, num(x->width, (gint64)r.high)));
  }
  return all;
}

static guint64 brute_in_box(const Term *t, const GPtrArray *inputs, const GArray *box) {
  guint64 points = 1, n = 0;
  for (guint i = 0; i < box->len; i++)
    points *= (guint64)(g_array_index(box, Range, i).high - g_array_index(box, Range, i).low + 1);
  for (guint64 k = 0; k < points; k++) {
    Model *m = model_new();
    guint64 rest = k;
    for (guint i = 0; i < inputs->len; i++) {
      const Range r = g_array_index(box, Range, i);
      const guint64 size = (guint64)(r.high - r.low + 1);
      const Term *x = inputs->pdata[i];
      model_set(m, x, ((guint64)(gint64)r.low + rest % size) & term_mask(x->width));
      rest /= size;
    }
    n += term_eval(t, m);
    model_free(m);
  }
  return n;
}

/* What each states as its failing set, on few points, by each exact method. */
static guint check_subject(const Subject *s) {
  static const CountMethod methods[] = {METHOD_REGIONS, METHOD_POINTS, METHOD_BDD, METHOD_ALL};
  g_autoptr(GPtrArray) inputs = g_ptr_array_new();
  guint known = 0;
  for (guint i = 0; i < s->inputs->len; i++)
    g_ptr_array_add(inputs, (gpointer)in(i, ((SubjectInput *)s->inputs->pdata[i])->width));
  const Term *t = subject_formula(s, inputs, NULL);
  for (gint64 low = -1; t && inputs->len <= 12 && low <= 0; low++) {
    g_autoptr(GArray) box = small_box(inputs, low);
    const guint64 expected = brute_in_box(t, inputs, box);
    const Term *narrow = term_and(t, in_box(inputs, box));
    for (guint i = 0; i < G_N_ELEMENTS(methods); i++) {
      const CountLimits l = limits(methods[i]);
      g_autoptr(Count) c = count_formula(narrow, inputs, &l);
      if (methods[i] == METHOD_ALL) g_assert_true(c->known && c->exact);
      if (c->known) brute_is(c->n, expected);
      known += c->known;
    }
  }
  return known;
}

static void test_subjects(void) {
  g_autoptr(GPtrArray) subjects = subjects_load_all();
  guint known = 0;
  for (guint i = 0; i < subjects->len; i++) {
    const guint more = check_subject(subjects->pdata[i]);
    if (!more) g_test_message("%s: not counted", ((Subject *)subjects->pdata[i])->name);
    known += more;
  }
  g_assert_cmpuint(known, >, 4 * subjects->len);
  term_store_clear();
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/count-cfc/dimacs", test_dimacs);
  g_test_add_func("/count-cfc/cfc", test_cfc);
  g_test_add_func("/count-cfc/domain", test_domain);
  g_test_add_func("/count-cfc/subjects", test_subjects);
  return g_test_run();
}
