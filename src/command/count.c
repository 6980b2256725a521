/* SPDX-License-Identifier: GPL-3.0-or-later */
/* acf count: the failing inputs of a characterization that was written before. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "command/command.h"
#include "command/count-options.h"
#include "count/count.h"
#include "loop/options.h"
#include "export/export.h"
#include "cfc/read.h"
#include "base/streams.h"

typedef struct {
  CountOptions count;
  char *json, *dimacs, *bound;
  double seconds;
  gint memory;
  gboolean verbose, quiet;
  gint64 deadline;
} Call;

static void call_clear(Call *c) {
  count_options_clear(&c->count);
  g_free(c->json);
  g_free(c->dimacs);
  g_free(c->bound);
}

static gboolean check(const Call *c, int n_files, GError **error) {
  if (n_files != 1)
    return command_wrong(error, "count", n_files ? "more than one file given" : "no file given");
  if (!isfinite(c->seconds) || c->seconds <= 0)
    return command_wrong(error, "count", "--time must be a positive number of seconds");
  if (c->memory <= 0) return command_wrong(error, "count", "--memory must be a positive number of MiB");
  if (c->bound && !g_str_equal(c->bound, "lower") && !g_str_equal(c->bound, "upper"))
    return command_wrong(error, "count", "--bound must be lower or upper");
  if (c->bound && !c->dimacs) return command_wrong(error, "count", "--bound is for --dimacs");
  return count_options_check(&c->count, error);
}

static gboolean parse(int *argc, char ***argv, Call *c, GError **error) {
  *c = (Call){.seconds = DEFAULT_SECONDS, .memory = DEFAULT_MEMORY_MIB};
  const GOptionEntry entries[] = {
      {"json", 0, 0, G_OPTION_ARG_FILENAME, &c->json, "Write the counts as JSON", "FILE"},
      {"dimacs", 0, 0, G_OPTION_ARG_FILENAME, &c->dimacs,
       "Write a bound as DIMACS for model counters instead of counting", "FILE"},
      {"bound", 0, 0, G_OPTION_ARG_STRING, &c->bound, "Which bound --dimacs writes (default: upper)",
       "lower|upper"},
      {"time", 0, 0, G_OPTION_ARG_DOUBLE, &c->seconds, "Stop after this time (default: 300)", "SECONDS"},
      {"memory", 0, 0, G_OPTION_ARG_INT, &c->memory, "Limit of each process (default: 4096)", "MIB"},
      {"verbose", 'v', 0, G_OPTION_ARG_NONE, &c->verbose, "Print how each count was found", NULL},
      LIMIT_OPTION,
      {"quiet", 'q', 0, G_OPTION_ARG_NONE, &c->quiet, "Print nothing but errors", NULL},
      {NULL}};
  g_autoptr(GOptionContext) context = g_option_context_new("CFC.json");
  g_option_context_set_summary(context,
                               "Counts the failing inputs of a characterization that acf --json wrote.");
  GOptionGroup *group = count_options_group(&c->count);
  g_option_group_add_entries(group, entries);
  g_option_context_set_main_group(context, group);
  return g_option_context_parse(context, argc, argv, error) && check(c, *argc - 1, error);
}

static gboolean print(const char *text, GError **error) {
  if (streams_print(text)) return TRUE;
  g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "standard output: %s", g_strerror(errno));
  return FALSE;
}

static ExitStatus write_dimacs(const Call *c, const Cfc *cfc, const Term *domain, GError **error) {
  g_autofree char *text = cfc_count_dimacs(cfc, domain, g_strcmp0(c->bound, "lower") != 0, error);
  if (!text) return EXIT_UNKNOWN;
  return export_write(c->dimacs, text, error) ? EXIT_SAFE : EXIT_OUTPUT;
}

static ExitStatus count(const Call *c, const Cfc *cfc, const Term *domain, GError **error) {
  const CountLimits limits = {.epsilon = c->count.epsilon,
                              .delta = c->count.delta,
                              .deadline = c->deadline,
                              .memory_bytes = (gsize)c->memory << 20,
                              .methods = METHOD_ALL};
  g_autoptr(CfcCount) k = cfc_count(cfc, domain, &limits);
  cfc_count_steps(k, cfc, (guint)c->count.steps, &limits);
  g_autofree char *text = cfc_count_text(k, c->verbose), *json = c->json ? cfc_count_json(k, cfc) : NULL;
  if (!c->quiet && !print(text, error)) return EXIT_OUTPUT;
  if (json && !export_write(c->json, json, error)) return EXIT_OUTPUT;
  return cfc_count_known(k) ? EXIT_SAFE : EXIT_UNKNOWN;
}

static ExitStatus run(const Call *c, const char *path, GError **error) {
  g_autoptr(Cfc) cfc = cfc_read_sound(path, c->seconds, error);
  if (!cfc) return EXIT_DATA;
  const Term *domain = count_domain(cfc, (const char *const *)c->count.domain, error);
  if (!domain) return error && (*error)->domain == G_OPTION_ERROR ? EXIT_USAGE : EXIT_DATA;
  return c->dimacs ? write_dimacs(c, cfc, domain, error) : count(c, cfc, domain, error);
}

ExitStatus count_command(int argc, char **argv, GError **error) {
  Call c;
  ExitStatus status = EXIT_USAGE;
  const gint64 start = g_get_monotonic_time();
  if (parse(&argc, &argv, &c, error)) {
    c.deadline = start + (gint64)(c.seconds * G_USEC_PER_SEC);
    status = run(&c, argv[1], error);
  }
  call_clear(&c);
  term_store_clear();
  return status;
}
