/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The differential test: acf as a whole, each engine alone, and native runs must not contradict each other,
 * on random programs (generator.h) and on the example programs.
 *
 *   differential [--seed N | --file PROGRAM.c [--LP64] [--no-overflow]] [--keep DIR] [--time SECONDS]
 *
 * With --whole no engine is asked alone: more programs in the same time.
 * As a test it takes the seeds 1 to SEEDS and some of the subjects; seeds.h says how to choose others.  A
 * contradiction shows the seed and the program. */
#include <stdlib.h>
#include <string.h>
#include <glib/gstdio.h>
#include "loop/acf.h"
#include "engine/engine.h"
#include "cfc/claims.h"
#include "frontend/frontend.h"
#include "tests/helpers/generator.h"
#include "tests/helpers/native.h"
#include "tests/helpers/seeds.h"
#include "tests/helpers/subject.h"

#define N_POINTS 240
#define SEEDS 30
#define SUBJECT_STRIDE 3 /* every third subject; golden has all of them */
#define SUBJECT_SECONDS 0.25 /* for one engine */
#define MAX_EXAMPLES 8 /* taken from each result */

static int only_seed = -1;
static char *only_file, *keep;
static gboolean only_lp64, only_none, only_whole;
static double analysis_seconds = 1;

/* Whether a program can be run natively: random ones can. */
typedef enum { RUN_NEVER, RUN_IF_POSSIBLE, RUN_ALWAYS } Running;

/* One program, what everyone says about it, and the points where they are compared. */
typedef struct {
  const char *name; /* "seed 12", or the subject's */
  const char *source;
  gboolean lp64, no_overflow, generated;
  const Property *property; /* NULL: unreach-call of main */
  Running running;
  char *folder, *path;
  Program *program;
  Native *native;  /* NULL: has inputs that cannot be controlled */
  Native *another; /* a second build of it, or NULL */
  GPtrArray *cfcs; /* Cfc* */
  GPtrArray *who;  /* const char*: whose they are */
  GArray *points;  /* guint64: native_point_size() each */
  gboolean wrong;
} Case;

static guint n_failing, n_passing; /* native runs that were compared */
static guint n_again, n_differ;    /* those of second builds, and of these the ones with other outcomes */
static guint n_safe, n_exact, n_bounded; /* results of acf as a whole */

/* ---- analyses ---- */

static Cfc *analyse(const Case *c, const char *engine) {
  AnalysisOptions o = {.seconds = analysis_seconds,
                       .start = g_get_monotonic_time(),
                       .memory_mib = 2048,
                       .lp64 = c->lp64,
                       .no_overflow = c->no_overflow,
                       .inputs_per_site = 64,
                       .engine = (char *)engine,
                       .verbosity = -1};
  return acf_characterize(c->program, &o);
}

static void analyse_by(Case *c, const char *engine) {
  Cfc *cfc = analyse(c, engine);
  if (!engine && claims_verdict(cfc) == VERDICT_SAFE)
    n_safe++;
  else if (!engine)
    *(claims_exact(cfc) ? &n_exact : &n_bounded) += 1;
  g_ptr_array_add(c->cfcs, cfc);
  g_ptr_array_add(c->who, (gpointer)(engine ? engine : "acf"));
}

/* ---- points ---- */

/* Constants of the formulas: their neighbours are where things change. */
static GArray *constants_of(const Case *c) {
  GArray *values = g_array_new(FALSE, FALSE, sizeof(guint64));
  for (guint i = 0; i < c->cfcs->len; i++) {
    const Term *bounds[] = {cfc_upper(c->cfcs->pdata[i]), cfc_lower(c->cfcs->pdata[i])};
    GPtrArray *nodes = term_postorder(bounds, G_N_ELEMENTS(bounds));
    for (guint k = 0; k < nodes->len; k++) {
      const Term *t = nodes->pdata[k];
      guint64 value = (guint64)term_signed(t->param, t->width);
      if (term_is_const(t) && t->width > 1) g_array_append_val(values, value);
    }
    g_ptr_array_unref(nodes);
  }
  return values;
}

static guint64 interesting_value(GRand *random) {
  static const guint64 near_zero[] = {0,  1,  2,  3,  4,   5,   6,   7,   8,   10,
                                      13, 15, 16, 31, 100, 127, 128, 255, 1000};
  switch (g_rand_int_range(random, 0, 6)) {
  case 0: return (guint64)g_rand_int(random) << 32 | g_rand_int(random);
  case 1: return -near_zero[g_rand_int_range(random, 0, G_N_ELEMENTS(near_zero))];
  case 2: return (G_GUINT64_CONSTANT(1) << g_rand_int_range(random, 3, 64)) + g_rand_int_range(random, -2, 2);
  default: return near_zero[g_rand_int_range(random, 0, G_N_ELEMENTS(near_zero))];
  }
}

/* The first point is 0; the others are of small numbers, of constants of the formulas, or of anything. */
static void add_random_points(Case *c, guint32 seed) {
  GRand *random = g_rand_new_with_seed(seed);
  GArray *constants = constants_of(c);
  guint size = native_point_size(c->program), n = size ? N_POINTS : 1;
  g_array_set_size(c->points, size * n);
  for (guint i = size; i < c->points->len; i++) {
    guint64 *value = &g_array_index(c->points, guint64, i);
    guint kind = i / size % 4;
    if (kind < 2)
      *value = (guint64)(gint64)g_rand_int_range(random, -3, 10);
    else if (kind == 2 && constants->len && g_rand_boolean(random))
      *value = g_array_index(constants, guint64, g_rand_int_range(random, 0, (gint32)constants->len)) +
               (guint64)(gint64)g_rand_int_range(random, -1, 2);
    else
      *value = interesting_value(random);
  }
  g_array_unref(constants);
  g_rand_free(random);
}

typedef struct {
  const Program *program;
  guint64 *point;
  gboolean fits; /* nothing but what a point can say is set */
} Taking;

static void take_value(const Term *leaf, guint64 value, gpointer data) {
  Taking *t = data;
  InputKey key = input_key_unpack(leaf->param);
  gboolean fits = leaf->op == TERM_INPUT && site_is_value(program_site(t->program, key.site)) &&
                  key.occurrence <= NATIVE_OCCURRENCES && !key.offset;
  if (fits) t->point[key.site * NATIVE_OCCURRENCES + key.occurrence - 1] = value;
  t->fits &= fits || !value;
}

/* The examples, and around each the points that differ by one in one input. */
static void add_example(Case *c, const Model *example) {
  guint size = native_point_size(c->program);
  g_autofree guint64 *point = g_new0(guint64, size + 1);
  Taking t = {c->program, point, TRUE};
  model_foreach(example, take_value, &t);
  if (!t.fits || !size) return;
  g_array_append_vals(c->points, point, size);
  for (guint i = 0; i < size; i += NATIVE_OCCURRENCES) {
    if (!site_is_value(program_site(c->program, i / NATIVE_OCCURRENCES))) continue;
    point[i]++;
    g_array_append_vals(c->points, point, size);
    point[i] -= 2;
    g_array_append_vals(c->points, point, size);
    point[i]++;
  }
}

static void add_examples(Case *c) {
  for (guint i = 0; i < c->cfcs->len; i++) {
    const GPtrArray *partitions = ((const Cfc *)c->cfcs->pdata[i])->partitions;
    for (guint k = 0; k < MIN(partitions->len, MAX_EXAMPLES); k++) {
      const GPtrArray *examples = ((const Partition *)partitions->pdata[k])->examples;
      if (examples->len) add_example(c, examples->pdata[0]);
    }
  }
}

/* ---- comparing ---- */

static char *describe_point(const Case *c, const guint64 *point) {
  GString *text = g_string_new(NULL);
  for (guint i = 0; i < native_point_size(c->program); i++) {
    const InputSite *s = program_site(c->program, i / NATIVE_OCCURRENCES);
    guint64 value = point[i] & term_mask(s->width);
    if (site_is_value(s) && (i % NATIVE_OCCURRENCES == 0 || value))
      g_string_append_printf(text, " %s@%u:%u#%u=0x%" G_GINT64_MODIFIER "x", s->variable ? s->variable : "",
                             s->loc.line, s->loc.column, i % NATIVE_OCCURRENCES + 1, value);
  }
  return g_string_free(text, FALSE);
}

static void contradiction(Case *c, const guint64 *point, const char *format, ...) G_GNUC_PRINTF(3, 4);
static void contradiction(Case *c, const guint64 *point, const char *format, ...) {
  va_list args;
  va_start(args, format);
  g_autofree char *what = g_strdup_vprintf(format, args), *where = point ? describe_point(c, point) : NULL;
  va_end(args);
  if (!c->wrong) g_test_message("%s", c->source);
  g_test_message("%s: %s%s%s", c->name, what, where ? ", at" : "", where ? where : "");
  c->wrong = TRUE;
  g_test_fail();
}

/* What one claims at a point, which must hold in itself and for every build: of an undefined run nothing may
 * be claimed. */
static void compare_at(Case *c, const char *who, const Cfc *cfc, Evaluator *e, const guint64 *point,
                       const char *outcomes) {
  guint uppers = 0, lowers = 0;
  for (guint i = 0; i < cfc->partitions->len; i++) {
    gboolean upper = evaluator_value(e, claim_upper(cfc->partitions->pdata[i])) != 0,
             lower = evaluator_value(e, claim_lower(cfc->partitions->pdata[i])) != 0;
    if (lower && !upper) contradiction(c, point, "%s: in lower bound %u, not in the upper one", who, i + 1);
    uppers += upper;
    lowers += lower;
  }
  if (uppers > 1) contradiction(c, point, "%s: %u partitions overlap", who, uppers);
  for (guint i = 0; i < 2; i++) {
    const Native *build = i ? c->another : c->native;
    if (outcomes[i] == 'F' && !uppers)
      contradiction(c, point, "%s: the run (%s) fails, outside of the upper bounds", who, native_name(build));
    if (outcomes[i] == '.' && lowers)
      contradiction(c, point, "%s: the run (%s) does not fail, in a lower bound", who, native_name(build));
  }
}

/* NULL: there is no such build. */
static char *run_build(Case *c, const Native *native, guint n) {
  char *outcomes = native ? native_run(native, (const guint64 *)c->points->data, n) : NULL;
  if (native && !outcomes) contradiction(c, NULL, "the native program does not run");
  return outcomes;
}

static void compare_points(Case *c) {
  guint size = native_point_size(c->program), n = size ? c->points->len / size : 1;
  const guint64 *points = (const guint64 *)c->points->data;
  g_autofree char *outcomes = run_build(c, c->native, n), *others = run_build(c, c->another, n);
  for (guint i = 0; i < n && !c->wrong; i++) {
    const guint64 *point = points + (gsize)i * size;
    Model *m = native_model(c->program, point);
    Evaluator *e = evaluator_new(m);
    const char here[] = {outcomes ? outcomes[i] : 'T', others ? others[i] : 'T'};
    n_failing += here[0] == 'F';
    n_passing += here[0] == '.';
    n_again += here[1] != 'T';
    n_differ += here[0] != 'T' && here[1] != 'T' && here[0] != here[1];
    for (guint k = 0; k < c->cfcs->len; k++)
      compare_at(c, c->who->pdata[k], c->cfcs->pdata[k], e, point, here);
    evaluator_free(e);
    model_free(m);
  }
}

static void compare_verdicts(Case *c) {
  const char *safe = NULL, *failures = NULL;
  for (guint i = 0; i < c->cfcs->len; i++) {
    Verdict v = claims_verdict(c->cfcs->pdata[i]);
    if (v == VERDICT_SAFE) safe = c->who->pdata[i];
    if (v == VERDICT_FAILURES) failures = c->who->pdata[i];
  }
  if (safe && failures)
    contradiction(c, NULL, "%s says that no input fails, %s that some do", safe, failures);
}

/* ---- one program ---- */

static void build_native(Case *c) {
  g_autofree char *why = NULL;
  c->native = c->running == RUN_NEVER ? NULL : native_build(c->program, c->source, c->folder, &why);
  if (c->running == RUN_ALWAYS && !c->native) contradiction(c, NULL, "it cannot be run natively: %s", why);
}

/* A second build for two of three random programs: one that optimises, where the order of evaluation does not
 * matter by gcc (if it is there, and for this data model). */
static void build_another(Case *c, guint32 seed) {
  g_autofree char *why = NULL, *not_by_gcc = NULL;
  if (!c->native || seed % 3 == 0) return;
  gboolean by_gcc = generate_has_any_order(seed) && !c->no_overflow;
  if (by_gcc) c->another = native_again(c->native, NATIVE_GCC_O1, &not_by_gcc);
  if (!c->another) c->another = native_again(c->native, NATIVE_CLANG_O1, &why);
  if (!c->another) contradiction(c, NULL, "it cannot be built again: %s", why);
}

static gboolean case_open(Case *c) {
  g_autoptr(GError) error = NULL;
  c->folder = keep ? g_strdup(keep) : g_dir_make_tmp("acf-differential-XXXXXX", NULL);
  g_mkdir_with_parents(c->folder, 0777);
  c->path = g_build_filename(c->folder, "program.c", NULL);
  c->cfcs = g_ptr_array_new_with_free_func((GDestroyNotify)cfc_free);
  c->who = g_ptr_array_new();
  c->points = g_array_new(FALSE, TRUE, sizeof(guint64));
  g_file_set_contents(c->path, c->source, -1, NULL);
  const EntryOptions initial = {.globals_initial = TRUE}; /* native runs set no variables */
  FrontendOptions options = {.entry = &initial, .lp64 = c->lp64, .no_overflow = c->no_overflow, .property = c->property};
  c->program = frontend_load(c->path, &options, &error);
  if (!c->program) {
    contradiction(c, NULL, "%s", error->message);
    return FALSE;
  }
  build_native(c);
  return TRUE;
}

static void case_close(Case *c) {
  g_ptr_array_unref(c->cfcs);
  g_ptr_array_unref(c->who);
  g_array_unref(c->points);
  if (!keep) {
    native_free(c->another);
    native_free(c->native);
    g_unlink(c->path);
    g_rmdir(c->folder);
  }
  program_free(c->program);
  g_free(c->path);
  g_free(c->folder);
  term_store_clear();
}

/* FALSE: contradictions were found. */
static gboolean check_case(Case *c, guint32 seed) {
  if (case_open(c)) {
    if (c->generated) build_another(c, seed);
    if (c->running == RUN_ALWAYS) analyse_by(c, NULL); /* golden does it for subjects */
    for (guint i = 0; i < n_engines && !only_whole; i++) analyse_by(c, engines[i].name);
    add_random_points(c, seed);
    add_examples(c);
    compare_points(c);
    compare_verdicts(c);
  }
  case_close(c);
  return !c->wrong;
}

static gboolean check_seed(guint32 seed) {
  g_autofree char *source = generate_program(seed), *name = g_strdup_printf("seed %u", seed);
  g_autoptr(Property) property = generate_property(seed);
  Case c = {.name = name,
            .source = source,
            .lp64 = seed % 2,
            .no_overflow = seed % 4 == 3,
            .generated = TRUE,
            .property = property,
            .running = RUN_ALWAYS};
  return check_case(&c, seed);
}

/* ---- the tests ---- */

static void test_random(void) {
  Seeds seeds = seeds_chosen(SEEDS);
  guint n = 0;
  GString *wrong = g_string_new(NULL);
  for (guint seed; seeds_take(&seeds, &seed); n++)
    if (!check_seed(seed)) g_string_append_printf(wrong, " %u", seed);
  g_test_message("%u programs (%u safe, %u with the exact failing set, %u bounded), %u failing and %u other "
                 "native runs, %u of second builds, of which %u ended otherwise; contradictions at seeds:%s",
                 n, n_safe, n_exact, n_bounded, n_failing, n_passing, n_again, n_differ,
                 wrong->len ? wrong->str : " none");
  if (!n_failing || !n_passing) g_test_fail_printf("nothing was compared");
  g_string_free(wrong, TRUE);
}

static void test_subjects(void) {
  g_autoptr(GPtrArray) subjects = subjects_load_all();
  guint n = 0;
  analysis_seconds = SUBJECT_SECONDS;
  for (; n < subjects->len; n += SUBJECT_STRIDE) {
    const Subject *s = subjects->pdata[n];
    gboolean plain = TRUE;
    for (guint i = 0; i < s->inputs->len; i++)
      plain &= g_str_equal(((const SubjectInput *)s->inputs->pdata[i])->kind, "nondet");
    plain &= g_str_equal(s->property->entry, "main");
    plain &= s->property->kinds == 1u << PROPERTY_UNREACH_CALL; /* native runs see error calls */
    Case c = {.name = s->name,
              .source = s->source,
              .lp64 = s->lp64,
              .property = s->property,
              .running = plain ? RUN_IF_POSSIBLE : RUN_NEVER};
    check_case(&c, n);
  }
  g_test_message("%u of %u subjects", n / SUBJECT_STRIDE, subjects->len);
}

static void test_one(void) {
  g_autofree char *source = NULL;
  if (only_seed >= 0) {
    check_seed((guint32)only_seed);
    return;
  }
  Case c = {.name = only_file, .lp64 = only_lp64, .no_overflow = only_none, .running = RUN_ALWAYS};
  if (g_file_get_contents(only_file, &source, NULL, NULL)) {
    c.source = source;
    check_case(&c, 1);
  } else {
    g_test_fail_printf("cannot read %s", only_file);
  }
}

int main(int argc, char **argv) {
  const GOptionEntry entries[] = {{"seed", 0, 0, G_OPTION_ARG_INT, &only_seed, NULL, NULL},
                                  {"file", 0, 0, G_OPTION_ARG_FILENAME, &only_file, NULL, NULL},
                                  {"LP64", 0, 0, G_OPTION_ARG_NONE, &only_lp64, NULL, NULL},
                                  {"no-overflow", 0, 0, G_OPTION_ARG_NONE, &only_none, NULL, NULL},
                                  {"whole", 0, 0, G_OPTION_ARG_NONE, &only_whole, NULL, NULL},
                                  {"keep", 0, 0, G_OPTION_ARG_FILENAME, &keep, NULL, NULL},
                                  {"time", 0, 0, G_OPTION_ARG_DOUBLE, &analysis_seconds, NULL, NULL},
                                  {NULL}};
  g_autoptr(GOptionContext) context = g_option_context_new(NULL);
  g_option_context_set_help_enabled(context, FALSE);
  g_option_context_set_ignore_unknown_options(context, TRUE);
  g_option_context_add_main_entries(context, entries, NULL);
  g_option_context_parse(context, &argc, &argv, NULL);
  g_test_init(&argc, &argv, NULL);
  if (only_seed >= 0 || only_file) {
    g_test_add_func("/differential/one", test_one);
  } else {
    g_test_add_func("/differential/random", test_random);
    g_test_add_func("/differential/subjects", test_subjects);
  }
  return g_test_run();
}
