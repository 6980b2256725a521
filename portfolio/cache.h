/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The result cache: what external analyzers answered, on disk by content, shared safely between runs of acf.
 *
 * Use:
 *   CacheKey *k = cache_key_new();                   // knows the version of acf already
 *   cache_key_add(k, "program", text, length);       // everything the answer depends on, one part each: the
 *   cache_key_add_string(k, "property", property);   // conditioned program, the property, name, version and
 * whole
 *   ...                                              // description of the analyzer, the data model, ...
 *   GBytes *found = cache_get(cache, k, limit);      // NULL: ask the analyzer, then
 *   cache_put(cache, k, bytes, settled ? CACHE_FOR_GOOD : limit);
 *
 * Values are bytes: whatever the caller needs to act as if the tool had run (verdict, end of the output,
 * witness). Several processes may use one cache at once; a Cache may be used after a fork as before.
 * Conclusive answers hold whatever the limits were, so limits are no part of the key: an answer kept FOR_GOOD
 * is found at any limit, one that is not (unknown) only at the limit it was given under or a smaller one.
 *
 * One file per key, written whole and then renamed; a file that is torn, tampered with or of another key does
 * not pass its checksum and is as good as none.  The folder's size is bounded: the least recently used go
 * first.  A cache that cannot be read or written costs nothing but the caching: no function here fails. */
#ifndef ACF_CACHE_H
#define ACF_CACHE_H
#include <glib.h>

typedef struct Cache Cache;
typedef struct CacheKey CacheKey;

#define CACHE_FOR_GOOD G_MAXDOUBLE

/* folder NULL: $ACF_CACHE_DIR, else acf in the user's cache folder ($XDG_CACHE_HOME).  max_bytes 0: 256 MiB.
 */
Cache *cache_open(const char *folder, goffset max_bytes);
void cache_close(Cache *c); /* NULL is fine here and in get and put: no cache */

CacheKey *cache_key_new(void);
void cache_key_add(CacheKey *k, const char *part, gconstpointer bytes, gsize length);
void cache_key_add_string(CacheKey *k, const char *part, const char *text); /* NULL is not "" */
void cache_key_free(CacheKey *k);

/* limit: seconds the analyzer would get now.  NULL: nothing of use is known. */
GBytes *cache_get(Cache *c, const CacheKey *k, double limit);
/* limit: seconds it had, or CACHE_FOR_GOOD when the answer is conclusive. */
void cache_put(Cache *c, const CacheKey *k, GBytes *value, double limit);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Cache, cache_close)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CacheKey, cache_key_free)
#endif
