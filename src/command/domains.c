/* SPDX-License-Identifier: GPL-3.0-or-later */
/* acf domains: numerical abstract domains, tested. */
#include <errno.h>
#include <math.h>
#include <string.h>
#include "command/command.h"
#include "domains/registry.h"
#include "domains/report.h"
#include "domains/show.h"
#include "export/export.h"
#include "base/job.h"
#include "base/streams.h"

typedef struct {
  char **test, *library, *replay, *html, *csv, *save, *configuration;
  gboolean all, list_properties, quiet, programs, no_shrink, no_predefined;
  double runs, seconds, stall;
  gint variables, pool, operations, rounds, property, memory;
  gint64 seed;
  SearchOptions options;
} Call;

static void call_clear(Call *c) {
  g_strfreev(c->test);
  char *texts[] = {c->library, c->replay, c->html, c->csv, c->save, c->configuration};
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++) g_free(texts[i]);
}

/* ---- the call ---- */

static gboolean parse(int *argc, char ***argv, Call *c, GError **error) {
  *c = (Call){.runs = 10000,
              .stall = 20,
              .variables = -1,
              .pool = -1,
              .operations = -1,
              .rounds = 8,
              .memory = 2048,
              .seed = 1};
  const GOptionEntry entries[] = {
      {"test", 0, 0, G_OPTION_ARG_STRING_ARRAY, &c->test, "Test this domain (may be given again)", "DOMAIN"},
      {"all", 0, 0, G_OPTION_ARG_NONE, &c->all, "Test all domains", NULL},
      {"library", 0, 0, G_OPTION_ARG_FILENAME, &c->library, "Test the domain that a shared object exports",
       "FILE.so"},
      {"replay", 0, 0, G_OPTION_ARG_FILENAME, &c->replay, "Run a saved finding again, step by step", "FILE"},
      {"properties", 0, 0, G_OPTION_ARG_NONE, &c->list_properties, "List the properties", NULL},
      {"runs", 0, 0, G_OPTION_ARG_DOUBLE, &c->runs, "Applications of each property (default: 10000)", "N"},
      {"time", 0, 0, G_OPTION_ARG_DOUBLE, &c->seconds, "Stop after so long, shared by the domains",
       "SECONDS"},
      {"seed", 0, 0, G_OPTION_ARG_INT64, &c->seed, "Seed of the search (default: 1)", "N"},
      {"configuration", 0, 0, G_OPTION_ARG_STRING, &c->configuration, "Named configuration (default: C2)",
       "C1..C6"},
      {"variables", 0, 0, G_OPTION_ARG_INT, &c->variables, "Variables (default: 8)", "N"},
      {"pool", 0, 0, G_OPTION_ARG_INT, &c->pool, "Elements to begin with (default: 32)", "N"},
      {"operations", 0, 0, G_OPTION_ARG_INT, &c->operations, "Operations on them (default: 16)", "N"},
      {"no-predefined", 0, 0, G_OPTION_ARG_NONE, &c->no_predefined, "Leave the ends of number types out",
       NULL},
      {"rounds", 0, 0, G_OPTION_ARG_INT, &c->rounds, "Checks of a property on the same elements (default: 8)",
       "N"},
      {"property", 0, 0, G_OPTION_ARG_INT, &c->property, "Check only the property of this number", "N"},
      {"stall", 0, 0, G_OPTION_ARG_DOUBLE, &c->stall, "A check that takes longer is endless (default: 20)",
       "SECONDS"},
      {"memory", 0, 0, G_OPTION_ARG_INT, &c->memory, "Limit of each process (default: 2048)", "MIB"},
      {"no-shrink", 0, 0, G_OPTION_ARG_NONE, &c->no_shrink, "Report findings as they were found", NULL},
      {"programs", 0, 0, G_OPTION_ARG_NONE, &c->programs, "Show C programs that need no acf", NULL},
      {"save", 0, 0, G_OPTION_ARG_FILENAME, &c->save, "Write each finding to a file for --replay", "FOLDER"},
      {"csv", 0, 0, G_OPTION_ARG_FILENAME, &c->csv, "Write tables of the results", "FOLDER"},
      {"html", 0, 0, G_OPTION_ARG_FILENAME, &c->html, "Write a report", "FILE"},
      {"quiet", 'q', 0, G_OPTION_ARG_NONE, &c->quiet, "Print nothing but errors", NULL},
      {NULL}};
  g_autoptr(GOptionContext) context = g_option_context_new(NULL);
  g_option_context_set_summary(context,
                               "Tests numerical abstract domains against the properties that they must "
                               "have.\nWithout options: lists the domains.");
  g_option_context_add_main_entries(context, entries, NULL);
  return g_option_context_parse(context, argc, argv, error);
}

static gboolean in_range(GError **error, const char *option, gint value, gint least, gint greatest) {
  return (value >= least && value <= greatest) ||
         command_wrong(error, "domains", "--%s must be from %d to %d", option, least, greatest);
}

static gboolean check_numbers(const Call *c, GError **error) {
  if (!isfinite(c->runs) || c->runs < 1 || c->runs > 1e12)
    return command_wrong(error, "domains", "--runs must be from 1 to 1e12");
  if (!isfinite(c->seconds) || c->seconds < 0)
    return command_wrong(error, "domains", "--time must be a positive number of seconds");
  if (!isfinite(c->stall) || c->stall <= 0)
    return command_wrong(error, "domains", "--stall must be a positive number of seconds");
  if (c->property && property_index((guint)c->property) == n_properties)
    return command_wrong(error, "domains", "there is no property %d", c->property);
  const Configuration *k = &c->options.configuration;
  return in_range(error, "variables", (gint)k->variables, 1, ACF_VARIABLES) &&
         in_range(error, "pool", (gint)k->pool, 2, 4096) &&
         in_range(error, "operations", (gint)k->operations, 0, 4096) &&
         in_range(error, "rounds", c->rounds, 1, 1000) && in_range(error, "memory", c->memory, 64, 1 << 20);
}

static gboolean choose_configuration(Call *c, GError **error) {
  Configuration *k = &c->options.configuration;
  gboolean known = !c->configuration;
  for (guint i = 0; i < n_configurations && !known; i++)
    if (g_ascii_strcasecmp(c->configuration, configurations[i].name) == 0) {
      *k = configurations[i];
      known = TRUE;
    }
  if (!known) return command_wrong(error, "domains", "there is no configuration %s", c->configuration);
  if (c->variables != -1) k->variables = (guint)c->variables;
  if (c->pool != -1) k->pool = (guint)c->pool;
  if (c->operations != -1) k->operations = (guint)c->operations;
  if (c->no_predefined) k->predefined = FALSE;
  return TRUE;
}

static gboolean complete(Call *c, int n_left, GError **error) {
  SearchOptions *o = &c->options;
  *o = search_defaults();
  if (n_left) return command_wrong(error, "domains", "no file is expected");
  if (!!c->test + c->all + !!c->library + !!c->replay > 1 && !(c->library && c->replay))
    return command_wrong(error, "domains", "--test, --all, --library and --replay exclude each other");
  if (!choose_configuration(c, error) || !check_numbers(c, error)) return FALSE;
  o->seed = (guint64)c->seed;
  o->runs = (guint64)c->runs;
  o->rounds = (guint)c->rounds;
  o->stall = c->stall;
  o->memory = (gsize)c->memory << 20;
  o->shrink = !c->no_shrink;
  o->only = (guint)c->property;
  return TRUE;
}

/* ---- output ---- */

static gboolean print(const Call *c, const char *text, GError **error) {
  if (c->quiet || streams_print(text)) return TRUE;
  g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "standard output: %s", g_strerror(errno));
  return FALSE;
}

static gboolean make_folder(const char *folder, GError **error) {
  if (g_mkdir_with_parents(folder, 0777) == 0) return TRUE;
  g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "%s: %s", folder, g_strerror(errno));
  return FALSE;
}

static gboolean write_in(const char *folder, const char *name, const char *text, GError **error) {
  g_autofree char *path = g_build_filename(folder, name, NULL);
  return export_write(path, text, error);
}

static gboolean save(const Call *c, const SearchResult *r, GError **error) {
  for (guint i = 0; i < r->findings->len; i++) {
    const Finding *f = r->findings->pdata[i];
    g_autofree char *name = g_strdup_printf("%s-%u-%s.txt", r->domain->name, f->property, finding_word(f));
    g_autofree char *text = show_script(f->script), *program = program_of(f->script);
    g_autofree char *source = g_strdup_printf("%s-%u.c", r->domain->name, f->property);
    if (!write_in(c->save, name, text, error) || (program && !write_in(c->save, source, program, error)))
      return FALSE;
  }
  return TRUE;
}

static gboolean write_tables(const Call *c, GPtrArray *results, GError **error) {
  SearchResult *const *r = (SearchResult *const *)results->pdata;
  if (c->csv) {
    g_autofree char *domains = report_csv_domains(r, results->len);
    g_autofree char *by_property = report_csv_properties(r, results->len);
    if (!make_folder(c->csv, error) || !write_in(c->csv, "domains.csv", domains, error) ||
        !write_in(c->csv, "properties.csv", by_property, error))
      return FALSE;
  }
  g_autofree char *html = c->html ? report_html(r, results->len, &c->options) : NULL;
  return !html || export_write(c->html, html, error);
}

/* ---- what is asked for ---- */

static gboolean found_something(const GPtrArray *results) {
  for (guint i = 0; i < results->len; i++)
    if (((const SearchResult *)results->pdata[i])->findings->len) return TRUE;
  return FALSE;
}

static ExitStatus test(Call *c, GPtrArray *domains, GError **error) {
  g_autoptr(GPtrArray) results = g_ptr_array_new_with_free_func((GDestroyNotify)search_result_free);
  const gint64 start = g_get_monotonic_time();
  if (c->save && !make_folder(c->save, error)) return EXIT_OUTPUT;
  gboolean interrupted = FALSE;
  for (guint i = 0; i < domains->len && !interrupted; i++) {
    const double used = (double)(g_get_monotonic_time() - start) / G_USEC_PER_SEC;
    c->options.seconds = c->seconds > 0 ? MAX((c->seconds - used) / (domains->len - i), 0.1) : 0;
    SearchResult *r = search_run(domains->pdata[i], &c->options);
    g_ptr_array_add(results, r);
    interrupted = r->interrupted;
    g_autofree char *findings = report_findings(r, c->programs);
    if (!print(c, findings, error) || (c->save && !save(c, r, error))) return EXIT_OUTPUT;
  }
  g_autofree char *table = report_table((SearchResult *const *)results->pdata, results->len);
  g_autofree char *text = g_strconcat(found_something(results) ? "\n" : "", table, NULL);
  if (!print(c, text, error) || !write_tables(c, results, error)) return EXIT_OUTPUT;
  return found_something(results) ? EXIT_FAILURES : interrupted ? EXIT_UNKNOWN : EXIT_SAFE;
}

/* ---- replaying ---- */

static gboolean replay_job(gpointer data, GByteArray *answer) {
  Outcome outcome;
  try_silence();
  g_autofree char *text = replay_run(data, &outcome);
  const guint8 byte = (guint8)outcome;
  g_byte_array_append(answer, &byte, 1);
  g_byte_array_append(answer, (const guint8 *)text, (guint)strlen(text) + 1);
  return TRUE;
}

static ExitStatus replay(const Call *c, const AcfDomain *d, GError **error) {
  g_autofree char *text = NULL;
  g_autoptr(GByteArray) answer = NULL;
  gsize length;
  if (!g_file_get_contents(c->replay, &text, &length, error)) return EXIT_DATA;
  g_autoptr(Script) s = strlen(text) == length ? replay_parse(text, d, error) : NULL;
  if (!s) {
    if (error && !*error) g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "it is not text");
    g_prefix_error(error, "%s: ", c->replay);
    return EXIT_DATA;
  }
  const JobState state =
      job_run("replay", replay_job, s, (JobLimits){c->options.stall, c->options.memory}, &answer);
  if (state != JOB_DONE || !answer || answer->len < 2)
    return print(c, state == JOB_TIMEOUT ? "the process did not end in time\n" : "the process crashed\n",
                 error)
               ? EXIT_FAILURES
               : EXIT_OUTPUT;
  if (!print(c, (const char *)answer->data + 1, error)) return EXIT_OUTPUT;
  return answer->data[0] == VIOLATED || answer->data[0] == FAILED ? EXIT_FAILURES : EXIT_SAFE;
}

/* FALSE: one has no such name. */
static gboolean add_named(const Call *c, GPtrArray *domains, GError **error) {
  for (char **name = c->test; name && *name; name++) {
    const AcfDomain *d = domains_find(*name);
    if (!d) return command_wrong(error, "domains", "there is no domain %s: acf domains lists them", *name);
    g_ptr_array_add(domains, (gpointer)d);
  }
  for (guint i = 0; c->all && i < domains_count(); i++) g_ptr_array_add(domains, (gpointer)domains_get(i));
  return TRUE;
}

static ExitStatus run(Call *c, GError **error) {
  g_autoptr(GPtrArray) domains = g_ptr_array_new();
  const AcfDomain *loaded = c->library ? domains_load(c->library, error) : NULL;
  if (c->library && !loaded) return EXIT_DATA;
  if (c->replay) return replay(c, loaded, error);
  if (loaded) g_ptr_array_add(domains, (gpointer)loaded);
  if (!add_named(c, domains, error)) return EXIT_USAGE;
  g_autofree char *list = c->list_properties ? report_properties(domains->len ? domains->pdata[0] : NULL)
                          : domains->len     ? NULL
                                             : report_list();
  if (list) return print(c, list, error) ? EXIT_SAFE : EXIT_OUTPUT;
  return test(c, domains, error);
}

ExitStatus domains_command(int argc, char **argv, GError **error) {
  Call c;
  ExitStatus status = EXIT_USAGE;
  if (parse(&argc, &argv, &c, error) && complete(&c, argc - 1, error)) status = run(&c, error);
  call_clear(&c);
  return status;
}
