/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading descriptions, by GKeyFile.  What is not understood is wrong: a misspelt key must not go unnoticed.
 */
#include "portfolio/description.h"
#include "ir/ir.h"
#include <math.h>
#include <string.h>

G_DEFINE_QUARK(acf - description - error, description_error)

static const char *const groups[] = {"analyzer", "command", "verdict", "witness"};
static const char *const keys[][16] = {
    {"name", "description", "direction", "trust", "overflow", "inputs", "bits", "delay", "traps", "enabled",
     "properties"},
    {"executable", "folder-variable", "arguments", "environment", "error-body", "version-arguments",
     "version", "guided", "replay", "older", "older-arguments", "unwind", "preprocess"},
    {"safe", "failing", "unknown", "safe-status", "failing-status", "output-files"},
    {"files"},
};
static const char *const placeholders[] = {"executable", "folder",       "program",    "property", "function",
                                           "bits",       "architecture", "data-model", "machdep",  "seconds",
                                           "memory",     "heap",         "entry",      "witness",  "scratch",
                                           "unwind",     "guide",        NULL};
#define FILE_GROUP "file "
#define MAX_UNWIND 1000000

/* What is being read, and the first thing wrong with it. */
typedef struct {
  const char *path;
  GKeyFile *keys;
  GError *error;
} Reading;

static void wrong(Reading *r, const char *group, const char *key, const char *format, ...)
    G_GNUC_PRINTF(4, 5);
static void wrong(Reading *r, const char *group, const char *key, const char *format, ...) {
  if (r->error) return;
  va_list args;
  va_start(args, format);
  g_autofree char *what = g_strdup_vprintf(format, args);
  va_end(args);
  r->error = g_error_new(ACF_DESCRIPTION_ERROR, DESCRIPTION_ERROR_WRONG, "%s: [%s]%s%s: %s", r->path, group,
                         key ? " " : "", key ? key : "", what);
}

/* ---- single values ---- */

static gboolean has(const Reading *r, const char *group, const char *key) {
  return g_key_file_has_key(r->keys, group, key, NULL);
}

static char *text(Reading *r, const char *group, const char *key) {
  g_autoptr(GError) error = NULL;
  char *s = has(r, group, key) ? g_key_file_get_string(r->keys, group, key, &error) : NULL;
  if (error) wrong(r, group, key, "%s", error->message);
  return s;
}

static char *needed(Reading *r, const char *group, const char *key) {
  char *s = text(r, group, key);
  if (!s || !*s) wrong(r, group, key, "is missing");
  return s;
}

static gboolean is_placeholder(const char *name, gsize length) {
  for (guint i = 0; placeholders[i]; i++)
    if (strlen(placeholders[i]) == length && strncmp(placeholders[i], name, length) == 0) return TRUE;
  return FALSE;
}

static void check_placeholders(Reading *r, const char *group, const char *key, const char *s) {
  for (const char *at = s; at && (at = strstr(at, "%{")); at += 2) {
    gsize length = strcspn(at + 2, "}");
    if (is_placeholder(at + 2, length)) continue;
    g_autofree char *known = g_strjoinv(", ", (char **)placeholders);
    wrong(r, group, key, "%%{%.*s} means nothing; there are: %s", (int)MIN(length, 40), at + 2, known);
  }
}

/* Split as a shell would, before anything is replaced: what is put in place of %{...} is never split. */
static char **words(Reading *r, const char *group, const char *key) {
  g_autofree char *line = text(r, group, key);
  char **argv = NULL;
  g_autoptr(GError) error = NULL;
  check_placeholders(r, group, key, line);
  if (line && *line && !g_shell_parse_argv(line, NULL, &argv, &error))
    wrong(r, group, key, "%s", error->message);
  return argv ? argv : g_new0(char *, 1);
}

static char **list(Reading *r, const char *group, const char *key) {
  char **items = has(r, group, key) ? g_key_file_get_string_list(r->keys, group, key, NULL, NULL) : NULL;
  for (char **s = items; s && *s; s++) g_strstrip(*s);
  return items ? items : g_new0(char *, 1);
}

/* As it stands: a backslash is one. */
static GRegex *pattern(Reading *r, const char *group, const char *key) {
  g_autofree char *s = has(r, group, key) ? g_key_file_get_value(r->keys, group, key, NULL) : NULL;
  if (!s || !*s) return NULL;
  g_autoptr(GError) error = NULL;
  GRegex *regex = g_regex_new(s, G_REGEX_MULTILINE | G_REGEX_RAW | G_REGEX_OPTIMIZE, 0, &error);
  if (!regex) wrong(r, group, key, "%s", error->message);
  return regex;
}

/* The place of a word in a list of words. */
static guint choice(Reading *r, const char *group, const char *key, const char *const *choices,
                    guint by_default) {
  g_autofree char *s = text(r, group, key);
  if (!s) return by_default;
  for (guint i = 0; choices[i]; i++)
    if (g_str_equal(s, choices[i])) return i;
  g_autofree char *all = g_strjoinv(", ", (char **)choices);
  wrong(r, group, key, "must be one of %s, not '%s'", all, s);
  return by_default;
}

static gboolean truth(Reading *r, const char *group, const char *key, gboolean by_default) {
  static const char *const truths[] = {"false", "true", NULL};
  return choice(r, group, key, truths, by_default);
}

static double number(Reading *r, const char *group, const char *key, double by_default) {
  g_autoptr(GError) error = NULL;
  if (!has(r, group, key)) return by_default;
  double d = g_key_file_get_double(r->keys, group, key, &error);
  if (error || !isfinite(d) || d < 0) wrong(r, group, key, "must be a number, zero or more");
  return d;
}

/* what: they are, and at most most. */
static GArray *numbers(Reading *r, const char *group, const char *key, const char *what, int most) {
  GArray *a = g_array_new(FALSE, FALSE, sizeof(int));
  g_auto(GStrv) items = list(r, group, key);
  for (char **s = items; *s; s++) {
    gint64 n = 0;
    if (!g_ascii_string_to_signed(*s, 10, 0, most, &n, NULL))
      wrong(r, group, key, "must be %s from 0 to %d, separated by semicolons, not '%s'", what, most, *s);
    int number = (int)n;
    g_array_append_val(a, number);
  }
  return a;
}

/* ---- the parts ---- */

static void check_names(Reading *r) {
  g_auto(GStrv) all = g_key_file_get_groups(r->keys, NULL);
  for (char **g = all; *g; g++) {
    guint known = 0;
    while (known < G_N_ELEMENTS(groups) && !g_str_equal(*g, groups[known])) known++;
    gboolean is_file = g_str_has_prefix(*g, FILE_GROUP);
    if (known == G_N_ELEMENTS(groups) && !is_file) wrong(r, *g, NULL, "there is no such group");
    g_auto(GStrv) names = g_key_file_get_keys(r->keys, *g, NULL, NULL);
    for (char **k = names; k && *k && !r->error; k++) {
      gboolean fine = is_file ? g_str_equal(*k, "content") : g_strv_contains(keys[known], *k);
      if (!fine) wrong(r, *g, *k, "there is no such key");
    }
  }
}

static guint read_inputs(Reading *r) {
  guint inputs = input_kinds_with(INPUT_COMMON);
  g_auto(GStrv) items = list(r, "analyzer", "inputs");
  for (char **s = items; *s; s++) {
    SiteKind kind;
    g_autofree char *known = input_kind_names();
    if (input_kind_find(*s, &kind))
      inputs |= 1u << kind;
    else
      wrong(r, "analyzer", "inputs", "'%s' is none of %s", *s, known);
  }
  return inputs;
}

/* Those that are given; else the one that the competition began with. */
static guint read_properties(Reading *r) {
  guint properties = 0;
  g_auto(GStrv) items = list(r, "analyzer", "properties");
  for (char **p = items; *p; p++) {
    PropertyKind kind;
    g_autofree char *known = property_names();
    if (property_find(*p, &kind))
      properties |= 1u << kind;
    else
      wrong(r, "analyzer", "properties", "acf knows %s, not '%s'", known, *p);
  }
  return properties ? properties : 1u << PROPERTY_UNREACH_CALL;
}

static gboolean is_plain_name(const char *s) {
  if (!s || !*s) return FALSE;
  for (; *s; s++)
    if (!g_ascii_isalnum(*s) && !strchr("-_.+", *s)) return FALSE;
  return TRUE;
}

static void read_analyzer(Reading *r, Description *d) {
  static const char *const directions[] = {"over", "under", NULL},
                           *const trusts[] = {"none", "bounded", "sound", NULL},
                           *const overflows[] = {"none", "wrap", NULL};
  d->name = needed(r, "analyzer", "name");
  if (!r->error && !is_plain_name(d->name))
    wrong(r, "analyzer", "name", "'%s' must be letters, digits, '-', '_', '.' and '+'", d->name);
  d->description = text(r, "analyzer", "description");
  d->traps = text(r, "analyzer", "traps");
  d->direction = (Direction)choice(r, "analyzer", "direction", directions, DIRECTION_OVER);
  d->trust = (Trust)choice(r, "analyzer", "trust", trusts, TRUST_NONE);
  d->wraps = choice(r, "analyzer", "overflow", overflows, 0) == 1;
  d->enabled = truth(r, "analyzer", "enabled", TRUE);
  d->inputs = read_inputs(r);
  d->delay = number(r, "analyzer", "delay", 1);
  d->properties = read_properties(r);
  g_auto(GStrv) bits = list(r, "analyzer", "bits");
  d->bits[0] = !*bits || g_strv_contains((const char *const *)bits, "32");
  d->bits[1] = !*bits || g_strv_contains((const char *const *)bits, "64");
  for (char **b = bits; *b; b++)
    if (!g_str_equal(*b, "32") && !g_str_equal(*b, "64"))
      wrong(r, "analyzer", "bits", "'%s' is neither 32 nor 64", *b);
  if (d->direction == DIRECTION_UNDER && d->trust == TRUST_SOUND)
    wrong(r, "analyzer", "trust", "an under-approximator proves nothing: it cannot be sound");
}

static void read_command(Reading *r, Description *d) {
  g_free(needed(r, "command", "executable"));
  d->executables = list(r, "command", "executable");
  d->folder_variable = text(r, "command", "folder-variable");
  d->arguments = words(r, "command", "arguments");
  d->environment = words(r, "command", "environment");
  for (char **e = d->environment; *e; e++)
    if (!strchr(*e, '=')) wrong(r, "command", "environment", "'%s' is not of the form NAME=value", *e);
  d->error_body = text(r, "command", "error-body");
  check_placeholders(r, "command", "error-body", d->error_body);
  d->preprocess = truth(r, "command", "preprocess", FALSE);
  d->guided = words(r, "command", "guided");
  d->replay = words(r, "command", "replay");
  d->older = pattern(r, "command", "older");
  d->older_arguments = words(r, "command", "older-arguments");
  d->unwind = numbers(r, "command", "unwind", "bounds", MAX_UNWIND);
  d->version_arguments = words(r, "command", "version-arguments");
  d->version = pattern(r, "command", "version");
  if (d->older && !d->version)
    wrong(r, "command", "older", "cannot be told without the keys version-arguments and version");
}

static void read_verdict(Reading *r, Description *d) {
  d->safe = pattern(r, "verdict", "safe");
  d->failing = pattern(r, "verdict", "failing");
  d->unknown = pattern(r, "verdict", "unknown");
  d->safe_status = numbers(r, "verdict", "safe-status", "exit statuses", 255);
  d->failing_status = numbers(r, "verdict", "failing-status", "exit statuses", 255);
  d->output_files = list(r, "verdict", "output-files");
  if (!d->safe && !d->failing && !d->safe_status->len && !d->failing_status->len)
    wrong(r, "verdict", "safe", "is missing: nothing says how a verdict is read");
  if (d->trust == TRUST_SOUND && !d->safe)
    wrong(r, "verdict", "safe", "is missing: a verifier is not trusted by its exit status alone");
  d->witnesses = list(r, "witness", "files");
}

static void read_files(Reading *r, Description *d) {
  g_auto(GStrv) all = g_key_file_get_groups(r->keys, NULL);
  for (char **g = all; *g; g++) {
    if (!g_str_has_prefix(*g, FILE_GROUP)) continue;
    DescribedFile *f = g_new0(DescribedFile, 1);
    g_ptr_array_add(d->files, f);
    f->name = g_strstrip(g_strdup(*g + strlen(FILE_GROUP)));
    f->content = needed(r, *g, "content");
    check_placeholders(r, *g, "content", f->content);
    if (!is_plain_name(f->name) || f->name[0] == '.')
      wrong(r, *g, NULL, "'%s' is not the plain name of a file", f->name);
  }
}

static void described_file_free(gpointer data) {
  DescribedFile *f = (DescribedFile *)data;
  g_free(f->name);
  g_free(f->content);
  g_free(f);
}

Description *description_read(const char *path, const char *content, gsize size, GError **error) {
  Reading r = {path, g_key_file_new(), NULL};
  g_autoptr(GError) problem = NULL;
  g_autoptr(Description) d = g_new0(Description, 1);
  d->file = g_strdup(path);
  d->source = g_strndup(content, size);
  d->files = g_ptr_array_new_with_free_func(described_file_free);
  if (g_key_file_load_from_data(r.keys, content, size, G_KEY_FILE_NONE, &problem)) {
    check_names(&r);
    read_analyzer(&r, d);
    read_command(&r, d);
    read_verdict(&r, d);
    read_files(&r, d);
  } else {
    r.error = g_error_new(ACF_DESCRIPTION_ERROR, DESCRIPTION_ERROR_WRONG, "%s: %s", path, problem->message);
  }
  g_key_file_unref(r.keys);
  if (!r.error) return g_steal_pointer(&d);
  g_propagate_error(error, r.error);
  return NULL;
}

Description *description_read_file(const char *path, GError **error) {
  g_autofree char *content = NULL;
  gsize size = 0;
  g_autoptr(GError) problem = NULL;
  if (g_file_get_contents(path, &content, &size, &problem))
    return description_read(path, content, size, error);
  g_set_error(error, ACF_DESCRIPTION_ERROR, DESCRIPTION_ERROR_UNREADABLE,
              "cannot read the description of an analyzer: %s", problem->message);
  return NULL;
}

void description_free(Description *d) {
  if (!d) return;
  char *const texts[] = {d->file,  d->source,          d->name,      d->description,
                         d->traps, d->folder_variable, d->error_body};
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++) g_free(texts[i]);
  char **const lists[] = {
      d->executables,     d->arguments,         d->guided,       d->replay,   d->environment,
      d->older_arguments, d->version_arguments, d->output_files, d->witnesses};
  for (guint i = 0; i < G_N_ELEMENTS(lists); i++) g_strfreev(lists[i]);
  GRegex *const patterns[] = {d->version, d->older, d->safe, d->failing, d->unknown};
  for (guint i = 0; i < G_N_ELEMENTS(patterns); i++)
    if (patterns[i]) g_regex_unref(patterns[i]);
  GArray *const numbers[] = {d->unwind, d->safe_status, d->failing_status};
  for (guint i = 0; i < G_N_ELEMENTS(numbers); i++)
    if (numbers[i]) g_array_unref(numbers[i]);
  g_ptr_array_unref(d->files);
  g_free(d);
}

const char *trust_name(Trust t) {
  return t == TRUST_SOUND ? "sound" : t == TRUST_BOUNDED ? "bounded" : "none";
}
const char *direction_name(Direction d) { return d == DIRECTION_OVER ? "over" : "under"; }

gboolean description_tells(const Description *d, const char *placeholder) {
  for (char **s = d->arguments; *s; s++)
    if (strstr(*s, placeholder)) return TRUE;
  for (char **s = d->environment; *s; s++)
    if (strstr(*s, placeholder)) return TRUE;
  for (guint i = 0; i < d->files->len; i++)
    if (strstr(((const DescribedFile *)d->files->pdata[i])->content, placeholder)) return TRUE;
  return FALSE;
}

char *description_fill(const char *s, GHashTable *values) {
  GString *out = g_string_new(NULL);
  for (const char *at = s; *at;) {
    const char *end = strncmp(at, "%{", 2) == 0 ? strchr(at, '}') : NULL;
    g_autofree char *name = end ? g_strndup(at + 2, (gsize)(end - at - 2)) : NULL;
    const char *value = name ? (const char *)g_hash_table_lookup(values, name) : NULL;
    g_string_append_len(out, value ? value : at, value ? -1 : 1);
    at = value ? end + 1 : at + 1;
  }
  return g_string_free(out, FALSE);
}
