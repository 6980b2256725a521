/* SPDX-License-Identifier: GPL-3.0-or-later */
/* acf: the failing inputs of a C program.  From the command line to the exit status. */
#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>
#include "loop/acf.h"
#include "base/limits.h"
#include "cfc/branches.h"
#include "conditioner/rewrite.h"

#include "command/all-checks.h"
#include "command/command.h"
#include "config.h"
#include "count/count.h"
#include "command/doctor.h"
#include "cfc/claims.h"
#include "export/formats.h"
#include "export/witness.h"
#include "loop/load.h"
#include "native/replay.h"
#include "command/options.h"
#include "base/job.h"
#include "base/process.h"
#include "base/progress.h"
#include "loop/schedule.h"
#include "base/streams.h"
#include "witness/loop-candidates.h"
#include "witness/witness.h"

#define LEAST_STACK ((rlim_t)8 << 20) /* the default of Linux */

static void complain(const char *format, ...) G_GNUC_PRINTF(1, 2);
static void complain(const char *format, ...) {
  va_list args;
  va_start(args, format);
  g_autofree char *message = g_strdup_vprintf(format, args);
  va_end(args);
  progress_clear();
  fprintf(stderr, "%s: %s\n", PACKAGE_NAME, message);
}

/* The first signal asks for what is known so far; a later one wants out.  One that comes at once is the same
 * one again: timeout(1) signals its command and then the group that this is in.  A terminal that is closed,
 * and a limit of processor time, say so several times. */
static void on_signal(int signal_number) {
  static struct timespec first;
  struct timespec now;
  const gboolean repeats = signal_number == SIGHUP || signal_number == SIGXCPU;
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (!job_interrupted())
    first = now;
  else if (!repeats && now.tv_sec - first.tv_sec + (now.tv_nsec - first.tv_nsec) / 1e9 > 0.3)
    _exit(EXIT_INTERRUPTED);
  job_interrupt();
}

/* By nohup(1): acf goes on when the terminal is closed. */
static gboolean is_ignored(int signal_number) {
  struct sigaction before;
  return sigaction(signal_number, NULL, &before) == 0 && before.sa_handler == SIG_IGN;
}

static void handle_signals(void) {
  struct sigaction action = {.sa_handler = on_signal};
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  sigaction(SIGXCPU, &action, NULL); /* the soft limit of ulimit -t */
  if (!is_ignored(SIGHUP)) sigaction(SIGHUP, &action, NULL);
  signal(SIGPIPE, SIG_IGN); /* a closed pipe is an output that cannot be written */
  signal(SIGXFSZ, SIG_IGN); /* so is a file beyond the limit of ulimit -f */
}

/* Writing.  Each returns FALSE after saying what could not be written; the others are written all the same.
 */

static gboolean write_stdout(const char *text) {
  if (streams_print(text)) return TRUE;
  complain("standard output: %s", g_strerror(errno));
  return FALSE;
}

static gboolean write_to(const char *path, const char *text) {
  g_autoptr(GError) error = NULL;
  if (export_write(path, text, &error)) return TRUE;
  complain("%s", error->message);
  return FALSE;
}

static gboolean write_folder(const CommandLine *o, const Cfc *cfc, const char *json, const char *smt2) {
  if (g_mkdir_with_parents(o->folder, 0777) != 0) {
    complain("%s: %s", o->folder, g_strerror(errno));
    return FALSE;
  }
  g_autofree char *text = export_text(cfc, TRUE, TRUE, FALSE);
  g_autofree char *json_path = g_build_filename(o->folder, "cfc.json", NULL);
  g_autofree char *smt2_path = g_build_filename(o->folder, "cfc.smt2", NULL);
  g_autofree char *text_path = g_build_filename(o->folder, "cfc.txt", NULL);
  gboolean json_written = write_to(json_path, json), smt2_written = write_to(smt2_path, smt2);
  return write_to(text_path, text) && json_written && smt2_written;
}

/* What remains to be proven safe: the program without the inputs that may fail. */
static gboolean write_conditioned(const char *path, const Cfc *cfc) {
  g_autoptr(GError) error = NULL;
  g_autofree char *text = condition_source(cfc->program, term_not(cfc_upper(cfc)), &error);
  if (text) return g_str_equal(path, "-") ? write_stdout(text) : write_to(path, text);
  complain("%s", error->message);
  return FALSE;
}

/* The number of failing inputs, for people and as a part of the JSON; what is not known is said there. */
static gboolean count_inputs(const CommandLine *o, Cfc *cfc, const Term *domain, gint64 deadline) {
  const CountLimits limits = {.epsilon = o->count.epsilon,
                              .delta = o->count.delta,
                              .deadline = deadline,
                              .memory_bytes = (gsize)o->analysis.memory_mib << 20,
                              .methods = METHOD_ALL};
  g_autoptr(CfcCount) count = cfc_count(cfc, domain, &limits);
  cfc_count_steps(count, cfc, (guint)o->count.steps, &limits);
  g_autofree char *text = cfc_count_text(count, o->analysis.verbosity > 0);
  cfc->count = cfc_count_json(count, cfc);
  return o->analysis.verbosity < 0 || write_stdout(text);
}

static gboolean write_files(const CommandLine *o, const Cfc *cfc) {
  g_autofree char *json = o->json || o->folder ? export_json(cfc) : NULL;
  g_autofree char *smt2 = o->smt2 || o->folder ? export_smt2(cfc) : NULL;
  gboolean written = TRUE;
  if (o->json) written = write_to(o->json, json) && written;
  if (o->smt2) written = write_to(o->smt2, smt2) && written;
  if (o->conditioned) written = write_conditioned(o->conditioned, cfc) && written;
  if (o->folder) written = write_folder(o, cfc, json, smt2) && written;
  return written;
}

static void complain_of(const char *message) { complain("%s", message); }

static gboolean write_witnesses(const CommandLine *o, const Cfc *cfc, gint64 deadline) {
  const WitnessOptions options = {.folder = o->witness,
                                  .memory_bytes = (gsize)o->analysis.memory_mib << 20,
                                  .deadline = deadline,
                                  .say = complain_of};
  return export_witnesses(cfc, &options);
}

/* Writes one --export; FALSE when the program does not do what the characterization says: a fault of acf. */
static gboolean write_export(const ExportOptions *options, const Cfc *cfc, const char *text,
                             gboolean *written) {
  g_autoptr(GError) error = NULL;
  const char *file;
  const ExportFormat *f = export_parse(text, &file, &error);
  const ExportResult result = f ? export_as(cfc, f, options, file, &error) : EXPORT_IMPOSSIBLE;
  if (error) complain("%s: %s", text, error->message);
  *written = *written && (result == EXPORT_WRITTEN || result == EXPORT_CONTRADICTED);
  return result != EXPORT_CONTRADICTED;
}

static gboolean is_report(const char *export) {
  const char *file;
  const ExportFormat *f = export_parse(export, &file, NULL);
  return f && f->run == export_report;
}

/* All but reports.  FALSE as above. */
static gboolean write_exports(const CommandLine *o, const Cfc *cfc, guint *left, gboolean *written) {
  gboolean true_claims = TRUE;
  for (char **e = o->exports; e && *e; e++) {
    if (is_report(*e)) continue;
    const gint64 deadline = schedule_output(&o->analysis, (*left)--);
    const ExportOptions options = {
        .seconds = MIN(limits.tests_finding_seconds, limits.tests_finding_share * schedule_seconds(deadline)),
        .deadline = deadline,
        .quiet = o->analysis.verbosity < 0};
    true_claims = write_export(&options, cfc, *e, written) && true_claims;
  }
  return true_claims;
}

static gboolean print_result(const CommandLine *o, const Cfc *cfc) {
  static const char *const answer[] = {
      [VERDICT_SAFE] = "TRUE\n", [VERDICT_FAILURES] = "FALSE\n", [VERDICT_UNKNOWN] = "UNKNOWN\n"};
  if (o->analysis.engine && !write_stdout(answer[cfc_verdict(cfc)])) return FALSE;
  g_autofree char *nothing = o->analysis.engine && o->analysis.verbosity == 0 ? claim_nothing(cfc) : NULL;
  if (nothing) complain("%s", nothing);
  if (o->analysis.verbosity < 0 || (o->analysis.engine && !o->stats && o->analysis.verbosity == 0))
    return TRUE;
  gboolean colour = isatty(STDOUT_FILENO) && !g_getenv("NO_COLOR");
  g_autofree char *text = export_text(cfc, o->stats, o->analysis.verbosity > 0, colour);
  return write_stdout(text);
}

/* FALSE when an example did not fail: then a claim is false, and that is a fault of acf. */
static gboolean replay(const CommandLine *o, const Cfc *cfc, gint64 deadline, gboolean *written) {
  g_autoptr(GString) report = g_string_new(NULL);
  g_autoptr(GError) error = NULL;
  int refuted = replay_examples(cfc, deadline, report, &error);
  if (refuted < 0)
    complain("not replayed: %s", error->message);
  else if (o->analysis.verbosity >= 0)
    *written = write_stdout(report->str) && *written;
  if (refuted > 0) complain("%d of the examples found did not fail when replayed", refuted);
  return refuted <= 0;
}

static ExitStatus verdict_status(const Cfc *cfc) {
  switch (cfc_verdict(cfc)) {
  case VERDICT_SAFE: return EXIT_SAFE;
  case VERDICT_FAILURES: return EXIT_FAILURES;
  default: return EXIT_UNKNOWN;
  }
}

/* For the next part of the pictures, of so many outputs that are left, and a few seconds at most. */
static double picture_seconds(const CommandLine *o, guint *left) {
  const double share = schedule_seconds(schedule_output(&o->analysis, *left));
  if (*left) (*left)--; /* a report by --export has several parts, and counts as one */
  return MIN(share, 4);
}

static gboolean write_plot(const CommandLine *o, const Cfc *cfc, guint *left) {
  if (!o->plot || o->analysis.verbosity < 0) return TRUE;
  Extent *extent = extent_new(cfc, picture_seconds(o, left));
  g_autofree char *plot = export_plot(cfc, extent, g_get_charset(NULL), picture_seconds(o, left));
  extent_free(extent);
  return write_stdout(plot);
}

/* The reports, last of all: what is found for them (branches, a count) is no part of the other outputs.  It
 * is found once, so that all of them are the same. */
static gboolean write_reports(const CommandLine *o, Cfc *cfc, guint *left) {
  gboolean wanted = o->html != NULL, written = TRUE;
  for (char **e = o->exports; e && *e; e++) wanted = wanted || is_report(*e);
  if (!wanted) return TRUE;
  branches_find(cfc, picture_seconds(o, left), (gsize)o->analysis.memory_mib << 20);
  if (!cfc->count)
    cfc->count = report_count(cfc, picture_seconds(o, left), (gsize)o->analysis.memory_mib << 20);
  Extent *extent = extent_new(cfc, picture_seconds(o, left));
  const ExportOptions options = {.extent = extent, .quiet = o->analysis.verbosity < 0};
  g_autofree char *own = o->html ? g_strconcat("html=", o->html, NULL) : NULL;
  if (own) write_export(&options, cfc, own, &written);
  for (char **e = o->exports; e && *e; e++)
    if (is_report(*e)) write_export(&options, cfc, *e, &written);
  extent_free(extent);
  return written;
}

static ExitStatus report(const CommandLine *o, Cfc *cfc) {
  gboolean written = print_result(o, cfc);
  guint left = o->analysis.outputs;
  if (o->count.count) {
    g_autoptr(GError) error = NULL;
    const Term *domain = count_domain(cfc, (const char *const *)o->count.domain, &error);
    if (!domain) complain("not counted: %s", error->message);
    if (domain) written = count_inputs(o, cfc, domain, schedule_output(&o->analysis, left)) && written;
    left--;
  }
  written = write_files(o, cfc) && written;
  if (o->witness) written = write_witnesses(o, cfc, schedule_output(&o->analysis, left--)) && written;
  written = write_plot(o, cfc, &left) && written;
  const gboolean as_promised = write_exports(o, cfc, &left, &written);
  written = write_reports(o, cfc, &left) && written;
  if (!as_promised || (o->replay && !replay(o, cfc, schedule_output(&o->analysis, 1), &written)))
    return EXIT_INTERNAL;
  return written ? verdict_status(cfc) : EXIT_OUTPUT;
}

/* FALSE after saying which of the witnesses cannot be read, and why. */
static gboolean read_witnesses(CommandLine *o) {
  g_autoptr(GError) error = NULL;
  for (char **path = o->analysis.direct; path && *path; path++) {
    Witness *w = witness_read_file(*path, &error);
    if (!w) {
      complain("%s", error->message);
      return FALSE;
    }
    if (!o->analysis.witnesses)
      o->analysis.witnesses = g_ptr_array_new_with_free_func((GDestroyNotify)witness_free);
    g_ptr_array_add(o->analysis.witnesses, w);
  }
  return TRUE;
}

/* Half of the time is for all checks together, where they are asked about one by one afterwards. */
static Cfc *characterize(const CommandLine *o, Program *program) {
  AnalysisOptions together = o->analysis;
  if (o->all_checks) together.seconds /= 2;
  Cfc *cfc = acf_characterize(program, &together);
  progress_clear();
  return cfc;
}

static gboolean write_checks(const CommandLine *o, const Cfc *cfc, const GArray *places) {
  if (!o->all_checks || o->analysis.verbosity < 0) return TRUE;
  g_autofree char *text = all_checks_text(cfc, places, &o->analysis);
  return write_stdout(text);
}

static ExitStatus analyse(const CommandLine *o) {
  g_autoptr(GError) error = NULL;
  Program *program = load_program(&o->analysis, NULL, &error);
  if (!program) {
    complain("%s", error->message);
    return command_load_status(error);
  }
  const gboolean read = !job_interrupted() && g_get_monotonic_time() < schedule_reading(&o->analysis);
  if (read && o->analysis.verbosity >= 0 && !o->dump_ir && program->unmodelled->len &&
      program_is_cut_off(program))
    complain("no failure can be confirmed: %s, and every way to one leads there (see --model and --entry)",
             (const char *)program->unmodelled->pdata[0]);
  ExitStatus status = EXIT_SAFE;
  g_autoptr(Cache) cache = o->no_cache ? NULL : cache_open(NULL, 0);
  if (o->analysis.registry) registry_keep(o->analysis.registry, cache);
  if (o->dump_ir) {
    g_autoptr(GString) text = g_string_new(NULL);
    program_dump(program, text);
    status = write_stdout(text->str) ? EXIT_SAFE : EXIT_OUTPUT;
  } else {
    g_autoptr(GArray) places = all_checks_places(program);
    Cfc *cfc = characterize(o, program);
    status = report(o, cfc);
    if (!write_checks(o, cfc, places) && status <= EXIT_UNKNOWN) status = EXIT_OUTPUT;
    cfc_free(cfc);
  }
  program_free(program);
  term_store_clear();
  return status;
}

static ExitStatus run_command(const Command *command, int argc, char **argv) {
  g_autoptr(GError) error = NULL;
  g_autofree char *name = g_strconcat(PACKAGE_NAME " ", command->name, NULL);
  g_set_prgname(name);
  handle_signals();
  const ExitStatus status = command->run(argc, argv, &error);
  if (error) complain("%s", error->message);
  return status;
}

/* FALSE after saying what is wrong with the invariants supplied. */
static gboolean read_invariants(CommandLine *o) {
  g_autoptr(GError) error = NULL;
  if (!o->invariants) return TRUE;
  o->analysis.candidates = loop_candidates_read(o->invariants, &error);
  if (!o->analysis.candidates) complain("%s", error->message);
  return o->analysis.candidates != NULL;
}

/* --analyzers and --doctor. */
static ExitStatus consult(const CommandLine *o) {
  if (o->analyzers) {
    g_autofree char *table = registry_table(o->analysis.registry);
    if (!write_stdout(table)) return EXIT_OUTPUT;
  }
  if (!o->doctor) return EXIT_SAFE;
  g_autoptr(GError) error = NULL;
  int sick = doctor(o->analysis.registry, o->analysis.lp64, &error);
  if (sick < 0) complain("%s", error->message);
  return sick < 0 ? EXIT_INTERNAL : sick > 0 ? EXIT_FAILURES : EXIT_SAFE;
}

/* A smaller stack is taken for a mistake, and raised as far as the system allows. */
static void ensure_stack(void) {
  struct rlimit stack;
  if (getrlimit(RLIMIT_STACK, &stack) != 0 || stack.rlim_cur >= LEAST_STACK) return;
  stack.rlim_cur = MIN(stack.rlim_max, LEAST_STACK);
  setrlimit(RLIMIT_STACK, &stack);
}

int main(int argc, char **argv) {
  g_autoptr(GError) error = NULL;
  CommandLine o;
  streams_open();
  ensure_stack();
  setlocale(LC_CTYPE, ""); /* how to print; numbers stay as in C */
  const Command *command = argc > 1 ? command_find(argv[1]) : NULL;
  if (command) return run_command(command, argc - 1, argv + 1);
  if (!options_parse(&argc, &argv, &o, &error)) {
    complain("%s (see %s --help)", error->message, PACKAGE_NAME);
    options_clear(&o);
    return EXIT_USAGE;
  }
  if (o.version || o.limits) {
    g_autofree char *table = o.limits ? limits_table() : NULL;
    gboolean written = write_stdout(table ? table : PACKAGE_STRING "\n");
    options_clear(&o);
    return written ? EXIT_SAFE : EXIT_OUTPUT;
  }
  for (guint i = 0; i < o.complaints->len; i++)
    complain("%s; it is not used", (char *)o.complaints->pdata[i]);
  ExitStatus status = EXIT_USAGE;
  if (o.analyzers || o.doctor) {
    handle_signals();
    status = consult(&o);
    options_clear(&o);
    return status;
  }
  handle_signals();
  process_adopt_orphans();
  progress_enable(o.analysis.verbosity >= 0 && isatty(STDERR_FILENO));
  status = read_witnesses(&o) && read_invariants(&o) ? analyse(&o) : EXIT_DATA;
  process_sweep_orphans();
  options_clear(&o);
  return status;
}
