/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Replaying examples: the program compiled natively, with every input call under control, must fail on each.
 *
 * The program's text gets another name at each input call (acf_site_N) and a call of acf_replay_fail at the
 * start of each error function it defines; nothing moves to another line.  A generated file holds the values
 * of one example.  The run fails when it ends with EXIT_FAILED after leaving a mark, so the program's own
 * status cannot lie. */
#include <errno.h>
#include <string.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include "export/claims.h"
#include "export/export.h"
#include "export/source.h"
#include "formula/print.h"

#define EXIT_FAILED 42
#define EXIT_ASSUMED 43
#define RUN_SECONDS 5
#define COMPILE_SECONDS 60

typedef struct {
  const Cfc *cfc;
  char *folder;
  gboolean *driven;    /* by site: its calls are under control */
  GHashTable *defined; /* names of functions with a body in the program's text */
} Replay;

static char *path_in(const Replay *r, const char *name) { return g_build_filename(r->folder, name, NULL); }

/* --- running things --- */

typedef struct {
  GMainLoop *loop;
  GSubprocess *process;
  gboolean done, late;
} Waiting;

static void on_done(GObject *source, GAsyncResult *result, gpointer data) {
  Waiting *w = data;
  g_subprocess_wait_finish(G_SUBPROCESS(source), result, NULL);
  w->done = TRUE;
  g_main_loop_quit(w->loop);
}

static gboolean on_late(gpointer data) {
  Waiting *w = data;
  w->late = TRUE;
  g_subprocess_force_exit(w->process);
  return G_SOURCE_REMOVE;
}

/* Waits for the process, not longer than seconds; TRUE when it ended by itself. */
static gboolean wait_for(GSubprocess *process, guint seconds) {
  g_autoptr(GMainContext) context = g_main_context_new();
  g_main_context_push_thread_default(context);
  Waiting w = {g_main_loop_new(context, FALSE), process, FALSE, FALSE};
  GSource *timer = g_timeout_source_new_seconds(seconds);
  g_source_set_callback(timer, on_late, &w, NULL);
  g_source_attach(timer, context);
  g_subprocess_wait_async(process, NULL, on_done, &w);
  while (!w.done) g_main_loop_run(w.loop);
  g_source_destroy(timer);
  g_source_unref(timer);
  g_main_loop_unref(w.loop);
  g_main_context_pop_thread_default(context);
  return !w.late;
}

/* Runs the compiler on the arguments after the usual ones; FALSE with what it said. */
static gboolean compile(const Replay *r, GError **error, ...) {
  const char *compiler = g_getenv("ACF_CLANG");
  g_autoptr(GPtrArray) argv = g_ptr_array_new();
  const char *const usual[] = {compiler != NULL ? compiler : "clang-19",
                               r->cfc->program->pointer_width == 64 ? "-m64" : "-m32",
                               "-std=gnu11",
                               "-O0",
                               "-fwrapv",
                               "-fno-strict-aliasing",
                               "-fno-delete-null-pointer-checks",
                               "-ftrivial-auto-var-init=zero",
                               "-fno-builtin",
                               "-fgnu89-inline",
                               "-w",
                               "-Wno-error=implicit-function-declaration",
                               "-Wno-error=int-conversion",
                               "-Wno-error=implicit-int",
                               "-Wno-error=return-type",
                               "-Wno-error=incompatible-function-pointer-types"};
  for (guint i = 0; i < G_N_ELEMENTS(usual); i++) g_ptr_array_add(argv, (gpointer)usual[i]);
  va_list more;
  va_start(more, error);
  for (const char *arg; (arg = va_arg(more, const char *)) != NULL;) g_ptr_array_add(argv, (gpointer)arg);
  va_end(more);
  g_ptr_array_add(argv, NULL);
  g_autofree char *log = path_in(r, "compiler.log");
  g_autoptr(GSubprocessLauncher) launcher = g_subprocess_launcher_new(G_SUBPROCESS_FLAGS_STDOUT_SILENCE);
  g_subprocess_launcher_set_stderr_file_path(launcher, log);
  g_autoptr(GSubprocess) process =
      g_subprocess_launcher_spawnv(launcher, (const char *const *)argv->pdata, error);
  if (process == NULL) return FALSE;
  if (wait_for(process, COMPILE_SECONDS) && g_subprocess_get_successful(process)) return TRUE;
  g_autofree char *said = NULL;
  g_file_get_contents(log, &said, NULL, NULL);
  g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, "the program could not be compiled for replay: %.400s",
              said != NULL ? said : "");
  return FALSE;
}

/* --- the program's text under control --- */

/* A type that holds what the site yields; the program's own name for it may not be declared yet there. */
static const char *driver_type(const InputSite *s) {
  if (s->is_float) return s->width == 32 ? "float" : "double";
  if (s->type != NULL && strchr(s->type, '*') != NULL) return "void *";
  switch (s->width) {
  case 1: return "_Bool";
  case 8: return s->is_signed ? "signed char" : "unsigned char";
  case 16: return s->is_signed ? "short" : "unsigned short";
  case 32: return s->is_signed ? "int" : "unsigned";
  default: return s->is_signed ? "long long" : "unsigned long long";
  }
}

static void append_driver(GString *out, const InputSite *s) {
  const char *type = driver_type(s);
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

/* Takes the calls of site s over, when its place is what it should be. */
static gboolean drive(Source *text, const InputSite *s) {
  if (s->function == NULL || s->in_macro_or_header || (s->kind != SITE_NONDET && s->kind != SITE_EXTERNAL))
    return FALSE;
  g_autofree char *name = g_strdup_printf("acf_site_%u", s->id);
  return source_replace_word(text, s->loc.line, s->loc.column, s->function, name);
}

static gboolean write_program(Replay *r, GError **error) {
  const Program *p = r->cfc->program;
  Source *text = source_read(p->path, error);
  if (text == NULL) return FALSE;
  g_autoptr(GString) drivers =
      g_string_new("void acf_replay_fail(void);\nunsigned long long acf_replay_value(unsigned, unsigned);\n");
  r->driven = g_new0(gboolean, p->sites->len + 1);
  for (guint i = 0; i < p->sites->len; i++) {
    r->driven[i] = drive(text, program_site(p, i));
    if (r->driven[i]) append_driver(drivers, program_site(p, i));
    const char *function = program_site(p, i)->function;
    if (function != NULL && source_defines(text, function)) g_hash_table_add(r->defined, (gpointer)function);
  }
  for (const char *const *name = claim_error_functions(r->cfc); *name != NULL; name++)
    if (source_insert_in_body(text, *name, " acf_replay_fail(); "))
      g_hash_table_add(r->defined, (gpointer)*name);
  if (source_defines(text, "__VERIFIER_assume")) g_hash_table_add(r->defined, "__VERIFIER_assume");
  g_autofree char *path = path_in(r, "program.c"), *edited = source_free_to_text(text),
                  *header = path_in(r, "drivers.h");
  return g_file_set_contents(path, edited, -1, error) && g_file_set_contents(header, drivers->str, -1, error);
}

/* --- the harness of one example --- */

static void append_values(GString *out, const GArray *values) {
  g_string_append(out, "unsigned long long acf_replay_value(unsigned site, unsigned k) {\n");
  for (guint i = 0; i < values->len; i++) {
    const ClaimValue v = g_array_index(values, ClaimValue, i);
    const InputKey key = input_key_unpack(v.input->param);
    if (v.value != 0)
      g_string_append_printf(out, "  if (site == %uu && k == %uu) return %" G_GUINT64_FORMAT "ull;\n",
                             key.site, key.occurrence, v.value);
  }
  g_string_append(out, "  return 0;\n}\n");
}

/* What the program leaves undefined and the calls not under control yield zero, as the example says. */
static void append_undefined(const Replay *r, GString *out) {
  const Program *p = r->cfc->program;
  g_autoptr(GHashTable) done = g_hash_table_new(g_str_hash, g_str_equal);
  for (guint i = 0; i < p->sites->len; i++) {
    const InputSite *s = program_site(p, i);
    if (s->function == NULL || (s->kind != SITE_NONDET && s->kind != SITE_EXTERNAL)) continue;
    if (g_hash_table_contains(r->defined, s->function) || !g_hash_table_add(done, (gpointer)s->function))
      continue;
    g_string_append_printf(out, "%s %s() { return 0; }\n", driver_type(s), s->function);
  }
  for (guint i = 0; i < p->globals->len; i++) {
    const IrGlobal *g = program_global(p, i);
    if (g->external)
      g_string_append_printf(out, "char %s[%" G_GUINT64_FORMAT "] __attribute__((aligned(16)));\n", g->name,
                             MAX(g->size, 1));
  }
  for (const char *const *name = claim_error_functions(r->cfc); *name != NULL; name++)
    if (!g_hash_table_contains(r->defined, *name) && g_hash_table_add(done, (gpointer)*name))
      g_string_append_printf(out, "void %s() { acf_replay_fail(); }\n", *name);
  if (!g_hash_table_contains(r->defined, "__VERIFIER_assume"))
    g_string_append_printf(out, "void __VERIFIER_assume(int ok) { if (!ok) _exit(%d); }\n", EXIT_ASSUMED);
}

static gboolean write_harness(const Replay *r, const GArray *values, GError **error) {
  g_autofree char *path = path_in(r, "harness.c"), *mark = path_in(r, "mark"),
                  *quoted = g_strescape(mark, NULL);
  g_autoptr(GString) out = g_string_new("void _exit(int);\nint creat(const char *, unsigned);\n"
                                        "void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);\n"
                                        "void *__wrap_malloc(__SIZE_TYPE__ n) { return calloc(1, n); }\n");
  g_string_append_printf(out, "void acf_replay_fail(void) { creat(\"%s\", 0600); _exit(%d); }\n", quoted,
                         EXIT_FAILED);
  append_values(out, values);
  append_undefined(r, out);
  return g_file_set_contents(path, out->str, -1, error);
}

/* --- examples --- */

typedef enum { RUN_FAILED, RUN_ENDED, RUN_UNDECIDED, RUN_BROKEN } RunResult;

/* The first value of the example that the program cannot be given, or NULL. */
static const Term *undriven(const Replay *r, const GArray *values) {
  for (guint i = 0; i < values->len; i++) {
    const ClaimValue v = g_array_index(values, ClaimValue, i);
    if (v.value != 0 && !r->driven[input_key_unpack(v.input->param).site]) return v.input;
  }
  return NULL;
}

static RunResult run_program(const Replay *r, GString *report, GError **error) {
  g_autofree char *program = path_in(r, "program"), *mark = path_in(r, "mark");
  g_unlink(mark);
  g_autoptr(GSubprocess) process = g_subprocess_new(
      G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE, error, program, NULL);
  if (process == NULL) return RUN_BROKEN;
  if (!wait_for(process, RUN_SECONDS)) {
    g_string_append_printf(report, "not decided: still running after %d s\n", RUN_SECONDS);
    return RUN_UNDECIDED;
  }
  const gboolean exited = g_subprocess_get_if_exited(process);
  const int status = exited ? g_subprocess_get_exit_status(process) : g_subprocess_get_term_sig(process);
  if (exited && status == EXIT_FAILED && g_file_test(mark, G_FILE_TEST_EXISTS)) {
    g_string_append(report, "fails, as it should\n");
    return RUN_FAILED;
  }
  if (exited && status == EXIT_ASSUMED)
    g_string_append(report, "did not fail: an assumption does not hold\n");
  else
    g_string_append_printf(report, "did not fail: ended with %s %d\n", exited ? "status" : "signal", status);
  return RUN_ENDED;
}

static RunResult replay_example(const Replay *r, const GArray *values, GString *report, GError **error) {
  const Term *open = undriven(r, values);
  if (open != NULL) {
    g_autofree char *label = input_label(r->cfc->program, open);
    g_string_append_printf(report, "not replayed: depends on %s, which cannot be set from outside\n", label);
    return RUN_UNDECIDED;
  }
  g_autofree char *harness = path_in(r, "harness.c"), *object = path_in(r, "program.o"),
                  *program = path_in(r, "program");
  if (!write_harness(r, values, error)) return RUN_BROKEN;
  if (!compile(r, error, harness, object, "-o", program, "-Wl,--wrap=malloc",
               "-Wl,--unresolved-symbols=ignore-all", "-lm", NULL))
    return RUN_BROKEN;
  return run_program(r, report, error);
}

static void describe(const Replay *r, const GArray *values, guint partition, guint example, GString *report) {
  g_string_append_printf(report, "partition %u, example %u (", partition + 1, example + 1);
  for (guint i = 0; i < values->len && i < 8; i++) {
    const ClaimValue v = g_array_index(values, ClaimValue, i);
    g_autofree char *name = input_short_name(r->cfc->program, v.input),
                    *value = input_value_text(r->cfc->program, v.input, v.value);
    g_string_append_printf(report, "%s%s = %s", i > 0 ? ", " : "", name, value);
  }
  g_string_append(report, values->len > 8 ? ", ...): " : "): ");
}

static int replay_all(const Replay *r, GString *report, GError **error) {
  int failures = 0;
  for (guint i = 0; i < r->cfc->partitions->len; i++) {
    const Partition *p = r->cfc->partitions->pdata[i];
    for (guint k = 0; k < p->examples->len; k++) {
      g_autoptr(GArray) values = claim_example(p, p->examples->pdata[k]);
      describe(r, values, i, k, report);
      switch (replay_example(r, values, report, error)) {
      case RUN_BROKEN: return -1;
      case RUN_ENDED: failures++; break;
      default: break;
      }
    }
  }
  return failures;
}

static gboolean compile_program(const Replay *r, GError **error) {
  g_autofree char *source = path_in(r, "program.c"), *object = path_in(r, "program.o");
  g_autofree char *folder = g_path_get_dirname(r->cfc->program->path),
                  *include = g_strconcat("-I", folder, NULL);
  g_autofree char *drivers = path_in(r, "drivers.h");
  return compile(r, error, "-c", include, "-include", drivers, source, "-o", object, NULL);
}

static void remove_folder(const char *folder) {
  static const char *const files[] = {"program.c", "drivers.h", "program.o",   "harness.c",
                                      "program",   "mark",      "compiler.log"};
  for (guint i = 0; i < G_N_ELEMENTS(files); i++) {
    g_autofree char *path = g_build_filename(folder, files[i], NULL);
    g_unlink(path);
  }
  g_rmdir(folder);
}

int export_replay(const Cfc *c, GString *report, GError **error) {
  Replay r = {c, g_dir_make_tmp("acf-replay-XXXXXX", error), NULL, g_hash_table_new(g_str_hash, g_str_equal)};
  int result = -1;
  if (r.folder != NULL) {
    if (write_program(&r, error) && compile_program(&r, error)) result = replay_all(&r, report, error);
    remove_folder(r.folder);
  }
  g_hash_table_unref(r.defined);
  g_free(r.folder);
  g_free(r.driven);
  return result;
}
