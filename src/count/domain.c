/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The domain that is counted over. */
#include <string.h>
#include "count/count.h"
#include "formula/read-smt2.h"
#include "cfc/read-json.h"
#include "cfc/read.h"

static const Term *wrong(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);
static const Term *wrong(GError **error, const char *format, ...) {
  va_list args;
  va_start(args, format);
  g_autofree char *message = g_strdup_vprintf(format, args);
  va_end(args);
  g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "--domain: %s", message);
  return NULL;
}

/* A signed or unsigned number of so many bits: its bits. */
static gboolean read_value(const char *text, guint width, guint64 *bits, gboolean *negative) {
  const char *digits = *text == '-' ? text + 1 : text;
  const guint base = g_str_has_prefix(digits, "0x") ? 16 : 10;
  const guint64 most = *text == '-' ? (term_mask(width) >> 1) + 1 : term_mask(width);
  if (!g_ascii_string_to_unsigned(base == 16 ? digits + 2 : digits, base, 0, most, bits, NULL)) return FALSE;
  *negative = *text == '-' && *bits > 0;
  if (*negative) *bits = (~*bits + 1) & term_mask(width);
  return TRUE;
}

static const Term *in_range(const Term *x, guint64 low, guint64 high, gboolean is_signed) {
  const TermOp op = is_signed ? TERM_SLE : TERM_ULE;
  return term_and(term_binary(op, term_const(x->width, low), x),
                  term_binary(op, x, term_const(x->width, high)));
}

static const Term *read_range(const Cfc *c, const char *text, GError **error) {
  const char *equals = strrchr(text, '=');
  g_autofree char *name = g_strstrip(g_strndup(text, equals - text)),
                  *values = g_strstrip(g_strdup(equals + 1));
  const Term *x = cfc_find_input(c, name);
  if (!x) return wrong(error, "'%s' is not an input", name);
  char *dots = strstr(values, "..");
  if (dots) *dots = '\0';
  g_autofree char *first = g_strstrip(g_strdup(values)),
                  *last = g_strstrip(g_strdup(dots ? dots + 2 : values));
  guint64 low, high;
  gboolean low_negative, high_negative;
  if (!read_value(first, x->width, &low, &low_negative) || !read_value(last, x->width, &high, &high_negative))
    return wrong(error, "'%s': the values of %s are numbers of %u bits, as in %s=0..100", text, name,
                 x->width, name);
  const gboolean empty = low_negative == high_negative ? low > high : high_negative;
  if (empty) return wrong(error, "'%s' is empty: the first value is larger than the last", text);
  return low_negative && !high_negative && high > term_mask(x->width) >> 1
             ? wrong(error, "'%s' mixes signed and unsigned numbers of %u bits", text, x->width)
             : in_range(x, low, high, low_negative);
}

static const Term *lookup(const char *name, gpointer cfc) { return cfc_find_input(cfc, name); }

static const Term *read_file(const Cfc *c, const char *path, GError **error) {
  g_autofree char *text = NULL;
  gsize size;
  if (!import_text(path, &text, &size, error)) {
    g_prefix_error(error, "--domain: neither NAME=LOW..HIGH nor a file: ");
    return NULL;
  }
  const Term *t = smt2_read_script(text, lookup, (gpointer)c, error);
  if (!t) g_prefix_error(error, "%s: ", path);
  return t;
}

const Term *count_domain(const Cfc *c, const char *const *texts, GError **error) {
  const Term *all = term_bool(TRUE);
  for (; texts && *texts; texts++) {
    const Term *t = strchr(*texts, '=') ? read_range(c, *texts, error) : read_file(c, *texts, error);
    if (!t) return NULL;
    all = term_and(all, t);
  }
  return all;
}
