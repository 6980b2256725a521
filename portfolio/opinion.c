/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Running a verifier by its description. */
#include "frontend/join.h"
#include "portfolio/opinion.h"
#include "base/limits.h"
#include "conditioner/flatten.h"
#include "conditioner/rewrite.h"
#include "portfolio/cbmc.h"
#include "portfolio/error-body.h"
#include "base/process.h"
#include "portfolio/reason.h"
#include "portfolio/recall.h"
#include <glob.h>
#include <string.h>

/* One run. */
typedef struct {
  const Analyzer *analyzer;
  const Question *question;
  char **errors; /* the error functions called */
  Scratch *scratch;
  GHashTable *values; /* of placeholders */
  CacheKey *key;      /* NULL: results are not kept */
} Run;

/* The error functions that a program calls. */
static char **called_errors(const Program *p) {
  GPtrArray *names = g_ptr_array_new();
  for (guint f = 0; f < p->functions->len; f++) {
    const GPtrArray *blocks = program_function(p, f)->blocks;
    for (guint b = 0; b < blocks->len; b++) {
      const IrBlock *block = (const IrBlock *)blocks->pdata[b];
      gboolean calls = block->term == IR_ERROR && block->reason &&
                       (block->failure == FAILURE_ERROR_CALL || block->failure == FAILURE_ASSERT);
      if (calls && !g_ptr_array_find_with_equal_func(names, block->reason, g_str_equal, NULL))
        g_ptr_array_add(names, g_strdup(block->reason));
    }
  }
  g_ptr_array_add(names, NULL);
  return (char **)g_ptr_array_free(names, FALSE);
}

/* ---- what the verifier gets ---- */

static double seconds_left(const Question *q) { return MAX((q->deadline - g_get_monotonic_time()) / 1e6, 1); }

/* Is there one error function, of those that verifiers take for one? */
static gboolean asks_plainly(char *const *errors) {
  return !errors[0] || (!errors[1] && error_function_is_known(errors[0]));
}

/* The error function that stands in the verifier's property. */
static const char *asked_error(const Run *r) {
  if (!asks_plainly(r->errors)) return error_function_usual();
  return r->errors[0] ? r->errors[0] : r->question->program->property->error_functions[0];
}

static char *flatten(const Run *r, const char *text, GError **error) {
  const Program *p = r->question->program;
  return flatten_source(p->path, text, joined_flags(p), p->pointer_width == 64, error);
}

/* Headers are read only where a function is not declared without them. */
static char *with_bodies(const Run *r, const char *text, const char *const *functions, const char *statements,
                         GError **error) {
  char *done = error_body_insert(text, NULL, functions, statements, NULL);
  g_autofree char *headers = done ? NULL : flatten(r, text, error);
  return headers ? error_body_insert(text, headers, functions, statements, error) : done;
}

/* All error functions call the one that is asked for. */
static char *with_usual_error(const Run *r, const char *text, GError **error) {
  const char *usual = error_function_usual();
  g_autoptr(GPtrArray) others = g_ptr_array_new();
  for (char **e = r->errors; *e; e++)
    if (!g_str_equal(*e, usual)) g_ptr_array_add(others, *e);
  g_ptr_array_add(others, NULL);
  g_autofree char *declared = error_body_declare(text, usual, error), *call = g_strconcat(usual, "();", NULL);
  return declared ? with_bodies(r, declared, (const char *const *)others->pdata, call, error) : NULL;
}

static char *program_text(const Run *r, GError **error) {
  const Program *p = r->question->program;
  const Description *d = r->analyzer->external;
  g_autofree char *given = term_is_true(r->question->condition)
                               ? join_files(p, error)
                               : condition_source(p, r->question->condition, error);
  if (!given) return NULL;
  const gboolean flattened = d->preprocess || *joined_flags(p); /* the verifier does not know the flags */
  g_autofree char *text = flattened ? flatten(r, given, error) : resolve_includes(p->path, given);
  if (text && d->error_body)
    return with_bodies(r, text, (const char *const *)r->errors, d->error_body, error);
  return text && !asks_plainly(r->errors) ? with_usual_error(r, text, error) : g_steal_pointer(&text);
}

static void set(Run *r, const char *name, char *value) {
  g_hash_table_insert(r->values, g_strdup(name), value);
}

static void set_values(Run *r) {
  const Program *p = r->question->program;
  gboolean wide = p->pointer_width == 64;
  gsize mib = (r->analyzer->memory_bytes ? r->analyzer->memory_bytes : (gsize)4 << 30) >> 20;
  g_autofree char *name = g_path_get_basename(p->path);
  set(r, "executable", g_strdup(r->analyzer->executable));
  set(r, "folder", g_path_get_dirname(r->analyzer->executable));
  set(r, "program", scratch_file(r->scratch, name));
  set(r, "property", scratch_file(r->scratch, "property.prp"));
  set(r, "function", g_strdup(asked_error(r)));
  set(r, "entry", g_strdup(p->property->entry));
  set(r, "bits", g_strdup(wide ? "64" : "32"));
  set(r, "architecture", g_strdup(wide ? "64bit" : "32bit"));
  set(r, "data-model", g_strdup(wide ? "LP64" : "ILP32"));
  set(r, "machdep", g_strdup(wide ? "x86_64" : "x86_32"));
  set(r, "seconds", g_strdup_printf("%.0f", MAX(seconds_left(r->question), 1)));
  set(r, "memory", g_strdup_printf("%" G_GSIZE_FORMAT, mib));
  set(r, "heap", g_strdup_printf("%" G_GSIZE_FORMAT, MAX(mib / 4 * 3, 1)));
  set(r, "witness", scratch_file(r->scratch, "witness.graphml"));
  set(r, "scratch", g_strdup(r->scratch->path));
  set(r, "unwind", g_strdup_printf("%u", MAX(2 * r->question->start_unroll, limits.opinion_unwinding)));
}

static gboolean write_value(const Run *r, const char *name, const char *text, GError **error) {
  return g_file_set_contents((const char *)g_hash_table_lookup(r->values, name), text, -1, error);
}

static gboolean write_inputs(Run *r, GError **error) {
  g_autofree char *text = program_text(r, error);
  g_autofree char *specification = property_specification(r->question->program->property, asked_error(r)),
                  *property = g_strconcat(specification, "\n", NULL);
  if (!text || !write_value(r, "program", text, error) || !write_value(r, "property", property, error))
    return FALSE;
  r->key = recall_key(r->analyzer, text, property, r->values);
  const GPtrArray *files = r->analyzer->external->files;
  for (guint i = 0; i < files->len; i++) {
    const DescribedFile *f = (const DescribedFile *)files->pdata[i];
    g_autofree char *path = scratch_file(r->scratch, f->name),
                    *content = description_fill(f->content, r->values);
    if (!g_file_set_contents(path, content, -1, error)) return FALSE;
  }
  return TRUE;
}

static char **fill_all(char *const *texts, const char *first, GHashTable *values) {
  GPtrArray *out = g_ptr_array_new();
  if (first) g_ptr_array_add(out, g_strdup(first));
  for (; *texts; texts++) g_ptr_array_add(out, description_fill(*texts, values));
  g_ptr_array_add(out, NULL);
  return (char **)g_ptr_array_free(out, FALSE);
}

/* Asking for the version only notes what it heard. */
static char *const *arguments_of(const Run *r) {
  const Description *d = r->analyzer->external;
  gboolean older = d->older && g_regex_match(d->older, analyzer_version((Analyzer *)r->analyzer), 0, NULL);
  return older ? d->older_arguments : d->arguments;
}

static ProcessResult *run_tool(const Run *r) {
  const Description *d = r->analyzer->external;
  g_auto(GStrv) argv = fill_all(arguments_of(r), r->analyzer->executable, r->values);
  g_auto(GStrv) environment = fill_all(d->environment, NULL, r->values);
  ProcessRequest request = {.argv = (const char *const *)argv,
                            .folder = r->scratch->path,
                            .environment = (const char *const *)environment,
                            .seconds = seconds_left(r->question),
                            .memory_bytes = r->analyzer->memory_bytes,
                            .scratch = r->scratch};
  return process_run(&request);
}

/* ---- what it leaves ---- */

/* Only plain files: whoever reads a pipe or a device may never come back. */
static gboolean is_plain(const char *path) { return g_file_test(path, G_FILE_TEST_IS_REGULAR); }

/* All that was printed, and the files that count as output.  whole: nothing of it had to be left out. */
static GByteArray *whole_output(const Run *r, const ProcessResult *result, gboolean *whole) {
  GByteArray *all = g_byte_array_new();
  g_byte_array_append(all, result->output->data, result->output->len);
  *whole = result->output_dropped == 0;
  for (char **name = r->analyzer->external->output_files; *name; name++) {
    g_autofree char *path = scratch_file(r->scratch, *name), *text = NULL;
    gsize size = 0;
    if (!is_plain(path) || !g_file_get_contents(path, &text, &size, NULL)) continue;
    *whole &= size <= limits.opinion_output_bytes;
    if (size > limits.opinion_output_bytes) continue;
    g_byte_array_append(all, (const guint8 *)"\n", 1);
    g_byte_array_append(all, (const guint8 *)text, (guint)size);
  }
  for (guint i = 0; i < all->len; i++)
    if (!all->data[i]) all->data[i] = ' ';
  g_byte_array_append(all, (const guint8 *)"", 1);
  return all;
}

/* Reads the file into the opinion when it is a violation witness. */
static void try_witness(Opinion *o, const char *path) {
  g_autoptr(GError) error = NULL;
  Witness *w = witness_read_file(path, &error);
  if (w && w->kind == WITNESS_VIOLATION) {
    char *text = NULL;
    gsize size = 0;
    if (g_file_get_contents(path, &text, &size, NULL)) o->witness_bytes = g_bytes_new_take(text, size);
    o->witness = w;
    g_clear_pointer(&o->trouble, g_free);
  } else if (w) {
    witness_free(w);
  } else if (!o->trouble) {
    o->trouble = g_strdup(error->message);
  }
}

static void find_witness(const Run *r, Opinion *o) {
  for (char **pattern = r->analyzer->external->witnesses; *pattern && !o->witness; pattern++) {
    g_autofree char *path = scratch_file(r->scratch, *pattern);
    glob_t found = {0};
    if (glob(path, 0, NULL, &found) == 0)
      for (gsize i = 0; i < MIN(found.gl_pathc, limits.opinion_witnesses) && !o->witness; i++)
        if (is_plain(found.gl_pathv[i])) try_witness(o, found.gl_pathv[i]);
    globfree(&found);
  }
}

/* Why there is no verdict, as the verifier puts it; our folder means nothing to anybody. */
static char *own_words(const Run *r, const ProcessResult *result, const GByteArray *output) {
  g_autoptr(GString) text = g_string_new((const char *)output->data);
  g_autofree char *folder = g_strconcat(r->scratch->path, "/", NULL);
  g_string_replace(text, folder, "", 0);
  g_autofree char *line = reason_in_output(text->str, text->len);
  if (!line) return g_strdup_printf("it prints nothing and ends with status %d", result->exit_status);
  return g_strdup_printf("it prints \"%s\" and ends with status %d", line, result->exit_status);
}

static void read_result(const Run *r, const ProcessResult *result, Opinion *o) {
  gboolean whole;
  g_autoptr(GByteArray) output = whole_output(r, result, &whole);
  o->verdict =
      verdict_read(r->analyzer->external, (const char *)output->data, output->len - 1, result->exit_status);
  if (result->failure) o->trouble = g_strdup(result->failure);
  if (o->verdict == TOOL_SAFE && !whole) { /* what was left out may take it back */
    o->verdict = TOOL_UNKNOWN;
    o->trouble = g_strdup("it printed too much to be understood");
  }
  if (o->verdict == TOOL_UNKNOWN && !o->trouble) o->trouble = own_words(r, result, output);
  if (o->verdict != TOOL_FAILING) return;
  o->point = cbmc_point(r->question->program, (const char *)output->data, output->len - 1, NULL);
  find_witness(r, o);
}

/* Does a verifier without a verdict have one when it looks further?  One that could not read the program, or
 * was stopped, has not. */
static gboolean may_deepen(const Run *r, const ProcessResult *result, const Opinion *o) {
  const GArray *statuses = r->analyzer->external->failing_status;
  gboolean fits = result->end == PROCESS_EXITED && statuses->len == 0;
  for (guint i = 0; i < statuses->len; i++) fits |= result->exit_status == g_array_index(statuses, int, i);
  return fits && o->verdict == TOOL_UNKNOWN && g_get_monotonic_time() < r->question->deadline;
}

static ProcessResult *ask_once(const Run *r, Opinion *o) {
  ProcessResult *result = run_tool(r);
  g_clear_pointer(&o->trouble, g_free);
  read_result(r, result, o);
  return result;
}

/* With the first bound, and with the next ones until there is a verdict. */
static ProcessResult *ask_deeper_and_deeper(Run *r, Opinion *o) {
  const GArray *bounds = r->analyzer->external->unwind;
  ProcessResult *result = NULL;
  for (guint i = 0; i < bounds->len && (!result || may_deepen(r, result, o)); i++) {
    process_result_free(result);
    set(r, "unwind", g_strdup_printf("%d", g_array_index(bounds, int, i)));
    result = ask_once(r, o);
  }
  return result;
}

static void ask_or_recall(Run *r, Opinion *o) {
  double seconds = seconds_left(r->question);
  if (recall(r->analyzer, r->key, seconds, o)) return;
  g_autoptr(ProcessResult) result =
      r->analyzer->external->unwind->len ? ask_deeper_and_deeper(r, o) : ask_once(r, o);
  remember(r->analyzer, r->key, seconds, result, o);
}

Opinion *opinion_ask(const Analyzer *a, const Question *q) {
  gint64 start = g_get_monotonic_time();
  g_autoptr(GError) error = NULL;
  g_auto(GStrv) errors = called_errors(q->program);
  Opinion *o = g_new0(Opinion, 1);
  Run r = {
      a,   q, errors, scratch_new(&error), g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free),
      NULL};
  if (r.scratch) set_values(&r);
  if (r.scratch && write_inputs(&r, &error)) {
    ask_or_recall(&r, o);
  } else {
    o->trouble = g_strdup(error ? error->message : "no folder to work in");
  }
  g_hash_table_unref(r.values);
  cache_key_free(r.key);
  if (r.scratch) scratch_free(r.scratch);
  o->seconds = (g_get_monotonic_time() - start) / 1e6;
  return o;
}

void opinion_free(Opinion *o) {
  if (!o) return;
  g_free(o->trouble);
  if (o->point) model_free(o->point);
  if (o->witness) witness_free(o->witness);
  if (o->witness_bytes) g_bytes_unref(o->witness_bytes);
  g_free(o);
}
