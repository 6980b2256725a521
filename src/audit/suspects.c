/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Choosing the analyzers under test. */
#include "audit/ask.h"
#include "audit/syntax.h"
#include "config.h"

static const struct {
  const char *name, *engine, *limit;
} configurations[] = {
#define CONFIGURATION(name, engine, limit) {name, engine, limit},
#include "audit/configurations.def"
#undef CONFIGURATION
};

static void suspect_free(gpointer data) {
  Suspect *s = (Suspect *)data;
  g_free(s->version);
  g_free(s->options);
  g_free(s);
}

/* A bounded verifier reports what it has found by exact reasoning; so do symex, probe, and acf. */
static gboolean is_under(const Analyzer *a) {
  if (a->external) return a->external->direction == DIRECTION_UNDER || a->external->trust == TRUST_BOUNDED;
  return !a->engine->proves || a->engine->ask == symex_ask;
}

static void add(GPtrArray *to, const char *name, Analyzer *a, const char *limit) {
  for (guint i = 0; i < to->len; i++)
    if (g_str_equal(((const Suspect *)to->pdata[i])->name, name)) return;
  Suspect *s = g_new0(Suspect, 1);
  s->name = name;
  s->analyzer = a;
  s->limit = limit;
  s->under = !a || is_under(a);
  s->wraps = !a || !a->external || a->external->wraps;
  s->version = g_strdup(a ? analyzer_version(a) : PACKAGE_VERSION);
  s->options = a && a->external ? g_compute_checksum_for_string(G_CHECKSUM_SHA256, a->external->source, -1)
                                : g_strdup(limit ? limit : "");
  g_ptr_array_add(to, s);
}

/* Engines, then their configurations; or the external ones that are found. */
static void add_group(GPtrArray *to, Registry *r, gboolean external) {
  for (guint i = 0; i < r->analyzers->len; i++) {
    Analyzer *a = (Analyzer *)r->analyzers->pdata[i];
    if (external == (a->external != NULL) && analyzer_found(a)) add(to, a->name, a, NULL);
  }
  for (guint i = 0; !external && i < G_N_ELEMENTS(configurations); i++)
    add(to, configurations[i].name, registry_find(r, configurations[i].engine), configurations[i].limit);
}

static gboolean add_configuration(GPtrArray *to, Registry *r, const char *name) {
  for (guint i = 0; i < G_N_ELEMENTS(configurations); i++)
    if (g_str_equal(configurations[i].name, name)) {
      add(to, configurations[i].name, registry_find(r, configurations[i].engine), configurations[i].limit);
      return TRUE;
    }
  return FALSE;
}

static gboolean add_named(GPtrArray *to, Registry *r, const char *name, GError **error) {
  Analyzer *a = registry_find(r, name);
  if (g_str_equal(name, "acf")) {
    add(to, "acf", NULL, NULL);
  } else if (g_str_equal(name, "embedded") || g_str_equal(name, "external")) {
    add_group(to, r, g_str_equal(name, "external"));
  } else if (a && analyzer_found(a)) {
    add(to, a->name, a, NULL);
  } else if (!add_configuration(to, r, name)) {
    g_set_error(error, ACF_AUDIT_ERROR, AUDIT_ERROR_CALL,
                a ? "the analyzer '%s' is not installed" : "there is no analyzer '%s': see acf --analyzers",
                name);
    return FALSE;
  }
  return TRUE;
}

GPtrArray *suspects_choose(Registry *r, const char *names, GError **error) {
  g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func(suspect_free);
  g_auto(GStrv) list = g_strsplit(names ? names : "embedded,acf,external", ",", -1);
  for (char **name = list; *name; name++)
    if (*g_strstrip(*name) && !add_named(all, r, *name, error)) return NULL;
  if (!all->len) {
    g_set_error(error, ACF_AUDIT_ERROR, AUDIT_ERROR_CALL, "no analyzer is chosen");
    return NULL;
  }
  return g_steal_pointer(&all);
}
