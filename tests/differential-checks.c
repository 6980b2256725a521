/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random programs with signed arithmetic, divisions and shifts over two small inputs: every point is run
 * natively under the compiler's checks, and held against both bounds and the kinds of failure of acf.
 * As a test it takes the seeds 1 to SEEDS; seeds.h says how to choose others. */
#include <stdio.h>
#include <string.h>
#include <glib/gstdio.h>
#include "cfc/read.h"
#include "native/checks.h"
#include "tests/helpers/seeds.h"

#define SEEDS 40
#define POINTS 65536u /* two inputs of 8 bits */

/* ---- programs ---- */

typedef struct {
  GRand *random;
  GString *text;
  guint counters;          /* of loops, in scope */
  gboolean has_all_checks; /* else what a run does behind a shift out of range depends on the compiler */
} Writer;

static guint pick(Writer *w, guint n) { return (guint)g_rand_int_range(w->random, 0, (gint32)n); }

static void add_leaf(Writer *w) {
  static const char *const constants[] = {
      "0",  "1",  "2",   "3",    "7",          "31",         "32",
      "63", "-1", "100", "4096", "2147483647", "2000000000", "(-2147483647 - 1)"};
  static const char *const variables[] = {"x", "y", "a", "b", "w", "u", "s"};
  const guint k = pick(w, 3 + w->counters);
  if (k == 0)
    g_string_append(w->text, constants[pick(w, G_N_ELEMENTS(constants))]);
  else if (k < 3)
    g_string_append(w->text, variables[pick(w, G_N_ELEMENTS(variables))]);
  else
    g_string_append_printf(w->text, "i%u", k - 3);
}

static void add_expression(Writer *w, guint depth) {
  static const char *const operators[] = {"+", "-", "*", "/", "%", "+", "-", "*", "&", "<", "==", "<<", ">>"};
  const guint n_operators = G_N_ELEMENTS(operators) - (w->has_all_checks ? 0 : 2);
  if (depth == 0 || pick(w, 5) == 0) {
    add_leaf(w);
    return;
  }
  const guint unary = pick(w, 9);
  g_string_append(w->text, unary == 0 ? "(- " : unary == 1 ? "((long long)" : "(");
  add_expression(w, depth - 1);
  if (unary > 1) {
    g_string_append_printf(w->text, " %s ", operators[pick(w, n_operators)]);
    add_expression(w, depth - 1);
  }
  g_string_append_c(w->text, ')');
}

static void add_statement(Writer *w, guint depth) {
  static const char *const targets[] = {"a", "b", "w", "u", "s"};
  static const char *const assignments[] = {"=", "=", "=", "+=", "-=", "*="};
  const char *target = targets[pick(w, G_N_ELEMENTS(targets))];
  switch (depth ? pick(w, 9) : pick(w, 4)) {
  case 0: g_string_append_printf(w->text, "%s%s;\n", target, pick(w, 2) ? "++" : "--"); break;
  case 1:
  case 2:
  case 3:
    g_string_append_printf(w->text, "%s %s ", target, assignments[pick(w, G_N_ELEMENTS(assignments))]);
    add_expression(w, 2);
    g_string_append(w->text, ";\n");
    break;
  case 4:
  case 5:
  case 6:
    g_string_append(w->text, "if (");
    add_expression(w, 2);
    g_string_append(w->text, ") {\n");
    add_statement(w, depth - 1);
    g_string_append(w->text, "}\n");
    break;
  case 7: {
    static const char *const ends[] = {"abort()", "reach_error()", "exit(1)", "return 0",
                                       "__builtin_unreachable()"};
    const guint n_ends = G_N_ELEMENTS(ends) - (w->has_all_checks ? 0 : 1);
    g_string_append(w->text, "if (");
    add_expression(w, 1);
    g_string_append_printf(w->text, ") %s;\n", ends[pick(w, n_ends)]);
    break;
  }
  default:
    g_string_append_printf(w->text, "for (int i%u = 0; i%u < %s; i%u++) {\n", w->counters, w->counters,
                           pick(w, 2) ? "(x & 7)" : "5", w->counters);
    w->counters++;
    add_statement(w, depth - 1);
    w->counters--;
    g_string_append(w->text, "}\n");
  }
}

static char *program_of(guint32 seed, gboolean has_all_checks) {
  g_autoptr(GRand) random = g_rand_new_with_seed(seed);
  Writer w = {random,
              g_string_new("extern char __VERIFIER_nondet_char(void);\n"
                           "extern unsigned char __VERIFIER_nondet_uchar(void);\n"
                           "extern void reach_error(void);\nextern void abort(void);\n"
                           "extern void exit(int);\n"
                           "int main(void) {\nint x = __VERIFIER_nondet_char();\n"
                           "int y = __VERIFIER_nondet_uchar();\n"),
              0, has_all_checks};
  static const char *const scales[] = {"1", "16777216", "40000", "-3"};
  g_string_append_printf(w.text, "int a = x * %s, b = y;\nlong long w = x;\nunsigned u = y;\nshort s = 5;\n",
                         scales[pick(&w, G_N_ELEMENTS(scales))]);
  for (guint n = 2 + pick(&w, 4); n; n--) add_statement(&w, 2);
  g_string_append(w.text, "return a == b + 1;\n}\n");
  return g_string_free(w.text, FALSE);
}

/* ---- native runs ---- */

/* Writes a byte for each point: 0: it does not fail; else 1 + the kind. */
static const char harness[] =
    "#include <stdio.h>\n#include <setjmp.h>\n#include <signal.h>\n"
    "static sigjmp_buf back;\nstatic unsigned point;\n"
    "int subject_main(void);\n"
    "char __VERIFIER_nondet_char(void) { return (char)(point & 255); }\n"
    "unsigned char __VERIFIER_nondet_uchar(void) { return (unsigned char)(point >> 8); }\n"
    "static void fail(unsigned kind) { siglongjmp(back, (int)kind); }\n"
    "static void end(void) { siglongjmp(back, 99); }\n"
    "void __wrap_exit(int status) { (void)status; end(); }\n"
    "static void crash(int number) { (void)number; end(); }\n" /* a division by zero that is not checked */
    "int main(void) {\n"
    "  signal(SIGFPE, crash);\n"
    "  for (point = 0; point < 65536; point++) {\n"
    "    int how = sigsetjmp(back, 1);\n"
    "    if (!how) { subject_main(); how = 99; }\n"
    "    putchar(how == 99 ? 0 : how);\n"
    "  }\n"
    "  return fflush(stdout);\n}\n";

static gboolean run(const char *command, char **out) {
  const char *argv[] = {"sh", "-c", command, NULL};
  int status = 1;
  return g_spawn_sync(NULL, (char **)argv, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL,
                      out, NULL, &status, NULL) &&
         g_spawn_check_wait_status(status, NULL);
}

/* NULL: it does not run. */
static char *native_outcomes(const char *folder, const Property *p) {
  const char *clang = g_getenv("CLANG");
  g_autoptr(GString) text = g_string_new(harness);
  g_autoptr(GPtrArray) flags = g_ptr_array_new();
  native_add_checks(flags, p);
  g_ptr_array_add(flags, NULL);
  native_append_checks(text, p, "fail", "end");
  if (!property_ends(p, FAILURE_ABORT)) g_string_append(text, "void __wrap_abort(void) { end(); }\n");
  if (property_counts(p, FAILURE_ERROR_CALL))
    g_string_append_printf(text, "void reach_error(void) { fail(%u); }\n", 1 + FAILURE_ERROR_CALL);
  else
    g_string_append(text, "void reach_error(void) { end(); }\n");
  g_autofree char *path = g_build_filename(folder, "harness.c", NULL),
                  *checks = g_strjoinv(" ", (char **)flags->pdata),
                  *command = g_strdup_printf(
                      "cd '%s' && %s -m32 -w -O0 -fwrapv %s -Dmain=subject_main -c p.c -o p.o && "
                      "%s -m32 -w -O0 -Wl,--wrap=abort -Wl,--wrap=exit p.o harness.c -o p && ./p >out",
                      folder, clang ? clang : "clang-19", checks, clang ? clang : "clang-19"),
                  *out = g_build_filename(folder, "out", NULL);
  char *bytes = NULL;
  gsize length;
  if (!g_file_set_contents(path, text->str, -1, NULL) || !run(command, NULL) ||
      !g_file_get_contents(out, &bytes, &length, NULL))
    return NULL;
  if (length == POINTS) return bytes;
  g_free(bytes);
  return NULL;
}

/* ---- against acf ---- */

static Model *model_at(const Cfc *c, guint point) {
  Model *m = model_new();
  for (guint i = 0; i < c->inputs->len; i++) {
    const Term *t = c->inputs->pdata[i];
    const char *f = program_site(c->program, input_key_unpack(t->param).site)->function;
    model_set(m, t, g_strcmp0(f, "__VERIFIER_nondet_char") == 0 ? point & 255 : point >> 8);
  }
  return m;
}

/* The kind is one of those that the partition reaches; INT_MIN / -1 is a division natively, see checks.c. */
static gboolean names_kind(const Partition *p, FailureKind kind) {
  for (guint i = 0; i < p->errors->len; i++) {
    const FailureKind claimed = g_array_index(p->errors, Failure, i).kind;
    if (claimed == kind || (claimed == FAILURE_OVERFLOW && kind == FAILURE_DIVISION_BY_ZERO)) return TRUE;
  }
  return p->errors->len == 0;
}

/* NULL, or what acf claims at the point and the run contradicts. */
static const char *contradiction(const Cfc *c, guint point, guint outcome) {
  Model *m = model_at(c, point);
  const char *wrong = NULL;
  gboolean upper = FALSE;
  for (guint i = 0; i < c->partitions->len && !wrong; i++) {
    const Partition *p = c->partitions->pdata[i];
    const gboolean here = term_eval(p->upper, m) != 0;
    if (here && upper) wrong = "two partitions overlap";
    upper |= here;
    if (!term_eval(p->lower, m)) continue;
    if (!outcome) wrong = "it does not fail";
    if (outcome && !names_kind(p, (FailureKind)(outcome - 1))) wrong = "it fails by another kind";
  }
  if (outcome && !upper) wrong = "it fails, and is not in upper";
  model_free(m);
  return wrong;
}

static Cfc *ask_acf(const char *folder, const Property *p) {
  const char *acf = g_getenv("ACF");
  g_autofree char *json = g_build_filename(folder, "p.json", NULL),
                  *command =
                      g_strdup_printf("cd '%s' && '%s' -q --time 4 -p %s --json p.json p.c; [ $? -le 20 ]",
                                      folder, acf ? acf : "./acf", property_name(p));
  g_autoptr(GError) error = NULL;
  if (!run(command, NULL)) return NULL;
  Cfc *c = cfc_read(json, &error);
  if (!c) g_test_message("%s", error->message);
  return c;
}

typedef struct {
  guint programs, exact, failing;
} Tally;

static gboolean check_seed(guint32 seed, const char *folder, Tally *t) {
  static const char *const properties[] = {"no-overflow", "runtime-errors", "def-behavior"};
  g_autoptr(Property) p = property_named(properties[seed % G_N_ELEMENTS(properties)]);
  g_autofree char *text = program_of(seed, property_ends(p, FAILURE_SHIFT)),
                  *path = g_build_filename(folder, "p.c", NULL);
  g_assert_true(g_file_set_contents(path, text, -1, NULL));
  g_autofree char *outcomes = native_outcomes(folder, p);
  g_autoptr(Cfc) c = outcomes ? ask_acf(folder, p) : NULL;
  if (!c) {
    g_test_message("seed %u, %s: %s\n%s", seed, property_name(p),
                   outcomes ? "acf gave no answer" : "the program does not run", text);
    return FALSE;
  }
  gboolean fails = FALSE;
  for (guint point = 0; point < POINTS; point++) {
    const char *wrong = contradiction(c, point, (guchar)outcomes[point]);
    fails |= outcomes[point] != 0;
    if (!wrong) continue;
    g_test_message("seed %u, %s, x = %d, y = %u: %s\n%s", seed, property_name(p), (signed char)(point & 255),
                   point >> 8, wrong, text);
    return FALSE;
  }
  t->programs++;
  t->exact += cfc_exact(c);
  t->failing += fails;
  return TRUE;
}

static void remove_folder(const char *folder) {
  g_autofree char *command = g_strdup_printf("rm -rf '%s'", folder);
  run(command, NULL);
}

static void test_random(void) {
  Seeds seeds = seeds_chosen(SEEDS);
  g_autofree char *folder = g_dir_make_tmp("acf-checks-XXXXXX", NULL);
  Tally t = {0};
  for (guint seed; seeds_take(&seeds, &seed);)
    if (!check_seed(seed, folder, &t)) g_test_fail();
  g_test_message("%u programs, %u with failures, %u characterized exactly", t.programs, t.failing, t.exact);
  g_assert_cmpuint(t.programs, >, 0);
  remove_folder(folder);
}

int main(int argc, char **argv) {
  native_leave_addresses(); /* the programs follow no pointers */
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/differential-checks/random", test_random);
  return g_test_run();
}
