/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compiling and running natively. */
#include "export/runner.h"
#include <string.h>
#include "frontend/frontend.h"

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

ProcessResult *runner_run(const Scratch *folder, const char *const *argv, guint seconds) {
  const ProcessRequest request = {.argv = argv, .seconds = seconds, .scratch = folder, .regardless = TRUE};
  return process_run(&request);
}

char *program_argument(const char *path) {
  return strchr("-@", *path) != NULL ? g_strconcat("./", path, NULL) : g_strdup(path);
}

const char *const *runner_flags(const Program *p, guint *n) {
  /* numbers are calculated in their own precision: no 80 bits, and nothing in one step that is two */
  static const char *usual[] = {"-m32",
                                "-msse2",
                                "-mfpmath=sse",
                                "-ffp-contract=off",
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

gboolean runner_compile(const Program *p, const Scratch *folder, const char *const *arguments, char **said,
                        GError **error) {
  static const char *const tolerant[] = {FRONTEND_LENIENT};
  const char *compiler = g_getenv("ACF_CLANG");
  guint n;
  const char *const *flags = runner_flags(p, &n);
  g_autoptr(GPtrArray) argv = g_ptr_array_new();
  g_ptr_array_add(argv, (gpointer)(compiler != NULL ? compiler : "clang-19"));
  for (guint i = 0; i < n; i++) g_ptr_array_add(argv, (gpointer)flags[i]);
  for (guint i = 0; i < G_N_ELEMENTS(tolerant); i++) g_ptr_array_add(argv, (gpointer)tolerant[i]);
  for (; *arguments; arguments++) g_ptr_array_add(argv, (gpointer)*arguments);
  g_ptr_array_add(argv, NULL);
  static const char *const english[] = {"LC_ALL=C", NULL};
  const ProcessRequest request = {.argv = (const char *const *)argv->pdata,
                                  .environment = english,
                                  .seconds = COMPILE_SECONDS,
                                  .scratch = folder,
                                  .regardless = TRUE};
  g_autoptr(ProcessResult) r = process_run(&request);
  if (r->end == PROCESS_EXITED && r->exit_status == 0) {
    if (said) *said = g_strdup((const char *)r->output->data);
    return TRUE;
  }
  g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED,
              "the program could not be compiled for replay: %.400s",
              r->failure ? r->failure : (const char *)r->output->data);
  return FALSE;
}
