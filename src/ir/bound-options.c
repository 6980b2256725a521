/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bounds on inputs as options, and for people. */
#include "base/limits.h"
#include "ir/input-bounds.h"
#include <string.h>

G_DEFINE_QUARK(acf - bound - option - error - quark, bound_option_error)

static gboolean refuse(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);
static gboolean refuse(GError **error, const char *format, ...) {
  va_list args;
  va_start(args, format);
  g_autofree char *message = g_strdup_vprintf(format, args);
  va_end(args);
  g_set_error_literal(error, bound_option_error_quark(), 0, message);
  return FALSE;
}

gboolean input_bounds_parse_length(const char *option, const char *text, guint most, guint *value,
                                   GError **error) {
  guint64 number;
  if (!g_ascii_string_to_unsigned(text, 10, 0, most, &number, NULL))
    return refuse(error, "%s must be a number from 0 to %u, not '%.40s'", option, most, text);
  *value = (guint)number;
  return TRUE;
}

gboolean input_bounds_parse_args(InputBounds *b, const char *text, GError **error) {
  const char *dots = strstr(text, "..");
  g_autofree char *first = dots ? g_strndup(text, (gsize)(dots - text)) : g_strdup(text);
  guint least = 0, most = 0;
  if (!input_bounds_parse_length("--args", first, limits.input_args, &least, error) ||
      !input_bounds_parse_length("--args", dots ? dots + 2 : text, limits.input_args, &most, error))
    return FALSE;
  if (least > most) return refuse(error, "--args: %u is more than %u", least, most);
  b->given |= BOUND_ARGS;
  b->args_least = least;
  b->args_most = most;
  return TRUE;
}

void input_bounds_take(InputBounds *b, const InputBounds *from) {
  if (from->given & BOUND_ARGS) {
    b->args_least = from->args_least;
    b->args_most = from->args_most;
  }
  if (from->given & BOUND_ARG_LENGTH) b->arg_length = from->arg_length;
  if (from->given & BOUND_STDIN_LENGTH) b->stdin_length = from->stdin_length;
  b->given |= from->given;
}

gboolean input_bounds_agree(const InputBounds *a, const InputBounds *b) {
  InputBounds both = *a;
  both.given = a->given & b->given;
  InputBounds taken = *b;
  input_bounds_take(&taken, &both);
  return taken.args_least == b->args_least && taken.args_most == b->args_most &&
         taken.arg_length == b->arg_length && taken.stdin_length == b->stdin_length;
}

static char *args_text(const InputBounds *b) {
  if (b->args_least == b->args_most)
    return g_strdup_printf("the program gets %u argument%s", b->args_most, b->args_most == 1 ? "" : "s");
  return g_strdup_printf("the program gets from %u to %u arguments", b->args_least, b->args_most);
}

GPtrArray *input_bounds_texts(const InputBounds *b) {
  GPtrArray *texts = g_ptr_array_new_with_free_func(g_free);
  if (b->given & BOUND_ARGS) g_ptr_array_add(texts, args_text(b));
  if (b->given & BOUND_ARG_LENGTH)
    g_ptr_array_add(texts, g_strdup_printf("an argument has at most %u bytes", b->arg_length));
  if (b->given & BOUND_STDIN_LENGTH)
    g_ptr_array_add(texts, g_strdup_printf("the standard input has at most %u bytes", b->stdin_length));
  return texts;
}
