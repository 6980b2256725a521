/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs of the program under control. */
#include "native/driven.h"
#include "base/limits.h"
#include <glib/gstdio.h>
#include <string.h>
#include "cfc/claims.h"
#include "native/driven-build.h"
#include "native/driver-text.h"
#include "native/runner.h"

static char *path_in(const Driven *d, const char *name) { return scratch_file(d->folder, name); }

Driven *driven_new(const Cfc *c, const char *path, gint64 deadline, GError **error) {
  g_autoptr(Driven) d = g_new0(Driven, 1);
  d->cfc = c;
  d->deadline = deadline;
  d->driven = g_new0(gboolean, c->program->sites->len + 1);
  d->unknown = g_string_new(NULL);
  d->folder = scratch_new(error);
  return d->folder && driven_build(d, path, error) ? g_steal_pointer(&d) : NULL;
}

void driven_free(Driven *d) {
  if (d->folder) scratch_free(d->folder);
  g_string_free(d->unknown, TRUE);
  g_free(d->driven);
  g_free(d);
}

gboolean driven_site(const Driven *d, guint site) { return d->driven[site]; }
const char *driven_unknown(const Driven *d) { return d->unknown->str; }

/* --- runs --- */

static gboolean put_values(const Driven *d, DrivenShared *s, const GArray *values, GError **error) {
  for (guint i = 0; i < values->len; i++) {
    const ClaimValue v = g_array_index(values, ClaimValue, i);
    const InputKey key = input_key_unpack(v.input->param);
    if (v.value == 0 || !d->driven[key.site] || s->n_values == DRIVEN_RECORDS) continue;
    const guint occurrence = native_occurrence(d->cfc->program, v.input);
    s->values[s->n_values++] = (DrivenRecord){key.site, occurrence, v.value};
  }
  g_autofree char *path = path_in(d, "shared");
  /* a scratch file for each run: it need not be on the disk */
  return g_file_set_contents_full(path, (const char *)s, sizeof *s, G_FILE_SET_CONTENTS_NONE, 0600, error);
}

/* FALSE, and why: what the run read is not known. */
static gboolean take_reads(const Driven *d, DrivenRun *run, DrivenEnd *end, const char **why) {
  g_autofree char *path = path_in(d, "shared"), *bytes = NULL;
  gsize size;
  *why = "nothing is known of what it read";
  if (!g_file_get_contents(path, &bytes, &size, NULL) || size != sizeof(DrivenShared)) return FALSE;
  const DrivenShared *s = (const DrivenShared *)bytes;
  *end = s->end;
  run->path = s->path;
  run->failure = MIN(s->failure, FAILURE_KINDS);
  if (s->note[0]) run->seen = g_strndup(s->note, sizeof s->note);
  for (guint i = 0; i < MIN(s->n_reads, DRIVEN_RECORDS); i++) {
    const DrivenRead read = {s->reads[i].site, s->reads[i].occurrence, s->reads[i].value};
    *why = "reads an input that the characterization does not list";
    if (read.site >= d->cfc->program->sites->len) return FALSE;
    g_array_append_val(run->reads, read);
  }
  *why = "reads too many inputs";
  return s->n_reads <= DRIVEN_RECORDS;
}

/* Addresses that are inputs lead to memory of their own, as claims have it; in a native run they lead
 * nowhere.
 */
static gboolean reads_address(const Driven *d, const DrivenRun *run) {
  for (guint i = 0; i < run->reads->len; i++) {
    const DrivenRead read = g_array_index(run->reads, DrivenRead, i);
    const char *type = program_site(d->cfc->program, read.site)->type;
    if (read.value != 0 && type && strchr(type, '*')) return TRUE;
  }
  return FALSE;
}

static RunResult conclude(DrivenRun *run, RunResult result, const char *outcome) {
  run->outcome = g_strdup(outcome);
  return result;
}

static RunResult finish(const Driven *d, const ProcessResult *process, DrivenRun *run) {
  DrivenEnd end = DRIVEN_BY_ITSELF;
  const char *why;
  const gboolean exited = process->end == PROCESS_EXITED;
  const int status = exited ? process->exit_status : process->signal;
  if (!take_reads(d, run, &end, &why)) return conclude(run, RUN_UNDECIDED, why);
  if (exited && status == DRIVEN_EXIT + (int)end) /* else the program was not where this was seen */
    switch (end) {
    case DRIVEN_FAILED: return conclude(run, RUN_FAILED, "fails");
    case DRIVEN_ENDED: return conclude(run, RUN_ENDED, "ends by what is no failure of the property");
    case DRIVEN_ASSUMED: return conclude(run, RUN_CUT, "an assumption does not hold");
    case DRIVEN_NO_STACK: run->goes_on = TRUE; return conclude(run, RUN_UNDECIDED, "uses up the stack");
    case DRIVEN_NO_MEMORY: return conclude(run, RUN_UNDECIDED, "uses up the memory");
    default: break;
    }
  run->crashed = !exited;
  run->status = exited ? status : 128 + status;
  if (run->crashed && reads_address(d, run))
    return conclude(run, RUN_UNDECIDED, "crashes, and an address that it read is an input");
  run->outcome = g_strdup_printf("ended with %s %d", exited ? "status" : "signal", status);
  return RUN_ENDED;
}

RunResult driven_run(const Driven *d, const GArray *values, DrivenRun *run, GError **error) {
  return driven_run_with(d, values, NULL, run, error);
}

/* The program and its arguments; char*. */
static GPtrArray *command_line(const Driven *d, const ConcreteInput *in) {
  GPtrArray *argv = g_ptr_array_new_with_free_func(g_free);
  g_ptr_array_add(argv, path_in(d, "program"));
  for (guint i = 0; in && i < in->args->len; i++) {
    gsize size;
    const char *bytes = g_bytes_get_data(in->args->pdata[i], &size);
    g_ptr_array_add(argv, g_strndup(size ? bytes : "", size));
  }
  g_ptr_array_add(argv, NULL);
  return argv;
}

/* The file that is to be the standard input, to free; NULL: there is none, or with error. */
static char *put_text(const Driven *d, const ConcreteInput *in, GError **error) {
  if (!in || g_bytes_get_size(in->text) == 0) return NULL;
  g_autofree char *path = path_in(d, "input");
  gsize size;
  const char *bytes = g_bytes_get_data(in->text, &size);
  g_unlink(path); /* writing over a longer text leaves the end of that */
  return g_file_set_contents_full(path, bytes, (gssize)size, G_FILE_SET_CONTENTS_NONE, 0600, error)
             ? g_steal_pointer(&path)
             : NULL;
}

RunResult driven_run_with(const Driven *d, const GArray *values, const ConcreteInput *in, DrivenRun *run,
                          GError **error) {
  GError *unwritten = NULL;
  g_autofree char *input = put_text(d, in, &unwritten);
  g_autofree DrivenShared *shared = g_new0(DrivenShared, 1);
  g_autoptr(GPtrArray) argv = command_line(d, in);
  *run = (DrivenRun){.reads = g_array_new(FALSE, FALSE, sizeof(DrivenRead))};
  if (unwritten) {
    g_propagate_error(error, unwritten);
    return RUN_BROKEN;
  }
  if (!put_values(d, shared, values, error)) return RUN_BROKEN;
  const double seconds = runner_seconds(limits.native_run_seconds, d->deadline);
  if (seconds <= 0) {
    run->outcome = g_strdup("no time is left");
    return RUN_UNDECIDED;
  }
  g_autoptr(ProcessResult) process =
      runner_run_reading(d->folder, (const char *const *)argv->pdata, input, seconds);
  if (process->end == PROCESS_NOT_STARTED) {
    g_set_error_literal(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, process->failure);
    return RUN_BROKEN;
  }
  if (process->end != PROCESS_OUT_OF_TIME) return finish(d, process, run);
  run->outcome = g_strdup_printf("still running after %.1f s", seconds);
  run->goes_on = TRUE;
  return RUN_UNDECIDED;
}

void driven_run_clear(DrivenRun *run) {
  g_clear_pointer(&run->reads, g_array_unref);
  g_clear_pointer(&run->seen, g_free);
  g_clear_pointer(&run->outcome, g_free);
}
