/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The library: programs, and characterizing them. */
#include "loop/acf.h"
#include "base/limits.h"
#include "cfc/claims.h"
#include "cfc/read.h"
#include "frontend/flags.h"
#include "lib/handle.h"
#include "loop/load.h"
#include "base/job.h"
#include "base/progress.h"

static guint n_handles; /* formulas live as long as any of these */

const char *acf_version(void) { return claim_version(); }
void acf_free(void *text) { g_free(text); }
void acf_cancel(void) { job_interrupt(); }

gboolean give_error(GError *taken, char **error) {
  if (error) *error = g_strdup(taken ? taken->message : "it failed");
  g_clear_error(&taken);
  return FALSE;
}

AcfProgram *handle_new(Program *program, gboolean loaded) {
  AcfProgram *p = g_new0(AcfProgram, 1);
  *p = (AcfProgram){.refs = 1, .program = program, .loaded = loaded};
  n_handles++;
  return p;
}

AcfProgram *handle_ref(AcfProgram *p) {
  p->refs++;
  return p;
}

void acf_program_free(AcfProgram *p) {
  if (!p || --p->refs) return;
  program_free(p->program);
  g_free(p);
  if (--n_handles == 0) term_store_clear();
}

/* The path and those of the options. */
static GPtrArray *all_files(const char *path, const AcfLoadOptions *o) {
  GPtrArray *all = g_ptr_array_new();
  g_ptr_array_add(all, (gpointer)path);
  for (const char *const *f = o->files; f && *f; f++) g_ptr_array_add(all, (gpointer)*f);
  g_ptr_array_add(all, NULL);
  return all;
}

AcfProgram *acf_program_load(const char *path, const AcfLoadOptions *options, char **error) {
  const AcfLoadOptions none = {0}, *given = options ? options : &none;
  GError *failure = NULL;
  char *properties[] = {(char *)given->property, NULL};
  g_autoptr(GPtrArray) files = all_files(path, given);
  AnalysisOptions o = {.program = (char *)path,
                       .files = (char **)files->pdata,
                       .models = (char **)given->models,
                       .compile_commands = (char *)given->compile_commands,
                       .entry = (char *)given->entry,
                       .properties = given->property ? properties : NULL,
                       .error_functions = (char **)given->error_functions,
                       .bounds = DEFAULT_INPUT_BOUNDS,
                       .lp64 = given->lp64 != 0,
                       .no_overflow = given->no_overflow != 0};
  g_auto(GStrv) flags =
      given->flags ? flags_accept((char *const *)given->flags, given->lp64, &failure) : NULL;
  o.flags = flags;
  Program *program = failure ? NULL : load_program(&o, NULL, &failure);
  if (program) return handle_new(program, TRUE);
  give_error(failure, error);
  return NULL;
}

/* ---- characterizing ---- */

static void report_progress(const Progress *p, gpointer data) {
  const AcfLimits *limits = data;
  const AcfProgress progress = {p->phase, p->iteration, p->partitions, p->elapsed};
  if (limits->progress(&progress, limits->data)) job_interrupt();
}

AcfResult *acf_program_characterize(AcfProgram *p, const AcfLimits *limits, char **error) {
  const AcfLimits none = {0}, *given = limits ? limits : &none;
  if (!p->loaded) {
    if (error) *error = g_strdup("the program was not loaded from C");
    return NULL;
  }
  const AnalysisOptions o = {.program = p->program->path,
                             .seconds = given->seconds > 0 ? given->seconds : DEFAULT_SECONDS,
                             .start = g_get_monotonic_time(),
                             .memory_mib = given->memory_mib ? given->memory_mib : DEFAULT_MEMORY_MIB,
                             .unroll = given->unroll,
                             .inputs_per_site = given->inputs_per_site,
                             .verbosity = -1};
  job_resume();
  if (given->progress) progress_listen(report_progress, (gpointer)given);
  Cfc *cfc = acf_characterize(p->program, &o);
  progress_listen(NULL, NULL);
  job_resume();
  return result_new(handle_ref(p), cfc);
}

/* ---- results from files ---- */

AcfResult *acf_result_read(const char *path, char **error) {
  GError *failure = NULL;
  g_autofree char *what = NULL;
  g_autoptr(Cfc) cfc = cfc_read(path, &failure);
  if (!cfc) {
    give_error(failure, error);
    return NULL;
  }
  if (cfc_check(cfc, limits.check_seconds, &what) == CFC_WRONG) {
    if (error) *error = g_strdup_printf("%s: %s", path, what);
    return NULL;
  }
  AcfProgram *p = handle_new((Program *)cfc->program, FALSE);
  return result_new(p, g_steal_pointer(&cfc));
}
