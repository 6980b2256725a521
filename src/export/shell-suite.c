/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A test suite for a program that reads arguments or its standard input: a folder with a script that runs
 * them. */
#include <errno.h>
#include <string.h>
#include <glib/gstdio.h>
#include "export/suite.h"
#include "native/concretize.h"
#include "native/runner.h"

static const char about_text[] =
    "#!/bin/sh\n"
    "# Tests found by acf: inputs on which the program fails, and inputs on which it does not.\n"
    "# run.sh [PROGRAM] runs them; the program is built for example by\n"
    "#   %s\n"
    "# A test that fails has to end by a signal, as abort and failing asserts do; a status that means a "
    "failure, too,\n"
    "# is given by FAILS=STATUS.  The tests that pass end with the status that is shown.\n";

static const char check_text[] =
    "here=$(dirname \"$0\")\n"
    "program=${1:-%s}\n"
    "export ASAN_OPTIONS=abort_on_error=1 UBSAN_OPTIONS=halt_on_error=1:abort_on_error=1\n"
    "number=0 wrong=0\n"
    "\n"
    "# check EXPECTED WHAT ARGUMENT...: EXPECTED is a status, or fails.\n"
    "check() {\n"
    "  expected=$1 what=$2 input=/dev/null\n"
    "  shift 2\n"
    "  number=$((number + 1))\n"
    "  [ -f \"$here/$number.stdin\" ] && input=$here/$number.stdin\n"
    "  { \"$program\" \"$@\" <\"$input\"; } >/dev/null 2>&1\n"
    "  status=$?\n"
    "  seen=$status\n"
    "  { [ \"$status\" -ge 128 ] || [ \"$status\" = \"${FAILS:-}\" ]; } && seen=fails\n"
    "  if [ \"$seen\" = \"$expected\" ]; then\n"
    "    echo \"ok $number - $what\"\n"
    "  else\n"
    "    echo \"not ok $number - $what: expected $expected, ended with status $status\"\n"
    "    wrong=$((wrong + 1))\n"
    "  fi\n"
    "}\n"
    "\n";

static gboolean write_in(const char *folder, const char *name, const void *bytes, gsize size, guint mode,
                         GError **error) {
  g_autofree char *path = g_build_filename(folder, name, NULL);
  return g_file_set_contents_full(path, bytes, (gssize)size, G_FILE_SET_CONTENTS_CONSISTENT, (int)mode,
                                  error);
}

static gboolean write_text(const char *folder, const char *name, const char *text, guint mode,
                           GError **error) {
  return write_in(folder, name, text, strlen(text), mode, error);
}

/* Single quotes hold every byte but themselves. */
static char *quoted(GBytes *argument) {
  gsize size;
  const char *bytes = g_bytes_get_data(argument, &size);
  g_autofree char *text = g_strndup(size ? bytes : "", size);
  return g_shell_quote(text);
}

static void append_test(GString *out, const Test *t) {
  g_autofree char *status = g_strdup_printf("%d", t->status), *what = g_shell_quote(t->what);
  g_string_append_printf(out, "check %s 'partition %u, '%s", t->fails ? "fails" : status, t->partition + 1,
                         what);
  for (guint i = 0; i < t->input->args->len; i++) {
    g_autofree char *argument = quoted(t->input->args->pdata[i]);
    g_string_append_printf(out, " %s", argument);
  }
  g_string_append_c(out, '\n');
}

/* How the program was built, as people would. */
static char *build_text(const Suite *s, const char *name) {
  const Program *p = s->cfc->program;
  g_autofree char *path = g_shell_quote(p->path);
  return g_strdup_printf("clang%s -O0 -fwrapv -o %s %s errors.c -lm", p->pointer_width == 64 ? "" : " -m32",
                         name + 2, path);
}

static char *script(const Suite *s) {
  g_autofree char *name = concrete_program_name(s->cfc->program->path), *build = build_text(s, name);
  GString *out = g_string_new(NULL);
  g_autofree char *word = g_shell_quote(name);
  g_string_append_printf(out, about_text, build);
  g_string_append_printf(out, check_text, word);
  for (guint i = 0; i < s->tests->len; i++) append_test(out, s->tests->pdata[i]);
  g_string_append(out, "\necho \"1..$number\"\n[ \"$wrong\" -eq 0 ]\n");
  return g_string_free(out, FALSE);
}

/* Error functions that a program may leave undefined; those of the C library are there. */
static char *error_functions(const Suite *s) {
  GString *out = g_string_new("/* Calls of functions that the program does not define are failures. */\n"
                              "void abort(void);\n");
  for (char **f = s->cfc->program->property->error_functions; *f; f++)
    if (!g_str_has_prefix(*f, "__assert") && !g_str_equal(*f, "abort"))
      g_string_append_printf(out, "__attribute__((weak)) void %s() { abort(); }\n", *f);
  return g_string_free(out, FALSE);
}

/* Inputs of an earlier suite would be read by tests of this one. */
static gboolean write_input(const char *folder, guint number, const ConcreteInput *in, GError **error) {
  g_autofree char *name = g_strdup_printf("%u.stdin", number), *path = g_build_filename(folder, name, NULL);
  gsize size;
  const void *bytes = g_bytes_get_data(in->text, &size);
  if (size > 0) return write_in(folder, name, bytes, size, 0666, error);
  g_unlink(path);
  return TRUE;
}

gboolean shell_suite_write(const Suite *s, const char *folder, GError **error) {
  if (g_mkdir_with_parents(folder, 0777) != 0) {
    const int code = errno;
    g_set_error(error, G_FILE_ERROR, (int)g_file_error_from_errno(code), "%s: %s", folder, g_strerror(code));
    return FALSE;
  }
  g_autofree char *text = script(s), *errors = error_functions(s);
  if (!write_text(folder, "run.sh", text, 0777, error) ||
      !write_text(folder, "errors.c", errors, 0666, error))
    return FALSE;
  for (guint i = 0; i < s->tests->len; i++)
    if (!write_input(folder, i + 1, ((const Test *)s->tests->pdata[i])->input, error)) return FALSE;
  return TRUE;
}
