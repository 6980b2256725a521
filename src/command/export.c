/* SPDX-License-Identifier: GPL-3.0-or-later */
/* acf export: a characterization that was written before, in another format. */
#include <math.h>
#include "command/command.h"
#include "export/formats.h"
#include "cfc/read.h"

typedef struct {
  char *format, *target, *program;
  ExportOptions options;
} Call;

static void call_clear(Call *c) {
  g_free(c->format);
  g_free(c->target);
  g_free(c->program);
}

static gboolean check(const Call *c, int n_files, GError **error) {
  g_autofree char *names = export_names();
  if (n_files != 1)
    return command_wrong(error, "export", n_files ? "more than one file given" : "no file given");
  if (!c->format) return command_wrong(error, "export", "--to FORMAT is missing; there are: %s", names);
  const ExportFormat *f = export_find(c->format);
  if (!f) return command_wrong(error, "export", "unknown format '%s'; there are: %s", c->format, names);
  if (f->folder && !c->target) return command_wrong(error, "export", "--to %s needs -o DIR", c->format);
  if (!isfinite(c->options.seconds) || c->options.seconds <= 0)
    return command_wrong(error, "export", "--time must be a positive number of seconds");
  return TRUE;
}

static gboolean parse(int *argc, char ***argv, Call *c, GError **error) {
  *c = (Call){.options.seconds = 60};
  const GOptionEntry entries[] = {
      {"to", 0, 0, G_OPTION_ARG_STRING, &c->format, "What to write", "FORMAT"},
      {"output", 'o', 0, G_OPTION_ARG_FILENAME, &c->target, "Where to (default: standard output)",
       "FILE|DIR"},
      {"program", 0, 0, G_OPTION_ARG_FILENAME, &c->program,
       "Report, tests: where the program is, if not where the file says", "PROGRAM.c"},
      {"unchecked", 0, 0, G_OPTION_ARG_NONE, &c->options.unchecked,
       "Tests: write them even where the program cannot be run", NULL},
      {"time", 0, 0, G_OPTION_ARG_DOUBLE, &c->options.seconds,
       "Tests: look for them for at most this time (default: 60)", "SECONDS"},
      LIMIT_OPTION,
      {"quiet", 'q', 0, G_OPTION_ARG_NONE, &c->options.quiet, "Print nothing but errors", NULL},
      {NULL}};
  g_autoptr(GOptionContext) context = g_option_context_new("CFC.json --to FORMAT");
  g_autofree char *formats = export_help();
  g_option_context_set_summary(context, "Writes a characterization that acf --json wrote in another format.");
  g_option_context_set_description(context, formats);
  g_option_context_add_main_entries(context, entries, NULL);
  if (!g_option_context_parse(context, argc, argv, error) || !check(c, *argc - 1, error)) return FALSE;
  c->options.program = c->program;
  return TRUE;
}

static ExitStatus run(const Call *c, const char *path, GError **error) {
  g_autoptr(Cfc) cfc = cfc_read_sound(path, c->options.seconds, error);
  if (!cfc) return EXIT_DATA;
  switch (export_as(cfc, export_find(c->format), &c->options, c->target, error)) {
  case EXPORT_WRITTEN: return EXIT_SAFE;
  case EXPORT_NOT_WRITTEN: return EXIT_OUTPUT;
  case EXPORT_CONTRADICTED: return EXIT_INTERNAL;
  default: return EXIT_UNKNOWN;
  }
}

ExitStatus export_command(int argc, char **argv, GError **error) {
  Call c;
  const ExitStatus status = parse(&argc, &argv, &c, error) ? run(&c, argv[1], error) : EXIT_USAGE;
  call_clear(&c);
  term_store_clear();
  return status;
}
