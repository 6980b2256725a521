/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Are the failing sets that the example programs state about themselves true?  Each program is compiled
 * natively with its inputs under control and run at points of its set, outside of it, and at boundary values.
 */
#include "tests/helpers/subject.h"
#include <string.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include "frontend/frontend.h"
#include "native/checks.h"

#define N_POINTS 240

/* Runs the program once for every line of standard input (the values of the inputs in the order of the
 * comment, hexadecimal) and prints F for a run that reaches the error, T for one that takes too long, else a
 * dot.  Where runs that never end are the failures, a run of more than 100000 branches is one: those of the
 * subjects that end take fewer. */
static const char harness[] =
    "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n"
    "#include <sys/time.h>\n#include <sys/wait.h>\n"
    "extern int subject_main(void);\n%s#define TRAPS '%c'\n"
    "static struct { unsigned line, column, occurrence; unsigned long long value; } input[] = { %s {0, 0, 0, "
    "0}};\n"
    "static unsigned seen[4096][256];\n"
    "void golden_input(unsigned line, unsigned column, void *to, unsigned size) {\n"
    "  unsigned k = ++seen[line %% 4096][column %% 256];\n"
    "  memset(to, 0, size);\n"
    "  for (unsigned i = 0; input[i].line; i++)\n"
    "    if (input[i].line == line && input[i].column == column && input[i].occurrence == k)\n"
    "      memcpy(to, &input[i].value, size);\n}\n"
    "unsigned long long golden_value(unsigned i) { return input[i].value; }\n"
    "void golden_fail(void) { _exit(42); }\n"
    "static unsigned steps;\n"
    "void __sanitizer_cov_trace_pc(void) { if (++steps > 100000) golden_fail(); }\n"
    "void golden_fail_by(unsigned kind) { (void)kind; _exit(42); }\n"
    "void golden_end(void) { _exit(0); }\n"
    "void __VERIFIER_assume(int c) { if (!c) _exit(0); }\n"
    "int __VERIFIER_nondet_int(void) { return rand() - rand(); }\n"
    "int main(void) {\n"
    "  int status;\n  unsigned i, runs = 0;\n  static char in[4096], out[4096];\n"
    "  setvbuf(stdin, in, _IOFBF, sizeof in);\n  setvbuf(stdout, out, _IOFBF, sizeof out);\n"
    "  for (;; runs++) {\n"
    "    for (i = 0; input[i].line; i++)\n"
    "      if (scanf(\"%%llx\", &input[i].value) != 1) return 0;\n"
    "    if (i == 0 && runs == 1) return 0;\n"
    "    fflush(stdout);\n"
    "    if (!fork()) {\n"
    "      struct itimerval limit = {{0, 0}, {0, 50000}};\n"
    "      setitimer(ITIMER_VIRTUAL, &limit, NULL);\n"
    "      srand(runs);\n"
    "      subject_main();\n"
    "      exit(0);\n    }\n"
    "    wait(&status);\n"
    "    if (WIFSIGNALED(status) && WTERMSIG(status) == 26) putchar('T');\n"
    "    else if (WIFSIGNALED(status) && WTERMSIG(status) == 4) putchar(TRAPS);\n" /* __builtin_trap() */
    "    else putchar(WIFEXITED(status) && WEXITSTATUS(status) == 42 ? 'F' : '.');\n"
    "  }\n}\n";

static int by_place_descending(gconstpointer a, gconstpointer b) {
  const SubjectInput *x = *(SubjectInput *const *)a, *y = *(SubjectInput *const *)b;
  return x->line != y->line ? (int)y->line - (int)x->line : (int)y->column - (int)x->column;
}

/* Puts a call of golden_input in the place of one input: of the call `f()`, or after the declared variable.
 */
static gboolean drive_input(GString *source, const SubjectInput *in) {
  const char *at = source->str;
  for (guint line = 1; line < in->line && at; line++) at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL;
  if (!at || memchr(at, '\n', in->column - 1)) return FALSE;
  gsize start = at - source->str + in->column - 1, length = 0;
  while (g_ascii_isalnum(source->str[start + length]) || source->str[start + length] == '_') length++;
  if (length == 0) return FALSE;
  gboolean declared = g_str_equal(in->kind, "uninitialised");
  if (!g_str_has_prefix(source->str + start + length, declared ? ";" : "()")) return FALSE;
  g_autofree char *name = g_strndup(source->str + start, length);
  g_autofree char *read = g_strdup_printf(
      "%s%s({ __typeof__(%s%s) golden_v; golden_input(%u, %u, &golden_v, sizeof golden_v); golden_v; })",
      declared ? name : "", declared ? " = " : "", name, declared ? "" : "()", in->line, in->column);
  g_string_erase(source, start, length + (declared ? 0 : 2));
  g_string_insert(source, start, read);
  return TRUE;
}

static gboolean is_parameter(const SubjectInput *in) { return g_str_equal(in->kind, "parameter"); }

/* It has a function of its own that calls the entry function. */
static gboolean drives_itself(const Subject *s) { return strstr(s->source, "GOLDEN_VALUE") != NULL; }

static gboolean begins_in_main(const Subject *s) { return g_str_equal(s->property->entry, "main"); }

/* The text before the parameter's name, back to the bracket or comma: its type. */
static char *parameter_type(const char *source, const SubjectInput *in) {
  const char *at = source;
  for (guint line = 1; line < in->line && at; line++) at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL;
  if (!at || strlen(at) < in->column) return NULL;
  const char *end = at + in->column - 1, *start = end;
  while (start > source && !strchr("(,", start[-1])) start--;
  return g_strndup(start, (gsize)(end - start));
}

/* Behind the text: calls the entry function with its parameters under control. */
static gboolean append_entry(const Subject *s, GString *out) {
  g_autoptr(GString) names = g_string_new(NULL);
  g_string_append(out, "\nint subject_main(void) {\n");
  for (guint i = 0; i < s->inputs->len; i++) {
    const SubjectInput *in = s->inputs->pdata[i];
    if (!is_parameter(in)) continue;
    g_autofree char *type = parameter_type(s->source, in);
    if (!type) return FALSE;
    g_string_append_printf(out, "  %s p%u; golden_input(%u, %u, &p%u, sizeof p%u);\n", type, i, in->line,
                           in->column, i, i);
    g_string_append_printf(names, "%sp%u", names->len ? ", " : "", i);
  }
  g_string_append_printf(out, "  %s(%s);\n  return 0;\n}\n", s->property->entry, names->str);
  return TRUE;
}

static char *controlled_source(const Subject *s) {
  if (drives_itself(s))
    return g_strconcat("extern unsigned long long golden_value(unsigned);\n#define GOLDEN_VALUE golden_value\n#line 1\n",
                       s->source, NULL);
  g_autoptr(GPtrArray) inputs = g_ptr_array_new();
  for (guint i = 0; i < s->inputs->len; i++)
    if (!is_parameter(s->inputs->pdata[i])) g_ptr_array_add(inputs, s->inputs->pdata[i]);
  g_ptr_array_sort(inputs, by_place_descending);
  GString *source = g_string_new(s->source);
  const SubjectInput *last = NULL;
  for (guint i = 0; i < inputs->len; i++) {
    const SubjectInput *in = inputs->pdata[i];
    if (last && in->line == last->line && in->column == last->column) continue; /* another occurrence of it */
    if (!drive_input(source, in)) {
      g_test_message("input %s: no input at %u:%u", in->name, in->line, in->column);
      g_string_free(source, TRUE);
      return NULL;
    }
    last = in;
  }
  if (!begins_in_main(s) && !append_entry(s, source)) {
    g_string_free(source, TRUE);
    return NULL;
  }
  g_string_prepend(source, "extern void golden_input(unsigned, unsigned, void *, unsigned);\n#line 1\n");
  return g_string_free(source, FALSE);
}

static gboolean write_file(const char *folder, const char *name, const char *text) {
  g_autofree char *path = g_build_filename(folder, name, NULL);
  return g_file_set_contents(path, text, -1, NULL);
}

static gboolean compile(const Subject *s, const char *folder) {
  g_autofree char *source = controlled_source(s);
  if (!source) return FALSE;
  g_autoptr(GString) table = g_string_new(NULL);
  for (guint i = 0; i < s->inputs->len; i++) {
    const SubjectInput *in = s->inputs->pdata[i];
    g_string_append_printf(table, "{%u, %u, %u, 0}, ", MAX(in->line, 1), in->column, in->occurrence);
  }
  g_autoptr(GString) errors =
      g_string_new("void golden_fail(void);\nvoid golden_fail_by(unsigned);\nvoid golden_end(void);\n");
  const gboolean calls = property_counts(s->property, FAILURE_ERROR_CALL);
  static const char *const usual[] = {"reach_error", "__VERIFIER_error", "__assert_fail"};
  for (char **f = s->property->error_functions; *f; f++)
    g_string_append_printf(errors, "void %s() { %s(); }\n", *f, calls ? "golden_fail" : "golden_end");
  for (guint i = 0; i < G_N_ELEMENTS(usual); i++)
    if (!property_is_error(s->property, usual[i])) g_string_append_printf(errors, "void %s() {}\n", usual[i]);
  native_append_checks(errors, s->property, "golden_fail_by", "golden_end");
  g_autoptr(GPtrArray) flags = g_ptr_array_new();
  native_add_checks(flags, s->property);
  g_ptr_array_add(flags, NULL);
  g_autofree char *driver = g_strdup_printf(harness, errors->str,
                                         property_counts(s->property, FAILURE_ABORT) ? 'F' : '.', table->str),
                  *checks = g_strjoinv(" ", (char **)flags->pdata);
  if (!write_file(folder, "subject.c", source) || !write_file(folder, "harness.c", driver)) return FALSE;
  const char *clang = g_getenv("CLANG"), *model = s->lp64 ? FRONTEND_LP64 : FRONTEND_ILP32;
  g_autofree char *command =
      g_strdup_printf("cd '%s' && %s %s -std=gnu11 -O0 -w -fwrapv -fno-builtin %s %s "
                      "-Dmain=%s -c subject.c -o subject.o && "
                      "%s %s -w %s subject.o harness.c -lm -o subject",
                      folder, clang ? clang : "clang-19", model, checks,
                      property_asks_for_end(s->property) ? "-fsanitize-coverage=trace-pc" : "",
                      begins_in_main(s) ? "subject_main" : "golden_main", clang ? clang : "clang-19", model,
                      checks);
  const char *argv[] = {"sh", "-c", command, NULL};
  g_autofree char *said = NULL;
  int status = 1;
  g_spawn_sync(NULL, (char **)argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, &said, &status, NULL);
  if (status != 0) g_test_message("%s", said ? said : "cannot run the compiler");
  return status == 0;
}

/* Points. */

static guint64 boundary_value(GRand *random, guint width) {
  static const guint64 near_zero[] = {0, 1, 2, 3, 4, 5, 7, 10, 11, 13, 15, 16, 17, 50, 100, 255};
  guint64 mask = width == 64 ? G_MAXUINT64 : (G_GUINT64_CONSTANT(1) << width) - 1, v;
  switch (g_rand_int_range(random, 0, 4)) {
  case 0: v = (guint64)g_rand_int(random) << 32 | g_rand_int(random); break;
  case 1: v = near_zero[g_rand_int_range(random, 0, G_N_ELEMENTS(near_zero))]; break;
  case 2: v = -near_zero[g_rand_int_range(random, 0, G_N_ELEMENTS(near_zero))]; break;
  default: v = (mask >> 1) + g_rand_int_range(random, -2, 3);
  }
  return v & mask;
}

typedef struct {
  Z3_context z3;
  Z3_solver solver;
  Z3_ast fails;
  Z3_ast *vars;
  guint n;
} Judge;

static Z3_ast value_ast(const Judge *j, guint i, guint64 value) {
  return Z3_mk_unsigned_int64(j->z3, value, Z3_get_sort(j->z3, j->vars[i]));
}

/* Moves the point into the failing set (or out of it), keeping as many of its coordinates as it can. */
static gboolean move_point(const Judge *j, gboolean inside, guint64 *point) {
  Z3_solver_push(j->z3, j->solver);
  Z3_solver_assert(j->z3, j->solver, inside ? j->fails : Z3_mk_not(j->z3, j->fails));
  gboolean found = Z3_solver_check(j->z3, j->solver) == Z3_L_TRUE;
  for (guint i = 0; i < j->n && found; i++) {
    Z3_ast keep = Z3_mk_eq(j->z3, j->vars[i], value_ast(j, i, point[i]));
    if (Z3_solver_check_assumptions(j->z3, j->solver, 1, &keep) == Z3_L_TRUE)
      Z3_solver_assert(j->z3, j->solver, keep);
  }
  if (found && Z3_solver_check(j->z3, j->solver) == Z3_L_TRUE) {
    Z3_model model = Z3_solver_get_model(j->z3, j->solver);
    Z3_model_inc_ref(j->z3, model);
    for (guint i = 0; i < j->n; i++) {
      Z3_ast value;
      if (Z3_model_eval(j->z3, model, j->vars[i], TRUE, &value))
        Z3_get_numeral_uint64(j->z3, value, &point[i]);
    }
    Z3_model_dec_ref(j->z3, model);
  }
  Z3_solver_pop(j->z3, j->solver, 1);
  return found;
}

static gboolean point_fails(const Judge *j, const guint64 *point) {
  g_autofree Z3_ast *values = g_new(Z3_ast, j->n + 1);
  for (guint i = 0; i < j->n; i++) values[i] = value_ast(j, i, point[i]);
  Z3_ast at = Z3_simplify(j->z3, Z3_substitute(j->z3, j->fails, j->n, j->vars, values));
  return Z3_get_bool_value(j->z3, at) == Z3_L_TRUE;
}

static char *run_points(const char *folder, const char *lines) {
  g_autofree char *program = g_build_filename(folder, "subject", NULL);
  g_autoptr(GSubprocess) p =
      g_subprocess_new(G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE |
                           G_SUBPROCESS_FLAGS_STDERR_SILENCE /* sanitizers report there */, NULL, program, NULL);
  char *out = NULL;
  if (!p || !g_subprocess_communicate_utf8(p, lines, NULL, &out, NULL, NULL)) return NULL;
  return out;
}

static void describe_point(const Subject *s, const guint64 *point, gboolean stated) {
  g_autoptr(GString) text = g_string_new(NULL);
  for (guint i = 0; i < s->inputs->len; i++)
    g_string_append_printf(text, " %s=0x%" G_GINT64_MODIFIER "x", ((SubjectInput *)s->inputs->pdata[i])->name,
                           point[i]);
  g_test_message("the comment says that it %s, the program does not agree, at%s",
                 stated ? "fails" : "does not fail", text->str);
}

static void check_points(const Subject *s, const char *folder, const Judge *j) {
  g_autoptr(GRand) random = g_rand_new_with_seed(g_str_hash(s->name));
  guint n_points = j->n ? N_POINTS : 1, wrong = 0, compared = 0;
  g_autofree guint64 *points = g_new0(guint64, (gsize)n_points * (j->n + 1));
  g_autoptr(GString) lines = g_string_new(NULL);
  for (guint i = 0; i < n_points; i++) {
    guint64 *point = points + (gsize)i * j->n;
    for (guint k = 0; k < j->n; k++)
      point[k] = boundary_value(random, ((SubjectInput *)s->inputs->pdata[k])->width);
    if (i % 3 != 0) move_point(j, i % 3 == 1, point);
    for (guint k = 0; k < j->n; k++) g_string_append_printf(lines, "%" G_GINT64_MODIFIER "x ", point[k]);
    g_string_append_c(lines, '\n');
  }
  g_autofree char *outcome = run_points(folder, lines->str);
  if (!outcome || strlen(outcome) != n_points) {
    g_test_fail_printf("%s: the native program did not run", s->name);
    return;
  }
  for (guint i = 0; i < n_points; i++) {
    if (outcome[i] == 'T') continue;
    const guint64 *point = points + (gsize)i * j->n;
    gboolean stated = point_fails(j, point);
    compared++;
    if (stated != (outcome[i] == 'F') && wrong++ < 5) describe_point(s, point, stated);
  }
  if (wrong) g_test_fail_printf("%s: wrong at %u of %u points", s->name, wrong, compared);
  if (compared < n_points / 4) g_test_fail_printf("%s: only %u points could be compared", s->name, compared);
}

static gboolean judge_init(Judge *j, const Subject *s) {
  g_autoptr(GString) script = g_string_new(NULL);
  g_autofree char *message = NULL;
  subject_declare(s, script);
  g_string_append(script, "(assert fails)\n");
  j->z3 = smt2_context();
  j->fails = smt2_parse(j->z3, script->str, &message);
  if (!j->fails) {
    g_test_fail_printf("%s: FAILS-IFF: %s", s->name, message);
    return FALSE;
  }
  j->solver = Z3_mk_solver(j->z3);
  Z3_solver_inc_ref(j->z3, j->solver);
  j->n = s->inputs->len;
  j->vars = g_new0(Z3_ast, j->n + 1);
  for (guint i = 0; i < j->n; i++) {
    const SubjectInput *in = s->inputs->pdata[i];
    j->vars[i] = Z3_mk_const(j->z3, Z3_mk_string_symbol(j->z3, in->name), Z3_mk_bv_sort(j->z3, in->width));
  }
  return TRUE;
}

static void test_subject(gconstpointer data) {
  const Subject *s = data;
  Judge j = {0};
  g_autofree char *folder = g_dir_make_tmp("acf-subject-XXXXXX", NULL);
  g_assert_nonnull(folder);
  if (judge_init(&j, s)) {
    if (compile(s, folder))
      check_points(s, folder, &j);
    else
      g_test_fail_printf("%s: does not compile", s->name);
    Z3_solver_dec_ref(j.z3, j.solver);
  }
  g_free(j.vars);
  Z3_del_context(j.z3);
  for (const char *const *name =
           (const char *const[]){"subject.c", "subject.o", "harness.c", "subject", NULL};
       *name; name++) {
    g_autofree char *path = g_build_filename(folder, *name, NULL);
    g_unlink(path);
  }
  g_rmdir(folder);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  const char *const folders[] = {SUBJECTS_NONDET, SUBJECTS_FUNCTIONS, NULL};
  return subjects_run_tests("subjects", folders, test_subject);
}
