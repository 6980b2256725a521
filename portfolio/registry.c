/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finding analyzers. */
#include "portfolio/registry.h"
#include "base/limits.h"
#include "config.h"
#include "base/process.h"
#include "portfolio/verdict.h"
#include <string.h>

static void analyzer_free(gpointer data) {
  Analyzer *a = (Analyzer *)data;
  description_free(a->external);
  g_free(a->executable);
  g_free(a->version);
  g_free(a);
}

void registry_free(Registry *r) {
  if (!r) return;
  g_ptr_array_unref(r->analyzers);
  g_free(r);
}

Analyzer *registry_find(const Registry *r, const char *name) {
  for (guint i = 0; i < r->analyzers->len; i++) {
    Analyzer *a = (Analyzer *)r->analyzers->pdata[i];
    if (g_str_equal(a->name, name)) return a;
  }
  return NULL;
}

gboolean analyzer_found(const Analyzer *a) { return a->engine || a->executable; }

/* ---- finding ---- */

static char *is_executable(char *path) {
  if (g_file_test(path, G_FILE_TEST_IS_EXECUTABLE) && !g_file_test(path, G_FILE_TEST_IS_DIR)) return path;
  g_free(path);
  return NULL;
}

/* In the folder, and there in bin/ and scripts/. */
static char *find_below(const char *home, const char *name) {
  static const char *const below[] = {".", "bin", "scripts"};
  char *path = NULL;
  for (guint i = 0; !path && i < G_N_ELEMENTS(below); i++)
    path = is_executable(g_build_filename(home, below[i], name, NULL));
  return path;
}

/* A path as it stands, relative to the description; a name in PATH. */
static char *find_anywhere(const Description *d, const char *name) {
  if (!strchr(name, '/')) return g_find_program_in_path(name);
  g_autofree char *file = g_canonicalize_filename(d->file, NULL), *folder = g_path_get_dirname(file);
  return is_executable(g_canonicalize_filename(name, folder));
}

/* By any of its names where the user says that it is, then elsewhere. */
static char *find_executable(const Description *d) {
  const char *home = d->folder_variable ? g_getenv(d->folder_variable) : NULL;
  char *path = NULL;
  for (char **name = d->executables; home && *home && *name && !path; name++)
    if (!strchr(*name, '/')) path = find_below(home, *name);
  for (char **name = d->executables; *name && !path; name++) path = find_anywhere(d, *name);
  return path;
}

static void add_external(Registry *r, Description *d, gboolean of_user) {
  Analyzer *old = registry_find(r, d->name);
  if (old) g_ptr_array_remove(r->analyzers, old);
  Analyzer *a = g_new0(Analyzer, 1);
  *a = (Analyzer){.name = d->name, .external = d, .delay = d->delay};
  a->description = d->description ? d->description : "";
  a->executable = find_executable(d);
  gboolean of_use = of_user || d->trust != TRUST_NONE || d->direction == DIRECTION_UNDER;
  a->member = a->executable && d->enabled && of_use;
  g_ptr_array_add(r->analyzers, a);
}

static gboolean read_file(Registry *r, const char *path, gboolean of_user, GError **error) {
  Description *d = description_read_file(path, error);
  if (!d) return FALSE;
  if (engine_find(d->name)) {
    g_set_error(error, ACF_DESCRIPTION_ERROR, DESCRIPTION_ERROR_WRONG,
                "%s: [analyzer] name: '%s' is an embedded engine: choose another name", path, d->name);
    description_free(d);
    return FALSE;
  }
  add_external(r, d, of_user);
  return TRUE;
}

static gint by_text(gconstpointer a, gconstpointer b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void read_folder(Registry *r, const char *folder, gboolean of_user, GPtrArray *complaints) {
  g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL); /* none: nothing is described there */
  g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func(g_free);
  for (const char *name; dir && (name = g_dir_read_name(dir));)
    if (g_str_has_suffix(name, ".ini")) g_ptr_array_add(paths, g_build_filename(folder, name, NULL));
  g_ptr_array_sort(paths, by_text);
  for (guint i = 0; i < paths->len; i++) {
    g_autoptr(GError) error = NULL;
    if (!read_file(r, (const char *)paths->pdata[i], of_user, &error) && complaints)
      g_ptr_array_add(complaints, g_strdup(error->message));
  }
}

static void add_engines(Registry *r) {
  for (guint i = 0; i < n_engines; i++) {
    Analyzer *a = g_new0(Analyzer, 1);
    *a = (Analyzer){.name = engines[i].name, .description = engines[i].description, .engine = &engines[i]};
    a->delay = engines[i].delay;
    a->member = a->delay >= 0;
    g_ptr_array_add(r->analyzers, a);
  }
}

/* Those of the program that runs: where it was built, configure has linked the folder beside it; a tree that
 * was installed and then moved holds them at the same distance as before.  Else where they are installed. */
static char *shipped_folder(void) {
  static const char *const near[] = {"analyzers", "../share/" PACKAGE "/analyzers"};
  const char *named = g_getenv("ACF_ANALYZERS");
  if (named) return g_strdup(named);
  g_autofree char *program = g_file_read_link("/proc/self/exe", NULL);
  g_autofree char *beside = program ? g_path_get_dirname(program) : g_strdup(".");
  for (guint i = 0; i < G_N_ELEMENTS(near); i++) {
    char *folder = g_build_filename(beside, near[i], NULL);
    if (g_file_test(folder, G_FILE_TEST_IS_DIR)) return folder;
    g_free(folder);
  }
  return g_strdup(ACF_ANALYZERS_DIR);
}

Registry *registry_new(const char *const *files, GPtrArray *complaints, GError **error) {
  g_autoptr(Registry) r = g_new0(Registry, 1);
  r->analyzers = g_ptr_array_new_with_free_func(analyzer_free);
  add_engines(r);
  g_autofree char *shipped = shipped_folder();
  read_folder(r, shipped, FALSE, complaints);
  g_autofree char *own = g_build_filename(g_get_user_config_dir(), "acf", "analyzers.d", NULL);
  read_folder(r, own, TRUE, complaints);
  for (; files && *files; files++)
    if (!read_file(r, *files, TRUE, error)) return NULL;
  return g_steal_pointer(&r);
}

/* ---- versions ---- */

const char *analyzer_version(Analyzer *a) {
  if (a->version) return a->version;
  if (a->engine) return a->version = g_strdup(PACKAGE_VERSION);
  const Description *d = a->external;
  if (!a->executable || !d->version) return "";
  g_autoptr(GPtrArray) argv = g_ptr_array_new();
  g_ptr_array_add(argv, a->executable);
  for (char **s = d->version_arguments; *s; s++) g_ptr_array_add(argv, *s);
  g_ptr_array_add(argv, NULL);
  ProcessRequest request = {.argv = (const char *const *)argv->pdata, .seconds = limits.version_seconds};
  g_autoptr(ProcessResult) result = process_run(&request);
  a->version = version_read(d, (const char *)result->output->data, result->output->len);
  if (!a->version) a->version = g_strdup("");
  return a->version;
}

/* ---- choosing ---- */

static gboolean choose(Registry *r, const char *names, gboolean member, GError **error) {
  g_auto(GStrv) list = g_strsplit(names ? names : "", ",", -1);
  for (char **n = list; *n; n++) {
    Analyzer *a = registry_find(r, g_strstrip(*n));
    gboolean all_external = g_str_equal(*n, "external");
    for (guint i = 0; all_external && i < r->analyzers->len; i++) {
      Analyzer *e = (Analyzer *)r->analyzers->pdata[i];
      if (e->external) e->member = member && e->executable;
    }
    if (all_external) continue;
    if (!a || (member && !analyzer_found(a))) {
      g_autofree char *names = a ? g_strjoinv(" or ", a->external->executables) : NULL;
      g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                  a ? "the analyzer '%s' is not installed: %s is not found"
                    : "there is no analyzer '%s'%s: see --analyzers",
                  *n, a ? names : "");
      return FALSE;
    }
    a->member = member;
    if (a->delay < 0) a->delay = 0;
  }
  return TRUE;
}

gboolean registry_choose(Registry *r, const char *with, const char *without, GError **error) {
  return choose(r, without, FALSE, error) && choose(r, with, TRUE, error);
}

void registry_limit(Registry *r, gsize memory_bytes) {
  for (guint i = 0; i < r->analyzers->len; i++)
    ((Analyzer *)r->analyzers->pdata[i])->memory_bytes = memory_bytes;
}

void registry_keep(Registry *r, Cache *cache) {
  for (guint i = 0; i < r->analyzers->len; i++) ((Analyzer *)r->analyzers->pdata[i])->cache = cache;
}

/* ---- the table ---- */

static const char *standing(const Analyzer *a) {
  if (!analyzer_found(a)) return "not found";
  return a->member ? "in use" : a->engine ? "embedded" : "found";
}

static const char *trust_of(const Analyzer *a) {
  return a->external ? trust_name(a->external->trust) : a->engine->proves ? "sound" : "none";
}

char *registry_table(Registry *r) {
  GString *t = g_string_new(NULL);
  g_string_append_printf(t, "%-22s %-6s %-8s %-10s %-14s %s\n", "name", "bound", "proofs", "state", "version",
                         "what");
  for (guint i = 0; i < r->analyzers->len; i++) {
    Analyzer *a = (Analyzer *)r->analyzers->pdata[i];
    const char *direction = a->external         ? direction_name(a->external->direction)
                            : a->engine->proves ? "over"
                                                : "under";
    const char *version = analyzer_found(a) ? analyzer_version(a) : "";
    g_string_append_printf(t, "%-22s %-6s %-8s %-10s %-14s %s\n", a->name, direction, trust_of(a),
                           standing(a), *version ? version : "-", a->description);
  }
  return g_string_free(t, FALSE);
}
