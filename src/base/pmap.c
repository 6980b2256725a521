/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The persistent map: a treap in which every change copies the path to the root. */
#include "base/pmap.h"

struct PMap {
  guint64 key;
  gconstpointer value;
  const PMap *left, *right;
  gsize size;
};

/* Nodes are never freed one by one, so an arena is a list of chunks and a fill mark. */
enum { CHUNK_NODES = 4096 };

static GPtrArray *chunks;
static guint used_in_chunk = CHUNK_NODES;

static PMap *node_alloc(void) {
  if (used_in_chunk == CHUNK_NODES) {
    if (!chunks) chunks = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(chunks, g_new(PMap, CHUNK_NODES));
    used_in_chunk = 0;
  }
  return (PMap *)chunks->pdata[chunks->len - 1] + used_in_chunk++;
}

void pmap_clear_all(void) {
  g_clear_pointer(&chunks, g_ptr_array_unref);
  used_in_chunk = CHUNK_NODES;
}

gsize pmap_bytes(void) { return chunks ? (gsize)chunks->len * CHUNK_NODES * sizeof(PMap) : 0; }

/* A bijection: different keys have different priorities, so the shape depends on the set of keys alone. */
static guint64 priority(guint64 key) {
  key = (key ^ (key >> 32)) * G_GUINT64_CONSTANT(0x9e3779b97f4a7c15);
  key = (key ^ (key >> 29)) * G_GUINT64_CONSTANT(0xd6e8feb86659fd93);
  return key ^ (key >> 32);
}

static const PMap *node(guint64 key, gconstpointer value, const PMap *left, const PMap *right) {
  PMap *n = node_alloc();
  *n = (PMap){key, value, left, right, 1 + pmap_size(left) + pmap_size(right)};
  return n;
}

static gboolean transient;

void pmap_set_transient(gboolean on) { transient = on; }

static const PMap *change(const PMap *m, gconstpointer value, const PMap *left, const PMap *right) {
  PMap *n = transient ? (PMap *)m : node_alloc();
  *n = (PMap){m->key, value, left, right, 1 + pmap_size(left) + pmap_size(right)};
  return n;
}

/* m with other children; m itself where they are the same. */
static const PMap *with_children(const PMap *m, const PMap *left, const PMap *right) {
  if (transient) return change(m, m->value, left, right);
  return left == m->left && right == m->right ? m : node(m->key, m->value, left, right);
}

/* The parts below and above the key, and the value at it. */
static gconstpointer split(const PMap *m, guint64 key, const PMap **below, const PMap **above) {
  if (!m) {
    *below = *above = NULL;
    return NULL;
  }
  if (key == m->key) {
    *below = m->left;
    *above = m->right;
    return m->value;
  }
  const PMap *middle;
  if (key < m->key) {
    gconstpointer value = split(m->left, key, below, &middle);
    *above = with_children(m, middle, m->right);
    return value;
  }
  gconstpointer value = split(m->right, key, &middle, above);
  *below = with_children(m, m->left, middle);
  return value;
}

/* All of a's keys are below all of b's. */
static const PMap *join(const PMap *a, const PMap *b) {
  if (!a) return b;
  if (!b) return a;
  if (priority(a->key) > priority(b->key)) return with_children(a, a->left, join(a->right, b));
  return with_children(b, join(a, b->left), b->right);
}

gsize pmap_size(const PMap *m) { return m ? m->size : 0; }

static const PMap *set(const PMap *m, guint64 key, guint64 rank, gconstpointer value) {
  if (!m) return node(key, value, NULL, NULL);
  if (key == m->key) return value == m->value ? m : change(m, value, m->left, m->right);
  if (rank > priority(m->key)) {
    const PMap *below, *above;
    split(m, key, &below, &above);
    return node(key, value, below, above);
  }
  if (key < m->key) return with_children(m, set(m->left, key, rank, value), m->right);
  return with_children(m, m->left, set(m->right, key, rank, value));
}

const PMap *pmap_set(const PMap *m, guint64 key, gconstpointer value) {
  g_assert(value);
  return set(m, key, priority(key), value);
}

const PMap *pmap_remove(const PMap *m, guint64 key) {
  if (!m) return NULL;
  if (key == m->key) return join(m->left, m->right);
  if (key < m->key) return with_children(m, pmap_remove(m->left, key), m->right);
  return with_children(m, m->left, pmap_remove(m->right, key));
}

gconstpointer pmap_get(const PMap *m, guint64 key) {
  while (m && m->key != key) m = key < m->key ? m->left : m->right;
  return m ? m->value : NULL;
}

static gconstpointer found(const PMap *m, guint64 *found_key) {
  if (m && found_key) *found_key = m->key;
  return m ? m->value : NULL;
}

gconstpointer pmap_floor(const PMap *m, guint64 key, guint64 *found_key) {
  const PMap *best = NULL;
  while (m) {
    if (m->key <= key) best = m;
    if (m->key == key) break;
    m = key < m->key ? m->left : m->right;
  }
  return found(best, found_key);
}

gconstpointer pmap_ceiling(const PMap *m, guint64 key, guint64 *found_key) {
  const PMap *best = NULL;
  while (m) {
    if (m->key >= key) best = m;
    if (m->key == key) break;
    m = key < m->key ? m->left : m->right;
  }
  return found(best, found_key);
}

void pmap_foreach(const PMap *m, PMapVisit f, gpointer data) {
  for (; m; m = m->right) {
    pmap_foreach(m->left, f, data);
    f(m->key, m->value, data);
  }
}

const PMap *pmap_merge(const PMap *a, const PMap *b, PMapCombine combine, gpointer data) {
  if (a == b) return a;
  const PMap *a_left = NULL, *a_right = NULL, *b_left = NULL, *b_right = NULL;
  gboolean root_of_a = a && (!b || priority(a->key) >= priority(b->key));
  guint64 key = root_of_a ? a->key : b->key;
  gconstpointer in_a = split(a, key, &a_left, &a_right);
  gconstpointer in_b = split(b, key, &b_left, &b_right);
  const PMap *left = pmap_merge(a_left, b_left, combine, data);
  gconstpointer value = in_a == in_b ? in_a : combine(key, in_a, in_b, data);
  const PMap *right = pmap_merge(a_right, b_right, combine, data);
  if (value == in_a && left == a_left && right == a_right) return a;
  if (value == in_b && left == b_left && right == b_right) return b;
  return value ? node(key, value, left, right) : join(left, right);
}
