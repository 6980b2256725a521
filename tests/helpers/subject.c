/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading the comment at the top of an example program. */
#include "subject.h"
#include <stdio.h>
#include <string.h>
#include "formula/read-smt2.h"

static void input_free(gpointer data) {
  SubjectInput *in = data;
  g_free(in->name);
  g_free(in->kind);
  g_free(in->symbol);
  g_free(in->path);
  g_free(in);
}

void subject_free(Subject *s) {
  if (!s) return;
  g_free(s->path);
  g_free(s->name);
  g_free(s->source);
  property_free(s->property);
  g_ptr_array_unref(s->inputs);
  g_free(s->fails_iff);
  g_strfreev(s->options);
  g_free(s->alphabet);
  g_ptr_array_unref(s->scans);
  g_free(s);
}

static gboolean parse_named_input(Subject *s, const char *text) {
  char name[64], symbol[64];
  SubjectInput in = {0};
  if (sscanf(text, "%63s =%63s %u", name, symbol, &in.width) != 3 || in.width < 1 || in.width > 64) return FALSE;
  in.name = g_strdup(name);
  in.kind = g_strdup("");
  in.symbol = g_strdup(symbol);
  g_ptr_array_add(s->inputs, g_memdup2(&in, sizeof in));
  return TRUE;
}

static gboolean parse_input(Subject *s, const char *text) {
  char name[64], kind[32] = "nondet", path[64] = "";
  SubjectInput in = {0};
  if (strchr(text, '=')) return parse_named_input(s, text);
  int n = sscanf(text, "%63s %u:%u#%u %u %31s", name, &in.line, &in.column, &in.occurrence, &in.width, kind);
  const gboolean named = n < 5 && sscanf(text, "%63s %63s %u %31s", name, path, &in.width, kind) == 4;
  if ((n < 5 && !named) || in.width < 1 || in.width > 64) return FALSE;
  in.path = named ? g_strdup(path) : NULL;
  in.name = g_strdup(name);
  in.kind = g_strdup(kind);
  g_ptr_array_add(s->inputs, g_memdup2(&in, sizeof in));
  return TRUE;
}

/* Entry and error functions stay. */
static gboolean set_property(Subject *s, const char *name) {
  g_autofree char *plain = g_strstrip(g_strdup(name));
  Property *p = property_named(plain);
  if (!p) return FALSE;
  property_set_errors(p, (const char *const *)s->property->error_functions);
  g_free(p->entry);
  p->entry = g_strdup(s->property->entry);
  property_free(s->property);
  s->property = p;
  return TRUE;
}

static void set_entry(Subject *s, const char *name) {
  g_free(s->property->entry);
  s->property->entry = g_strstrip(g_strdup(name));
}

static void set_errors(Subject *s, const char *names) {
  g_autofree char *list = g_strstrip(g_strdup(names));
  g_auto(GStrv) functions = g_strsplit(list, " ", -1);
  property_set_errors(s->property, (const char *const *)functions);
}

static void set_alphabet(Subject *s, const char *text) {
  g_autofree char *escaped = g_strstrip(g_strdup(text)), *spaced = NULL;
  g_auto(GStrv) parts = g_strsplit(escaped, "\\s", -1);
  spaced = g_strjoinv(" ", parts);
  s->alphabet = g_strcompress(spaced);
}

/* One line of the comment, without its star.  The formula is what follows FAILS-IFF, on as many lines as it
 * takes. */
static gboolean parse_line(Subject *s, const char *line, GString *formula, gboolean *in_formula) {
  if (g_str_has_prefix(line, "FAILS-IFF:")) {
    *in_formula = TRUE;
    g_string_append(formula, line + strlen("FAILS-IFF:"));
    return TRUE;
  }
  if (*in_formula && *line) {
    g_string_append_printf(formula, "\n%s", line);
    return TRUE;
  }
  *in_formula = FALSE;
  if (g_str_has_prefix(line, "INPUT:")) return parse_input(s, line + strlen("INPUT:"));
  if (g_str_has_prefix(line, "PROPERTY:")) return set_property(s, line + strlen("PROPERTY:"));
  if (g_str_has_prefix(line, "DATA-MODEL:")) s->lp64 = strstr(line, "LP64") != NULL;
  if (g_str_has_prefix(line, "ENTRY:")) set_entry(s, line + strlen("ENTRY:"));
  if (g_str_has_prefix(line, "ERRORS:")) set_errors(s, line + strlen("ERRORS:"));
  if (g_str_has_prefix(line, "OPTIONS:"))
    return g_shell_parse_argv(line + strlen("OPTIONS:"), NULL, &s->options, NULL);
  if (g_str_has_prefix(line, "ALPHABET:")) set_alphabet(s, line + strlen("ALPHABET:"));
  if (g_str_has_prefix(line, "SCANS:")) g_ptr_array_add(s->scans, g_strstrip(g_strdup(line + strlen("SCANS:"))));
  if (g_str_has_prefix(line, "EXPECT:")) s->bounded = strstr(line, "bounded") != NULL;
  return TRUE;
}

Subject *subject_load(const char *path, GError **error) {
  g_autofree char *source = NULL;
  if (!g_file_get_contents(path, &source, NULL, error)) return NULL;
  Subject *s = g_new0(Subject, 1);
  s->path = g_strdup(path);
  s->name = g_path_get_basename(path);
  if (g_str_has_suffix(s->name, ".c")) s->name[strlen(s->name) - 2] = '\0';
  s->source = g_steal_pointer(&source);
  s->inputs = g_ptr_array_new_with_free_func(input_free);
  s->scans = g_ptr_array_new_with_free_func(g_free);
  s->property = property_new(PROPERTY_UNREACH_CALL, NULL, NULL);
  g_autoptr(GString) formula = g_string_new(NULL);
  g_auto(GStrv) lines = g_strsplit(s->source, "\n", -1);
  gboolean in_formula = FALSE, good = TRUE;
  for (guint i = 1; lines[i] && good && !strstr(lines[i], "*/"); i++) {
    char *line = lines[i] + strspn(lines[i], " */");
    good = parse_line(s, g_strstrip(line), formula, &in_formula);
  }
  if (!good || formula->len == 0) {
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "%s: the comment at its top has no %s", path,
                good ? "FAILS-IFF" : "well-formed INPUT or PROPERTY");
    subject_free(s);
    return NULL;
  }
  s->fails_iff = g_strdup(formula->str);
  return s;
}

void subject_declare(const Subject *s, GString *script) {
  for (guint i = 0; i < s->inputs->len; i++) {
    const SubjectInput *in = s->inputs->pdata[i];
    g_string_append_printf(script, "(declare-const %s (_ BitVec %u))\n", in->name, in->width);
  }
  g_string_append_printf(script, "(define-fun fails () Bool %s)\n", s->fails_iff);
}

static int by_name(gconstpointer a, gconstpointer b) { return strcmp(*(char *const *)a, *(char *const *)b); }

typedef struct {
  const Subject *subject;
  const GPtrArray *inputs;
} Named;

static const Term *find(const char *name, gpointer data) {
  const Named *n = data;
  for (guint i = 0; i < n->inputs->len; i++)
    if (g_str_equal(((SubjectInput *)n->subject->inputs->pdata[i])->name, name)) return n->inputs->pdata[i];
  return NULL;
}

const Term *subject_formula(const Subject *s, const GPtrArray *inputs, GError **error) {
  Named names = {s, inputs};
  return smt2_read_formula(s->fails_iff, find, &names, error);
}

/* Of a folder within that of all subjects; "." is that itself. */
static void add_folder(GPtrArray *all, const char *within) {
  const char *named = g_getenv("ACF_SUBJECTS"), *only = g_getenv("ACF_ONLY"), *file;
  g_autofree char *root = named ? g_strdup(named) : g_test_build_filename(G_TEST_DIST, "subjects", NULL);
  g_autofree char *folder = g_build_filename(root, within, NULL);
  g_autoptr(GError) error = NULL;
  g_autoptr(GDir) dir = g_dir_open(folder, 0, &error);
  if (!dir) g_error("%s", error->message);
  g_autoptr(GPtrArray) files = g_ptr_array_new_with_free_func(g_free);
  while ((file = g_dir_read_name(dir)))
    if (g_str_has_suffix(file, ".c") && (!only || strstr(file, only))) g_ptr_array_add(files, g_strdup(file));
  g_ptr_array_sort(files, by_name);
  for (guint i = 0; i < files->len; i++) {
    g_autofree char *path = g_build_filename(folder, files->pdata[i], NULL);
    Subject *s = subject_load(path, &error);
    if (!s) g_error("%s", error->message);
    g_ptr_array_add(all, s);
  }
}

GPtrArray *subjects_load_all(void) {
  GPtrArray *all = g_ptr_array_new_with_free_func((GDestroyNotify)subject_free);
  add_folder(all, ".");
  return all;
}

/* Under the sanitizers, which make each several times slower, every third shows what they are to show. */
#ifdef __SANITIZE_ADDRESS__
#define STRIDE 3
#else
#define STRIDE 1
#endif

int subjects_run_tests(const char *group, const char *const *folders, GTestDataFunc test) {
  g_test_set_nonfatal_assertions();
  g_autoptr(GPtrArray) subjects = g_ptr_array_new_with_free_func((GDestroyNotify)subject_free);
  for (; *folders; folders++) add_folder(subjects, *folders);
  for (guint i = 0; i < subjects->len; i += STRIDE) {
    const Subject *s = subjects->pdata[i];
    g_autofree char *path = g_strdup_printf("/%s/%s", group, s->name);
    g_test_add_data_func(path, s, test);
  }
  return g_test_run();
}

static void ignore_error(Z3_context z3, Z3_error_code code) {}

Z3_context smt2_context(void) {
  Z3_config config = Z3_mk_config();
  Z3_context z3 = Z3_mk_context(config);
  Z3_del_config(config);
  Z3_set_error_handler(z3, ignore_error);
  return z3;
}

Z3_ast smt2_parse(Z3_context z3, const char *script, char **message) {
  Z3_ast_vector asserted = Z3_parse_smtlib2_string(z3, script, 0, NULL, NULL, 0, NULL, NULL);
  if (Z3_get_error_code(z3) != Z3_OK) {
    *message = g_strdup(Z3_get_error_msg(z3, Z3_get_error_code(z3)));
    return NULL;
  }
  Z3_ast_vector_inc_ref(z3, asserted);
  guint n = Z3_ast_vector_size(z3, asserted);
  g_autofree Z3_ast *parts = g_new(Z3_ast, n + 1);
  for (guint i = 0; i < n; i++) parts[i] = Z3_ast_vector_get(z3, asserted, i);
  Z3_ast all = Z3_mk_and(z3, n, parts);
  Z3_ast_vector_dec_ref(z3, asserted);
  return all;
}
