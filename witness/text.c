/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which characters XML 1.0 and YAML 1.1 both take. */
#include "witness/text.h"

#define REPLACEMENT 0xFFFD

static gboolean is_allowed(gunichar c) {
  if (c < 0x20) return c == '\t' || c == '\n';
  return c != 0x7F && !(c >= 0x80 && c < 0xA0) && !(c >= 0xD800 && c < 0xE000) && c != 0xFEFF &&
         (c & 0xFFFE) != 0xFFFE && c <= 0x10FFFF;
}

char *text_for_document(const char *text) {
  g_autofree char *valid = g_utf8_make_valid(text, -1);
  GString *out = g_string_new(NULL);
  for (const char *at = valid; *at; at = g_utf8_next_char(at)) {
    gunichar c = g_utf8_get_char(at);
    g_string_append_unichar(out, is_allowed(c) ? c : REPLACEMENT);
  }
  return g_string_free(out, FALSE);
}
