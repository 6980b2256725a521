/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The limits in force, and how they are set. */
#include "base/limits.h"
#include <errno.h>
#include <math.h>
#include <string.h>

enum { SUGGESTED = 3 }; /* names, at most */

Limits limits = {
#define LIMIT(name, type, standard, least, most, text) .name = (standard),
#include "base/limits.def"
#undef LIMIT
};

typedef enum { COUNT, LONG_COUNT, NUMBER } Kind; /* guint, gint64, double: all are exact as a double */

typedef struct {
  const char *name, *text;
  gpointer value;
  Kind kind;
  double least, most;
} Row;

#define KIND(type) _Generic((type)0, guint : COUNT, gint64 : LONG_COUNT, double : NUMBER)
static const Row rows[] = {
#define LIMIT(name, type, standard, least, most, text) {#name, text, &limits.name, KIND(type), least, most},
#include "base/limits.def"
#undef LIMIT
};

static double value_of(const Row *r) {
  switch (r->kind) {
  case COUNT: return *(const guint *)r->value;
  case LONG_COUNT: return (double)*(const gint64 *)r->value;
  case NUMBER: break;
  }
  return *(const double *)r->value;
}

static void set_value(const Row *r, double v) {
  switch (r->kind) {
  case COUNT: *(guint *)r->value = (guint)v; break;
  case LONG_COUNT: *(gint64 *)r->value = (gint64)v; break;
  case NUMBER: *(double *)r->value = v; break;
  }
}

static char *number_text(const Row *r, double v) {
  return g_strdup_printf(r->kind == NUMBER ? "%g" : "%.0f", v);
}

/* ---- names that are not there ---- */

/* How many characters have to be left out, put in or exchanged to make one name of the other. */
static guint distance(const char *a, const char *b) {
  const gsize n = strlen(b);
  g_autofree guint *row = g_new(guint, n + 1);
  for (gsize j = 0; j <= n; j++) row[j] = (guint)j;
  for (gsize i = 0; a[i]; i++) {
    guint above = row[0]; /* and to the left */
    row[0] = (guint)i + 1;
    for (gsize j = 0; j < n; j++) {
      const guint exchanged = above + (a[i] != b[j]);
      above = row[j + 1];
      row[j + 1] = MIN(exchanged, MIN(row[j], row[j + 1]) + 1);
    }
  }
  return row[n];
}

/* A part of a name is close to it, however much is missing. */
static guint strangeness(const char *name, const char *given) {
  return *given && strstr(name, given) ? 0 : distance(name, given);
}

static char *nearest(const char *given) {
  GString *names = g_string_new(NULL);
  gboolean used[G_N_ELEMENTS(rows)] = {FALSE};
  for (guint n = 0; n < SUGGESTED; n++) {
    guint best = 0, least = G_MAXUINT;
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
      const guint d = used[i] ? G_MAXUINT : strangeness(rows[i].name, given);
      if (d < least) best = i, least = d;
    }
    used[best] = TRUE;
    g_string_append_printf(names, "%s%s", n == 0 ? "" : n + 1 < SUGGESTED ? ", " : " or ", rows[best].name);
  }
  return g_string_free(names, FALSE);
}

/* ---- setting and listing ---- */

static gboolean wrong(GError **error, char *message) {
  g_set_error_literal(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, message);
  g_free(message);
  return FALSE;
}

static const Row *find(const char *name) {
  for (guint i = 0; i < G_N_ELEMENTS(rows); i++)
    if (g_str_equal(rows[i].name, name)) return &rows[i];
  return NULL;
}

static gboolean is_number(const char *text, double *v) {
  char *end;
  errno = 0;
  *v = g_ascii_strtod(text, &end);
  return end != text && !*end && errno == 0 && isfinite(*v) && !g_ascii_isspace(*text);
}

gboolean limits_set(const char *assignment, GError **error) {
  const char *value = strchr(assignment, '=');
  if (!value) return wrong(error, g_strdup_printf("--limit needs NAME=VALUE, not '%s'", assignment));
  g_autofree char *name = g_strndup(assignment, (gsize)(value - assignment));
  const Row *r = find(name);
  if (!r) {
    g_autofree char *others = nearest(name);
    return wrong(error, g_strdup_printf("no limit is called '%s'; similar names: %s", name, others));
  }
  double v;
  const gboolean number = is_number(value + 1, &v);
  if (!number || v < r->least || v > r->most || (r->kind != NUMBER && v != floor(v))) {
    g_autofree char *least = number_text(r, r->least), *most = number_text(r, r->most);
    return wrong(error, g_strdup_printf("--limit %s must be a%s number from %s to %s, not '%s'", name,
                                        r->kind == NUMBER ? "" : " whole", least, most, value + 1));
  }
  set_value(r, v);
  return TRUE;
}

char *limits_table(void) {
  GString *out = g_string_new(NULL);
  for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
    const Row *r = &rows[i];
    g_autofree char *value = number_text(r, value_of(r)), *least = number_text(r, r->least),
                    *most = number_text(r, r->most), *range = g_strdup_printf("%s..%s", least, most);
    g_string_append_printf(out, "%-36s %10s  %-20s %s\n", r->name, value, range, r->text);
  }
  return g_string_free(out, FALSE);
}
