/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line, by GOption. */
#include "command/options.h"
#include "command/entry-options.h"
#include "command/command.h"
#include "command/input-options.h"
#include "export/formats.h"
#include "frontend/flags.h"
#include <math.h>
#include <string.h>

static const char summary[] = "Computes for which inputs a C program fails, bounded from both sides.";
static const char description[] =
    "Programs are C files (.c, .i, - for the standard input) and bitcode of LLVM 19 (.bc, .ll), linked to "
    "one.\n"
    "-I -D -U -std= -include -isystem -iquote are as compilers take them, for all of the C files.\n\n"
    "Exit status: 0 no input fails (proven), 10 failing inputs exist, 20 not known,\n"
    "64 wrong call, 65 program or witness not accepted, 70 internal error, 74 an output cannot be written.\n";

static gboolean count_verbose(const char *name, const char *value, gpointer data, GError **error) {
  CommandLine *o = data;
  o->analysis.verbosity++;
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
  CommandLine *o = data;
  for (guint i = 0; i < G_N_ELEMENTS(modes); i++)
    if (g_str_equal(value, modes[i])) {
      o->analysis.precision = (BitPrecision)i;
      return TRUE;
    }
  return wrong(error, "--bit-precision must be auto, integer or bitvector, not '%s'", value);
}

/* What is not yet checked, or not kept as it was said. */
typedef struct {
  gint memory, unroll, inputs, jobs;
  gboolean ilp32, quiet;
  char *overflow, *only, *at, **cc_flags;
  char *dot; /* short for --export dot=FILE */
} Raw;

static void raw_clear(Raw *raw) {
  g_free(raw->overflow);
  g_free(raw->only);
  g_free(raw->at);
  g_free(raw->dot);
  g_strfreev(raw->cc_flags);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Raw, raw_clear)

static GOptionContext *context_new(CommandLine *o, Raw *raw) {
  const GOptionEntry entries[] = {
      {"property", 'p', 0, G_OPTION_ARG_FILENAME_ARRAY, &o->analysis.properties,
       "What counts as a failure (default: unreach-call, or runtime-errors where no error or __VERIFIER_ "
       "function is called); may be repeated",
       "NAME|FILE.prp"},
      {"only", 0, 0, G_OPTION_ARG_STRING, &raw->only, "Of the failures of the property only these kinds count",
       "KIND,..."},
      {"at", 0, 0, G_OPTION_ARG_STRING, &raw->at, "Only failures at this place count", "FILE:LINE"},
      {"error", 0, 0, G_OPTION_ARG_STRING_ARRAY, &o->analysis.error_functions,
       "A call of FUNC is a failure; may be repeated", "FUNC"},
      {"entry", 0, 0, G_OPTION_ARG_STRING, &o->analysis.entry, "Runs begin in FUNC (default: main)", "FUNC"},
      {"model", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &o->analysis.models,
       "Take the bodies of functions that the program only declares from FILE.c; may be repeated", "FILE.c"},
      {"compile-commands", 0, 0, G_OPTION_ARG_FILENAME, &o->analysis.compile_commands,
       "Compile each file as this compilation database says", "FILE"},
      {"cc-flag", 0, 0, G_OPTION_ARG_STRING_ARRAY, &raw->cc_flags,
       "An argument for the compiler that acf has no option for; may be repeated", "FLAG"},
      {"all-checks", 0, 0, G_OPTION_ARG_NONE, &o->all_checks,
       "List every place that may fail: never, exactly when, at most when, or unknown", NULL},
      {"json", 0, 0, G_OPTION_ARG_FILENAME, &o->json, "Write the characterization as JSON", "FILE"},
      {"smt2", 0, 0, G_OPTION_ARG_FILENAME, &o->smt2, "Write it as an SMT-LIB 2 script", "FILE"},
      {"emit-conditioned", 0, 0, G_OPTION_ARG_FILENAME, &o->conditioned,
       "Write the program as C with all inputs excluded that may fail (-: standard output)", "FILE"},
      {"html", 0, 0, G_OPTION_ARG_FILENAME, &o->html, "Write a report: one page for a browser", "FILE"},
      {"dot", 0, 0, G_OPTION_ARG_FILENAME, &raw->dot, "Write the failure automaton as a graph for Graphviz", "FILE"},
      {"plot", 0, 0, G_OPTION_ARG_NONE, &o->plot, "Draw the failing inputs in characters", NULL},
      {"export", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &o->exports,
       "Write it in a format of acf export; may be repeated", "FORMAT=FILE"},
      {"output", 'o', 0, G_OPTION_ARG_FILENAME, &o->folder, "Write cfc.json, cfc.smt2 and cfc.txt into DIR",
       "DIR"},
      {"witness", 0, 0, G_OPTION_ARG_FILENAME, &o->witness,
       "Write witnesses (GraphML and YAML) for other verifiers into DIR", "DIR"},
      {"invariants", 0, 0, G_OPTION_ARG_FILENAME, &o->invariants,
       "Try the invariants of a correctness witness in proofs; none is used unproven", "WITNESS"},
      {"time", 0, 0, G_OPTION_ARG_DOUBLE, &o->analysis.seconds,
       "Stop after this time, with what is known (default: 300)", "SECONDS"},
      {"memory", 0, 0, G_OPTION_ARG_INT, &raw->memory, "Limit of each engine process (default: 4096)", "MIB"},
      {"jobs", 0, 0, G_OPTION_ARG_INT, &raw->jobs,
       "Run at most N analyzers at once (default 0: a few more than there are cores)", "N"},
      {"no-cache", 0, 0, G_OPTION_ARG_NONE, &o->no_cache,
       "Neither look up nor keep results of external analyzers", NULL},
      {"ILP32", 0, 0, G_OPTION_ARG_NONE, &raw->ilp32,
       "int, long and pointers have 32 bits (default); also --32", NULL},
      {"LP64", 0, 0, G_OPTION_ARG_NONE, &o->analysis.lp64, "long and pointers have 64 bits; also --64", NULL},
      {"32", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_NONE, &raw->ilp32, NULL, NULL},
      {"64", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_NONE, &o->analysis.lp64, NULL, NULL},
      {"overflow", 0, 0, G_OPTION_ARG_STRING, &raw->overflow,
       "Signed arithmetic wraps (default), or runs in which it overflows do not count", "wrap|none"},
      {"unroll", 0, 0, G_OPTION_ARG_INT, &raw->unroll,
       "Unroll loops at most K times (default 0: until the time is over)", "K"},
      {"inputs-per-site", 0, 0, G_OPTION_ARG_INT, &raw->inputs,
       "Follow K executions of an input call (default 0: as many as unrolled loops read)", "K"},
      {"direct", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &o->analysis.direct,
       "Follow this violation witness first (GraphML or YAML); may be repeated", "WITNESS"},
      {"engine", 0, 0, G_OPTION_ARG_STRING, &o->analysis.engine,
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
      {"doctor", 0, 0, G_OPTION_ARG_NONE, &o->doctor, "Test every analyzer that is found, and stop", NULL},
      {"bit-precision", 0, 0, G_OPTION_ARG_CALLBACK, (gpointer)choose_precision,
       "Words of spacer: auto (default), integer or bitvector", "MODE"},
      {"replay", 0, 0, G_OPTION_ARG_NONE, &o->replay, "Run the program natively on every example found",
       NULL},
      {"count", 0, 0, G_OPTION_ARG_NONE, &o->count.count, "Count the failing inputs; see --help-count", NULL},
      LIMIT_OPTION,
      {"limits", 0, 0, G_OPTION_ARG_NONE, &o->limits, "List all limits of effort, and stop", NULL},
      {"stats", 0, 0, G_OPTION_ARG_NONE, &o->stats, "Show where the time went", NULL},
      {"dump-ir", 0, 0, G_OPTION_ARG_NONE, &o->dump_ir, "Show the program as the engines see it, and stop",
       NULL},
      {"verbose", 'v', G_OPTION_FLAG_NO_ARG, G_OPTION_ARG_CALLBACK, (gpointer)count_verbose,
       "Print more; may be repeated", NULL},
      {"quiet", 'q', 0, G_OPTION_ARG_NONE, &raw->quiet, "Print nothing but errors", NULL},
      {"version", 0, 0, G_OPTION_ARG_NONE, &o->version, "Show the version", NULL},
      {NULL}};
  GOptionContext *context = g_option_context_new("PROGRAM.c ...");
  GOptionGroup *group = g_option_group_new("acf", "", "", o, NULL);
  g_option_group_add_entries(group, entries);
  input_options_add(group);
  g_option_context_set_main_group(context, group);
  g_option_context_add_group(context, count_options_group(&o->count));
  g_option_context_add_group(context, entry_options_group(&o->analysis.arguments));
  g_option_context_set_summary(context, summary);
  g_autofree char *commands = command_help(), *end = g_strconcat(commands, "\n", description, NULL);
  g_option_context_set_description(context, end);
  return context;
}

/* The analyzers that are found, and those that take part. */
static gboolean find_analyzers(CommandLine *o, GError **error) {
  o->complaints = g_ptr_array_new_with_free_func(g_free);
  o->analysis.registry = registry_new((const char *const *)o->descriptions, o->complaints, error);
  if (!o->analysis.registry || !registry_choose(o->analysis.registry, o->with, o->without, error))
    return FALSE;
  registry_limit(o->analysis.registry, (gsize)o->analysis.memory_mib << 20);
  const Analyzer *a = o->analysis.engine ? registry_find(o->analysis.registry, o->analysis.engine) : NULL;
  if (o->analysis.engine && !a) {
    g_autofree char *known = engine_names();
    return wrong(error, "unknown engine '%s'; there are: %s, and those of --analyzers", o->analysis.engine,
                 known);
  }
  if (a && !analyzer_found(a)) {
    g_autofree char *names = g_strjoinv(" or ", a->external->executables);
    return wrong(error, "--engine %s: %s is not installed, or not in PATH", a->name, names);
  }
  return TRUE;
}

/* What GOption cannot check. */
static gboolean check(const CommandLine *o, const Raw *raw, int n_programs, GError **error) {
  if (o->version || o->limits || o->analyzers || o->doctor) return TRUE;
  if (n_programs == 0) return wrong(error, "no program given");
  if (o->analysis.entry && !*o->analysis.entry) return wrong(error, "--entry needs the name of a function");
  if (!isfinite(o->analysis.seconds) || o->analysis.seconds <= 0)
    return wrong(error, "--time must be a positive number of seconds");
  if (raw->memory <= 0) return wrong(error, "--memory must be a positive number of MiB");
  if (raw->jobs < 0) return wrong(error, "--jobs must not be negative");
  if (raw->unroll < 0) return wrong(error, "--unroll must not be negative");
  if (raw->inputs < 0) return wrong(error, "--inputs-per-site must not be negative");
  if (raw->ilp32 && o->analysis.lp64) return wrong(error, "--ILP32 and --LP64 exclude each other");
  if (raw->overflow && !g_str_equal(raw->overflow, "wrap") && !g_str_equal(raw->overflow, "none"))
    return wrong(error, "--overflow must be wrap or none");
  if (o->count.domain && !o->count.count) return wrong(error, "--domain is for --count");
  if (!count_options_check(&o->count, error) || !entry_options_check(&o->analysis.arguments, error)) return FALSE;
  for (char **e = o->exports; e && *e; e++) {
    const char *file;
    if (!export_parse(*e, &file, error)) return FALSE;
  }
  for (char **f = o->analysis.error_functions; f && *f; f++)
    if (!**f) return wrong(error, "--error needs the name of a function");
  return TRUE;
}

/* -I, -D and their like go to the compiler; they are taken out, for GOption does not know such. */
static gboolean take_flags(int *argc, char **argv, GPtrArray *flags, GError **error) {
  int kept = 1;
  for (guint at = 1; at < (guint)*argc;) {
    g_autoptr(GError) missing = NULL;
    if (g_str_equal(argv[at], "--")) {
      while (at < (guint)*argc) argv[kept++] = argv[at++];
    } else if (!flags_take(argv, &at, flags, &missing)) {
      if (missing) return wrong(error, "%s", missing->message);
      argv[kept++] = argv[at++];
    }
  }
  argv[kept] = NULL;
  *argc = kept;
  return TRUE;
}

/* GOption leaves a "--" that something follows in place. */
static void drop_dashes(int *argc, char **argv) {
  int at = 1;
  while (at < *argc && !g_str_equal(argv[at], "--")) at++;
  for (int i = at; i < *argc; i++) argv[i] = argv[i + 1];
  *argc -= at < *argc;
}

/* What was given by --cc-flag joins them. */
static gboolean check_flags(const Raw *raw, gboolean lp64, GPtrArray *flags, GError **error) {
  for (char **f = raw->cc_flags; f && *f; f++) {
    g_autoptr(GError) refused = NULL;
    if (!flags_take_other(*f, lp64, flags, &refused)) return wrong(error, "%s", refused->message);
  }
  return TRUE;
}

/* A file that is named twice would define everything twice. */
static gboolean keep_files(CommandLine *o, char **files, GError **error) {
  for (guint i = 0; files[i]; i++) {
    for (guint k = 0; k < i; k++)
      if (g_str_equal(files[i], files[k])) return wrong(error, "%s is given twice", files[i]);
  }
  o->analysis.program = g_strdup(files[0]);
  o->analysis.files = g_strdupv(files);
  return TRUE;
}

/* "overflow,shift" */
static gboolean read_only(const char *text, guint *only, GError **error) {
  g_auto(GStrv) names = g_strsplit(text, ",", -1);
  for (char **name = names; *name; name++) {
    FailureKind kind;
    if (!failure_find(*name, &kind)) {
      g_autofree char *known = failure_names();
      return wrong(error, "--only: there is no failure '%s'; there are: %s", *name, known);
    }
    *only |= 1u << kind;
  }
  return TRUE;
}

/* "prog.c:12" */
static gboolean read_place(const char *text, AnalysisOptions *o, GError **error) {
  const char *colon = strrchr(text, ':');
  guint64 line;
  if (!colon || colon == text || !g_ascii_string_to_unsigned(colon + 1, 10, 1, G_MAXINT, &line, NULL))
    return wrong(error, "--at must be FILE:LINE, not '%s'", text);
  o->at_file = g_strndup(text, (gsize)(colon - text));
  o->at_line = (guint)line;
  return TRUE;
}

static gboolean read_restriction(const Raw *raw, AnalysisOptions *o, GError **error) {
  return (!raw->only || read_only(raw->only, &o->only, error)) && (!raw->at || read_place(raw->at, o, error));
}

gboolean options_parse(int *argc, char ***argv, CommandLine *o, GError **error) {
  return options_parse_two(argc, argv, NULL, o, error);
}

/* Those that take time of their own; a report counts for several. */
static guint count_outputs(const CommandLine *o) {
  guint n = (o->count.count != 0) + (o->witness != NULL) + (o->replay != 0);
  if (o->plot) n += 2; /* its extent, and its marks */
  if (o->html) n += 3; /* the branches, the counts, the extent of the picture */
  for (char **e = o->exports; e && *e; e++) n++;
  return n;
}

static void add_export(CommandLine *o, const char *format, const char *file) {
  const guint n = o->exports ? g_strv_length(o->exports) : 0;
  o->exports = g_renew(char *, o->exports, n + 2);
  o->exports[n] = g_strdup_printf("%s=%s", format, file);
  o->exports[n + 1] = NULL;
}

gboolean options_parse_two(int *argc, char ***argv, const char **before, CommandLine *o, GError **error) {
  g_auto(Raw) raw = {.memory = DEFAULT_MEMORY_MIB};
  *o = (CommandLine){.analysis = {.seconds = DEFAULT_SECONDS, .start = g_get_monotonic_time(), .bounds = DEFAULT_INPUT_BOUNDS}};
  g_autoptr(GOptionContext) context = context_new(o, &raw);
  g_autoptr(GPtrArray) flags = g_ptr_array_new_with_free_func(g_free);
  gboolean parsed =
      take_flags(argc, *argv, flags, error) && input_options_translate(argc, argv, error) &&
      g_option_context_parse(context, argc, argv, error);
  if (!parsed || !check_flags(&raw, o->analysis.lp64, flags, error)) return FALSE;
  g_ptr_array_add(flags, NULL);
  o->analysis.flags = (char **)g_ptr_array_free(g_steal_pointer(&flags), FALSE);
  drop_dashes(argc, *argv);
  if (raw.dot) add_export(o, "dot", raw.dot);
  int first = 1;
  if (before && *argc > first) *before = (*argv)[first++];
  if (!check(o, &raw, *argc - first, error)) return FALSE;
  if (!read_restriction(&raw, &o->analysis, error)) return FALSE;
  o->analysis.no_overflow = raw.overflow && g_str_equal(raw.overflow, "none");
  o->analysis.memory_mib = raw.memory;
  o->analysis.unroll = raw.unroll;
  o->analysis.jobs = raw.jobs;
  o->analysis.inputs_per_site = raw.inputs;
  o->analysis.outputs = count_outputs(o);
  o->analysis.verbosity = raw.quiet ? -1 : o->analysis.verbosity;
  if (!o->version && !o->limits && *argc > first && !keep_files(o, *argv + first, error)) return FALSE;
  return o->version || o->limits || find_analyzers(o, error);
}

void options_clear(CommandLine *o) {
  g_free(o->analysis.program);
  g_strfreev(o->analysis.files);
  g_strfreev(o->analysis.flags);
  g_strfreev(o->analysis.models);
  g_free(o->analysis.compile_commands);
  g_free(o->analysis.entry);
  g_strfreev(o->analysis.properties);
  g_free(o->analysis.at_file);
  g_strfreev(o->analysis.error_functions);
  g_strfreev(o->exports);
  g_free(o->json);
  g_free(o->smt2);
  g_free(o->conditioned);
  g_free(o->html);
  g_free(o->folder);
  g_free(o->witness);
  g_free(o->invariants);
  if (o->analysis.candidates) g_ptr_array_unref(o->analysis.candidates);
  g_strfreev(o->analysis.direct);
  if (o->analysis.witnesses) g_ptr_array_unref(o->analysis.witnesses);
  g_free(o->analysis.engine);
  count_options_clear(&o->count);
  entry_options_clear(&o->analysis.arguments);
  g_strfreev(o->descriptions);
  g_free(o->with);
  g_free(o->without);
  registry_free(o->analysis.registry);
  if (o->complaints) g_ptr_array_unref(o->complaints);
  memset(o, 0, sizeof *o);
}
