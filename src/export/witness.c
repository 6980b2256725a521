/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Witnesses of a CFC: their metadata, the runs behind them, and their files. */
#include "export/witness.h"
#include "base/deadline.h"
#include "base/limits.h"
#include "ctext/scan.h"
#include "engine/engine.h"
#include "cfc/claims.h"
#include "export/correctness.h"
#include "export/export.h"
#include "export/violation.h"
#include "base/job.h"
#include <errno.h>
#include <string.h>

typedef struct {
  const Cfc *cfc;
  const WitnessOptions *options;
  Source *source;
  char *hash, *time;
  Cfg *cfg;
  gboolean written;
} Export;

static void say(const Export *x, const char *format, ...) G_GNUC_PRINTF(2, 3);
static void say(const Export *x, const char *format, ...) {
  va_list args;
  va_start(args, format);
  g_autofree char *message = g_strdup_vprintf(format, args);
  va_end(args);
  x->options->say(message);
}

/* ---- metadata ---- */

static char *word_at(const Source *s, IrLoc loc) {
  const gsize at = source_offset(s, loc.line, loc.column);
  return at == SOURCE_NOWHERE ? NULL : g_strndup(s->code + at, ctext_word_end(s->code, at) - at);
}

/* Of the functions whose calls are failures, the one that the error calls, or else that the text names. */
static const char *error_function(const Export *x, const IrLoc *error) {
  char **all = x->cfc->program->property->error_functions;
  gboolean here = error && error->file && g_str_equal(error->file, x->cfc->program->path);
  g_autofree char *called = here ? word_at(x->source, *error) : NULL;
  for (char **name = all; called && *name; name++)
    if (g_str_equal(*name, called)) return *name;
  g_autofree char *text = ctext_code_and_directives(x->source->text); /* macros name them, too */
  for (char **name = all; *name; name++)
    if (strstr(text, *name)) return *name;
  return all[0];
}

/* Of a run that fails, the property that the failure violates, of those that SV-COMP has; else the program's. */
static char *specification(const Export *x, const Failure *failure) {
  const Property *p = x->cfc->program->property;
  const char *function = error_function(x, failure ? &failure->loc : NULL);
  PropertyKind kind;
  if (!failure || !property_find(failure_row(failure->kind)->competition, &kind))
    return property_specification(p, function);
  g_autoptr(Property) violated = property_new(kind, p->entry, (const char *const *)p->error_functions);
  return property_specification(violated, function);
}

static void describe(const Export *x, Witness *w, const Failure *failure) {
  const Program *p = x->cfc->program;
  w->producer = g_strdup_printf("acf %s", claim_version());
  w->program_file = g_strdup(p->path);
  w->program_hash = g_strdup(x->hash);
  w->architecture = g_strdup(p->pointer_width == 64 ? "64bit" : "32bit");
  w->creation_time = g_strdup(x->time);
  w->specification = specification(x, failure);
}

/* ---- files ---- */

static void write_file(Export *x, const char *name, char *text) {
  g_autofree char *path = g_build_filename(x->options->folder, name, NULL);
  g_autoptr(GError) error = NULL;
  if (!export_write(path, text, &error)) {
    say(x, "%s", error->message);
    x->written = FALSE;
  }
  g_free(text);
}

static void write_graphml(Export *x, const char *stem, const Witness *w) {
  g_autofree char *name = g_strconcat(stem, ".graphml", NULL);
  write_file(x, name, graphml_write(w));
}

static void write_yaml(Export *x, const char *stem, const Witness *w) {
  g_autofree char *name = g_strconcat(stem, ".yml", NULL);
  write_file(x, name, yaml_write(w));
}

/* ---- runs ---- */

typedef struct {
  Question question;
  const Model *point;
} RunJob;

static gboolean follow(gpointer data, GByteArray *answer) {
  const RunJob *job = (const RunJob *)data;
  Automaton *trace = symex_trace(&job->question, job->point);
  if (trace) automaton_write(answer, trace);
  gboolean fails = trace != NULL;
  if (trace) automaton_free(trace);
  return fails;
}

/* For the next of so many runs. */
static double share_of_time(const Export *x, guint runs) {
  double left = (x->options->deadline - g_get_monotonic_time()) / 1e6;
  return CLAMP(left / runs, limits.export_witness_least_seconds, limits.export_witness_seconds);
}

static gboolean is_late(const Export *x) { return g_get_monotonic_time() >= x->options->deadline; }

/* The branches that the example's run takes to the error; NULL: it is not known to get there. */
static Automaton *trace_of(const Export *x, const Model *point, double seconds) {
  RunJob job = {{.program = x->cfc->program,
                 .cfg = x->cfg,
                 .condition = term_bool(TRUE),
                 .deadline = deadline_in(seconds)},
                point};
  GByteArray *bytes = NULL;
  Automaton *trace = NULL;
  gsize position = 0;
  JobState state = job_run("run", follow, &job,
                           (JobLimits){seconds + MIN(0.5, seconds / 4), x->options->memory_bytes}, &bytes);
  if (state == JOB_DONE) trace = automaton_read(x->cfc->program, bytes->data, bytes->len, &position);
  if (bytes) g_byte_array_unref(bytes);
  return trace;
}

/* ---- the two kinds ---- */

static void write_violation(Export *x, const char *stem, const Automaton *trace, const Model *point) {
  GArray *events = run_events(x->cfc->program, trace, point);
  for (ViolationFormat format = VIOLATION_GRAPHML; format <= VIOLATION_YAML; format++) {
    Witness *w = violation_witness(x->cfc->program, x->source, events, format);
    if (!w) {
      say(x, "%s.yml is not written: the place of the error is not known", stem);
      continue;
    }
    describe(x, w, &trace->error);
    (format == VIOLATION_GRAPHML ? write_graphml : write_yaml)(x, stem, w);
    witness_free(w);
  }
  g_array_unref(events);
}

static void write_partition(Export *x, guint number, const Partition *p) {
  g_autofree char *stem = g_strdup_printf("partition-%u", number);
  Automaton *trace = NULL;
  const gboolean skipped = number > 1 && is_late(x);
  guint i = 0;
  for (; i < p->examples->len && !skipped; i++) {
    const double seconds = share_of_time(x, x->cfc->partitions->len - number + 1);
    if ((trace = trace_of(x, (const Model *)p->examples->pdata[i], seconds))) break;
  }
  if (trace)
    write_violation(x, stem, trace, (const Model *)p->examples->pdata[i]);
  else
    say(x, "no witness for partition %u: %s", number,
        !p->examples->len ? "it has no failing example"
        : skipped         ? "no time was left"
                          : "the run of its example could not be followed");
  g_clear_pointer(&trace, automaton_free);
}

static void write_correctness(Export *x) {
  Witness *w = correctness_witness(x->cfc, x->source, share_of_time(x, 1), x->options->memory_bytes);
  describe(x, w, NULL);
  write_yaml(x, "correctness", w);
  write_graphml(x, "correctness", w);
  witness_free(w);
}

static void write_all(Export *x) {
  const GPtrArray *partitions = x->cfc->partitions;
  if (cfc_verdict(x->cfc) == VERDICT_SAFE) {
    write_correctness(x);
    return;
  }
  for (guint i = 0; i < partitions->len; i++)
    write_partition(x, i + 1, (const Partition *)partitions->pdata[i]);
}

gboolean export_witnesses(const Cfc *c, const WitnessOptions *o) {
  Export x = {.cfc = c, .options = o, .written = TRUE};
  g_autoptr(GError) error = NULL;
  if (g_mkdir_with_parents(o->folder, 0777) != 0) {
    say(&x, "%s: %s", o->folder, g_strerror(errno));
    return FALSE;
  }
  if (c->program->driver) { /* their formats know no objects that a caller makes */
    say(&x, "no witness: the arguments of %s are made of several inputs", c->program->property->entry);
    return TRUE;
  }
  x.source = source_of(c->program, NULL, &error);
  if (!x.source) {
    say(&x, "no witnesses: %s", error->message);
    return FALSE;
  }
  g_autoptr(GDateTime) now = g_date_time_new_now_utc();
  x.time = g_date_time_format(now, "%Y-%m-%dT%H:%M:%SZ");
  x.hash = g_strdup(c->program->hash);
  x.cfg = cfg_new(c->program);
  write_all(&x);
  cfg_free(x.cfg);
  source_free(x.source);
  g_free(x.hash);
  g_free(x.time);
  return x.written;
}
