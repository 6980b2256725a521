/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inputs as C files. */
#include "audit/kept-input.h"
#include <string.h>
#include "base/limits.h"
#include "ir/property.h"
#include "native/runner.h"

static const char said[] = "reach_error was called";

/* ---- the file ---- */

static gboolean is_real(const char *type) {
  return g_str_equal(type, "float") || g_str_equal(type, "double");
}

static void append_value(GString *out, const InputRead *r) {
  if (is_real(r->type))
    g_string_append_printf(out, "(%s)%" G_GINT64_FORMAT "ll", r->type, (gint64)r->value);
  else if (strstr(r->type, "unsigned") || strchr(r->type, '_'))
    g_string_append_printf(out, "(%s)%" G_GUINT64_FORMAT "ull", r->type, r->value);
  else
    g_string_append_printf(out, "(%s)0x%" G_GINT64_MODIFIER "xull", r->type, r->value);
}

static void append_function(GString *out, const GArray *reads, const InputRead *which) {
  guint n = 0;
  g_string_append_printf(out, "__attribute__((weak)) %s %s(void) {\n  static const %s values[] = {",
                         which->type, which->function, which->type);
  for (guint i = 0; i < reads->len; i++) {
    const InputRead *r = &g_array_index(reads, InputRead, i);
    if (r->function != which->function) continue;
    g_string_append(out, n++ ? ", " : "");
    append_value(out, r);
  }
  g_string_append_printf(out, "};\n  static unsigned next;\n  return next < %u ? values[next++] : 0;\n}\n",
                         n);
}

char *kept_input_text(const GArray *reads) {
  GString *out = g_string_new("#include <stdio.h>\n#include <stdlib.h>\n");
  g_autoptr(GHashTable) done = g_hash_table_new(NULL, NULL);
  for (guint i = 0; i < reads->len; i++) {
    const InputRead *r = &g_array_index(reads, InputRead, i);
    if (g_hash_table_add(done, (gpointer)r->function)) append_function(out, reads, r);
  }
  g_string_append_printf(out,
                         "__attribute__((weak)) void __VERIFIER_assume(int holds) { if (!holds) exit(0); }\n"
                         "void %s(void) { fputs(\"%s\\n\", stderr); _Exit(%d); }\n",
                         error_function_usual(), said, KEPT_STATUS);
  return g_string_free(out, FALSE);
}

static guint width_of(const char *type, gboolean lp64) {
  if (g_str_equal(type, "_Bool")) return 1;
  if (strstr(type, "char")) return 8;
  if (strstr(type, "short")) return 16;
  if (strstr(type, "long long") || is_real(type)) return 64;
  return strstr(type, "long") || strchr(type, '_') ? (lp64 ? 64 : 32) : 32;
}

char *kept_input_values(const GArray *reads, gboolean lp64) {
  GString *out = g_string_new(reads->len ? NULL : "none");
  for (guint i = 0; i < reads->len && i < 16; i++) {
    const InputRead *r = &g_array_index(reads, InputRead, i);
    const IntegerType type = {width_of(r->type, lp64), strstr(r->type, "unsigned") == NULL};
    const gint64 value = constant_convert((gint64)r->value, type);
    g_string_append(out, i ? ", " : "");
    if (type.is_signed)
      g_string_append_printf(out, "%" G_GINT64_FORMAT, value);
    else
      g_string_append_printf(out, "%" G_GUINT64_FORMAT, (guint64)value);
  }
  if (reads->len > 16) g_string_append(out, ", ...");
  return g_string_free(out, FALSE);
}

static const char *const build_flags[] = {
    "-std=gnu11",     "-O0", "-fwrapv", "-fno-strict-aliasing", "-ftrivial-auto-var-init=zero",
    "-fgnu89-inline", "-w"};

char *kept_input_commands(const char *program, const char *input, gboolean lp64) {
  GString *out = g_string_new(lp64 ? "cc -m64" : "cc -m32");
  for (guint i = 0; i < G_N_ELEMENTS(build_flags); i++) g_string_append_printf(out, " %s", build_flags[i]);
  g_string_append_printf(out, " %s %s -lm && ./a.out; echo $?   # prints \"%s\" and %d", program, input, said,
                         KEPT_STATUS);
  return g_string_free(out, FALSE);
}

/* ---- running it ---- */

/* What is undefined apart from overflow of signed arithmetic; then that, and shifts of it. */
static const char *const builds[][3] = {
    {NULL},
    {"-fsanitize=undefined", "-fno-sanitize=function,signed-integer-overflow,shift-base",
     "-fsanitize-trap=all"},
    {"-fno-wrapv", "-fsanitize=signed-integer-overflow,shift-base", "-fsanitize-trap=all"}};

static gboolean comes_to_error(const Scratch *folder, const char *const *flags, gboolean lp64) {
  g_autofree char *source = scratch_file(folder, "program.c"), *input = scratch_file(folder, "input.c"),
                  *program = scratch_file(folder, "program");
  g_autoptr(GPtrArray) arguments = g_ptr_array_new();
  for (guint i = 0; i < G_N_ELEMENTS(builds[0]) && flags[i]; i++)
    g_ptr_array_add(arguments, (gpointer)flags[i]);
  const char *const rest[] = {source, input, "-o", program, "-Wl,--unresolved-symbols=ignore-all",
                              "-lm",  NULL};
  for (guint i = 0; i < G_N_ELEMENTS(rest); i++) g_ptr_array_add(arguments, (gpointer)rest[i]);
  if (!runs_compile(folder, lp64, (const char *const *)arguments->pdata, NULL)) return FALSE;
  const char *const argv[] = {program, NULL};
  g_autoptr(ProcessResult) r = runner_run(folder, argv, limits.native_run_seconds);
  return r->end == PROCESS_EXITED && r->exit_status == KEPT_STATUS &&
         strstr((const char *)r->output->data, said) != NULL;
}

KeptResult kept_input_run(const char *program_text, const char *input_text, gboolean lp64) {
  g_autoptr(Scratch) folder = scratch_new(NULL);
  if (!folder) return KEPT_PASSES;
  g_autofree char *source = scratch_file(folder, "program.c"), *input = scratch_file(folder, "input.c");
  if (!g_file_set_contents(source, program_text, -1, NULL) ||
      !g_file_set_contents(input, input_text, -1, NULL) || !comes_to_error(folder, builds[0], lp64))
    return KEPT_PASSES;
  if (!comes_to_error(folder, builds[1], lp64)) return KEPT_UNDEFINED;
  return comes_to_error(folder, builds[2], lp64) ? KEPT_FAILS : KEPT_OVERFLOWS;
}
