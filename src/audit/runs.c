/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random runs. */
#include "audit/runs.h"
#include <string.h>
#include "audit/variant.h"
#include "base/limits.h"
#include "native/harness-text.h"
#include "native/runner.h"

#define READS 4096 /* of one run; a dimension of arrays */
#define VALUES 32  /* of one note; a dimension of arrays */

/* The file that the harness shares with acf, without holes in either data model. */
typedef struct {
  guint32 function, unused;
  guint64 value;
} SharedRead;

typedef struct {
  guint32 n, unused;
  guint64 values[VALUES];
} SharedNote;

typedef struct {
  guint32 runs, failed, n_reads, unused;
  SharedRead reads[READS];
  SharedNote notes[]; /* as many as there are */
} Shared;

/* Headers only where they declare no functions: the program may have functions of any name. */
static const char harness_text[] =
    "#include <sys/syscall.h>\n"
    "long syscall(long, ...);\n"
    "void *mmap(void *, __SIZE_TYPE__, int, int, int, long);\n"
    "typedef unsigned long long bits;\n"
    "struct read { unsigned function, unused; bits value; };\n"
    "struct note { unsigned n, unused; bits values[VALUES]; };\n"
    "static struct shared { unsigned runs, failed, n_reads, unused; struct read reads[READS];\n"
    "  struct note notes[NOTES + 1]; } *shared;\n"
    "static unsigned run;\n"
    "static void leave(void) { for (;;) syscall(SYS_exit_group, 0); }\n"
    "static bits mix(bits x) {\n"
    "  x += 0x9e3779b97f4a7c15ull;\n"
    "  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;\n"
    "  x = (x ^ x >> 27) * 0x94d049bb133111ebull;\n"
    "  return x ^ x >> 31;\n}\n"
    "static bits choose(unsigned k) {\n"
    "  bits h = mix(SEED + mix(run * 4096ull + k)), more = mix(h);\n"
    "  unsigned width = 1 + (unsigned)(h >> 8) % 64;\n"
    "  if (run == 0) return 0;\n"
    "  switch (h % 8) {\n"
    "  case 0: case 1: return (bits)pool[(unsigned)(h >> 8) % (sizeof pool / sizeof *pool)];\n"
    "  case 2: return (h >> 8) % 16;\n"
    "  case 3: return (h >> 8) % 16 - 8;\n"
    "  case 4: return (h >> 8) % 128;\n"
    "  default: more &= width == 64 ? ~0ull : (1ull << width) - 1; return h >> 63 ? -more : more;\n"
    "  }\n}\n"
    "static bits acf_read(unsigned function) {\n"
    "  unsigned k = shared->n_reads;\n"
    "  bits value = choose(k);\n"
    "  if (k >= READS) leave();\n"
    "  shared->reads[k].function = function;\n"
    "  shared->reads[k].value = value;\n"
    "  shared->n_reads++;\n"
    "  return value;\n}\n"
    "void acf_note(unsigned id, long long value) {\n"
    "  struct note *n = &shared->notes[id];\n"
    "  unsigned i;\n"
    "  for (i = 0; i < n->n; i++) if (n->values[i] == (bits)value) return;\n"
    "  if (n->n < VALUES) n->values[n->n++] = (bits)value;\n}\n"
    "__attribute__((weak)) void __VERIFIER_assume(int ok) { if (!ok) leave(); }\n"
    "static void acf_fail(void) { shared->failed = 1; leave(); }\n"
    "__attribute__((constructor)) static void acf_runs(void) {\n"
    "  long limit[4] = {0, 0, LIMIT / 1000000, LIMIT % 1000000};\n"
    "  shared = mmap(0, sizeof *shared, 3, 1, (int)syscall(SYS_openat, -100, SHARED, 2, 0), 0);\n"
    "  for (run = 0; run < RUNS && !shared->failed; run++) {\n"
    "    int status = 0;\n"
    "    long child;\n"
    "    shared->n_reads = 0;\n"
    "    child = syscall(SYS_fork);\n"
    "    if (child == 0) { syscall(SYS_setitimer, 0, limit, 0); return; }\n"
    "    if (child < 0) break;\n"
    "    syscall(SYS_wait4, child, &status, 0, 0);\n"
    "    shared->runs++;\n"
    "  }\n"
    "  leave();\n}\n";

static void append_inputs(GString *out) {
  for (guint i = 0; native_inputs[i].name; i++) {
    const gboolean pointer = strchr(native_inputs[i].type, '*') != NULL;
    const gboolean real =
        g_str_equal(native_inputs[i].type, "float") || g_str_equal(native_inputs[i].type, "double");
    if (pointer)
      g_string_append_printf(out, "__attribute__((weak)) void *%s(void) { return 0; }\n",
                             native_inputs[i].name);
    else
      g_string_append_printf(out, "__attribute__((weak)) %s %s(void) { return (%s)%sacf_read(%uu); }\n",
                             native_inputs[i].type, native_inputs[i].name, native_inputs[i].type,
                             real ? "(long long)" : "", i);
  }
}

static char *harness(const RunsRequest *request, const char *shared) {
  GString *out = g_string_new("static const long long pool[] = {0");
  g_autofree char *quoted = g_strescape(shared, NULL);
  for (guint i = 0; i < request->constants->len; i++) {
    const guint64 c = (guint64)g_array_index(request->constants, gint64, i);
    g_string_append_printf(out,
                           ", (long long)%" G_GUINT64_FORMAT "ull, (long long)%" G_GUINT64_FORMAT
                           "ull, (long long)%" G_GUINT64_FORMAT "ull",
                           c, c + 1, c - 1);
  }
  g_string_append_printf(out,
                         "};\n#define SHARED \"%s\"\n#define SEED %" G_GUINT64_FORMAT
                         "ull\n#define RUNS %uu\n"
                         "#define LIMIT %ld\nenum { READS = %d, VALUES = %d, NOTES = %u };\n%s",
                         quoted, request->seed, limits.audit_runs, (long)(1e6 * limits.audit_run_seconds),
                         READS, VALUES, request->notes, harness_text);
  append_inputs(out);
  g_string_append_printf(out, "__attribute__((weak)) void %s() { acf_fail(); }\n", error_function_usual());
  return g_string_free(out, FALSE);
}

gboolean runs_compile(const Scratch *folder, gboolean lp64, const char *const *arguments, GError **error) {
  Program *model = program_new("", lp64 ? 64 : 32);
  const gboolean compiled = runner_compile(model, folder, arguments, 0, NULL, error);
  program_free(model);
  return compiled;
}

static gboolean build(const Scratch *folder, const char *text, const RunsRequest *request, GError **error) {
  g_autofree char *source = scratch_file(folder, "program.c"), *driver = scratch_file(folder, "harness.c"),
                  *header = scratch_file(folder, "note.h"), *program = scratch_file(folder, "program"),
                  *shared = scratch_file(folder, "shared"), *harness_source = harness(request, shared);
  const char *const arguments[] = {
      "-include", header, source, driver, "-o", program, "-Wl,--unresolved-symbols=ignore-all", "-lm", NULL};
  return g_file_set_contents(source, text, -1, error) &&
         g_file_set_contents(driver, harness_source, -1, error) &&
         g_file_set_contents(header, "void acf_note(unsigned, long long);\n", -1, error) &&
         runs_compile(folder, request->lp64, arguments, error);
}

static RandomRuns *take(const Shared *s, const RunsRequest *request) {
  RandomRuns *r = g_new0(RandomRuns, 1);
  r->runs = s->runs;
  r->observations = g_array_new(FALSE, FALSE, sizeof(Observation));
  for (guint i = 0; i < request->notes; i++)
    for (guint k = 0; k < MIN(s->notes[i].n, VALUES); k++) {
      const Observation o = {i, (gint64)s->notes[i].values[k]};
      g_array_append_val(r->observations, o);
    }
  if (!s->failed) return r;
  r->failing = g_array_new(FALSE, FALSE, sizeof(InputRead));
  for (guint i = 0; i < MIN(s->n_reads, READS); i++) {
    const NativeInput *f = &native_inputs[s->reads[i].function];
    const InputRead read = {g_intern_string(f->name), g_intern_string(f->type), s->reads[i].value};
    g_array_append_val(r->failing, read);
  }
  return r;
}

RandomRuns *runs_random(const char *text, const RunsRequest *request, GError **error) {
  g_autoptr(Scratch) folder = scratch_new(error);
  if (!folder || !build(folder, text, request, error)) return NULL;
  g_autofree char *path = scratch_file(folder, "shared"), *program = scratch_file(folder, "program");
  const gsize size = sizeof(Shared) + (request->notes + 1) * sizeof(SharedNote);
  g_autofree Shared *shared = (Shared *)g_malloc0(size);
  if (!g_file_set_contents_full(path, (const char *)shared, (gssize)size, G_FILE_SET_CONTENTS_NONE, 0600,
                                error))
    return NULL;
  const char *const argv[] = {program, NULL};
  g_autoptr(ProcessResult) process = runner_run(folder, argv, limits.audit_runs_seconds);
  g_autofree char *bytes = NULL;
  gsize read;
  if (!g_file_get_contents(path, &bytes, &read, error)) return NULL;
  if (read == size) return take((const Shared *)bytes, request);
  g_set_error(error, ACF_AUDIT_ERROR, AUDIT_ERROR_SEED, "the program destroys the file of its harness");
  return NULL;
}

void random_runs_free(RandomRuns *r) {
  if (!r) return;
  if (r->failing) g_array_unref(r->failing);
  g_array_unref(r->observations);
  g_free(r);
}

/* ---- observing ---- */

/* The seed, with a note of every candidate at its place. */
static char *with_notes(const Seed *s) {
  const GArray *candidates = s->syntax->candidates;
  g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
  g_ptr_array_set_size(texts, (gint)s->syntax->places->len);
  for (guint i = 0; i < candidates->len; i++) {
    const Candidate *c = &g_array_index(candidates, Candidate, i);
    if (!c->is_integer) continue;
    char *before = (char *)texts->pdata[c->place];
    texts->pdata[c->place] = g_strdup_printf("%sacf_note(%uu, (long long)(%.*s)); ", before ? before : "", i,
                                             (int)(c->to - c->from), s->text + c->from);
    g_free(before);
  }
  return variant_with_texts(s, (const char *const *)texts->pdata);
}

GPtrArray *runs_observe(const Seed *s, guint64 seed, GError **error) {
  g_autofree char *text = with_notes(s);
  const guint n = s->syntax->candidates->len;
  const RunsRequest request = {.lp64 = s->lp64, .constants = s->syntax->constants, .notes = n, .seed = seed};
  g_autoptr(RandomRuns) runs = runs_random(text, &request, error);
  if (!runs) return NULL;
  GPtrArray *values = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
  for (guint i = 0; i < n; i++) g_ptr_array_add(values, g_array_new(FALSE, FALSE, sizeof(gint64)));
  for (guint i = 0; i < runs->observations->len; i++) {
    const Observation o = g_array_index(runs->observations, Observation, i);
    const gint64 value =
        constant_convert(o.value, g_array_index(s->syntax->candidates, Candidate, o.note).type);
    g_array_append_val((GArray *)values->pdata[o.note], value);
  }
  for (guint i = 0; i < n; i++) constants_sort((GArray *)values->pdata[i]);
  return values;
}
