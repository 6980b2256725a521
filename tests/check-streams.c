/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Are the failing sets true that example programs with arguments or standard input state about themselves?  Each is
 * compiled natively and run on texts within its bounds: all over its alphabet, or where those are too many some of
 * them.  What the inputs of its comment are for such a text is computed here, by the C library. */
#include "tests/helpers/subject.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include "frontend/frontend.h"
#include "ir/input-bounds.h"

#define MOST_RUNS 600

typedef struct {
  const Subject *subject;
  InputBounds bounds;
  char *folder;
  Z3_context z3;
  Z3_ast fails;
  Z3_ast *vars;
  GRand *random;
} Trial;

/* A concrete input. */
typedef struct {
  char **args; /* without the program's name */
  GString *text;
} Concrete;

static void read_bounds(Trial *t) {
  for (char **o = t->subject->options; o && o[0] && o[1]; o += 2) {
    if (g_str_equal(o[0], "--args")) g_assert_true(input_bounds_parse_args(&t->bounds, o[1], NULL));
    if (g_str_equal(o[0], "--arg-length")) t->bounds.arg_length = (guint)atoi(o[1]);
    if (g_str_equal(o[0], "--stdin-length")) t->bounds.stdin_length = (guint)atoi(o[1]);
  }
}

/* ---- the coordinates of a concrete input ---- */

/* What strtol gives where long has so many bits. */
static gint64 number_of(const char *text, int base, gboolean lp64) {
  const gint64 value = strtoll(text, NULL, base);
  return lp64 ? value : CLAMP(value, G_MININT32, G_MAXINT32);
}

static FILE *open_text(const GString *text) {
  FILE *f = text->len ? fmemopen(text->str, text->len, "r") : fopen("/dev/null", "r");
  g_assert_nonnull(f);
  setvbuf(f, NULL, _IOFBF, 4096);
  return f;
}

/* One directive of a format, which begins at `at`; behind it. */
static const char *directive_end(const char *at) {
  if (*at != '%') return at + 1;
  return at + strcspn(at, "ducf") + 1;
}

/* The item of that number, where calls have these formats one after the other, the last one again and again.  Those that
 * a call does not come to are counted. */
static void scan_item(const GPtrArray *formats, const GString *text, guint number, int *status, guint64 *value) {
  FILE *f = open_text(text);
  for (guint call = 0, n = 0; n < number; call++) {
    const char *at = formats->pdata[MIN(call, formats->len - 1)];
    for (*status = 1; *at && n < number; at = directive_end(at)) {
      g_autofree char *directive = g_strdup_printf("%.*s%%n", (int)(directive_end(at) - at), at);
      int there = -1, got = 0;
      guint64 read = 0;
      const gboolean met = *status == 1;
      if (met) got = *at == '%' ? fscanf(f, directive, &read, &there) : fscanf(f, directive, &there);
      if (g_ascii_isspace(*at)) continue;
      if (met) *status = there >= 0 ? 1 : got < 0 ? -1 : 0;
      *value = read;
      if (++n == number && !met) *status = 0;
    }
  }
  fclose(f);
}

/* After number - 1 conversions of decimal integers, one more. */
static void scan(const GString *text, guint number, const char *conversion, int *status, guint64 *value) {
  FILE *f = open_text(text);
  for (guint i = 1; i < number; i++) {
    int ignored;
    if (fscanf(f, "%d", &ignored) < -1) break;
  }
  *value = 0;
  *status = fscanf(f, conversion, value);
  fclose(f);
}

static guint64 coordinate(const Trial *t, const SubjectInput *in, const Concrete *c) {
  unsigned i, k;
  char name[32], conversion[16];
  int status, base;
  guint64 value;
  const guint n = g_strv_length(c->args);
  if (g_str_equal(in->symbol, "argc")) return n + 1;
  if (sscanf(in->symbol, "argv[%u][%u]", &i, &k) == 2)
    return i <= n && k < strlen(c->args[i - 1]) ? (guint8)c->args[i - 1][k] : 0;
  if (sscanf(in->symbol, "stdin[%u]", &k) == 1)
    return k < c->text->len ? (guint8)c->text->str[k] : G_MAXUINT64;
  const GPtrArray *scans = t->subject->scans;
  if (sscanf(in->symbol, "scanf_status#%u", &i) == 1 && scans->len) {
    scan_item(scans, c->text, i, &status, &value);
    return (guint64)(gint64)status;
  }
  if (sscanf(in->symbol, "scanf(%15[^)])#%u", conversion, &i) == 2 && scans->len) {
    scan_item(scans, c->text, i, &status, &value);
    return value;
  }
  if (sscanf(in->symbol, "scanf_status#%u", &i) == 1) {
    scan(c->text, i, "%d", &status, &value);
    return (guint64)(gint64)status;
  }
  if (sscanf(in->symbol, "scanf(%15[^)])#%u", conversion, &i) == 2) {
    scan(c->text, i, conversion, &status, &value);
    return value;
  }
  if (sscanf(in->symbol, "%31[a-z](argv[%u],%d)", name, &i, &base) < 3) base = 10;
  g_assert_cmpint(sscanf(in->symbol, "%31[a-z](argv[%u]", name, &i), ==, 2);
  return i <= n ? (guint64)number_of(c->args[i - 1], base, t->subject->lp64) : 0;
}

static gboolean stated(const Trial *t, const Concrete *c) {
  const guint n = t->subject->inputs->len;
  g_autofree Z3_ast *values = g_new(Z3_ast, n + 1);
  for (guint i = 0; i < n; i++) {
    const SubjectInput *in = t->subject->inputs->pdata[i];
    const guint64 v = coordinate(t, in, c) & term_mask(in->width);
    values[i] = Z3_mk_unsigned_int64(t->z3, v, Z3_mk_bv_sort(t->z3, in->width));
  }
  Z3_ast at = Z3_simplify(t->z3, Z3_substitute(t->z3, t->fails, n, t->vars, values));
  return Z3_get_bool_value(t->z3, at) == Z3_L_TRUE;
}

/* ---- native runs ---- */

static gboolean compile(const Trial *t) {
  g_autofree char *program = g_build_filename(t->folder, "subject", NULL),
                  *harness = g_build_filename(t->folder, "harness.c", NULL);
  g_autoptr(GPtrArray) argv = g_ptr_array_new();
  g_assert_true(g_file_set_contents(
      harness, "#include <unistd.h>\nvoid reach_error(void) { _exit(42); }\n", -1, NULL));
  g_ptr_array_add(argv, "gcc");
  frontend_add_model(argv, t->subject->lp64);
  const char *rest[] = {"-w", "-O0", t->subject->path, harness, "-o", program, NULL};
  for (guint i = 0; i < G_N_ELEMENTS(rest); i++) g_ptr_array_add(argv, (gpointer)rest[i]);
  int status = 1;
  return g_spawn_sync(NULL, (char **)argv->pdata, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, &status, NULL) &&
         status == 0;
}

/* 1: fails, 0: does not, -1: it was killed, by reading through a null pointer for one. */
static int run(const Trial *t, const Concrete *c) {
  g_autofree char *program = g_build_filename(t->folder, "subject", NULL);
  g_autoptr(GPtrArray) argv = g_ptr_array_new();
  g_ptr_array_add(argv, program);
  for (char **a = c->args; *a; a++) g_ptr_array_add(argv, *a);
  g_ptr_array_add(argv, NULL);
  g_autoptr(GSubprocess) p = g_subprocess_newv((const char *const *)argv->pdata, G_SUBPROCESS_FLAGS_STDIN_PIPE, NULL);
  g_autoptr(GBytes) text = g_bytes_new(c->text->str, c->text->len);
  g_assert_nonnull(p);
  g_subprocess_communicate(p, text, NULL, NULL, NULL, NULL); /* it need not read all of it */
  g_subprocess_wait(p, NULL, NULL);
  return !g_subprocess_get_if_exited(p) ? -1 : g_subprocess_get_exit_status(p) == 42;
}

/* ---- texts ---- */

static const char *alphabet_of(const Trial *t) { return t->subject->alphabet ? t->subject->alphabet : "019-x"; }

static guint64 count_texts(guint letters, guint most) {
  guint64 n = 1, of_length = 1;
  for (guint i = 0; i < most && n < MOST_RUNS * 100; i++) n += of_length *= letters;
  return n;
}

/* Texts by their number: the empty one first. */
static GString *text_at(const char *alphabet, guint64 number) {
  GString *out = g_string_new(NULL);
  const guint letters = (guint)strlen(alphabet);
  for (; number; number = (number - 1) / letters) g_string_append_c(out, alphabet[(number - 1) % letters]);
  return out;
}

static GString *drawn_text(const Trial *t, const char *alphabet, guint most) {
  GString *out = g_string_new(NULL);
  const gint32 n = g_rand_boolean(t->random) ? (gint32)most : g_rand_int_range(t->random, 0, (gint32)most + 1);
  for (gint32 i = 0; i < n; i++)
    g_string_append_c(out, alphabet[g_rand_int_range(t->random, 0, (gint32)strlen(alphabet))]);
  return out;
}

/* One of n, by the last digit of the number in that base, which is taken from it. */
static guint64 take(guint64 *number, guint64 n) {
  const guint64 digit = *number % n;
  *number /= n;
  return digit;
}

/* The input of that number among all. */
static Concrete concrete_at(const Trial *t, guint64 number) {
  const char *alphabet = alphabet_of(t);
  const guint letters = (guint)strlen(alphabet);
  Concrete c = {.text = text_at(alphabet, take(&number, count_texts(letters, t->bounds.stdin_length)))};
  const guint n = t->bounds.args_least + (guint)take(&number, t->bounds.args_most - t->bounds.args_least + 1);
  c.args = g_new0(char *, n + 1);
  for (guint i = 0; i < n; i++)
    c.args[i] = g_string_free(text_at(alphabet, take(&number, count_texts(letters, t->bounds.arg_length))), FALSE);
  return c;
}

static Concrete drawn_concrete(const Trial *t) {
  Concrete c = {.text = drawn_text(t, alphabet_of(t), t->bounds.stdin_length)};
  const gint32 n = g_rand_int_range(t->random, (gint32)t->bounds.args_least, (gint32)t->bounds.args_most + 1);
  c.args = g_new0(char *, n + 1);
  for (gint32 i = 0; i < n; i++)
    c.args[i] = g_string_free(drawn_text(t, alphabet_of(t), t->bounds.arg_length), FALSE);
  return c;
}

static guint64 count_all(const Trial *t) {
  const guint letters = (guint)strlen(alphabet_of(t));
  guint64 n = count_texts(letters, t->bounds.stdin_length) * (t->bounds.args_most - t->bounds.args_least + 1);
  for (guint i = 0; i < t->bounds.args_most && n < MOST_RUNS * 100; i++) n *= count_texts(letters, t->bounds.arg_length);
  return n;
}

static void check_runs(const Trial *t) {
  const guint64 space = count_all(t);
  const gboolean all = space <= MOST_RUNS;
  guint wrong = 0, fail = 0;
  for (guint64 i = 0; i < (all ? space : MOST_RUNS); i++) {
    Concrete c = all ? concrete_at(t, i) : drawn_concrete(t);
    const int failed = run(t, &c);
    const gboolean says = stated(t, &c);
    fail += failed == 1;
    if (failed >= 0 && failed != says && wrong++ < 5) {
      g_autofree char *args = g_strjoinv("' '", c.args), *text = g_strescape(c.text->str, NULL);
      g_test_message("the comment says that it %s, the program does not agree, at '%s' < \"%s\"",
                     says ? "fails" : "does not fail", args, text);
    }
    g_strfreev(c.args);
    g_string_free(c.text, TRUE);
  }
  if (wrong) g_test_fail_printf("%s: wrong at %u inputs", t->subject->name, wrong);
  if (!fail) g_test_fail_printf("%s: no input was tried that fails", t->subject->name);
}

static gboolean trial_init(Trial *t) {
  const Subject *s = t->subject;
  g_autoptr(GString) script = g_string_new(NULL);
  g_autofree char *message = NULL;
  read_bounds(t);
  subject_declare(s, script);
  g_string_append(script, "(assert fails)\n");
  t->z3 = smt2_context();
  t->fails = smt2_parse(t->z3, script->str, &message);
  if (!t->fails) g_test_fail_printf("%s: FAILS-IFF: %s", s->name, message);
  t->vars = g_new0(Z3_ast, s->inputs->len + 1);
  for (guint i = 0; i < s->inputs->len; i++) {
    const SubjectInput *in = s->inputs->pdata[i];
    t->vars[i] = Z3_mk_const(t->z3, Z3_mk_string_symbol(t->z3, in->name), Z3_mk_bv_sort(t->z3, in->width));
  }
  return t->fails != NULL;
}

static void test_subject(gconstpointer data) {
  Trial t = {.subject = data, .random = g_rand_new_with_seed(7), .folder = g_dir_make_tmp("acf-streams-XXXXXX", NULL)};
  if (trial_init(&t)) {
    if (compile(&t))
      check_runs(&t);
    else
      g_test_fail_printf("%s: does not compile", t.subject->name);
  }
  for (const char *const *name = (const char *const[]){"subject", "harness.c", NULL}; *name; name++) {
    g_autofree char *path = g_build_filename(t.folder, *name, NULL);
    g_unlink(path);
  }
  g_rmdir(t.folder);
  g_rand_free(t.random);
  g_free(t.folder);
  g_free(t.vars);
  if (t.z3) Z3_del_context(t.z3);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  const char *const folders[] = {SUBJECTS_INPUTS, NULL};
  return subjects_run_tests("streams", folders, test_subject);
}
