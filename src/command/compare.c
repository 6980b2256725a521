/* SPDX-License-Identifier: GPL-3.0-or-later */
/* acf compare: two characterizations, or one and the program that is to be characterized now. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "loop/acf.h"
#include "command/command.h"
#include "command/options.h"
#include "compare/compare.h"
#include "export/export.h"
#include "cfc/read.h"
#include "loop/load.h"
#include "portfolio/cache.h"
#include "base/process.h"
#include "base/progress.h"
#include "base/streams.h"

/* --map and --help; all the rest is for options_parse_two(). */
static gboolean take_own(int *argc, char ***argv, char ***maps, GError **error) {
  const GOptionEntry entries[] = {
      {"map", 0, 0, G_OPTION_ARG_STRING_ARRAY, maps,
       "The old program's input OLD is the new one's NEW; nothing after =: it is none of them", "OLD=NEW"},
      {NULL}};
  g_autoptr(GOptionContext) context = g_option_context_new("OLD.json NEW.json|NEW.c");
  g_option_context_set_summary(context, "Which failing inputs a patch fixed, which remain, which are new.");
  g_option_context_set_description(
      context,
      "NEW.c is characterized first, with the data model, the rule of overflow and the property of\n"
      "OLD.json.  All options of acf that steer an analysis are accepted; --json FILE writes the "
      "comparison.\n\n"
      "Exit status: 0 nothing fails any more (proven), 10 inputs still or newly fail, 20 not known,\n"
      "64 wrong call, 65 a file is not accepted, 74 an output cannot be written.\n");
  g_option_context_add_main_entries(context, entries, NULL);
  g_option_context_set_ignore_unknown_options(context, TRUE);
  return g_option_context_parse(context, argc, argv, error);
}

static gboolean check_options(const CommandLine *o, GError **error) {
  if (o->smt2 || o->folder || o->conditioned || o->html || o->exports || o->witness || o->plot || o->count.count ||
      o->replay)
    return command_wrong(error, "compare", "of the outputs only --json is for compare");
  if (o->dump_ir || o->version || o->analysis.engine || o->analyzers || o->doctor || o->analysis.direct ||
      o->invariants)
    return command_wrong(
        error, "compare",
        "--direct, --invariants, --engine, and what only shows something are not for compare");
  return TRUE;
}

/* No C program begins with a brace. */
static gboolean is_cfc(const char *path) {
  if (g_str_has_suffix(path, ".json")) return TRUE;
  FILE *file = fopen(path, "r");
  int c = EOF;
  while (file && (c = getc(file)) != EOF && g_ascii_isspace(c)) continue;
  if (file) fclose(file);
  return c == '{';
}

/* A file whose claims contradict each other claims nothing. */
static Cfc *read_checked(const char *path, double seconds, GError **error) {
  g_autoptr(Cfc) c = cfc_read(path, error);
  g_autofree char *what = NULL;
  if (!c) return NULL;
  switch (cfc_check(c, seconds, &what)) {
  case CFC_WRONG: g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "%s: %s", path, what); return NULL;
  case CFC_NOT_CHECKED:
    fprintf(stderr, "acf: %s: could not check in time that its formulas agree with each other\n", path);
    return g_steal_pointer(&c);
  default: return g_steal_pointer(&c);
  }
}

static Cfc *analyse(CommandLine *o, const Cfc *old, ExitStatus *status, GError **error) {
  *status = EXIT_USAGE;
  if (old->program->pointer_width == 32 && o->analysis.lp64) {
    command_wrong(error, "compare", "the old CFC is for ILP32, not LP64");
    return NULL;
  }
  if (!old->program->no_overflow && o->analysis.no_overflow) {
    command_wrong(error, "compare", "in the old CFC signed arithmetic wraps: --overflow=none does not fit");
    return NULL;
  }
  o->analysis.lp64 = old->program->pointer_width == 64;
  o->analysis.no_overflow = old->program->no_overflow;
  input_bounds_take(&o->analysis.bounds, &old->program->bounds);
  Program *program = load_program(&o->analysis, old->program->property, error);
  if (!program) *status = command_load_status(*error);
  g_autoptr(Cache) cache = o->no_cache ? NULL : cache_open(NULL, 0);
  if (o->analysis.registry) registry_keep(o->analysis.registry, cache);
  process_adopt_orphans();
  progress_enable(o->analysis.verbosity >= 0 && isatty(STDERR_FILENO));
  const double all = o->analysis.seconds;
  o->analysis.seconds = 0.8 * all; /* the rest is for comparing */
  Cfc *c = program ? acf_characterize(program, &o->analysis) : NULL;
  o->analysis.seconds = all;
  progress_clear();
  process_sweep_orphans();
  return c;
}

/* Failures of different kinds, or of different machines, cannot be compared. */
static gboolean fit(const char *path, const Cfc *old, const Cfc *new, GError **error) {
  g_autofree char *property = property_difference(old->program->property, new->program->property);
  const char *what = old->program->pointer_width != new->program->pointer_width ? "data model"
                     : old->program->no_overflow != new->program->no_overflow   ? "rule of overflow"
                     : !input_bounds_agree(&old->program->bounds, &new->program->bounds)
                         ? "bound on arguments or standard input"
                         : property;
  if (what)
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "%s: the old CFC has another %s", path, what);
  return !what;
}

static gboolean write_out(const CommandLine *o, const Comparison *c, GError **error) {
  g_autofree char *text = comparison_text(c, o->analysis.verbosity > 0),
                  *json = o->json ? comparison_json(c) : NULL;
  if (o->analysis.verbosity >= 0 && !streams_print(text)) {
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "standard output: %s", g_strerror(errno));
    return FALSE;
  }
  return !json || export_write(o->json, json, error);
}

/* However long the analysis took, some of the time is for comparing. */
static double seconds_left(const CommandLine *o) {
  const double left = o->analysis.seconds - (g_get_monotonic_time() - o->analysis.start) / 1e6;
  return MAX(left, o->analysis.seconds / 10);
}

static ExitStatus compare(const CommandLine *o, const Cfc *old, const Cfc *new, char **maps, GError **error) {
  g_autoptr(Comparison) c = comparison_new(old, new, (const char *const *)maps, seconds_left(o) / 4, error);
  if (!c) return EXIT_USAGE;
  comparison_decide(c, seconds_left(o), (gsize)o->analysis.memory_mib << 20);
  if (!write_out(o, c, error)) return EXIT_OUTPUT;
  switch (comparison_verdict(c)) {
  case FIX_COMPLETE: return EXIT_SAFE;
  case FIX_INCOMPLETE: return EXIT_FAILURES;
  default: return EXIT_UNKNOWN;
  }
}

static ExitStatus run(CommandLine *o, const char *old_path, char **maps, GError **error) {
  ExitStatus status = EXIT_DATA;
  g_autoptr(Cfc) old = read_checked(old_path, o->analysis.seconds / 8, error);
  if (!old) return EXIT_DATA;
  g_autoptr(Cfc) new = is_cfc(o->analysis.program)
                           ? read_checked(o->analysis.program, o->analysis.seconds / 8, error)
                           : analyse(o, old, &status, error);
  if (!new) return status;
  if (!fit(o->analysis.program, old, new, error)) return EXIT_DATA;
  return compare(o, old, new, maps, error);
}

static gboolean parse(int argc, char **argv, CommandLine *o, const char **old, char ***maps, GError **error) {
  if (take_own(&argc, &argv, maps, error) && options_parse_two(&argc, &argv, old, o, error))
    return check_options(o, error);
  return FALSE;
}

ExitStatus compare_command(int argc, char **argv, GError **error) {
  CommandLine o = {0};
  g_auto(GStrv) maps = NULL;
  const char *old = NULL;
  ExitStatus status = EXIT_USAGE;
  if (parse(argc, argv, &o, &old, &maps, error)) status = run(&o, old, maps, error);
  options_clear(&o);
  term_store_clear();
  return status;
}
