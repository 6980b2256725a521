/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A persistent (immutable, structure-sharing) ordered map from guint64 keys to pointers: a treap whose
 * priorities are a hash of the key, so equal contents built in any order have one shape and two versions
 * share all that they have in common.  NULL is the empty map.  Nodes come from a process-wide arena freed by
 * pmap_clear_all(); not for threads. */
#ifndef ACF_PMAP_H
#define ACF_PMAP_H
#include <glib.h>

typedef struct PMap PMap;

typedef void (*PMapVisit)(guint64 key, gconstpointer value, gpointer data);
/* a, b: the values in the two versions, NULL where absent; the result is the value kept, NULL: the key is
 * absent. */
typedef gconstpointer (*PMapCombine)(guint64 key, gconstpointer a, gconstpointer b, gpointer data);

/* The value is not NULL.  Returns m itself when it holds that value already. */
const PMap *pmap_set(const PMap *m, guint64 key, gconstpointer value);
/* Returns m itself when the key is absent. */
const PMap *pmap_remove(const PMap *m, guint64 key);
gconstpointer pmap_get(const PMap *m, guint64 key); /* NULL: absent */
/* The greatest key <= key, the least key >= key; NULL: none, and then *found_key is unchanged.  found_key may
 * be NULL. */
gconstpointer pmap_floor(const PMap *m, guint64 key, guint64 *found_key);
gconstpointer pmap_ceiling(const PMap *m, guint64 key, guint64 *found_key);
gsize pmap_size(const PMap *m);                               /* constant time */
void pmap_foreach(const PMap *m, PMapVisit f, gpointer data); /* by increasing key */

/* Combines two versions: a key with the identical value in both keeps it; for a key that is in one only or
 * has different values, combine() decides, called by increasing key.  Subtrees shared by pointer are skipped,
 * so the cost is O(difference * log n).  Returns a itself when the result has its contents. */
const PMap *pmap_merge(const PMap *a, const PMap *b, PMapCombine combine, gpointer data);

/* While on, pmap_set() and pmap_remove() may reuse the nodes of the map they are given, which is then no
 * longer valid: for a single thread of versions of which only the newest is ever used. */
void pmap_set_transient(gboolean on);

void pmap_clear_all(void); /* every map made so far is invalid after this */
gsize pmap_bytes(void);    /* held by the arena */
#endif
