/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program under control.
 *
 * Its text gets another name at each input call (acf_site_N) and a call of acf_replay_fail at the start of
 * each error function it defines; nothing moves to another line.  A generated harness shares a file with acf,
 * mapped into memory: acf puts the values there, the harness what is read, and that the run failed; so the
 * program's own status cannot lie. */
#include "export/driven.h"
#include <string.h>
#include <glib/gstdio.h>
#include "export/claims.h"
#include "export/runner.h"
#include "export/edit.h"

#define EXIT_FAILED 42
#define EXIT_ASSUMED 43
#define RUN_SECONDS 5
#define MAX_RECORDS 4096 /* values given, and reads */

struct Driven {
  const Cfc *cfc;
  Scratch *folder;
  gboolean *driven;    /* by site */
  GHashTable *defined; /* char*: functions with a body in the program's text */
  gint64 deadline;     /* 0: none */
};

/* As the harness has them: without holes in either data model. */
typedef struct {
  guint32 site, occurrence;
  guint64 value;
} Record;

typedef struct {
  guint64 path;
  guint32 n_values, n_reads, failed, unused;
  Record values[MAX_RECORDS], reads[MAX_RECORDS];
} Shared;

static char *path_in(const Driven *d, const char *name) { return scratch_file(d->folder, name); }

/* --- the program's text --- */

static void append_driver(GString *out, const InputSite *s) {
  const char *type = runner_type(s);
  g_string_append_printf(
      out,
      "static %s acf_site_%u() { static unsigned k; unsigned long long bits = acf_replay_value(%uu, ++k); ",
      type, s->id, s->id);
  if (s->is_float)
    g_string_append_printf(out, "union { unsigned %s i; %s f; } v; v.i = bits; return v.f; }\n",
                           s->width == 32 ? "int" : "long long", type);
  else
    g_string_append_printf(out, "return (%s)%sbits; }\n", type,
                           type[strlen(type) - 1] == '*' ? "(__UINTPTR_TYPE__)" : "");
}

/* Takes the calls of site s over, when its place is what it should be.  Parameters are given by acf_start. */
static gboolean drive(Edits *edits, const InputSite *s) {
  if (s->kind == SITE_PARAMETER) return TRUE;
  if (s->function == NULL || s->in_macro_or_header || (s->kind != SITE_NONDET && s->kind != SITE_EXTERNAL))
    return FALSE;
  g_autofree char *name = g_strdup_printf("acf_site_%u", s->id);
  return edits_replace_word(edits, s->loc.line, s->loc.column, s->function, name);
}

static gboolean starts_elsewhere(const Driven *d) {
  return !g_str_equal(d->cfc->program->property->entry, "main");
}

/* Calls the entry function from the end of the program's own text, where its prototype is known.  The inputs
 * are read one after the other. */
static char *start_text(const Driven *d) {
  const Program *p = d->cfc->program;
  g_autoptr(GString) values = g_string_new(NULL), names = g_string_new(NULL);
  for (guint i = 0; i < p->sites->len; i++) {
    const InputSite *s = program_site(p, i);
    if (s->kind != SITE_PARAMETER) continue;
    g_string_append_printf(values, "%s acf_value_%u = acf_site_%u(); ", runner_type(s), i, i);
    g_string_append_printf(names, "%sacf_value_%u", names->len ? ", " : "", i);
  }
  return g_strdup_printf("\nvoid acf_start(void) { %s%s(%s); }\n", values->str, p->property->entry,
                         names->str);
}

static gboolean write_program(Driven *d, const char *path, GError **error) {
  const Program *p = d->cfc->program;
  g_autoptr(Source) text = source_read(path, error);
  if (text == NULL) return FALSE;
  Edits *edits = edits_new(text);
  g_autoptr(GString) drivers =
      g_string_new("void acf_replay_fail(void);\nunsigned long long acf_replay_value(unsigned, unsigned);\n");
  for (guint i = 0; i < p->sites->len; i++) {
    d->driven[i] = drive(edits, program_site(p, i));
    if (d->driven[i]) append_driver(drivers, program_site(p, i));
    const char *function = program_site(p, i)->function;
    if (function != NULL && source_defines(text, function)) g_hash_table_add(d->defined, (gpointer)function);
  }
  for (char **name = d->cfc->program->property->error_functions; *name; name++)
    if (edits_insert_in_body(edits, *name, " acf_replay_fail(); "))
      g_hash_table_add(d->defined, (gpointer)*name);
  if (source_defines(text, "__VERIFIER_assume")) g_hash_table_add(d->defined, "__VERIFIER_assume");
  g_autofree char *target = path_in(d, "program.c"), *edited = edits_free_to_text(edits),
                  *header = path_in(d, "drivers.h"), *start = starts_elsewhere(d) ? start_text(d) : NULL,
                  *whole = g_strconcat(edited, start, NULL);
  return g_file_set_contents(target, whole, -1, error) &&
         g_file_set_contents(header, drivers->str, -1, error);
}

/* --- the harness --- */

static const char harness_start[] =
    "#include <fcntl.h>\n#include <sys/mman.h>\n#include <sys/syscall.h>\n"
    "long syscall(long, ...);\nvoid *calloc(__SIZE_TYPE__, __SIZE_TYPE__);\n"
    "void *__wrap_malloc(__SIZE_TYPE__ n) { return calloc(1, n); }\n"
    "struct record { unsigned site, k; unsigned long long value; };\n"
    "struct shared { unsigned long long path; unsigned n_values, n_reads, failed, unused;\n"
    "  struct record values[N], reads[N]; };\n"
    "static void leave(int status) { for (;;) syscall(SYS_exit_group, status); }\n"
    "static struct shared *shared(void) {\n"
    "  static struct shared *s;\n"
    "  if (!s) s = mmap(0, sizeof *s, PROT_READ | PROT_WRITE, MAP_SHARED,\n"
    "                   (int)syscall(SYS_openat, AT_FDCWD, SHARED, O_RDWR), 0);\n"
    "  return s;\n}\n"
    "static unsigned long long acf_record(unsigned site, unsigned k, unsigned long long value) {\n"
    "  struct shared *s = shared();\n"
    "  if (s->n_reads < N) { s->reads[s->n_reads].site = site; s->reads[s->n_reads].k = k;\n"
    "    s->reads[s->n_reads].value = value; }\n"
    "  s->n_reads += s->n_reads <= N;\n"
    "  return value;\n}\n"
    "unsigned long long acf_replay_value(unsigned site, unsigned k) {\n"
    "  struct shared *s = shared();\n"
    "  for (unsigned i = 0; i < s->n_values; i++)\n"
    "    if (s->values[i].site == site && s->values[i].k == k) return acf_record(site, k, "
    "s->values[i].value);\n"
    "  return acf_record(site, k, 0);\n}\n"
    "void acf_replay_fail(void) { shared()->failed = 1; leave(FAILED); }\n"
    "void __sanitizer_cov_trace_pc(void) {\n"
    "  struct shared *s = shared();\n"
    "  s->path = (s->path ^ (unsigned long long)((char *)__builtin_return_address(0) - (char "
    "*)acf_replay_fail))\n    * 1099511628211ull;\n}\n";

/* What the program leaves undefined and the calls not under control yield zero. */
static void append_undefined(const Driven *d, GString *out) {
  const Program *p = d->cfc->program;
  g_autoptr(GHashTable) done = g_hash_table_new(g_str_hash, g_str_equal);
  for (guint i = 0; i < p->sites->len; i++) {
    const InputSite *s = program_site(p, i);
    if (s->function == NULL || (s->kind != SITE_NONDET && s->kind != SITE_EXTERNAL)) continue;
    if (g_hash_table_contains(d->defined, s->function) || !g_hash_table_add(done, (gpointer)s->function))
      continue;
    g_string_append_printf(out, "%s %s() { acf_record(%uu, 0, 0); return 0; }\n", runner_type(s), s->function,
                           i);
  }
  for (guint i = 0; i < p->external_functions->len; i++) {
    const char *name = p->external_functions->pdata[i];
    if (g_hash_table_contains(d->defined, name) || property_is_error(p->property, name)) continue;
    if (g_hash_table_add(done, (gpointer)name)) g_string_append_printf(out, "void %s() {}\n", name);
  }
  for (guint i = 0; i < p->globals->len; i++) {
    const IrGlobal *g = program_global(p, i);
    if (g->external)
      g_string_append_printf(out, "char %s[%" G_GUINT64_FORMAT "] __attribute__((aligned(16)));\n", g->name,
                             MAX(g->size, 1));
  }
  for (char **name = d->cfc->program->property->error_functions; *name; name++)
    if (!g_hash_table_contains(d->defined, *name) && g_hash_table_add(done, (gpointer)*name))
      g_string_append_printf(out, "void %s() { acf_replay_fail(); }\n", *name);
  if (!g_hash_table_contains(d->defined, "__VERIFIER_assume"))
    g_string_append_printf(out, "void __VERIFIER_assume(int ok) { if (!ok) leave(%d); }\n", EXIT_ASSUMED);
}

static gboolean write_harness(const Driven *d, GError **error) {
  g_autofree char *path = path_in(d, "harness.c"), *shared = path_in(d, "shared"),
                  *quoted = g_strescape(shared, NULL);
  g_autoptr(GString) out = g_string_new(NULL);
  g_string_append_printf(out, "#define N %d\n#define FAILED %d\n#define SHARED \"%s\"\n%s", MAX_RECORDS,
                         EXIT_FAILED, quoted, harness_start);
  append_undefined(d, out);
  if (starts_elsewhere(d))
    g_string_append(out, "void acf_start(void);\nint main(void) { acf_start(); return 0; }\n");
  return g_file_set_contents(path, out->str, -1, error);
}

static gboolean compile(const Driven *d, const char *path, GError **error) {
  g_autofree char *source = path_in(d, "program.c"), *object = path_in(d, "program.o"),
                  *drivers = path_in(d, "drivers.h"), *harness = path_in(d, "harness.c"),
                  *program = path_in(d, "program");
  g_autofree char *folder = g_path_get_dirname(path), *include = g_strconcat("-I", folder, NULL);
  const char *const first[] = {"-c",       include, "-fsanitize-coverage=edge,trace-pc",
                               "-include", drivers, source,
                               "-o",       object,  starts_elsewhere(d) ? "-Dmain=acf_program_main" : NULL,
                               NULL};
  const char *const second[] = {
      harness, object, "-o", program, "-Wl,--wrap=malloc", "-Wl,--unresolved-symbols=ignore-all",
      "-lm",   NULL};
  return runner_compile(d->cfc->program, d->folder, first, d->deadline, error) &&
         runner_compile(d->cfc->program, d->folder, second, d->deadline, error);
}

Driven *driven_new(const Cfc *c, const char *path, gint64 deadline, GError **error) {
  g_autoptr(Driven) d = g_new0(Driven, 1);
  d->cfc = c;
  d->deadline = deadline;
  d->driven = g_new0(gboolean, c->program->sites->len + 1);
  d->defined = g_hash_table_new(g_str_hash, g_str_equal);
  d->folder = scratch_new(error);
  if (d->folder && write_program(d, path, error) && write_harness(d, error) && compile(d, path, error))
    return g_steal_pointer(&d);
  return NULL;
}

void driven_free(Driven *d) {
  if (d->folder) scratch_free(d->folder);
  g_hash_table_unref(d->defined);
  g_free(d->driven);
  g_free(d);
}

gboolean driven_site(const Driven *d, guint site) { return d->driven[site]; }
gboolean driven_defines(const Driven *d, const char *function) {
  return g_hash_table_contains(d->defined, function);
}

/* --- runs --- */

static gboolean put_values(const Driven *d, Shared *s, const GArray *values, GError **error) {
  for (guint i = 0; i < values->len; i++) {
    const ClaimValue v = g_array_index(values, ClaimValue, i);
    const InputKey key = input_key_unpack(v.input->param);
    if (v.value == 0 || !d->driven[key.site] || s->n_values == MAX_RECORDS) continue;
    s->values[s->n_values++] = (Record){key.site, key.occurrence, v.value};
  }
  g_autofree char *path = path_in(d, "shared");
  /* a scratch file for each run: nobody needs it on the disk */
  return g_file_set_contents_full(path, (const char *)s, sizeof *s, G_FILE_SET_CONTENTS_NONE, 0600, error);
}

static gboolean take_reads(const Driven *d, DrivenRun *run, gboolean *failed, gboolean *many) {
  g_autofree char *path = path_in(d, "shared"), *bytes = NULL;
  gsize size;
  if (!g_file_get_contents(path, &bytes, &size, NULL) || size != sizeof(Shared)) return FALSE;
  const Shared *s = (const Shared *)bytes;
  *failed = s->failed != 0;
  *many = s->n_reads > MAX_RECORDS;
  run->path = s->path;
  for (guint i = 0; i < MIN(s->n_reads, MAX_RECORDS); i++) {
    const DrivenRead read = {s->reads[i].site, s->reads[i].occurrence, s->reads[i].value};
    if (read.site >= d->cfc->program->sites->len) return FALSE;
    g_array_append_val(run->reads, read);
  }
  return TRUE;
}

static RunResult finish(const Driven *d, const ProcessResult *process, DrivenRun *run) {
  gboolean failed = FALSE, many = FALSE;
  const gboolean taken = take_reads(d, run, &failed, &many);
  const gboolean exited = process->end == PROCESS_EXITED;
  const int status = exited ? process->exit_status : process->signal;
  if (!taken || many) {
    run->outcome = g_strdup("reads too many inputs");
    return RUN_UNDECIDED;
  }
  if (exited && status == EXIT_FAILED && failed) {
    run->outcome = g_strdup("fails");
    return RUN_FAILED;
  }
  if (exited && status == EXIT_ASSUMED) {
    run->outcome = g_strdup("an assumption does not hold");
    return RUN_CUT;
  }
  run->crashed = !exited;
  run->outcome = g_strdup_printf("ended with %s %d", exited ? "status" : "signal", status);
  return RUN_ENDED;
}

RunResult driven_run(const Driven *d, const GArray *values, DrivenRun *run, GError **error) {
  g_autofree char *program = path_in(d, "program");
  g_autofree Shared *shared = g_new0(Shared, 1);
  *run = (DrivenRun){.reads = g_array_new(FALSE, FALSE, sizeof(DrivenRead))};
  const double seconds = runner_seconds(RUN_SECONDS, d->deadline);
  if (seconds <= 0) {
    run->outcome = g_strdup("no time is left");
    return RUN_UNDECIDED;
  }
  if (!put_values(d, shared, values, error)) return RUN_BROKEN;
  const char *const argv[] = {program, NULL};
  g_autoptr(ProcessResult) process = runner_run(d->folder, argv, seconds);
  if (process->end == PROCESS_NOT_STARTED) {
    g_set_error_literal(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, process->failure);
    return RUN_BROKEN;
  }
  if (process->end != PROCESS_OUT_OF_TIME) return finish(d, process, run);
  run->outcome = g_strdup_printf("still running after %.1f s", seconds);
  return RUN_UNDECIDED;
}

void driven_run_clear(DrivenRun *run) {
  g_clear_pointer(&run->reads, g_array_unref);
  g_clear_pointer(&run->outcome, g_free);
}
