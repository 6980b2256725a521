/* SPDX-License-Identifier: GPL-3.0-or-later */
/* acf audit: analyzers tested against each other and against the truth. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "audit/campaign.h"
#include "audit/finding.h"
#include "audit/report.h"
#include "base/job.h"
#include "base/process.h"
#include "base/streams.h"
#include "command/command.h"
#include "export/export.h"
#include "loop/options.h"

typedef struct {
  char *database, *with, *strategy, *kinds, *html, *csv, *compare, *folder;
  char **descriptions;
  gint budget, batch, jobs, memory;
  gint64 seed;
  double seconds;
  gboolean lp64, quiet, all;
} Call;

static void call_clear(Call *c) {
  char *texts[] = {c->database, c->with, c->strategy, c->kinds, c->html, c->csv, c->compare, c->folder};
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++) g_free(texts[i]);
  g_strfreev(c->descriptions);
}

/* ---- the call ---- */

static const char summary[] =
    "Puts checks into programs, asks analyzers whether they can fail, and finds out which of them are "
    "wrong:\n"
    "by the vote of the others, and by native runs and proofs where there are any.\n\n"
    "  acf audit SEED.c... -d AUDIT.db    asks; goes on where it was stopped\n"
    "  acf audit report -d AUDIT.db       tables of what was found\n"
    "  acf audit show -d AUDIT.db N       one finding: the program, the verdicts, the failing input\n"
    "  acf audit reduce -d AUDIT.db N     the smallest program that still shows it, by cvise\n"
    "  acf audit issue -d AUDIT.db N      a bug report\n"
    "  acf audit confirm -d AUDIT.db N PROGRAM.c    does this program show the same?";

static const char description[] =
    "Analyzers are the engines, their configurations (absint-polyhedra, absint-octagons, absint-boxes), acf "
    "as\n"
    "a whole, and the external ones of acf --analyzers; embedded and external stand for all of them.\n"
    "Strategies: uniform, breadth, depth, random-walk, guided-walk, observed.\n"
    "Kinds of checks: numeric, null, alias, bounds.\n\n"
    "Ends with status 10 when a finding is proven, 20 when it was interrupted, and 0 else.\n";

static gboolean parse(int *argc, char ***argv, Call *c, GError **error) {
  *c = (Call){.batch = 4, .seed = 1, .seconds = 30, .memory = DEFAULT_MEMORY_MIB};
  const GOptionEntry entries[] = {
      {"database", 'd', 0, G_OPTION_ARG_FILENAME, &c->database, "The database (SQLite)", "FILE"},
      {"with", 0, 0, G_OPTION_ARG_STRING, &c->with, "Analyzers to audit (default: all that are found)",
       "NAME,..."},
      {"analyzer", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &c->descriptions,
       "Description of another analyzer; may be repeated", "FILE"},
      {"budget", 0, 0, G_OPTION_ARG_INT, &c->budget,
       "Checks in each seed (default: 100, or a fifth of its expressions where that is less)", "N"},
      {"batch", 0, 0, G_OPTION_ARG_INT, &c->batch, "Conditions of a check (default: 4)", "N"},
      {"strategy", 0, 0, G_OPTION_ARG_STRING, &c->strategy, "How expressions are chosen (default: uniform)",
       "NAME"},
      {"kinds", 0, 0, G_OPTION_ARG_STRING, &c->kinds, "Kinds of checks (default: numeric)", "NAME,..."},
      {"seed", 0, 0, G_OPTION_ARG_INT64, &c->seed, "Seed of all choices (default: 1)", "N"},
      {"time", 0, 0, G_OPTION_ARG_DOUBLE, &c->seconds, "For each analyzer and program (default: 30)",
       "SECONDS"},
      {"memory", 0, 0, G_OPTION_ARG_INT, &c->memory, "Likewise", "MIB"},
      {"jobs", 'j', 0, G_OPTION_ARG_INT, &c->jobs, "Analyzers at once (default: as many as there are cores)",
       "N"},
      {"LP64", 0, 0, G_OPTION_ARG_NONE, &c->lp64, "64-bit long and pointers (default: ILP32)", NULL},
      {"html", 0, 0, G_OPTION_ARG_FILENAME, &c->html, "report: write a page", "FILE"},
      {"csv", 0, 0, G_OPTION_ARG_FILENAME, &c->csv, "report: write each table as a file", "FOLDER"},
      {"compare", 0, 0, G_OPTION_ARG_STRING, &c->compare, "report: two analyzers against each other",
       "NAME,NAME"},
      {"all", 0, 0, G_OPTION_ARG_NONE, &c->all, "report: print long tables, too", NULL},
      {"output", 'o', 0, G_OPTION_ARG_FILENAME, &c->folder, "show: write program.c and input.c there",
       "FOLDER"},
      {"quiet", 'q', 0, G_OPTION_ARG_NONE, &c->quiet, "Print nothing but errors", NULL},
      LIMIT_OPTION,
      {NULL}};
  g_autoptr(GOptionContext) context = g_option_context_new("SEED.c...");
  g_option_context_set_summary(context, summary);
  g_option_context_set_description(context, description);
  g_option_context_add_main_entries(context, entries, NULL);
  return g_option_context_parse(context, argc, argv, error);
}

static gboolean in_range(GError **error, const char *option, gint value, gint least, gint greatest) {
  return (value >= least && value <= greatest) ||
         command_wrong(error, "audit", "--%s must be from %d to %d", option, least, greatest);
}

static gboolean check(const Call *c, GError **error) {
  if (!c->database) return command_wrong(error, "audit", "-d FILE says where the database is");
  if (!isfinite(c->seconds) || c->seconds <= 0)
    return command_wrong(error, "audit", "--time must be a positive number of seconds");
  return in_range(error, "budget", c->budget, 0, 1000000) && in_range(error, "batch", c->batch, 1, 1024) &&
         in_range(error, "jobs", c->jobs, 0, 1024) && in_range(error, "memory", c->memory, 64, 1 << 20);
}

/* ---- output ---- */

static gboolean print(const Call *c, const char *text, GError **error) {
  if (c->quiet || streams_print(text)) return TRUE;
  g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "standard output: %s", g_strerror(errno));
  return FALSE;
}

static ExitStatus error_status(const GError *error) {
  if (g_error_matches(error, ACF_AUDIT_ERROR, AUDIT_ERROR_CALL)) return EXIT_USAGE;
  return g_error_matches(error, ACF_AUDIT_ERROR, AUDIT_ERROR_TOOL) ? EXIT_INTERNAL : EXIT_DATA;
}

static gboolean line_shown;
static void clear_line(void) {
  if (line_shown) fputs("\r\033[K", stderr);
  line_shown = FALSE;
}

static void say(const char *line) {
  fprintf(stderr, "\r\033[K%s", line);
  fflush(stderr);
  line_shown = TRUE;
}

static void refuse(const char *why) {
  clear_line();
  fprintf(stderr, "acf: seed not used: %s\n", why);
}

/* ---- asking ---- */

static GPtrArray *choose_kinds(const char *names, GError **error) {
  g_autoptr(GPtrArray) kinds = g_ptr_array_new();
  g_auto(GStrv) list = g_strsplit(names ? names : "numeric", ",", -1);
  for (char **name = list; *name; name++) {
    const CheckKind *kind = check_kind_find(g_strstrip(*name));
    if (!kind) {
      g_autofree char *known = check_kind_names();
      command_wrong(error, "audit", "there is no kind of check '%s'; there are: %s", *name, known);
      return NULL;
    }
    g_ptr_array_add(kinds, (gpointer)kind);
  }
  return g_steal_pointer(&kinds);
}

static const Strategy *choose_strategy(const char *name, GError **error) {
  const Strategy *s = strategy_find(name ? name : "uniform");
  g_autofree char *known = s ? NULL : strategy_names();
  if (!s) command_wrong(error, "audit", "there is no strategy '%s'; there are: %s", name, known);
  return s;
}

static char *result_text(const CampaignResult *r, const CampaignOptions *o) {
  const double all = r->seconds * o->jobs;
  return g_strdup_printf("%u programs; %u runs, %u known from before; %u findings, %u of them proven%s\n"
                         "%.1f s, %.0f %% of the places for analyzers idle\n",
                         r->variants, r->asked, r->recalled, r->findings, r->proven,
                         r->interrupted ? "; interrupted" : "", r->seconds,
                         all > 0 ? CLAMP(100 * (1 - r->busy / all), 0, 100) : 0);
}

static ExitStatus run_campaign(const Call *c, const CampaignOptions *o, Store *store, GError **error) {
  CampaignResult result;
  process_adopt_orphans();
  const gboolean done = campaign_run(store, o, &result, error);
  clear_line();
  process_sweep_orphans();
  if (!done) return error_status(*error);
  g_autofree char *text = result_text(&result, o);
  if (!print(c, text, error)) return EXIT_OUTPUT;
  if (result.refused == g_strv_length((char **)o->generate.seeds)) return EXIT_DATA;
  return result.interrupted ? EXIT_UNKNOWN : result.proven ? EXIT_FAILURES : EXIT_SAFE;
}

static Registry *find_analyzers(const Call *c, GError **error) {
  g_autoptr(GPtrArray) complaints = g_ptr_array_new_with_free_func(g_free);
  Registry *r = registry_new((const char *const *)c->descriptions, complaints, error);
  for (guint i = 0; i < complaints->len; i++)
    fprintf(stderr, "acf: %s\n", (const char *)complaints->pdata[i]);
  if (r) registry_limit(r, (gsize)c->memory << 20);
  return r;
}

static ExitStatus audit(const Call *c, const char *const *seeds, GError **error) {
  const Strategy *strategy = choose_strategy(c->strategy, error);
  g_autoptr(GPtrArray) kinds = strategy ? choose_kinds(c->kinds, error) : NULL;
  g_autoptr(Registry) registry = kinds ? find_analyzers(c, error) : NULL;
  g_autoptr(GPtrArray) suspects = registry ? suspects_choose(registry, c->with, error) : NULL;
  if (!suspects) return EXIT_USAGE;
  g_autoptr(Store) store = store_open(c->database, TRUE, error);
  if (!store) return error_status(*error);
  const CampaignOptions options = {.generate = {.seeds = seeds,
                                                .strategy = strategy,
                                                .kinds = kinds,
                                                .budget = (guint)c->budget,
                                                .batch = (guint)c->batch,
                                                .seed = (guint64)c->seed,
                                                .lp64 = c->lp64,
                                                .seconds = c->seconds},
                                   .suspects = suspects,
                                   .seconds = c->seconds,
                                   .memory_bytes = (gsize)c->memory << 20,
                                   .jobs = c->jobs ? (guint)c->jobs : g_get_num_processors(),
                                   .say = !c->quiet && isatty(STDERR_FILENO) ? say : NULL,
                                   .refuse = refuse};
  return run_campaign(c, &options, store, error);
}

/* ---- what was found ---- */

static gboolean write_csv(const ReportData *d, const char *folder, GError **error) {
  if (g_mkdir_with_parents(folder, 0777) != 0) {
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "%s: %s", folder, g_strerror(errno));
    return FALSE;
  }
  for (guint i = 0; i < n_report_tables; i++) {
    g_autoptr(Sheet) g = report_tables[i].make(d, NULL);
    g_autofree char *name = g_strconcat(report_tables[i].name, ".csv", NULL),
                    *path = g_build_filename(folder, name, NULL), *text = report_csv(g);
    if (!export_write(path, text, error)) return FALSE;
  }
  return TRUE;
}

static ExitStatus report(const Call *c, Store *store, GError **error) {
  g_autoptr(ReportData) d = report_read(store, error);
  if (!d) return error_status(*error);
  g_autofree char *text = report_text(d, c->compare, c->all),
                  *html = c->html ? audit_report_html(d, store) : NULL;
  if (!print(c, text, error) || (c->csv && !write_csv(d, c->csv, error)) ||
      (html && !export_write(c->html, html, error)))
    return EXIT_OUTPUT;
  return EXIT_SAFE;
}

static ExitStatus show(const Call *c, Store *store, const Finding *f, GError **error) {
  g_autofree char *text = finding_show(store, f);
  if (c->folder && !finding_write(f, c->folder, error)) return EXIT_OUTPUT;
  return print(c, text, error) ? EXIT_SAFE : EXIT_OUTPUT;
}

static ExitStatus issue(const Call *c, Store *store, const Finding *f, GError **error) {
  g_autofree char *text = finding_issue(store, f);
  return print(c, text, error) ? EXIT_SAFE : EXIT_OUTPUT;
}

static ExitStatus confirm(const Call *c, Store *store, const Finding *f, const char *path, GError **error) {
  g_autofree char *text = NULL, *why = NULL;
  g_autoptr(Registry) registry = find_analyzers(c, error);
  if (!registry) return EXIT_USAGE;
  if (!g_file_get_contents(path, &text, NULL, error)) return EXIT_DATA;
  process_adopt_orphans();
  const gboolean holds = finding_holds(store, f, registry, text, c->seconds, (gsize)c->memory << 20, &why);
  process_sweep_orphans();
  g_autofree char *line =
      g_strdup_printf("%s%s\n", holds ? "it shows the same" : "it does not show the same: ", why ? why : "");
  if (!print(c, line, error)) return EXIT_OUTPUT;
  return holds ? EXIT_SAFE : EXIT_UNKNOWN;
}

/* cvise calls the test in folders of its own. */
static ExitStatus reduce(const Call *c, Store *store, const Finding *f, GError **error) {
  g_autofree char *self = g_file_read_link("/proc/self/exe", error);
  if (!self) return EXIT_INTERNAL;
  g_autofree char *database = g_canonicalize_filename(c->database, NULL),
                  *seconds = g_strdup_printf("%g", c->seconds), *memory = g_strdup_printf("%d", c->memory),
                  *number = g_strdup_printf("%" G_GINT64_FORMAT, f->id);
  g_autoptr(GPtrArray) arguments = g_ptr_array_new_with_free_func(g_free);
  const char *const plain[] = {"audit",  "confirm", "-q",       "-d",  database,
                               "--time", seconds,   "--memory", memory};
  for (guint i = 0; i < G_N_ELEMENTS(plain); i++) g_ptr_array_add(arguments, g_strdup(plain[i]));
  for (char **d = c->descriptions; d && *d; d++) {
    g_ptr_array_add(arguments, g_strdup("--analyzer"));
    g_ptr_array_add(arguments, g_canonicalize_filename(*d, NULL));
  }
  g_ptr_array_add(arguments, g_strdup(number));
  g_ptr_array_add(arguments, NULL);
  process_adopt_orphans();
  g_autofree char *reduced = finding_reduce(store, f, self, (const char *const *)arguments->pdata, 0, error);
  process_sweep_orphans();
  if (!reduced) return error_status(*error);
  return print(c, reduced, error) ? EXIT_SAFE : EXIT_OUTPUT;
}

/* ---- which of them ---- */

static const char *const words[] = {"report", "show", "reduce", "issue", "confirm"};

static gboolean read_number(const char *text, gint64 *number, GError **error) {
  guint64 value;
  if (text && g_ascii_string_to_unsigned(text, 10, 1, G_MAXINT64, &value, NULL)) {
    *number = (gint64)value;
    return TRUE;
  }
  return command_wrong(error, "audit", "the number of a finding is expected%s%s", text ? ", not " : "",
                       text ? text : "");
}

static ExitStatus on_finding(const Call *c, const char *word, Store *store, char **arguments,
                             GError **error) {
  gint64 number = 0;
  if (!read_number(arguments[0], &number, error)) return EXIT_USAGE;
  const gboolean confirms = g_str_equal(word, "confirm");
  if (confirms != (arguments[1] != NULL)) {
    command_wrong(error, "audit", confirms ? "which program?" : "one finding is expected");
    return EXIT_USAGE;
  }
  g_autoptr(Finding) f = finding_read(store, number, error);
  if (!f) return error_status(*error);
  if (g_str_equal(word, "show")) return show(c, store, f, error);
  if (g_str_equal(word, "issue")) return issue(c, store, f, error);
  return confirms ? confirm(c, store, f, arguments[1], error) : reduce(c, store, f, error);
}

static ExitStatus dispatch(const Call *c, char **arguments, GError **error) {
  const char *word = arguments[0];
  gboolean known = FALSE;
  for (guint i = 0; word && i < G_N_ELEMENTS(words); i++) known |= g_str_equal(word, words[i]);
  if (!word) {
    command_wrong(error, "audit", "no seed given");
    return EXIT_USAGE;
  }
  if (!known) return audit(c, (const char *const *)arguments, error);
  g_autoptr(Store) store = store_open(c->database, FALSE, error);
  if (!store) return error_status(*error);
  return g_str_equal(word, "report") ? report(c, store, error)
                                     : on_finding(c, word, store, arguments + 1, error);
}

ExitStatus audit_command(int argc, char **argv, GError **error) {
  Call c;
  ExitStatus status = EXIT_USAGE;
  if (parse(&argc, &argv, &c, error) && check(&c, error)) {
    char **arguments = argv + 1;
    if (*arguments && g_str_equal(*arguments, "--")) arguments++;
    status = dispatch(&c, arguments, error);
  }
  call_clear(&c);
  return status;
}
