/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a verifier said before. */
#include "portfolio/recall.h"
#include "base/limits.h"
#include <string.h>
#include <sys/stat.h>

#define VALUE_TYPE "(umsayay)" /* verdict, trouble, end of the output, witness */

enum { OUTPUT_TAIL = 4096 };

/* ---- keys ---- */

/* Changes with every new installation.  (Of the folder only which one it is: tools write into their own.) */
static void add_installation(CacheKey *k, const char *executable) {
  g_autofree char *folder = g_path_get_dirname(executable);
  struct stat file = {0}, around = {0};
  if (stat(executable, &file) != 0 || stat(folder, &around) != 0) return;
  const gint64 numbers[] = {(gint64)file.st_ino, (gint64)file.st_size, (gint64)file.st_mtim.tv_sec,
                            (gint64)file.st_mtim.tv_nsec, (gint64)around.st_ino};
  cache_key_add_string(k, "executable", executable);
  cache_key_add(k, "installation", numbers, sizeof numbers);
}

/* The version, which takes a JVM a second to tell, is asked once for each installation. */
static char *version_of(const Analyzer *a) {
  g_autoptr(CacheKey) k = cache_key_new();
  cache_key_add_string(k, "version of", a->external->source);
  add_installation(k, a->executable);
  g_autoptr(GBytes) known = cache_get(a->cache, k, CACHE_FOR_GOOD);
  if (known) return g_strndup(g_bytes_get_data(known, NULL), g_bytes_get_size(known));
  const char *version = analyzer_version((Analyzer *)a); /* only notes what it heard */
  g_autoptr(GBytes) text = g_bytes_new(version, strlen(version));
  if (*version) cache_put(a->cache, k, text, CACHE_FOR_GOOD);
  return g_strdup(version);
}

/* What a header holds is no part of the key, so it must not matter: those of the system (<...>) stay as they
 * are, others may change. */
static gboolean reads_other_files(const char *program) {
  static const char word[] = "include";
  for (const char *at = program; (at = strstr(at, word));) {
    at += strlen(word);
    if (at[strspn(at, " \t")] != '<') return TRUE;
  }
  return FALSE;
}

CacheKey *recall_key(const Analyzer *a, const char *program, const char *property, GHashTable *values) {
  static const char *const used[] = {"function", "entry", "bits", "memory"};
  if (!a->cache || reads_other_files(program)) return NULL;
  CacheKey *k = cache_key_new();
  g_autofree char *version = version_of(a);
  cache_key_add_string(k, "analyzer", a->name);
  cache_key_add_string(k, "description", a->external->source);
  cache_key_add_string(k, "version", version);
  add_installation(k, a->executable);
  cache_key_add_string(k, "program", program);
  cache_key_add_string(k, "property", property);
  for (guint i = 0; i < G_N_ELEMENTS(used); i++)
    cache_key_add_string(k, used[i], (const char *)g_hash_table_lookup(values, used[i]));
  /* it grows from question to question: only where it matters */
  if (!a->external->unwind->len && strstr(a->external->source, "%{unwind}"))
    cache_key_add_string(k, "unwind", (const char *)g_hash_table_lookup(values, "unwind"));
  return k;
}

/* ---- values ---- */

static GVariant *byte_string(gconstpointer bytes, gsize n) {
  return g_variant_new_fixed_array(G_VARIANT_TYPE_BYTE, n ? bytes : NULL, n, 1);
}

gboolean recall(const Analyzer *a, const CacheKey *k, double seconds, Opinion *o) {
  g_autoptr(GBytes) found = k ? cache_get(a->cache, k, seconds * limits.recall_share) : NULL;
  if (!found) return FALSE;
  g_autoptr(GVariant) value =
      g_variant_ref_sink(g_variant_new_from_bytes(G_VARIANT_TYPE(VALUE_TYPE), found, FALSE));
  g_autoptr(GVariant) output = NULL, witness = NULL;
  guint32 verdict;
  g_variant_get(value, "(ums@ay@ay)", &verdict, &o->trouble, &output, &witness);
  o->verdict = MIN(verdict, TOOL_FAILING);
  gsize n;
  const char *bytes = g_variant_get_fixed_array(witness, &n, 1);
  if (n) o->witness = witness_read(a->name, bytes, n, NULL);
  o->recalled = TRUE;
  return TRUE;
}

static gboolean may_differ_next_time(const ProcessResult *r) {
  switch (r->end) {
  case PROCESS_OUT_OF_TIME:
  case PROCESS_OUT_OF_MEMORY: return FALSE;
  case PROCESS_EXITED: return r->exit_status != 0;
  default: return TRUE;
  }
}

void remember(const Analyzer *a, const CacheKey *k, double seconds, const ProcessResult *result,
              const Opinion *o) {
  gboolean verdict = o->verdict == TOOL_SAFE || (o->verdict == TOOL_FAILING && !o->trouble);
  if (!k || (!verdict && may_differ_next_time(result))) return;
  gsize tail = MIN(result->output->len, OUTPUT_TAIL), n = 0;
  gconstpointer bytes = o->witness_bytes ? g_bytes_get_data(o->witness_bytes, &n) : NULL;
  g_autoptr(GVariant) value = g_variant_ref_sink(g_variant_new(
      "(ums@ay@ay)", (guint32)o->verdict, o->trouble,
      byte_string(result->output->data + result->output->len - tail, tail), byte_string(bytes, n)));
  g_autoptr(GBytes) text = g_variant_get_data_as_bytes(value);
  cache_put(a->cache, k, text, verdict ? CACHE_FOR_GOOD : seconds);
}
