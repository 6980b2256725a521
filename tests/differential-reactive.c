/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The differential test of failure automata: random state machines (machines.h) are run natively on all short
 * sequences of a few values and on random longer ones, and every run is held against following the automaton with what
 * it read, and against the bounds of acf as a whole.
 *
 *   differential-reactive [--seed N | --file PROGRAM.c [--LP64] [-p PROPERTY]] [--keep DIR] [--time SECONDS]
 *
 * As a test it takes the seeds 1 to SEEDS; seeds.h says how to choose others.  With ACF_DIFFERENTIAL_TELL each
 * automaton is said to be exact, partial or none.  A contradiction shows the seed and the program. */
#include <stdlib.h>
#include <string.h>
#include <glib/gstdio.h>
#include "base/job.h"
#include "cfc/claims.h"
#include "engine/reactive/reactive.h"
#include "formula/solver.h"
#include "frontend/frontend.h"
#include "loop/acf.h"
#include "tests/helpers/input-tree.h"
#include "tests/helpers/machines.h"
#include "tests/helpers/seeds.h"

#define SEEDS 24
#define RUNS 300         /* natively, of each program and choice of values: the tree, and as many walks */
#define CHOICES 2        /* of values; of a program that is given: */
#define MORE_CHOICES 8
#define AUTOMATON_SECONDS 5
#define WHOLE_EVERY 10   /* of so many programs one is also given to acf as a whole */
#define STEPS 2000       /* of an automaton on one run */
#define MOST_READS 24u   /* that a program makes from one cut point to the next */
#define FILLS 3          /* values of inputs that a run does not read */

static int only_seed = -1;
static char *only_file, *keep, *only_property;
static gboolean only_lp64;
static double analysis_seconds = 2;

typedef struct {
  const char *name; /* "seed 12", or the file */
  const char *source;
  gboolean lp64, no_overflow, whole;
  const Property *property;
  char *folder, *path;
  Program *program;
  Cfg *cfg;
  InputTree *tree;
  GArray *traces; /* NativeTrace */
  gboolean wrong;
} Case;

static guint n_exact, n_partial, n_none;     /* automata */
static guint n_fails, n_ends, n_cut, n_else; /* native runs */
static guint n_decided;                      /* of those that fail or end: the automaton says it */

/* ---- what went wrong ---- */

static char *describe_run(const Case *c, const NativeTrace *t) {
  GString *text = g_string_new(NULL);
  g_string_append_printf(text, "%c line %u:", (char)t->outcome, (guint)t->line);
  for (guint i = 0; i < t->n; i++) {
    const InputSite *s = program_site(c->program, (guint)t->reads[i].site);
    g_string_append_printf(text, " %u:%u=%" G_GINT64_FORMAT, s->loc.line, s->loc.column,
                           s->is_signed ? term_signed(t->reads[i].value, s->width) : (gint64)t->reads[i].value);
  }
  return g_string_free(text, FALSE);
}

static void contradiction(Case *c, const NativeTrace *run, const char *format, ...) G_GNUC_PRINTF(3, 4);
static void contradiction(Case *c, const NativeTrace *run, const char *format, ...) {
  va_list args;
  va_start(args, format);
  g_autofree char *what = g_strdup_vprintf(format, args), *which = run ? describe_run(c, run) : NULL;
  va_end(args);
  if (!c->wrong) g_test_message("%s", c->source);
  g_test_message("%s: CONTRADICTION: %s%s%s", c->name, what, which ? "; run: " : "", which ? which : "");
  c->wrong = TRUE;
  g_test_fail();
}

/* ---- automata ---- */

static gboolean build_automaton(gpointer data, GByteArray *out) {
  const Case *c = (const Case *)data;
  const Question q = {.program = c->program,
                      .cfg = c->cfg,
                      .condition = term_bool(TRUE),
                      .start_unroll = 1,
                      .inputs_per_site = G_MAXUINT,
                      .deadline = g_get_monotonic_time() + (gint64)(0.9e6 * AUTOMATON_SECONDS)};
  FailureAutomaton *a = reactive_automaton(&q);
  if (!a) return FALSE;
  failure_automaton_write(out, a);
  failure_automaton_free(a);
  return TRUE;
}

/* NULL: there is none. */
static FailureAutomaton *automaton_of(Case *c) {
  g_autoptr(GByteArray) bytes = NULL;
  const JobState state = job_run("automaton", build_automaton, c, (JobLimits){AUTOMATON_SECONDS, 0}, &bytes);
  if (state == JOB_CRASHED) contradiction(c, NULL, "building the automaton crashes");
  FailureAutomaton *a = state == JOB_DONE ? failure_automaton_read(bytes) : NULL;
  if (state == JOB_DONE && !a) contradiction(c, NULL, "the automaton is not read back");
  return a;
}

static const FailureEdge *edge_at(const FailureAutomaton *a, guint i) { return (const FailureEdge *)a->edges->pdata[i]; }

/* Where the guards of a location overlap, or leave something open: writes which. */
static gboolean check_guards(gpointer data, GByteArray *out) {
  const FailureAutomaton *a = (const FailureAutomaton *)data;
  for (guint from = 0; from < a->locations->len; from++) {
    const Term *any = term_bool(FALSE), *twice = term_bool(FALSE);
    for (guint i = 0; i < a->edges->len; i++) {
      if (edge_at(a, i)->from != from) continue;
      twice = term_or(twice, term_and(any, edge_at(a, i)->guard));
      any = term_or(any, edge_at(a, i)->guard);
    }
    Solver *s = solver_new();
    solver_assert(s, term_or(twice, term_not(any)));
    if (solver_check(s, NULL, 0, 5000) == SOLVER_SAT) g_byte_array_append(out, (const guint8 *)&from, sizeof from);
    solver_free(s);
  }
  return TRUE;
}

static void compare_guards(Case *c, FailureAutomaton *a) {
  g_autoptr(GByteArray) bytes = NULL;
  if (job_run("guards", check_guards, a, (JobLimits){AUTOMATON_SECONDS, 0}, &bytes) == JOB_DONE && bytes->len)
    contradiction(c, NULL, "of location %u not exactly one guard holds", *(const guint *)bytes->data);
}

/* ---- values ---- */

static void add_value(Alphabet *a, const InputSite *s, guint64 value) {
  value &= term_mask(s->width);
  if (s->function && strstr(s->function, "bool")) value &= 1;
  for (guint i = 0; i < a->n; i++)
    if (a->values[i] == value) return;
  if (a->n < INPUT_TREE_VALUES) a->values[a->n++] = value;
}

/* The numbers that the text compares with: mostly the same for all its inputs. */
static GArray *numbers_of(const char *source) {
  GArray *numbers = g_array_new(FALSE, FALSE, sizeof(guint64));
  const char *body = strstr(source, "main(");
  for (const char *at = body ? body : source; *at; at++) {
    if (!g_ascii_isdigit(*at) || g_ascii_isalnum(at[-1]) || at[-1] == '_') continue;
    const guint64 value = g_ascii_strtoull(at, NULL, 0), negative = -value;
    g_array_append_val(numbers, value);
    if (at[-1] == '-') g_array_append_val(numbers, negative);
  }
  return numbers;
}

/* Few values, so that long sequences are tried: of the text, of the guards, and their neighbours. */
static Alphabet *alphabets_of(const Case *c, const FailureAutomaton *a, GRand *random) {
  g_autoptr(GArray) numbers = numbers_of(c->source);
  for (guint i = 0; a && i < a->edges->len; i++) {
    const Term *guard = edge_at(a, i)->guard;
    g_autoptr(GPtrArray) nodes = term_postorder(&guard, 1);
    for (guint k = 0; k < nodes->len; k++) {
      const Term *t = (const Term *)nodes->pdata[k];
      const guint64 value = t->param;
      if (term_is_const(t) && t->width > 1) g_array_append_val(numbers, value);
    }
  }
  Alphabet *all = g_new0(Alphabet, c->program->sites->len + 1);
  for (guint i = 0; i < c->program->sites->len; i++) {
    const InputSite *s = program_site(c->program, i);
    const guint n = (guint)g_rand_int_range(random, 4, 9);
    add_value(&all[i], s, 0);
    add_value(&all[i], s, 1);
    for (guint tries = 0; tries < 40 && all[i].n < n && numbers->len; tries++)
      add_value(&all[i], s, g_array_index(numbers, guint64, g_rand_int_range(random, 0, (gint32)numbers->len)) +
                                (guint64)(gint64)(g_rand_int_range(random, 0, 4) ? 0 : g_rand_int_range(random, -1, 2)));
    if (g_rand_int_range(random, 0, 3) == 0)
      add_value(&all[i], s, g_rand_boolean(random) ? G_MAXUINT64 : G_MAXUINT64 << (s->width - 1));
  }
  return all;
}

/* ---- comparing runs with an automaton ---- */

typedef enum { WALK_FAILS, WALK_ENDS, WALK_UNKNOWN, WALK_NEVER_FAILS, WALK_GOES_ON, WALK_NO_EDGE } WalkEnd;

static const char *const walk_names[] = {"fails", "ends", "is unknown", "never fails", "goes on", "has no edge"};

typedef struct {
  WalkEnd end;
  guint line;   /* WALK_FAILS */
  guint before; /* inputs read before the last step */
} Walk;

/* The inputs of the run, and random ones behind them. */
static Model *model_of(const Case *c, const NativeTrace *t, guint64 fill) {
  Model *m = model_new();
  g_autofree guint *seen = g_new0(guint, c->program->sites->len + 1);
  for (guint i = 0; i < t->n; i++) {
    const guint site = (guint)t->reads[i].site;
    const guint width = program_site(c->program, site)->width;
    model_set(m, term_input((InputKey){site, ++seen[site], 0}, width), t->reads[i].value & term_mask(width));
  }
  if (fill) model_set_random(m, fill);
  return m;
}

static gboolean guard_holds(const Term *guard, const Model *m, const guint *positions) {
  g_autoptr(GPtrArray) inputs = term_inputs(guard);
  Model *here = model_new();
  for (guint i = 0; i < inputs->len; i++) {
    const Term *input = (const Term *)inputs->pdata[i];
    InputKey key = input_key_unpack(input->param);
    g_assert_cmpuint(key.occurrence, >, ROUND_OCCURRENCE);
    key.occurrence += positions[key.site] - ROUND_OCCURRENCE;
    model_set(here, input, model_value(m, term_input(key, input->width)));
  }
  const gboolean holds = term_eval(guard, here) != 0;
  model_free(here);
  return holds;
}

/* FALSE: it has read more than the run. */
static gboolean move_on(const Program *p, guint *positions, const GArray *reads, const guint *seen, guint *total) {
  gboolean within = TRUE;
  for (guint i = 0; i < reads->len; i++) {
    const SiteReads *r = &g_array_index(reads, SiteReads, i);
    positions[r->site] += r->count;
    if (!site_is_called(program_site(p, r->site))) continue; /* memory that came to be */
    *total += r->count;
    within &= positions[r->site] <= seen[r->site];
  }
  return within;
}

static WalkEnd end_of(guint to) { return to == EDGE_FAILS ? WALK_FAILS : to == EDGE_ENDS ? WALK_ENDS : WALK_UNKNOWN; }

static Walk walk(const Case *c, const FailureAutomaton *a, const NativeTrace *t, const Model *m) {
  g_autofree guint *positions = g_new0(guint, c->program->sites->len + 1), *seen = g_new0(guint, c->program->sites->len + 1);
  Walk w = {WALK_GOES_ON, 0, 0};
  guint at = 0;
  for (guint i = 0; i < t->n; i++) seen[t->reads[i].site]++;
  for (guint step = 0; step < STEPS; step++) {
    const FailureEdge *taken = NULL;
    if (((const FailureLocation *)a->locations->pdata[at])->never_fails) return w.end = WALK_NEVER_FAILS, w;
    for (guint i = 0; i < a->edges->len && !taken; i++)
      if (edge_at(a, i)->from == at && guard_holds(edge_at(a, i)->guard, m, positions)) taken = edge_at(a, i);
    if (!taken) return w.end = WALK_NO_EDGE, w;
    if (taken->to == EDGE_FAILS) w.line = taken->failure.loc.line;
    if (taken->to >= EDGE_UNKNOWN) return w.end = end_of(taken->to), w;
    if (!move_on(c->program, positions, taken->reads, seen, &w.before)) return w;
    at = taken->to;
  }
  return w;
}

/* A check of the compiler stopped it. */
static gboolean trap_fails(const Case *c) { return property_counts(c->property, FAILURE_DIVISION_BY_ZERO); }

static gboolean agrees(const Case *c, const NativeTrace *t, Walk w) {
  if (w.end == WALK_UNKNOWN) return TRUE;
  if (w.end == WALK_NO_EDGE) return FALSE;
  switch ((NativeOutcome)t->outcome) {
  case NATIVE_FAILS: return w.end == WALK_FAILS && (!t->line || !w.line || w.line == t->line);
  case NATIVE_ENDS: return w.end == WALK_ENDS || w.end == WALK_NEVER_FAILS;
  case NATIVE_TRAPS: return trap_fails(c) ? w.end == WALK_FAILS : w.end != WALK_FAILS;
  case NATIVE_LOOPS: return w.end != WALK_FAILS; /* a loop that does nothing for ever ends a run, see IR_HALT */
  default: return w.end == WALK_NEVER_FAILS || w.end == WALK_GOES_ON || w.before + MOST_READS > t->n;
  }
}

static void compare_runs(Case *c, const FailureAutomaton *a, const char *whose, guint *decided) {
  for (guint i = 0; i < c->traces->len && !c->wrong; i++) {
    const NativeTrace *t = &g_array_index(c->traces, NativeTrace, i);
    for (guint fill = 0; fill < FILLS && !c->wrong; fill++) {
      Model *m = model_of(c, t, fill * 7919);
      const Walk w = walk(c, a, t, m);
      if (!agrees(c, t, w))
        contradiction(c, t, "the automaton %s %s (line %u, after %u inputs)", whose, walk_names[w.end], w.line, w.before);
      if (!fill && (t->outcome == NATIVE_FAILS || t->outcome == NATIVE_ENDS)) *decided += w.end != WALK_UNKNOWN;
      model_free(m);
    }
  }
}

/* ---- comparing runs with formulas ---- */

static gboolean run_fails(const Case *c, const NativeTrace *t) {
  return t->outcome == NATIVE_FAILS || (t->outcome == NATIVE_TRAPS && trap_fails(c));
}

static void compare_bounds(Case *c, const Cfc *cfc) {
  for (guint i = 0; i < c->traces->len && !c->wrong; i++) {
    const NativeTrace *t = &g_array_index(c->traces, NativeTrace, i);
    for (guint fill = 0; fill < FILLS && !c->wrong; fill++) {
      Model *m = model_of(c, t, fill * 7919);
      Evaluator *e = evaluator_new(m);
      gboolean upper = FALSE, lower = FALSE;
      for (guint k = 0; k < cfc->partitions->len; k++) {
        upper |= evaluator_value(e, claim_upper((const Partition *)cfc->partitions->pdata[k])) != 0;
        lower |= evaluator_value(e, claim_lower((const Partition *)cfc->partitions->pdata[k])) != 0;
      }
      if (run_fails(c, t) && !upper) contradiction(c, t, "a run fails outside of the upper bounds");
      if (t->outcome == NATIVE_ENDS && lower) contradiction(c, t, "a run ends in a lower bound");
      evaluator_free(e);
      model_free(m);
    }
  }
}

static void compare_whole(Case *c) {
  AnalysisOptions o = {.seconds = analysis_seconds,
                       .start = g_get_monotonic_time(),
                       .memory_mib = 2048,
                       .lp64 = c->lp64,
                       .no_overflow = c->no_overflow,
                       .inputs_per_site = 64,
                       .verbosity = -1};
  Cfc *cfc = acf_characterize(c->program, &o);
  compare_bounds(c, cfc);
  if (cfc->automaton) compare_runs(c, cfc->automaton, "of acf", &(guint){0});
  cfc_free(cfc);
}

/* ---- one program ---- */

static void run_natively(Case *c, const FailureAutomaton *a, guint32 seed) {
  GRand *random = g_rand_new_with_seed(seed);
  for (guint round = 0; round < (only_file ? MORE_CHOICES : CHOICES); round++) {
    g_autofree Alphabet *alphabets = alphabets_of(c, a, random);
    g_autoptr(GArray) runs = input_tree_run(c->tree, alphabets, RUNS, seed + round);
    if (!runs) contradiction(c, NULL, "the native program does not run");
    else g_array_append_vals(c->traces, runs->data, runs->len);
  }
  for (guint i = 0; i < c->traces->len; i++) {
    const guint64 outcome = g_array_index(c->traces, NativeTrace, i).outcome;
    *(outcome == NATIVE_FAILS ? &n_fails : outcome == NATIVE_ENDS ? &n_ends : outcome == NATIVE_CUT ? &n_cut : &n_else) += 1;
  }
  g_rand_free(random);
}

static gboolean case_open(Case *c) {
  g_autoptr(GError) error = NULL;
  g_autofree char *why = NULL;
  c->folder = keep ? g_strdup(keep) : g_dir_make_tmp("acf-reactive-XXXXXX", NULL);
  g_mkdir_with_parents(c->folder, 0777);
  c->path = g_build_filename(c->folder, "program.c", NULL);
  c->traces = g_array_new(FALSE, FALSE, sizeof(NativeTrace));
  g_file_set_contents(c->path, c->source, -1, NULL);
  const EntryOptions initial = {.globals_initial = TRUE}; /* native runs set no variables */
  FrontendOptions options = {
      .entry = &initial, .lp64 = c->lp64, .no_overflow = c->no_overflow, .property = c->property};
  c->program = frontend_load(c->path, &options, &error);
  if (c->program) c->tree = input_tree_build(c->program, c->source, c->folder, &why);
  if (!c->tree) contradiction(c, NULL, "it cannot be run: %s", c->program ? why : error->message);
  if (c->program) c->cfg = cfg_new(c->program);
  return c->tree != NULL;
}

static void case_close(Case *c) {
  g_array_unref(c->traces);
  if (!keep) {
    input_tree_free(c->tree);
    g_unlink(c->path);
    g_rmdir(c->folder);
  }
  g_clear_pointer(&c->cfg, cfg_free);
  program_free(c->program);
  g_free(c->path);
  g_free(c->folder);
  term_store_clear();
}

static void tell(const Case *c, const char *automaton) {
  if (g_getenv("ACF_DIFFERENTIAL_TELL")) g_test_message("%s: %s", c->name, automaton);
}

static gboolean check_case(Case *c, guint32 seed) {
  if (case_open(c)) {
    FailureAutomaton *a = automaton_of(c);
    *(!a ? &n_none : failure_automaton_exact(a) ? &n_exact : &n_partial) += 1;
    tell(c, !a ? "none" : failure_automaton_exact(a) ? "exact" : "partial");
    if (a || c->whole) run_natively(c, a, seed);
    if (a) compare_guards(c, a);
    if (a) compare_runs(c, a, "built", &n_decided);
    failure_automaton_free(a);
    if (c->whole && !c->wrong) compare_whole(c);
  }
  case_close(c);
  return !c->wrong;
}

static gboolean check_seed(guint32 seed) {
  g_autofree char *source = generate_machine(seed), *name = g_strdup_printf("seed %u", seed);
  g_autoptr(Property) property = generate_machine_property(seed);
  Case c = {.name = name,
            .source = source,
            .lp64 = seed % 2,
            .no_overflow = seed % 12 == 7,
            .whole = only_seed >= 0 || seed % WHOLE_EVERY == 0,
            .property = property};
  return check_case(&c, seed);
}

/* ---- the tests ---- */

static void tell_numbers(void) {
  g_test_message("automata: %u exact, %u partial, %u not found; native runs: %u fail, %u end, %u cut, %u other; "
                 "of those that fail or end %u decided",
                 n_exact, n_partial, n_none, n_fails, n_ends, n_cut, n_else, n_decided);
}

static void test_random(void) {
  Seeds seeds = seeds_chosen(SEEDS);
  guint n = 0;
  g_autoptr(GString) wrong = g_string_new(NULL);
  for (guint seed; seeds_take(&seeds, &seed); n++)
    if (!check_seed(seed)) g_string_append_printf(wrong, " %u", seed);
  g_test_message("%u programs; contradictions at seeds:%s", n, wrong->len ? wrong->str : " none");
  tell_numbers();
  if (!n_fails || !n_ends || !n_decided) g_test_fail_printf("nothing was compared");
}

static void test_one(void) {
  g_autofree char *source = NULL;
  if (only_seed >= 0) {
    check_seed((guint32)only_seed);
    return;
  }
  g_autoptr(Property) property = property_named(only_property ? only_property : "unreach-call");
  Case c = {.name = only_file, .lp64 = only_lp64, .property = property, .whole = TRUE};
  if (!g_file_get_contents(only_file, &source, NULL, NULL)) {
    g_test_fail_printf("cannot read %s", only_file);
    return;
  }
  c.source = source;
  check_case(&c, 1);
  tell_numbers();
}

int main(int argc, char **argv) {
  const GOptionEntry entries[] = {{"seed", 0, 0, G_OPTION_ARG_INT, &only_seed, NULL, NULL},
                                  {"file", 0, 0, G_OPTION_ARG_FILENAME, &only_file, NULL, NULL},
                                  {"property", 'p', 0, G_OPTION_ARG_STRING, &only_property, NULL, NULL},
                                  {"LP64", 0, 0, G_OPTION_ARG_NONE, &only_lp64, NULL, NULL},
                                  {"keep", 0, 0, G_OPTION_ARG_FILENAME, &keep, NULL, NULL},
                                  {"time", 0, 0, G_OPTION_ARG_DOUBLE, &analysis_seconds, NULL, NULL},
                                  {NULL}};
  g_autoptr(GOptionContext) context = g_option_context_new(NULL);
  g_option_context_set_help_enabled(context, FALSE);
  g_option_context_set_ignore_unknown_options(context, TRUE);
  g_option_context_add_main_entries(context, entries, NULL);
  g_option_context_parse(context, &argc, &argv, NULL);
  g_test_init(&argc, &argv, NULL);
  if (only_seed >= 0 || only_file) g_test_add_func("/differential-reactive/one", test_one);
  else g_test_add_func("/differential-reactive/random", test_random);
  return g_test_run();
}
