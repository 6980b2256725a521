/* SPDX-License-Identifier: GPL-3.0-or-later */
/* acf: the failing inputs of a C program.  From the command line to the exit status. */
#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "acf.h"
#include "conditioner/rewrite.h"
#include "command.h"
#include "config.h"
#include "count/count.h"
#include "export/formats.h"
#include "frontend/frontend.h"
#include "frontend/property.h"
#include "options.h"
#include "portfolio/analyzer.h"
#include "progress.h"

static void complain(const char *format, ...) G_GNUC_PRINTF(1, 2);
static void complain(const char *format, ...) {
  va_list args;
  va_start(args, format);
  g_autofree char *message = g_strdup_vprintf(format, args);
  va_end(args);
  progress_clear();
  fprintf(stderr, "%s: %s\n", PACKAGE_NAME, message);
}

/* The first signal asks for what is known so far; the second one wants out. */
static void on_signal(int signal_number) {
  if (job_interrupted()) _exit(EXIT_INTERRUPTED);
  job_interrupt();
}

static void handle_signals(void) {
  struct sigaction action = {.sa_handler = on_signal};
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  signal(SIGPIPE, SIG_IGN); /* a closed pipe is an output that cannot be written */
}

/* Writing.  Each returns FALSE after saying what could not be written; the others are written all the same.
 */

static gboolean write_stdout(const char *text) {
  if (fputs(text, stdout) >= 0 && fflush(stdout) == 0) return TRUE;
  complain("standard output: %s", g_strerror(errno));
  return FALSE;
}

static gboolean write_to(const char *path, const char *text) {
  g_autoptr(GError) error = NULL;
  if (export_write(path, text, &error)) return TRUE;
  complain("%s", error->message);
  return FALSE;
}

static gboolean write_folder(const Options *o, const Cfc *cfc, const char *json, const char *smt2) {
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
static gboolean count_inputs(const Options *o, Cfc *cfc, const Term *domain) {
  /* what is left of the time; a tenth of it when nothing is */
  const gint64 all = (gint64)(o->seconds * G_USEC_PER_SEC), now = g_get_monotonic_time();
  const CountLimits limits = {.epsilon = o->count.epsilon,
                              .delta = o->count.delta,
                              .deadline = MAX(o->start + all, now + all / 10),
                              .memory_bytes = (gsize)o->memory_mib << 20,
                              .methods = METHOD_ALL};
  g_autoptr(CfcCount) count = cfc_count(cfc, domain, &limits);
  g_autofree char *text = cfc_count_text(count, cfc);
  cfc->count = cfc_count_json(count, cfc);
  return o->verbosity < 0 || write_stdout(text);
}

static gboolean write_files(const Options *o, const Cfc *cfc) {
  g_autofree char *json = o->json || o->folder ? export_json(cfc) : NULL;
  g_autofree char *smt2 = o->smt2 || o->folder ? export_smt2(cfc) : NULL;
  gboolean written = TRUE;
  if (o->json) written = write_to(o->json, json) && written;
  if (o->smt2) written = write_to(o->smt2, smt2) && written;
  if (o->conditioned) written = write_conditioned(o->conditioned, cfc) && written;
  if (o->folder) written = write_folder(o, cfc, json, smt2) && written;
  return written;
}

/* FALSE when the program does not do what the characterization says: a fault of acf. */
static gboolean write_exports(const Options *o, const Cfc *cfc, gboolean *written) {
  /* what is left of the time; a tenth of it when nothing is */
  const double left = o->seconds - (double)(g_get_monotonic_time() - o->start) / G_USEC_PER_SEC;
  const ExportOptions options = {.seconds = MIN(60, MAX(left, o->seconds / 10)), .quiet = o->verbosity < 0};
  gboolean true_claims = TRUE;
  for (char **e = o->exports; e && *e; e++) {
    g_autoptr(GError) error = NULL;
    const char *file;
    const ExportFormat *f = export_parse(*e, &file, &error);
    const ExportResult result = f ? export_as(cfc, f, &options, file, &error) : EXPORT_IMPOSSIBLE;
    if (error) complain("%s: %s", *e, error->message);
    *written = *written && (result == EXPORT_WRITTEN || result == EXPORT_CONTRADICTED);
    true_claims = true_claims && result != EXPORT_CONTRADICTED;
  }
  return true_claims;
}

static gboolean print_result(const Options *o, const Cfc *cfc) {
  static const char *const answer[] = {
      [VERDICT_SAFE] = "TRUE\n", [VERDICT_FAILURES] = "FALSE\n", [VERDICT_UNKNOWN] = "UNKNOWN\n"};
  if (o->engine && !write_stdout(answer[cfc_verdict(cfc)])) return FALSE;
  if (o->verbosity < 0 || (o->engine && !o->stats && o->verbosity == 0)) return TRUE;
  gboolean colour = isatty(STDOUT_FILENO) && !g_getenv("NO_COLOR");
  g_autofree char *text = export_text(cfc, o->stats, o->verbosity > 0, colour);
  return write_stdout(text);
}

/* FALSE when an example did not fail: then a claim is false, and that is a fault of acf. */
static gboolean replay(const Options *o, const Cfc *cfc, gboolean *written) {
  g_autoptr(GString) report = g_string_new(NULL);
  g_autoptr(GError) error = NULL;
  int refuted = export_replay(cfc, report, &error);
  if (refuted < 0)
    complain("not replayed: %s", error->message);
  else if (o->verbosity >= 0)
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

static ExitStatus report(const Options *o, Cfc *cfc) {
  gboolean written = print_result(o, cfc);
  if (o->count.count) {
    g_autoptr(GError) error = NULL;
    const Term *domain = count_domain(cfc, (const char *const *)o->count.domain, &error);
    if (!domain) complain("not counted: %s", error->message);
    if (domain) written = count_inputs(o, cfc, domain) && written;
  }
  written = write_files(o, cfc) && written;
  if (!write_exports(o, cfc, &written)) return EXIT_INTERNAL;
  if (o->replay && !replay(o, cfc, &written)) return EXIT_INTERNAL;
  return written ? verdict_status(cfc) : EXIT_OUTPUT;
}

static ExitStatus frontend_status(const GError *error) {
  gboolean own_fault = g_error_matches(error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_INTERNAL) ||
                       g_error_matches(error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_NO_COMPILER);
  return own_fault ? EXIT_INTERNAL : EXIT_DATA;
}

static ExitStatus analyse(const Options *o, const Property *property) {
  g_autoptr(GError) error = NULL;
  const FrontendOptions options = {
      .lp64 = o->lp64,
      .no_overflow = o->no_overflow,
      .entry = property->entry,
      .error_functions = o->error_functions ? (const char *const *)o->error_functions
                                            : (const char *const *)property->error_functions->pdata};
  Program *program = frontend_load(o->program, &options, &error);
  if (!program) {
    complain("%s", error->message);
    return frontend_status(error);
  }
  ExitStatus status = EXIT_SAFE;
  if (o->dump_ir) {
    g_autoptr(GString) text = g_string_new(NULL);
    program_dump(program, text);
    status = write_stdout(text->str) ? EXIT_SAFE : EXIT_OUTPUT;
  } else {
    Cfc *cfc = acf_characterize(program, o, property->name);
    progress_clear();
    status = report(o, cfc);
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

int main(int argc, char **argv) {
  g_autoptr(GError) error = NULL;
  Options o;
  setlocale(LC_CTYPE, ""); /* how to print; numbers stay as in C */
  const Command *command = argc > 1 ? command_find(argv[1]) : NULL;
  if (command) return run_command(command, argc - 1, argv + 1);
  if (!options_parse(&argc, &argv, &o, &error)) {
    complain("%s (see %s --help)", error->message, PACKAGE_NAME);
    options_clear(&o);
    return EXIT_USAGE;
  }
  if (o.version) {
    gboolean written = write_stdout(PACKAGE_STRING "\n");
    options_clear(&o);
    return written ? EXIT_SAFE : EXIT_OUTPUT;
  }
  ExitStatus status = EXIT_USAGE;
  Property *property = property_parse(o.property, &error);
  if (property) {
    handle_signals();
    progress_enable(o.verbosity >= 0 && isatty(STDERR_FILENO));
    status = analyse(&o, property);
    property_free(property);
  } else {
    complain("%s", error->message);
  }
  options_clear(&o);
  return status;
}
