/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The slicer: which conjuncts of a failing run may go; and that what stays is enough, by the solver. */
#include "symex/symex.h"
#include "formula/solver.h"
#include "slicer/slice.h"
#include "tests/helpers/sample.h"
#include <string.h>

/* One line, so that the sources below start on line 1. */
static const char prelude[] =
    "extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); "
    "extern void reach_error(void); extern void exit(int); extern void *malloc(unsigned long); "
    "extern void free(void *);\n"
    "#define any __VERIFIER_nondet_int\n"
    "#line 1\n";
#define PRELUDE_LINES 3

/* The run of main that reads the given values, in the order of the sites in the text, occurrence by
 * occurrence ("|" goes to the next site).  dropped: the lines of the branches whose conjuncts may go, in the
 * order of the run. */
typedef struct {
  const char *name, *source, *inputs, *dropped;
} SlicedSample;

/* ---- running ---- */

static Program *load(const char *source) {
  Program *p = sample_lower(prelude, source);
  program_prune_harmless(p);
  return p;
}

static gint by_place(gconstpointer a, gconstpointer b, gpointer program) {
  const IrLoc *x = &program_site(program, *(const guint *)a)->loc,
              *y = &program_site(program, *(const guint *)b)->loc;
  return x->line != y->line      ? (x->line < y->line ? -1 : 1)
         : x->column < y->column ? -1
                                 : x->column > y->column;
}

static GArray *sites_in_order(Program *p) {
  GArray *sites = g_array_new(FALSE, FALSE, sizeof(guint));
  for (guint i = 0; i < p->sites->len; i++)
    if (program_site(p, i)->kind == SITE_NONDET) g_array_append_val(sites, i);
  g_array_sort_with_data(sites, by_place, p);
  return sites;
}

static Model *model_of(Program *p, const char *inputs) {
  Model *m = model_new();
  g_autoptr(GArray) sites = sites_in_order(p);
  g_auto(GStrv) groups = g_strsplit(inputs, "|", -1);
  for (guint i = 0; groups[i]; i++) {
    g_auto(GStrv) values = g_strsplit(g_strstrip(groups[i]), " ", -1);
    for (guint k = 0; values[k] && *values[k]; k++) {
      guint64 value = (guint64)g_ascii_strtoll(values[k], NULL, 10);
      g_assert_cmpuint(i, <, sites->len);
      model_set(m, term_input((InputKey){g_array_index(sites, guint, i), k + 1, 0}, 32),
                value & term_mask(32));
    }
  }
  return m;
}

static SymexResult *follow(const Program *p, const Cfg *cfg, const Model *m) {
  SymexOptions options = {.unroll = 100, .inputs_per_site = 100, .oracle = m};
  SymexResult *r = symex_run(p, cfg, &options);
  g_assert_cmpuint(r->failures->len, ==, 1);
  return r;
}

/* Do the conjuncts that stay imply the failure, for all inputs? */
static gboolean is_enough(const Program *p, const Cfg *cfg, const SymexResult *run, const gboolean *keep) {
  const Term *stay = term_bool(TRUE);
  for (guint i = 0; i < run->conjuncts->len; i++)
    if (keep[i]) stay = term_and(stay, g_array_index(run->conjuncts, PathConjunct, i).condition);
  g_assert_false(stay->has_havoc);
  SymexOptions options = {.unroll = 8, .inputs_per_site = 40, .condition = stay};
  SymexResult *all = symex_run(p, cfg, &options);
  const Term *fail = term_without_havoc(symex_fail(all), FALSE);
  gboolean enough = solver_valid(term_implies(stay, fail), 20000);
  symex_result_free(all);
  return enough;
}

static char *lines_dropped(const SymexResult *run, const gboolean *keep) {
  GString *lines = g_string_new(NULL);
  for (guint i = 0; i < run->conjuncts->len; i++) {
    const PathConjunct *c = &g_array_index(run->conjuncts, PathConjunct, i);
    if (c->block == G_MAXUINT) g_assert_true(keep[i]);
    if (!keep[i]) g_string_append_printf(lines, "%s%u", lines->len ? " " : "", c->loc.line - PRELUDE_LINES);
  }
  return g_string_free(lines, FALSE);
}

static void test_sample(gconstpointer data) {
  const SlicedSample *s = data;
  Program *p = load(s->source);
  Cfg *cfg = cfg_new(p);
  Model *m = model_of(p, s->inputs);
  SymexResult *run = follow(p, cfg, m);
  g_autofree gboolean *keep = slice_path(p, cfg, run->trace, run->conjuncts);
  g_autofree char *dropped = lines_dropped(run, keep);
  g_assert_true(is_enough(p, cfg, run, keep));
  g_assert_cmpstr(dropped, ==, s->dropped);
  symex_result_free(run);
  model_free(m);
  cfg_free(cfg);
  program_free(p);
}

/* ---- branches that do not matter ---- */

static const SlicedSample independent[] = {
    {"counter",
     "int main(void) { int x = any(), y = any(), n = 0;\n"
     "if (x < 0) n++; else n += x;\n"
     "if (y == 3) reach_error();\n"
     "return n; }",
     "-1 | 3", "2"},
    {"nested",
     "int main(void) { int x = any(), y = any(), z = any(), n = 0;\n"
     "if (x < 0) {\n"
     "if (z > 5) n = 7; else n = z;\n"
     "}\n"
     "if (y == 3) reach_error();\n"
     "return n; }",
     "-1 | 3 | 2", "2 3"},
    {"switch",
     "int main(void) { int x = any(), y = any(), n = 0;\n"
     "switch (x) { case 1: n = 2; break; case 7: n = 5; break; default: n = 9; }\n"
     "if (y == 3) reach_error();\n"
     "return n; }",
     "7 | 3", "2"},
    {"kept-inside",
     "int main(void) { int x = any(), y = any(), z = any();\n" /* all but z < 0 fail with y == 3 */
     "if (x > 0) {\n"
     "if (z < 0) exit(1);\n"
     "}\n"
     "if (y == 3) reach_error();\n"
     "return 0; }",
     "1 | 3 | 4", "2"},
    {"divisor-inside",
     "int main(void) { int x = any(), y = any(), z = any(), n = 0;\n"
     "if (x > 0) n = 100 / z;\n"
     "if (y == 3) reach_error();\n"
     "return n; }",
     "1 | 3 | 4", "2"},
    {"in-a-loop",
     "int main(void) { int y = any(), n = 0;\n"
     "for (int i = 0; i < 3; i++) {\n"
     "if (any() > 0) n++;\n"
     "}\n"
     "if (y == 3) reach_error();\n"
     "return n; }",
     "3 | 1 0 5", "3 3 3"},
    {"constant-loop-inside",
     "int main(void) { int x = any(), y = any(), n = 0;\n"
     "if (x > 0) for (int i = 0; i < 4; i++) n += i;\n"
     "if (y == 3) reach_error();\n"
     "return n; }",
     "1 | 3", "2"},
    {"shorter-loop",
     "int main(void) { int x = any(), y = any();\n" /* any number of iterations up to two will do */
     "while (x > 0) x--;\n"
     "if (y == 3) reach_error();\n"
     "return 0; }",
     "2 | 3", "2 2"},
    {"shorter-loop-with-result",
     "int main(void) { int x = any(), y = any(), n = 0;\n"
     "while (x > 0) { x--; n++; }\n"
     "if (y == 3) reach_error();\n"
     "return x + n; }",
     "2 | 3", "2 2"},
    {"call-taken",
     "static int f(int a) { int s = 0; for (int i = 0; i < 3; i++) s += a; return s; }\n"
     "int main(void) { int x = any(), y = any(), n = 0;\n"
     "if (x > 0) n = f(x);\n"
     "if (y == 3) reach_error();\n"
     "return n; }",
     "1 | 3", "3"},
    {"global",
     "int count[2]; int limit = 3;\n"
     "int main(void) { int x = any(), y = any();\n"
     "if (x > 0) count[1] = x; else count[0] = 2;\n"
     "if (y == limit) reach_error();\n"
     "return count[0] + count[1]; }",
     "1 | 3", "3"},
    {"address-known",
     "int main(void) { int x = any(), y = any(), a[3] = {1, 2, 3}, b[3] = {0, 0, 0};\n"
     "for (int i = 0; i < 3; i++) {\n"
     "if (x > i) b[i] = 1;\n"
     "}\n"
     "if (y == a[2]) reach_error();\n"
     "return b[0]; }",
     "2 | 3", "3 3"},
};

/* ---- branches that do ---- */

/* r has one definition, which the branch in the inner loop may repeat. */
#define GOING_BACK                                                                                           \
  "int main(void) { int y = any(), v = 3, n = 0, r;\n"                                                       \
  "again: r = v * 2;\n"                                                                                      \
  "for (;;) {\n"                                                                                             \
  "if (n == 2) break;\n"                                                                                     \
  "n++; v++;\n"                                                                                              \
  "if (any() > 0) goto again;\n"                                                                             \
  "}\n"                                                                                                      \
  "if (y == r) reach_error();\n"                                                                             \
  "return 0; }"

static const SlicedSample dependent[] = {
    {"changes-variable",
     "int main(void) { int x = any(), y = any(), limit = 3;\n"
     "if (x < 0) limit = 4;\n"
     "if (y == limit) reach_error();\n"
     "return 0; }",
     "1 | 3", ""},
    {"error-inside",
     "int main(void) { int x = any(), y = any();\n"
     "if (x < 0) if (y == 3) reach_error();\n"
     "return 0; }",
     "-1 | 3", ""},
    {"loop",
     "int main(void) { int x = any(), y = any();\n"
     "if (x < 0) while (x != 5) x += 2;\n"
     "if (y == 3) reach_error();\n"
     "return 0; }",
     "1 | 3", ""},
    {"loop-longer",
     "int main(void) { int x = any(), y = any();\n"
     "while (x > 0) x -= 2;\n"
     "if (y == 3) reach_error();\n"
     "return 0; }",
     "0 | 3", ""},
    {"exit",
     "int main(void) { int x = any(), y = any();\n"
     "if (x < 0) exit(0);\n"
     "if (y == 3) reach_error();\n"
     "return 0; }",
     "1 | 3", ""},
    {"input",
     "static int get(void) { return any(); }\n" /* the value that is compared would be the second one */
     "int main(void) { int x = any();\n"
     "if (x < 0) get();\n"
     "if (get() == 3) reach_error();\n"
     "return 0; }",
     "3 | 1", ""},
    {"input-taken",
     "static int get(void) { return any(); }\n"
     "int main(void) { int x = any();\n"
     "if (x < 0) get();\n"
     "if (get() == 3) reach_error();\n"
     "return 0; }",
     "7 3 | -1", ""},
    {"store-through-pointer", /* where to does not matter once nothing is stored */
     "int main(void) { int x = any(), y = any(), z = any(), a[2] = {3, 3}, n[2] = {0, 0};\n"
     "int *p = z ? a : n;\n"
     "if (x < 0) *p = 5;\n"
     "if (y == a[0]) reach_error();\n"
     "return n[0]; }",
     "1 | 3 | 0", "2"},
    {"store-to-known",
     "int limit = 3, other;\n"
     "int main(void) { int x = any(), y = any();\n"
     "if (x < 0) limit = 5;\n"
     "if (y == limit) reach_error();\n"
     "return 0; }",
     "1 | 3", ""},
    {"store-taken",
     "int limit = 3;\n"
     "int main(void) { int x = any(), y = any();\n"
     "if (x < 0) limit = 5;\n"
     "if (y == limit) reach_error();\n"
     "return 0; }",
     "-1 | 5", ""},
    {"divides",
     "int main(void) { int x = any(), y = any(), z = any(), n = 0;\n"
     "if (x < 0) n = 100 / z;\n"
     "if (y == 3) reach_error();\n"
     "return n; }",
     "1 | 3 | 0", ""},
    {"divisor-differs",
     "int main(void) { int x = any(), y = any(), d = 5, n;\n" /* n is not used, but 100 / 0 ends the run */
     "if (x < 0) d = 0;\n"
     "n = 100 / d;\n"
     "if (y == 3) reach_error();\n"
     "return n; }",
     "1 | 3", ""},
    {"index-differs",
     "int main(void) { int x = any(), y = any(), a[4] = {0, 0, 0, 0}, i = 0, n;\n"
     "if (x < 0) i = 400;\n"
     "n = a[i];\n"
     "if (y == 3) reach_error();\n"
     "return n; }",
     "1 | 3", ""},
    {"pointer-differs",
     "int a = 3, b;\n"
     "int main(void) { int x = any(), y = any(), *p = &b;\n"
     "if (x < 0) p = &a;\n"
     "*p = 1;\n"
     "if (y == a) reach_error();\n"
     "return 0; }",
     "1 | 3", ""},
    {"implies-later-branch",
     "int main(void) { int x = any(), n = 0;\n" /* x > 3 follows from x > 5: no conjunct */
     "if (x > 5) n++;\n"
     "if (x > 3) reach_error();\n"
     "return n; }",
     "6", ""},
    {"implies-through-another",
     "int main(void) { int x = any(), y = any(), n = 0;\n"
     "if (y < 5) n++;\n"
     "if (x < y) n++;\n"
     "if (x < 10) reach_error();\n"
     "return n; }",
     "1 | 3", ""},
    {"implies-bounds",
     "int main(void) { int x = any(), y = any(), a[8] = {0, 0, 0, 0, 0, 0, 0, 0}, n = 0;\n"
     "if (x < 8) n++;\n"
     "if (x >= 0) n++;\n"
     "n += a[x];\n"
     "if (y == 3) reach_error();\n"
     "return n; }",
     "6 | 3", ""},
    {"assumes",
     "int main(void) { int x = any(), y = any(), z = any();\n"
     "if (x < 0) __VERIFIER_assume(z > 5);\n"
     "if (y == 3) reach_error();\n"
     "return 0; }",
     "1 | 3 | 0", ""},
    {"calls",
     "static int f(int a) { return a ? f(a - 1) : 0; }\n"
     "int main(void) { int x = any(), y = any(), n = 0;\n"
     "if (x < 0) n = f(x);\n"
     "if (y == 3) reach_error();\n"
     "return n; }",
     "1 | 3", ""},
    {"goto-around",
     "int main(void) { int x = any(), y = any();\n"
     "if (x < 0) goto out;\n"
     "if (y == 3) reach_error();\n"
     "out: return 0; }",
     "1 | 3", ""},
    {"defined-by-going-back", GOING_BACK, "6 | 0 0", ""},
    {"defined-by-having-gone-back", GOING_BACK, "8 | 1 0", ""},
    {"iterations-matter",
     "int main(void) { int x = any(), n = 0;\n"
     "while (x > 0) { x--; n++; }\n"
     "if (n == 2) reach_error();\n"
     "return 0; }",
     "2", ""},
    {"count-matters",
     "int main(void) { int n = 0;\n"
     "for (int i = 0; i < 3; i++)\n"
     "if (any() > 0) n++;\n"
     "if (n == 2) reach_error();\n"
     "return 0; }",
     "1 0 5", ""},
};

/* A trace that does not fit the program: nothing may go. */
static void test_lost(void) {
  Program *p = load(independent[0].source);
  Cfg *cfg = cfg_new(p);
  Model *m = model_of(p, independent[0].inputs);
  SymexResult *run = follow(p, cfg, m);
  Automaton *prefix = automaton_prefix(run->trace, run->trace->steps->len - 1);
  g_autofree gboolean *keep = slice_path(p, cfg, prefix, run->conjuncts);
  for (guint i = 0; i < run->conjuncts->len; i++) g_assert_true(keep[i]);
  automaton_free(prefix);
  symex_result_free(run);
  model_free(m);
  cfg_free(cfg);
  program_free(p);
}

static void add_samples(const char *folder, const SlicedSample *samples, guint n) {
  for (guint i = 0; i < n; i++) {
    g_autofree char *path = g_strdup_printf("/slice/%s/%s", folder, samples[i].name);
    g_test_add_data_func(path, &samples[i], test_sample);
  }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  add_samples("independent", independent, G_N_ELEMENTS(independent));
  add_samples("dependent", dependent, G_N_ELEMENTS(dependent));
  g_test_add_func("/slice/lost", test_lost);
  return g_test_run();
}
