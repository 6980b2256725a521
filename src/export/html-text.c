/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text in HTML that stands for itself. */
#include <string.h>
#include "export/html.h"

static void append_char(GString *out, gunichar c) {
  switch (c) {
  case '&': g_string_append(out, "&amp;"); break;
  case '<': g_string_append(out, "&lt;"); break;
  case '>': g_string_append(out, "&gt;"); break;
  case '"': g_string_append(out, "&quot;"); break;
  case '\'': g_string_append(out, "&#39;"); break;
  case '\t':
  case '\n': g_string_append_c(out, (char)c); break;
  default: /* other control characters are not allowed; those that turn the direction of text mislead */
    if (c < 0x20 || (c >= 0x7f && c < 0xa0) || (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069))
      c = 0xfffd;
    g_string_append_unichar(out, c);
  }
}

void html_text_len(GString *out, const char *text, gsize length) {
  g_autofree char *valid = g_utf8_make_valid(text, (gssize)length);
  for (const char *p = valid; *p != '\0'; p = g_utf8_next_char(p)) append_char(out, g_utf8_get_char(p));
}

void html_text(GString *out, const char *text) { html_text_len(out, text, strlen(text)); }

void html_format(GString *out, const char *format, ...) {
  va_list args;
  va_start(args, format);
  for (const char *p = format; *p != '\0'; p++) {
    if (p[0] != '%') {
      g_string_append_c(out, *p);
      continue;
    }
    g_assert(p[1] == 's');
    html_text(out, va_arg(args, const char *));
    p++;
  }
  va_end(args);
}
