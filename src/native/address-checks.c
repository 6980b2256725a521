/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Failures of memory in native runs, by AddressSanitizer and LeakSanitizer.  They call back before they
 * report anything: the run then ends as the harness says. */
#include "ir/ir.h"
#include "native/checks.h"

static gboolean is_missing; /* the compiler has no such library for the data model */

gboolean native_checks_addresses(const Property *p) {
  return !is_missing && (property_ends(p, FAILURE_INVALID_DEREF) || property_ends(p, FAILURE_INVALID_FREE) ||
                         property_ends(p, FAILURE_LEAK));
}

void native_leave_addresses(void) { is_missing = TRUE; }
gboolean native_addresses_left(void) { return is_missing; }

static gboolean is_of_memory(FailureKind kind) {
  return kind == FAILURE_INVALID_DEREF || kind == FAILURE_INVALID_FREE || kind == FAILURE_LEAK;
}

gboolean native_may_go_unseen(const Property *p, const GArray *errors) {
  for (guint i = 0; errors && i < errors->len; i++)
    if (is_of_memory(g_array_index(errors, Failure, i).kind)) return TRUE;
  if (errors && errors->len) return FALSE;
  for (guint kind = 0; kind < FAILURE_KINDS; kind++)
    if (is_of_memory((FailureKind)kind) && property_counts(p, (FailureKind)kind)) return TRUE;
  return FALSE;
}

static const char text[] =
    "const char *__asan_get_report_description(void);\n"
    "int __lsan_do_recoverable_leak_check(void);\n"
    "int atexit(void (*)(void));\n"
    "__attribute__((weak)) void acf_note(const char *);\n"
    "__attribute__((weak)) void acf_no_stack(void);\n"
    "static int acf_says(const char *what, const char *word) {\n"
    "  for (; *what; what++) {\n"
    "    unsigned i = 0;\n"
    "    while (word[i] && what[i] == word[i]) i++;\n"
    "    if (!word[i]) return 1;\n"
    "  }\n"
    "  return 0;\n}\n"
    "static void acf_memory_fails(unsigned kind, unsigned counts, const char *what) {\n"
    "  if (acf_note) acf_note(what);\n"
    "  if (counts) ACF_FAIL(kind); else ACF_END();\n}\n"
    "void __asan_on_error(void) {\n"
    "  const char *what = __asan_get_report_description();\n"
    "  if (acf_says(what, \"stack-overflow\") && acf_no_stack) acf_no_stack();\n"
    "  if (acf_says(what, \"overlap\") || acf_says(what, \"out-of-memory\") || acf_says(what, \"too-big\") "
    "||\n"
    "      acf_says(what, \"calloc-overflow\") || acf_says(what, \"stack-overflow\")) ACF_END();\n"
    "  if (acf_says(what, \"free\") && !acf_says(what, \"use-after-free\"))\n"
    "    acf_memory_fails(ACF_FREE, ACF_COUNTS_FREE, what);\n"
    "  acf_memory_fails(ACF_DEREF, ACF_COUNTS_DEREF, what);\n}\n"
    "static void acf_look_for_leaks(void) {\n"
    "  if (__lsan_do_recoverable_leak_check()) acf_memory_fails(ACF_LEAK, ACF_COUNTS_LEAK, \"memory "
    "leak\");\n}\n"
    "__attribute__((constructor)) static void acf_watch_leaks(void) {\n"
    "  if (ACF_COUNTS_LEAK) atexit(acf_look_for_leaks);\n}\n"
    /* symbolize: starting the symbolizer costs half a second for each report, and its names are not used */
    "#define ACF_OPTIONS \":allocator_may_return_null=1:symbolize=0\"\n"
    /* called before the shadow memory is there that instrumented functions need */
    "__attribute__((no_instrument_function)) const char *__asan_default_options(void) {\n"
    "  return ACF_COUNTS_LEAK ? \"detect_leaks=1:leak_check_at_exit=0\" ACF_OPTIONS\n"
    "                         : \"detect_leaks=0\" ACF_OPTIONS;\n}\n";

/* The library has the functions that checks of arithmetic call, too; it names each kind as the compiler's
 * option. */
static void append_arithmetic(GString *out, const Property *p, const char *fail, const char *end) {
  static const FailureKind kinds[] = {FAILURE_OVERFLOW, FAILURE_DIVISION_BY_ZERO, FAILURE_SHIFT,
                                      FAILURE_UNREACHABLE};
  g_string_append(
      out, "void __ubsan_get_current_report_data(const char **, const char **, const char **, unsigned *,\n"
           "                                     unsigned *, char **);\n"
           "void __ubsan_on_report(void) {\n"
           "  const char *what, *message, *file;\n  unsigned line, column;\n  char *address;\n"
           "  __ubsan_get_current_report_data(&what, &message, &file, &line, &column, &address);\n");
  for (guint i = 0; i < G_N_ELEMENTS(kinds); i++)
    if (property_counts(p, kinds[i]))
      g_string_append_printf(out, "  if (acf_says(what, \"%s\")) %s(%uu);\n",
                             failure_row(kinds[i])->sanitizer, fail, 1 + kinds[i]);
  g_string_append_printf(out, "  %s();\n}\n", end);
}

/* Memory that something still points to is not freed, either. */
static void append_cleanup(GString *out) {
  g_string_append(out, "const char *__lsan_default_options(void) {\n"
                       "  return \"use_globals=0:use_stacks=0:use_registers=0:use_tls=0\";\n}\n");
}

static void define_kind(GString *out, const Property *p, const char *name, FailureKind kind) {
  g_string_append_printf(out, "#define ACF_%s %uu\n#define ACF_COUNTS_%s %d\n", name, 1 + kind, name,
                         property_counts(p, kind));
}

void native_append_address_checks(GString *out, const Property *p, const char *fail, const char *end) {
  g_string_append_printf(out, "#define ACF_FAIL %s\n#define ACF_END %s\n", fail, end);
  define_kind(out, p, "DEREF", FAILURE_INVALID_DEREF);
  define_kind(out, p, "FREE", FAILURE_INVALID_FREE);
  define_kind(out, p, "LEAK", FAILURE_LEAK);
  g_string_append(out, text);
  append_arithmetic(out, p, fail, end);
  if (property_asks(p, PROPERTY_VALID_MEMCLEANUP)) append_cleanup(out);
}
