/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The compiler's checks in native runs. */
#include "native/checks.h"

/* What clang calls with -fsanitize-minimal-runtime.  A division that fails is one by zero, or overflows: it
 * is counted as the first where both are failures. */
static const struct {
  FailureKind kind;
  const char *handler, *text;
} handlers[] = {
    {FAILURE_OVERFLOW, "add_overflow_minimal_abort", "signed integer overflow"},
    {FAILURE_OVERFLOW, "sub_overflow_minimal_abort", "signed integer overflow"},
    {FAILURE_OVERFLOW, "mul_overflow_minimal_abort", "signed integer overflow"},
    {FAILURE_OVERFLOW, "negate_overflow_minimal_abort", "signed integer overflow"},
    {FAILURE_DIVISION_BY_ZERO, "divrem_overflow_minimal_abort",
     "division by zero, or of the least number by -1"},
    {FAILURE_SHIFT, "shift_out_of_bounds_minimal_abort", "shift exponent out of range"},
    {FAILURE_UNREACHABLE, "builtin_unreachable_minimal", "execution reached an unreachable program point"}};

static char *sanitizers(const Property *p) {
  GString *list = g_string_new(NULL);
  guint done = 0;
  for (guint i = 0; i < G_N_ELEMENTS(handlers); i++) {
    const FailureKind kind = handlers[i].kind;
    if (property_ends(p, kind) && !(done & 1u << kind))
      g_string_append_printf(list, "%s%s", list->len ? "," : "", failure_row(kind)->sanitizer);
    done |= 1u << kind;
  }
  return g_string_free(list, FALSE);
}

static void add(GPtrArray *arguments, const char *a, const char *b) {
  g_autofree char *whole = g_strconcat(a, b, NULL);
  g_ptr_array_add(arguments, (gpointer)g_intern_string(whole));
}

void native_add_checks(GPtrArray *arguments, const Property *p) {
  g_autofree char *list = sanitizers(p);
  if (property_ends(p, FAILURE_ABORT)) add(arguments, "-Wl,--wrap=abort", "");
  const gboolean addresses = native_checks_addresses(p);
  if (addresses) add(arguments, "-fsanitize=address", "");
  if (!*list) return;
  if (property_ends(p, FAILURE_OVERFLOW)) add(arguments, "-fno-wrapv", "");
  add(arguments, "-fsanitize=", list);
  add(arguments, "-fno-sanitize-recover=", list);
  if (addresses) return; /* its library has all that they call */
  add(arguments, "-fsanitize-minimal-runtime", "");
  add(arguments, "-fno-sanitize-link-runtime", "");
}

static FailureKind kind_of(const Property *p, guint i) {
  const gboolean divides = handlers[i].kind == FAILURE_DIVISION_BY_ZERO;
  return divides && !property_ends(p, FAILURE_DIVISION_BY_ZERO) ? FAILURE_OVERFLOW : handlers[i].kind;
}

static void append_function(GString *out, const Property *p, const char *name, FailureKind kind,
                            const char *fail, const char *end) {
  if (!property_ends(p, kind)) return;
  g_string_append_printf(out, "void %s(void) { ", name);
  if (property_counts(p, kind))
    g_string_append_printf(out, "%s(%u); }\n", fail, 1 + kind);
  else
    g_string_append_printf(out, "%s(); }\n", end);
}

void native_append_checks(GString *out, const Property *p, const char *fail, const char *end) {
  const gboolean addresses = native_checks_addresses(p);
  if (addresses) native_append_address_checks(out, p, fail, end);
  for (guint i = 0; !addresses && i < G_N_ELEMENTS(handlers); i++) {
    g_autofree char *name = g_strconcat("__ubsan_handle_", handlers[i].handler, NULL);
    append_function(out, p, name, kind_of(p, i), fail, end);
  }
  append_function(out, p, "__wrap_abort", FAILURE_ABORT, fail, end);
}

const char *native_check_text(FailureKind kind) {
  for (guint i = 0; i < G_N_ELEMENTS(handlers); i++)
    if (handlers[i].kind == kind) return handlers[i].text;
  return NULL;
}
