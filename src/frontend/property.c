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

static char *take_name(const char **at) {
  skip_blank(at);
  const char *start = *at;
  while (ctext_is_name(**at)) (*at)++;
  return *at == start || g_ascii_isdigit(*start) ? NULL : g_strndup(start, (gsize)(*at - start));
}

/* Takes what the pattern says, blanks being free; where it has %s, a name. */
static gboolean take(const char **at, const char *pattern, char **name) {
  for (const char *w = pattern; *w;) {
    const gsize word = ctext_word_end(w, 0), n = MAX(word, 1);
    if (*w == ' ') {
      w++;
    } else if (g_str_has_prefix(w, "%s")) {
      w += 2;
      if (!(*name = take_name(at))) return FALSE;
    } else {
      skip_blank(at);
      if (strncmp(*at, w, n) != 0) return FALSE;
      *at += n;
      w += n;
    }
  }
  return TRUE;
}

/* The property of this kind that stands at the place, which is moved behind it; NULL: none does. */
static Property *parse_as(PropertyKind kind, const char **text) {
  g_autofree char *entry = NULL, *function = NULL;
  const char *at = *text;
  if (!take(&at, "CHECK( init(%s()),", &entry) || !take(&at, property_row(kind)->formula, &function) ||
      !take(&at, ")", NULL))
    return NULL;
  skip_blank(&at);
  *text = at;
  const char *const one[] = {function, NULL};
  return property_new(kind, entry, function && !error_function_is_known(function) ? one : NULL);
}

/* Takes `next` in; FALSE: the two begin in different functions. */
static gboolean join(Property **p, Property *next) {
  if (*p && !g_str_equal((*p)->entry, next->entry)) {
    property_free(next);
    return FALSE;
  }
  if (*p) {
    property_join(*p, next);
    property_free(next);
  } else {
    *p = next;
  }
  return TRUE;
}

/* One line for each of several. */
static Property *parse_text(const char *text) {
  g_autoptr(Property) all = NULL;
  do {
    Property *p = NULL;
    for (guint kind = 0; kind < PROPERTY_KINDS && !p; kind++) p = parse_as((PropertyKind)kind, &text);
    if (!p || !join(&all, p)) return NULL;
  } while (*text);
  return g_steal_pointer(&all);
}

/* What a property file says, of every kind. */
static char *expected_texts(void) {
  g_autoptr(GString) all = g_string_new(NULL);
  for (guint kind = 0; kind < PROPERTY_KINDS; kind++) {
    g_autoptr(Property) p = property_new((PropertyKind)kind, NULL, NULL);
    g_autofree char *text = property_specification(p, error_function_usual());
    if (!strchr(text, '\n')) g_string_append_printf(all, "%s%s", kind ? " or " : "", text);
  }
  return g_string_free(g_steal_pointer(&all), FALSE);
}

Property *property_parse_all(char **names, GError **error) {
  g_autoptr(Property) all = NULL;
  for (; *names; names++) {
    Property *p = property_parse(*names, error);
    if (!p) return NULL;
    if (join(&all, p)) continue;
    g_set_error(error, ACF_PROPERTY_ERROR, PROPERTY_ERROR_SYNTAX,
                "%s: the properties begin in different functions: give each to a run of its own", *names);
    return NULL;
  }
  return g_steal_pointer(&all);
}

Property *property_parse(const char *name, GError **error) {
  Property *named = property_named(name);
  if (named) return named;
  g_autofree char *text = NULL, *names = property_names(), *expected = expected_texts();
  if (!g_file_get_contents(name, &text, NULL, NULL)) {
    g_set_error(error, ACF_PROPERTY_ERROR, PROPERTY_ERROR_UNKNOWN,
                "unknown property '%s': say %s, or name a property file (.prp)", name, names);
    return NULL;
  }
  Property *p = parse_text(text);
  if (!p)
    g_set_error(error, ACF_PROPERTY_ERROR, PROPERTY_ERROR_SYNTAX,
                "%s: not a property that acf knows: expected %s", name, expected);
  return p;
}
