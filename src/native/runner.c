/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compiling and running natively. */
#include "native/runner.h"
#include "base/limits.h"
#include <string.h>
#include "frontend/frontend.h"
#include "native/checks.h"

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

ProcessResult *runner_run_reading(const Scratch *folder, const char *const *argv, const char *input,
                                  double seconds) {
  const ProcessRequest request = {
      .argv = argv, .input = input, .seconds = seconds, .scratch = folder, .regardless = TRUE};
  return process_run(&request);
}

ProcessResult *runner_run(const Scratch *folder, const char *const *argv, double seconds) {
  return runner_run_reading(folder, argv, NULL, seconds);
}

char *program_argument(const char *path) {
  return strchr("-@", *path) != NULL ? g_strconcat("./", path, NULL) : g_strdup(path);
}

/* Numbers are calculated in their own precision: nothing in one step that is two. */
GPtrArray *runner_flags(const Program *p) {
  static const char *const usual[] = {"-ffp-contract=off",
                                      "-std=gnu11",
                                      "-O0",
                                      "-fwrapv",
                                      "-fno-strict-aliasing",
                                      "-fno-delete-null-pointer-checks",
                                      "-ftrivial-auto-var-init=zero",
                                      "-fno-builtin",
                                      "-w"};
  GPtrArray *flags = g_ptr_array_new();
  frontend_add_model(flags, p->pointer_width == 64);
  for (guint i = 0; i < G_N_ELEMENTS(usual); i++) g_ptr_array_add(flags, (gpointer)usual[i]);
  if (p->files->len <= 1) g_ptr_array_add(flags, (gpointer) "-fgnu89-inline"); /* as the front end has it */
  native_add_checks(flags, p->property);
  return flags;
}

double runner_seconds(double given, gint64 deadline) {
  if (!deadline) return given;
  return CLAMP((double)(deadline - g_get_monotonic_time()) / 1e6, 0, given);
}

static void set_compile_error(GError **error, const char *why) {
  g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED,
              "the program could not be compiled for replay: %.400s", why);
}

gboolean runner_compile(const Program *p, const Scratch *folder, const char *const *arguments,
                        gint64 deadline, char **said, GError **error) {
  static const char *const tolerant[] = {FRONTEND_LENIENT};
  const char *compiler = g_getenv("ACF_CLANG");
  g_autoptr(GPtrArray) flags = runner_flags(p), argv = g_ptr_array_new();
  g_ptr_array_add(argv, (gpointer)(compiler != NULL ? compiler : "clang-19"));
  for (guint i = 0; i < flags->len; i++) g_ptr_array_add(argv, flags->pdata[i]);
  for (guint i = 0; i < G_N_ELEMENTS(tolerant); i++) g_ptr_array_add(argv, (gpointer)tolerant[i]);
  for (; *arguments; arguments++) g_ptr_array_add(argv, (gpointer)*arguments);
  g_ptr_array_add(argv, NULL);
  const double seconds = runner_seconds(limits.native_compile_seconds, deadline);
  if (seconds <= 0) {
    set_compile_error(error, "no time is left");
    return FALSE;
  }
  static const char *const english[] = {"LC_ALL=C", NULL};
  const ProcessRequest request = {.argv = (const char *const *)argv->pdata,
                                  .environment = english,
                                  .seconds = seconds,
                                  .scratch = folder,
                                  .regardless = TRUE};
  g_autoptr(ProcessResult) r = process_run(&request);
  if (r->end == PROCESS_EXITED && r->exit_status == 0) {
    if (said) *said = g_strdup((const char *)r->output->data);
    return TRUE;
  }
  set_compile_error(error, r->failure ? r->failure : (const char *)r->output->data);
  return FALSE;
}
