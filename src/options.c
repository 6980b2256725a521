/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line, by GOption. */
#include "options.h"
#include "command.h"
#include "export/formats.h"
#include <math.h>
#include <string.h>

#define DEFAULT_SECONDS 300
#define DEFAULT_MEMORY_MIB 4096

static const char summary[] = "Computes for which inputs a C program fails, bounded from both sides.";
static const char description[] =
    "Exit status: 0 no input fails (proven), 10 failing inputs exist, 20 not known,\n"
    "64 wrong call, 65 program or witness not accepted, 70 internal error, 74 an output cannot be written.\n";

static gboolean count_verbose(const char *name, const char *value, gpointer data, GError **error) {
  Options *o = data;
  o->verbosity++;
  return TRUE;
}

static gboolean wrong(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);
static gboolean wrong(GError **error, const char *format, ...) {
  va_list args;
  va_start(args, format);
  g_autofree char *message = g_strdup_vprintf(format, args);
  va_end(args);
  g_set_error_literal(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, message);
  return FALSE;
}

static gboolean choose_precision(const char *name, const char *value, gpointer data, GError **error) {
  static const char *const modes[] = {"auto", "integer", "bitvector"};
  Options *o = data;
  for (guint i = 0; i < G_N_ELEMENTS(modes); i++)
    if (g_str_equal(value, modes[i])) {
      o->precision = (BitPrecision)i;
      return TRUE;
    }
  return wrong(error, "--bit-precision must be auto, integer or bitvector, not '%s'", value);
}

/* What is not yet checked, or not kept as it was said. */
typedef struct {
  gint memory, unroll, inputs, jobs;
  gboolean ilp32, quiet;
  char *overflow;
} Raw;

static GOptionContext *context_new(Options *o, Raw *raw) {
  const GOptionEntry entries[] = {
      {"property", 'p', 0, G_OPTION_ARG_FILENAME, &o->property,
       "What counts as a failure (default: unreach-call)", "NAME|FILE.prp"},
      {"error", 0, 0, G_OPTION_ARG_STRING_ARRAY, &o->error_functions,
       "A call of FUNC is a failure; may be repeated", "FUNC"},
      {"json", 0, 0, G_OPTION_ARG_FILENAME, &o->json, "Write the characterization as JSON", "FILE"},
      {"smt2", 0, 0, G_OPTION_ARG_FILENAME, &o->smt2, "Write it as an SMT-LIB 2 script", "FILE"},
      {"emit-conditioned", 0, 0, G_OPTION_ARG_FILENAME, &o->conditioned,
       "Write the program with all inputs excluded that may fail as far as known, as C (-: standard output)",
       "FILE"},
      {"html", 0, 0, G_OPTION_ARG_FILENAME, &o->html, "Write a report to look at: one page for a browser",
       "FILE"},
      {"plot", 0, 0, G_OPTION_ARG_NONE, &o->plot, "Draw the failing inputs in characters", NULL},
      {"export", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &o->exports,
       "Write it in a format of acf export; may be repeated", "FORMAT=FILE"},
      {"output", 'o', 0, G_OPTION_ARG_FILENAME, &o->folder, "Write cfc.json, cfc.smt2 and cfc.txt into DIR",
       "DIR"},
      {"witness", 0, 0, G_OPTION_ARG_FILENAME, &o->witness,
       "Write witnesses (GraphML and YAML) for other verifiers into DIR", "DIR"},
      {"invariants", 0, 0, G_OPTION_ARG_FILENAME, &o->invariants,
       "Try the invariants of a correctness witness in proofs; none is believed unproven", "WITNESS"},
      {"time", 0, 0, G_OPTION_ARG_DOUBLE, &o->seconds,
       "Stop after so long, with what is known (default: 300)", "SECONDS"},
      {"memory", 0, 0, G_OPTION_ARG_INT, &raw->memory, "Limit of each engine process (default: 4096)", "MIB"},
      {"jobs", 0, 0, G_OPTION_ARG_INT, &raw->jobs,
       "Run at most N analyzers at once (default 0: a few more than there are cores)", "N"},
      {"no-cache", 0, 0, G_OPTION_ARG_NONE, &o->no_cache,
       "Neither look up nor keep results of external analyzers", NULL},
      {"ILP32", 0, 0, G_OPTION_ARG_NONE, &raw->ilp32,
       "int, long and pointers have 32 bits (default); also --32", NULL},
      {"LP64", 0, 0, G_OPTION_ARG_NONE, &o->lp64, "long and pointers have 64 bits; also --64", NULL},
      {"32", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_NONE, &raw->ilp32, NULL, NULL},
      {"64", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_NONE, &o->lp64, NULL, NULL},
      {"overflow", 0, 0, G_OPTION_ARG_STRING, &raw->overflow,
       "Signed arithmetic wraps (default), or runs in which it overflows do not count", "wrap|none"},
      {"unroll", 0, 0, G_OPTION_ARG_INT, &raw->unroll,
       "Unroll loops at most K times (default 0: until the time is over)", "K"},
      {"inputs-per-site", 0, 0, G_OPTION_ARG_INT, &raw->inputs,
       "Follow K executions of an input call (default 0: as many as unrolled loops read)", "K"},
      {"direct", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &o->direct,
       "Follow this violation witness first (GraphML or YAML); may be repeated", "WITNESS"},
      {"engine", 0, 0, G_OPTION_ARG_STRING, &o->engine,
       "Run one analyzer (bmc, kind, spacer, shape, states, absint, symex, probe, or an external one) as a "
       "verifier: TRUE, "
       "FALSE or "
       "UNKNOWN",
       "NAME"},
      {"analyzer", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &o->descriptions,
       "Use the external verifier that FILE describes; may be repeated", "FILE"},
      {"with", 0, 0, G_OPTION_ARG_STRING, &o->with, "Analyzers that take part too", "NAME,..."},
      {"without", 0, 0, G_OPTION_ARG_STRING, &o->without,
       "Analyzers that do not; external: all external ones", "NAME,..."},
      {"analyzers", 0, 0, G_OPTION_ARG_NONE, &o->analyzers, "List all analyzers, and stop", NULL},
      {"doctor", 0, 0, G_OPTION_ARG_NONE, &o->doctor, "Try every analyzer that is found, and stop", NULL},
      {"bit-precision", 0, 0, G_OPTION_ARG_CALLBACK, (gpointer)choose_precision,
       "Words of spacer: auto (default), integer or bitvector", "MODE"},
      {"replay", 0, 0, G_OPTION_ARG_NONE, &o->replay, "Run the program natively on every example found",
       NULL},
      {"count", 0, 0, G_OPTION_ARG_NONE, &o->count.count, "Count the failing inputs; see --help-count", NULL},
      {"stats", 0, 0, G_OPTION_ARG_NONE, &o->stats, "Show where the time went", NULL},
      {"dump-ir", 0, 0, G_OPTION_ARG_NONE, &o->dump_ir, "Show the program as the engines see it, and stop",
       NULL},
      {"verbose", 'v', G_OPTION_FLAG_NO_ARG, G_OPTION_ARG_CALLBACK, (gpointer)count_verbose,
       "Say more; may be repeated", NULL},
      {"quiet", 'q', 0, G_OPTION_ARG_NONE, &raw->quiet, "Print nothing but errors", NULL},
      {"version", 0, 0, G_OPTION_ARG_NONE, &o->version, "Show the version", NULL},
      {NULL}};
  GOptionContext *context = g_option_context_new("PROGRAM.c");
  GOptionGroup *group = g_option_group_new("acf", "", "", o, NULL);
  g_option_group_add_entries(group, entries);
  g_option_context_set_main_group(context, group);
  g_option_context_add_group(context, count_options_group(&o->count));
  g_option_context_set_summary(context, summary);
  g_autofree char *commands = command_help(), *end = g_strconcat(commands, "\n", description, NULL);
  g_option_context_set_description(context, end);
  return context;
}

/* Who is there, and who takes part. */
static gboolean find_analyzers(Options *o, GError **error) {
  o->complaints = g_ptr_array_new_with_free_func(g_free);
  o->registry = registry_new((const char *const *)o->descriptions, o->complaints, error);
  if (!o->registry || !registry_choose(o->registry, o->with, o->without, error)) return FALSE;
  registry_limit(o->registry, (gsize)o->memory_mib << 20);
  const Analyzer *a = o->engine ? registry_find(o->registry, o->engine) : NULL;
  if (o->engine && !a) {
    g_autofree char *known = engine_names();
    return wrong(error, "unknown engine '%s'; there are: %s, and those of --analyzers", o->engine, known);
  }
  if (a && !analyzer_found(a)) {
    g_autofree char *names = g_strjoinv(" or ", a->external->executables);
    return wrong(error, "--engine %s: %s is not installed, or not in PATH", a->name, names);
  }
  return TRUE;
}

/* What GOption cannot check. */
static gboolean check(const Options *o, const Raw *raw, int n_programs, const char *program, GError **error) {
  if (o->version || o->analyzers || o->doctor) return TRUE;
  if (n_programs == 0) return wrong(error, "no program given");
  if (n_programs > 1) return wrong(error, "more than one program given");
  if (g_str_equal(program, "-"))
    return wrong(error, "standard input is not read: give the program as a file");
  if (!isfinite(o->seconds) || o->seconds <= 0)
    return wrong(error, "--time must be a positive number of seconds");
  if (raw->memory <= 0) return wrong(error, "--memory must be a positive number of MiB");
  if (raw->jobs < 0) return wrong(error, "--jobs must not be negative");
  if (raw->unroll < 0) return wrong(error, "--unroll must not be negative");
  if (raw->inputs < 0) return wrong(error, "--inputs-per-site must not be negative");
  if (raw->ilp32 && o->lp64) return wrong(error, "--ILP32 and --LP64 exclude each other");
  if (raw->overflow && !g_str_equal(raw->overflow, "wrap") && !g_str_equal(raw->overflow, "none"))
    return wrong(error, "--overflow must be wrap or none");
  if (o->count.domain && !o->count.count) return wrong(error, "--domain is for --count");
  if (!count_options_check(&o->count, error)) return FALSE;
  for (char **e = o->exports; e && *e; e++) {
    const char *file;
    if (!export_parse(*e, &file, error)) return FALSE;
  }
  for (char **f = o->error_functions; f && *f; f++)
    if (!**f) return wrong(error, "--error needs the name of a function");
  return TRUE;
}

gboolean options_parse(int *argc, char ***argv, Options *o, GError **error) {
  return options_parse_two(argc, argv, NULL, o, error);
}

gboolean options_parse_two(int *argc, char ***argv, const char **before, Options *o, GError **error) {
  Raw raw = {.memory = DEFAULT_MEMORY_MIB};
  *o = (Options){.seconds = DEFAULT_SECONDS, .start = g_get_monotonic_time()};
  g_autoptr(GOptionContext) context = context_new(o, &raw);
  gboolean parsed = g_option_context_parse(context, argc, argv, error);
  g_autofree char *overflow = raw.overflow;
  if (!parsed) return FALSE;
  /* GOption leaves a "--" that something follows in place */
  int first = *argc > 1 && g_str_equal((*argv)[1], "--") ? 2 : 1;
  if (before && *argc > first) *before = (*argv)[first++];
  if (!check(o, &raw, *argc - first, *argc > first ? (*argv)[first] : NULL, error)) return FALSE;
  o->no_overflow = overflow && g_str_equal(overflow, "none");
  o->memory_mib = raw.memory;
  o->unroll = raw.unroll;
  o->jobs = raw.jobs;
  o->inputs_per_site = raw.inputs;
  o->verbosity = raw.quiet ? -1 : o->verbosity;
  o->program = o->version || *argc <= first ? NULL : g_strdup((*argv)[first]);
  return o->version || find_analyzers(o, error);
}

void options_clear(Options *o) {
  g_free(o->program);
  g_free(o->property);
  g_strfreev(o->error_functions);
  g_strfreev(o->exports);
  g_free(o->json);
  g_free(o->smt2);
  g_free(o->conditioned);
  g_free(o->html);
  g_free(o->folder);
  g_free(o->witness);
  g_free(o->invariants);
  if (o->candidates) g_ptr_array_unref(o->candidates);
  g_strfreev(o->direct);
  if (o->witnesses) g_ptr_array_unref(o->witnesses);
  g_free(o->engine);
  count_options_clear(&o->count);
  g_strfreev(o->descriptions);
  g_free(o->with);
  g_free(o->without);
  registry_free(o->registry);
  if (o->complaints) g_ptr_array_unref(o->complaints);
  memset(o, 0, sizeof *o);
}
