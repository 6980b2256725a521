/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compiling and running natively. */
#include "export/runner.h"
#include <string.h>
#include <glib/gstdio.h>

#define COMPILE_SECONDS 60

const char *runner_type(const InputSite *s) {
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

gboolean runner_wait(GSubprocess *process, guint seconds) {
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

const char *const *runner_flags(const Program *p, guint *n) {
  static const char *usual[] = {"-m32",
                                "-std=gnu11",
                                "-O0",
                                "-fwrapv",
                                "-fno-strict-aliasing",
                                "-fno-delete-null-pointer-checks",
                                "-ftrivial-auto-var-init=zero",
                                "-fno-builtin",
                                "-fgnu89-inline",
                                "-w"};
  usual[0] = p->pointer_width == 64 ? "-m64" : "-m32";
  *n = G_N_ELEMENTS(usual);
  return usual;
}

gboolean runner_compile(const Program *p, const char *folder, const char *const *arguments, GError **error) {
  static const char *const tolerant[] = {
      "-Wno-error=implicit-function-declaration", "-Wno-error=int-conversion", "-Wno-error=implicit-int",
      "-Wno-error=return-type", "-Wno-error=incompatible-function-pointer-types"};
  const char *compiler = g_getenv("ACF_CLANG");
  guint n;
  const char *const *flags = runner_flags(p, &n);
  g_autoptr(GPtrArray) argv = g_ptr_array_new();
  g_ptr_array_add(argv, (gpointer)(compiler != NULL ? compiler : "clang-19"));
  for (guint i = 0; i < n; i++) g_ptr_array_add(argv, (gpointer)flags[i]);
  for (guint i = 0; i < G_N_ELEMENTS(tolerant); i++) g_ptr_array_add(argv, (gpointer)tolerant[i]);
  for (; *arguments; arguments++) g_ptr_array_add(argv, (gpointer)*arguments);
  g_ptr_array_add(argv, NULL);
  g_autofree char *log = g_build_filename(folder, "compiler.log", NULL);
  g_autoptr(GSubprocessLauncher) launcher = g_subprocess_launcher_new(G_SUBPROCESS_FLAGS_STDOUT_SILENCE);
  g_subprocess_launcher_set_stderr_file_path(launcher, log);
  g_autoptr(GSubprocess) process =
      g_subprocess_launcher_spawnv(launcher, (const char *const *)argv->pdata, error);
  if (process == NULL) return FALSE;
  if (runner_wait(process, COMPILE_SECONDS) && g_subprocess_get_successful(process)) return TRUE;
  g_autofree char *said = NULL;
  g_file_get_contents(log, &said, NULL, NULL);
  g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, "the program could not be compiled for replay: %.400s",
              said != NULL ? said : "");
  return FALSE;
}

void runner_remove_folder(const char *folder) {
  g_autoptr(GDir) files = g_dir_open(folder, 0, NULL);
  for (const char *name; files && (name = g_dir_read_name(files)) != NULL;) {
    g_autofree char *path = g_build_filename(folder, name, NULL);
    g_unlink(path);
  }
  g_rmdir(folder);
}
