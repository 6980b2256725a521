/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>
#include "ctext/scan.h"
#include "frontend/property.h"

G_DEFINE_QUARK(acf - property - error, property_error)

static void skip_blank(const char **at) {
  for (;; (*at)++) {
    if ((*at)[0] == '/' && (*at)[1] == '/') {
      *at += strcspn(*at, "\n");
      if (!**at) return;
    } else if (!g_ascii_isspace(**at)) {
      return;
    }
  }
}

/* Takes each word of the sentence, blanks between them being free. */
static gboolean take(const char **at, const char *sentence) {
  for (const char *w = sentence; *w;) {
    gsize n = strcspn(w, " ");
    skip_blank(at);
    if (strncmp(*at, w, n) != 0) return FALSE;
    *at += n;
    w += n + (w[n] == ' ');
  }
  return TRUE;
}

static char *take_name(const char **at) {
  skip_blank(at);
  const char *start = *at;
  while (ctext_is_name(**at)) (*at)++;
  return *at == start || g_ascii_isdigit(*start) ? NULL : g_strndup(start, (gsize)(*at - start));
}

static Property *parse_text(const char *text) {
  char *entry = NULL, *function = NULL;
  const char *at = text;
  Property *p = NULL;
  gboolean good = take(&at, "CHECK ( init (") && (entry = take_name(&at)) &&
                  take(&at, "( ) ) , LTL ( G ! call (") && (function = take_name(&at)) &&
                  take(&at, "( ) ) ) )");
  skip_blank(&at);
  const char *const one[] = {function, NULL};
  if (good && !*at) p = property_new(NULL, entry, property_is_known_error(function) ? NULL : one);
  g_free(entry);
  g_free(function);
  return p;
}

Property *property_parse(const char *name, GError **error) {
  if (g_str_equal(name, "unreach-call")) return property_new(NULL, NULL, NULL);
  char *text = NULL;
  if (!g_file_get_contents(name, &text, NULL, NULL)) {
    g_set_error(error, ACF_PROPERTY_ERROR, PROPERTY_ERROR_UNKNOWN,
                "unknown property '%s': say unreach-call, or name a property file (.prp)", name);
    return NULL;
  }
  Property *p = parse_text(text);
  if (!p)
    g_set_error(
        error, ACF_PROPERTY_ERROR, PROPERTY_ERROR_SYNTAX,
        "%s: not a property that acf knows: expected CHECK( init(main()), LTL(G ! call(reach_error())) )",
        name);
  g_free(text);
  return p;
}
