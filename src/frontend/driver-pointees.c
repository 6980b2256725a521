/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is said of the objects that pointers lead to: "a=n", "s=string", "p=1?", "p=null". */
#include <string.h>
#include "ctext/scan.h"
#include "frontend/driver-build.h"

/* Nothing closes a bracket that it did not open, or ends the statement around it. */
gboolean driver_is_expression(const char *text) {
  g_autofree char *code = ctext_code(text);
  g_autoptr(GString) open = g_string_new(NULL);
  if (strpbrk(text, "\n\r#\\") || strstr(text, "//") || strstr(text, "/*")) return FALSE;
  gboolean any = FALSE;
  for (const char *at = code; *at; at++) {
    if (strchr(";{}", *at)) return FALSE;
    if (*at == '(' || *at == '[') g_string_append_c(open, *at == '(' ? ')' : ']');
    if (*at == ')' || *at == ']') {
      if (!open->len || open->str[open->len - 1] != *at) return FALSE;
      g_string_truncate(open, open->len - 1);
    }
    any |= !g_ascii_isspace(*at);
  }
  return any && !open->len;
}

void pointee_free(gpointer pointee) {
  Pointee *p = pointee;
  g_free(p->count);
  g_free(p);
}

void driver_add_pointee(DriverBuild *b, const char *path, Pointee *p) {
  if (g_hash_table_contains(b->pointees, path))
    pointee_free(p);
  else
    g_hash_table_insert(b->pointees, g_strdup(path), p);
}

/* FALSE: the words behind the equals sign are no expression. */
static gboolean read_value(const char *value, Pointee *p) {
  g_autofree char *text = g_strstrip(g_strdup(value));
  if (g_str_has_suffix(text, "?")) {
    p->or_null = TRUE;
    text[strlen(text) - 1] = '\0';
    g_strchomp(text);
  }
  p->chosen = TRUE;
  p->kind = g_str_equal(text, "null") ? POINTEE_NULL : g_str_equal(text, "string") ? POINTEE_STRING : POINTEE_COUNT;
  if (p->kind == POINTEE_COUNT) p->count = g_steal_pointer(&text);
  return p->kind != POINTEE_COUNT || driver_is_expression(p->count);
}

gboolean driver_read_pointees(DriverBuild *b, GError **error) {
  for (char **said = b->options->pointees; said && *said; said++) {
    const char *equals = strchr(*said, '=');
    g_autofree char *path = equals ? g_strstrip(g_strndup(*said, (gsize)(equals - *said))) : NULL;
    Pointee *p = g_new0(Pointee, 1);
    if (!equals || !*path || !read_value(equals + 1, p)) {
      pointee_free(p);
      g_set_error(error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_ENTRY_OPTION,
                  "--pointee '%s': write 'NAME=N', N being a C expression over the parameters, 'NAME=string', "
                  "'NAME=null', or one of them with a ? behind it",
                  *said);
      return FALSE;
    }
    driver_add_pointee(b, path, p);
  }
  return TRUE;
}
