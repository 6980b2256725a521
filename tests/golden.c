/* SPDX-License-Identifier: GPL-3.0-or-later */
/* acf on every example program, held against the failing set that the program states about itself:
 * lower => FAILS-IFF => upper always, and the other way round where the exact set is expected.  The witnesses
 * that it writes must keep the rules of their formats. */
#include "tests/helpers/subject.h"
#include "tests/helpers/witness-rules.h"
#include <string.h>
#include <sys/wait.h>
#include <glib/gstdio.h>
#include <json-glib/json-glib.h>

#define FAIL(...) (g_test_message(__VA_ARGS__), g_test_fail())

/* What an answer said, and the SMT-LIB 2 definitions of its formulas. */
typedef struct {
  const Subject *subject;
  int status; /* exit status of acf */
  guint n_partitions;
  gboolean exact;
  gboolean same; /* both bounds of each partition are one formula, to the letter */
  char *verdict;
  char *definitions; /* the subject's inputs and `fails`; upper-i, lower-i; upper, lower */
} Answer;

static void answer_clear(Answer *a) {
  g_free(a->verdict);
  g_free(a->definitions);
}

/* Checks and removes what is in the folder of witnesses, and the folder. */
static void check_witnesses(const Subject *s, const char *folder, int status, const char *errors) {
  g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
  const char *name;
  guint n = 0;
  while (dir && (name = g_dir_read_name(dir))) {
    g_autofree char *path = g_build_filename(folder, name, NULL);
    g_autofree char *fault = witness_fault(path);
    if (fault) FAIL("%s: %s: %s", s->name, name, fault);
    g_unlink(path);
    n++;
  }
  g_rmdir(folder);
  if (n == 0 && status != 20 && !strstr(errors, "no witness")) FAIL("%s: there is no witness", s->name);
}

/* The subject's property as a file of this name and options; to free. */
static char **property_options(const Subject *s, const char *file) {
  g_autoptr(GStrvBuilder) all = g_strv_builder_new();
  g_autofree char *text = property_specification(s->property, s->property->error_functions[0]);
  g_assert_true(g_file_set_contents(file, text, -1, NULL));
  g_strv_builder_add_many(all, "--property", file, NULL);
  for (char **f = s->property->error_functions; !property_has_usual_errors(s->property) && *f; f++)
    g_strv_builder_add_many(all, "--error", *f, NULL);
  return g_strv_builder_end(all);
}

/* Where the subject's SMT-LIB 2 script is kept for other tests; without such a folder, a temporary file. */
static char *script_file(const Subject *s, const char *json_file) {
  const char *folder = g_getenv("ACF_GOLDEN_SCRIPTS");
  if (!folder || g_mkdir_with_parents(folder, 0777) != 0) return g_strconcat(json_file, ".smt2", NULL);
  g_autofree char *name = g_strconcat(s->name, ".smt2", NULL);
  return g_build_filename(folder, name, NULL);
}

/* Runs acf; the text of the JSON file, or NULL after the test has been failed. */
static char *run_acf(const Subject *s, int *status) {
  const char *acf = g_getenv("ACF");
  g_autofree char *json_file = NULL;
  int fd = g_file_open_tmp("acf-golden-XXXXXX.json", &json_file, NULL);
  g_assert_cmpint(fd, >=, 0);
  g_close(fd, NULL);
  g_autofree char *witnesses = g_strconcat(json_file, ".witnesses", NULL),
                  *property = g_strconcat(json_file, ".prp", NULL), *script = script_file(s, json_file);
  const char *fixed[] = {acf ? acf : "./acf",
                         "-q",
                         s->lp64 ? "--LP64" : "--ILP32",
                         "--time",
                         s->bounded ? "8" : "600", /* what is exact ends by itself, on a busy machine later */
                         s->bounded ? "--unroll=16" : "--unroll=0", /* for the solver's sake */
                         "--json",
                         json_file,
                         "--witness",
                         witnesses,
                         "--smt2",
                         script,
                         s->path,
                         NULL};
  g_auto(GStrv) options = property_options(s, property);
  g_autoptr(GStrvBuilder) all = g_strv_builder_new();
  g_strv_builder_addv(all, fixed);
  g_strv_builder_addv(all, (const char **)options);
  if (s->options) g_strv_builder_addv(all, (const char **)s->options);
  g_auto(GStrv) argv = g_strv_builder_end(all);
  g_autofree char *errors = NULL;
  char *text = NULL;
  int wait_status = 0;
  g_autoptr(GError) error = NULL;
  if (!g_spawn_sync(NULL, argv, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL,
                    &errors, &wait_status, &error))
    g_error("%s: %s", argv[0], error->message);
  *status = WIFEXITED(wait_status) ? WEXITSTATUS(wait_status) : -1;
  if (*status != 0 && *status != 10 && *status != 20)
    FAIL("%s: acf ended with status %d: %s", s->name, *status, errors);
  else if (!g_file_get_contents(json_file, &text, NULL, &error))
    FAIL("%s: %s", s->name, error->message);
  check_witnesses(s, witnesses, *status, errors);
  g_unlink(json_file);
  g_unlink(property);
  if (g_str_has_prefix(script, json_file)) g_unlink(script);
  return text;
}

static gboolean is_at(JsonObject *in, const char *path) {
  JsonObject *source = json_object_has_member(in, "source") ? json_object_get_object_member(in, "source") : NULL;
  return source && g_str_equal(json_object_get_string_member_with_default(source, "path", ""), path);
}

/* The term over the subject's inputs that stands for an input of the answer; NULL: none of them, so it is
 * free. Memory may come in pieces (member offset), and truth values wider than one bit. */
static char *input_term(const Subject *s, JsonObject *in) {
  guint line = json_object_get_int_member(in, "line"), column = json_object_get_int_member(in, "column");
  guint occurrence = json_object_get_int_member(in, "occurrence"),
        width = json_object_get_int_member(in, "width");
  guint low = 8 * json_object_get_int_member_with_default(in, "offset", 0);
  const char *kind = json_object_get_string_member_with_default(in, "kind", "nondet");
  g_auto(GStrv) words = g_strsplit(json_object_get_string_member(in, "symbol"), " ", -1);
  g_autofree char *symbol = g_strjoinv("", words);
  for (guint i = 0; i < s->inputs->len; i++) {
    const SubjectInput *known = s->inputs->pdata[i];
    if (known->symbol && g_str_equal(known->symbol, symbol)) return g_strdup(known->name);
    if (known->symbol) continue;
    if (known->path) {
      if (is_at(in, known->path) && g_str_equal(known->kind, kind) && known->width == width)
        return g_strdup(known->name);
      continue;
    }
    if (known->line != line || known->occurrence != occurrence || !g_str_equal(known->kind, kind)) continue;
    /* of uninitialised memory only the line of its declaration is certain */
    if (known->column != column && !g_str_equal(kind, "uninitialised")) continue;
    if (width > known->width)
      return g_strdup_printf("((_ zero_extend %u) %s)", width - known->width, known->name);
    if (low + width > known->width) return NULL;
    if (width < known->width)
      return g_strdup_printf("((_ extract %u %u) %s)", low + width - 1, low, known->name);
    return g_strdup(known->name);
  }
  return NULL;
}

static void define_inputs(const Subject *s, JsonArray *inputs, GString *script) {
  for (guint i = 0; i < json_array_get_length(inputs); i++) {
    JsonObject *in = json_array_get_object_element(inputs, i);
    const char *symbol = json_object_get_string_member(in, "symbol");
    guint width = json_object_get_int_member(in, "width");
    g_autofree char *term = input_term(s, in);
    if (term)
      g_string_append_printf(script, "(define-fun |%s| () (_ BitVec %u) %s)\n", symbol, width, term);
    else
      g_string_append_printf(script, "(declare-const |%s| (_ BitVec %u))\n", symbol, width);
  }
}

static void define_bound(GString *script, const char *bound, guint n) {
  g_string_append_printf(script, "(define-fun %s () Bool (or false", bound);
  for (guint i = 0; i < n; i++) g_string_append_printf(script, " %s-%u", bound, i);
  g_string_append(script, "))\n");
}

static gboolean read_answer(const Subject *s, const char *json, Answer *a) {
  g_autoptr(JsonParser) parser = json_parser_new();
  g_autoptr(GError) error = NULL;
  if (!json_parser_load_from_data(parser, json, -1, &error) ||
      !JSON_NODE_HOLDS_OBJECT(json_parser_get_root(parser))) {
    FAIL("%s: not a JSON object: %s", s->name, error ? error->message : "");
    return FALSE;
  }
  JsonObject *root = json_node_get_object(json_parser_get_root(parser));
  JsonArray *inputs = json_object_get_array_member(root, "inputs");
  JsonArray *partitions = json_object_get_array_member(root, "partitions");
  if (g_strcmp0(json_object_get_string_member_with_default(root, "format", ""), "acf-cfc") != 0 || !inputs ||
      !partitions) {
    FAIL("%s: not a characterization", s->name);
    return FALSE;
  }
  g_autoptr(GString) script = g_string_new(NULL);
  subject_declare(s, script);
  define_inputs(s, inputs, script);
  a->n_partitions = json_array_get_length(partitions);
  a->same = TRUE;
  for (guint i = 0; i < a->n_partitions; i++) {
    JsonObject *p = json_array_get_object_element(partitions, i);
    const char *upper = json_object_get_string_member(p, "upper"),
               *lower = json_object_get_string_member(p, "lower");
    a->same = a->same && g_str_equal(upper, lower);
    g_string_append_printf(script, "(define-fun upper-%u () Bool %s)\n(define-fun lower-%u () Bool %s)\n", i,
                           upper, i, lower);
  }
  define_bound(script, "upper", a->n_partitions);
  define_bound(script, "lower", a->n_partitions);
  a->exact = g_str_equal(json_object_get_string_member_with_default(root, "exact_by", ""), "formula");
  a->verdict = g_strdup(json_object_get_string_member_with_default(root, "verdict", ""));
  a->definitions = g_string_free(g_steal_pointer(&script), FALSE);
  return TRUE;
}

/* Fails the test, showing a point, unless the claim (a Bool term over the definitions) is valid. */
static void check_claim(const Answer *a, const char *claim, const char *meaning) {
  const char *name = a->subject->name;
  g_autofree char *script = g_strdup_printf("%s(assert (not %s))\n", a->definitions, claim);
  g_autofree char *message = NULL;
  Z3_context z3 = smt2_context();
  Z3_ast formula = smt2_parse(z3, script, &message);
  if (!formula) {
    FAIL("%s: the formulas do not parse: %s", name, message);
    Z3_del_context(z3);
    return;
  }
  Z3_solver solver = Z3_mk_solver(z3);
  Z3_solver_inc_ref(z3, solver);
  Z3_params params = Z3_mk_params(z3);
  Z3_params_inc_ref(z3, params);
  Z3_params_set_uint(z3, params, Z3_mk_string_symbol(z3, "timeout"), 600000);
  Z3_solver_set_params(z3, solver, params);
  Z3_solver_assert(z3, solver, formula);
  Z3_lbool answer = Z3_solver_check(z3, solver);
  if (answer == Z3_L_TRUE) {
    g_autofree char *point = g_strdup(Z3_model_to_string(z3, Z3_solver_get_model(z3, solver)));
    FAIL("%s: %s; a point where not: %s", name, meaning, g_strdelimit(point, "\n", ' '));
  }
  if (answer == Z3_L_UNDEF) FAIL("%s: %s: the solver does not know", name, meaning);
  Z3_params_dec_ref(z3, params);
  Z3_solver_dec_ref(z3, solver);
  Z3_del_context(z3);
}

static void check_disjoint(const Answer *a) {
  for (guint i = 0; i < a->n_partitions; i++) {
    g_autofree char *within = g_strdup_printf("(=> lower-%u upper-%u)", i, i);
    check_claim(a, within, "a partition's lower bound must imply its upper bound");
    for (guint k = 0; k < i; k++) {
      g_autofree char *apart = g_strdup_printf("(not (and upper-%u upper-%u))", i, k);
      check_claim(a, apart, "the partitions must be disjoint");
    }
  }
}

static void test_subject(gconstpointer data) {
  Answer a = {.subject = data};
  g_autofree char *json = run_acf(a.subject, &a.status);
  if (!json || !read_answer(a.subject, json, &a)) return;
  check_disjoint(&a);
  check_claim(&a, "(=> lower fails)", "every input of the lower bound must fail");
  check_claim(&a, "(=> fails upper)", "no input outside the upper bound may fail");
  if (a.status == 0) check_claim(&a, "(not fails)", "the exit status says that no input fails");
  if (a.exact) check_claim(&a, "(= lower upper)", "the bounds of an exact answer must be equivalent");
  if (!a.subject->bounded) {
    if (!a.exact) FAIL("%s: the answer is not exact", a.subject->name);
    if (a.status == 20) FAIL("%s: the exit status says that nothing is known", a.subject->name);
    if (!a.same) { /* else these were asked already */
      check_claim(&a, "(=> upper fails)", "the upper bound must be the failing set");
      check_claim(&a, "(=> fails lower)", "the lower bound must be the failing set");
    }
  }
  const char *expected = a.status == 0 ? "safe" : a.status == 10 ? "failures" : "unknown";
  g_assert_cmpstr(a.verdict, ==, expected);
  answer_clear(&a);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  const char *const folders[] = {SUBJECTS_NONDET, SUBJECTS_INPUTS, SUBJECTS_FUNCTIONS, NULL};
  return subjects_run_tests("golden", folders, test_subject);
}
