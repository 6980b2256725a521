/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The persistent map against a naive one: an array indexed by a small key space, spread over 64 bits. */
#include <string.h>
#include "base/pmap.h"

enum { KEYS = 200, VALUES = 5 };

typedef struct {
  const PMap *map;
  guint value[KEYS]; /* 0: absent */
} Pair;

static char cells[KEYS * VALUES + 1];

static guint64 spread(guint i) { return i * (G_MAXUINT64 / KEYS) + (i & 1); }
static gconstpointer as_pointer(guint value) { return value ? &cells[value] : NULL; }
static guint as_value(gconstpointer p) { return p ? (guint)((const char *)p - cells) : 0; }

static void collect(guint64 key, gconstpointer value, gpointer data) {
  GArray *seen = data;
  if (seen->len >= 2) g_assert_cmpuint(g_array_index(seen, guint64, seen->len - 2), <, key);
  guint64 v = as_value(value);
  g_array_append_val(seen, key);
  g_array_append_val(seen, v);
}

static void check_neighbours(const Pair *p, guint i) {
  guint below = i + 1, above = i;
  while (below > 0 && !p->value[below - 1]) below--;
  while (above < KEYS && !p->value[above]) above++;
  guint64 key = 7;
  g_assert_true(pmap_floor(p->map, spread(i), &key) == (below ? as_pointer(p->value[below - 1]) : NULL));
  g_assert_cmpuint(key, ==, below ? spread(below - 1) : 7);
  key = 7;
  g_assert_true(pmap_ceiling(p->map, spread(i), &key) == (above < KEYS ? as_pointer(p->value[above]) : NULL));
  g_assert_cmpuint(key, ==, above < KEYS ? spread(above) : 7);
}

static void check(const Pair *p) {
  g_autoptr(GArray) seen = g_array_new(FALSE, FALSE, sizeof(guint64));
  pmap_foreach(p->map, collect, seen);
  guint n = 0;
  for (guint i = 0; i < KEYS; i++) {
    g_assert_true(pmap_get(p->map, spread(i)) == as_pointer(p->value[i]));
    g_assert_null(pmap_get(p->map, spread(i) + 2));
    check_neighbours(p, i);
    if (!p->value[i]) continue;
    g_assert_cmpuint(g_array_index(seen, guint64, 2 * n), ==, spread(i));
    g_assert_cmpuint(g_array_index(seen, guint64, 2 * n + 1), ==, p->value[i]);
    n++;
  }
  g_assert_cmpuint(pmap_size(p->map), ==, n);
  g_assert_cmpuint(seen->len, ==, 2 * n);
}

static void change(Pair *p, GRand *random, guint times) {
  for (guint t = 0; t < times; t++) {
    guint i = g_rand_int_range(random, 0, KEYS);
    guint value = g_rand_boolean(random) ? (guint)g_rand_int_range(random, 1, VALUES) : 0;
    p->map = value ? pmap_set(p->map, spread(i), as_pointer(value)) : pmap_remove(p->map, spread(i));
    p->value[i] = value;
  }
}

static void test_operations(void) {
  g_autoptr(GRand) random = g_rand_new_with_seed(1);
  Pair now = {0};
  check(&now);
  for (guint round = 0; round < 60; round++) {
    Pair before = now;
    change(&now, random, 1 + round);
    check(&now);
    check(&before);
  }
  pmap_clear_all();
  g_assert_cmpuint(pmap_bytes(), ==, 0);
}

static void test_extremes(void) {
  const PMap *m = pmap_set(pmap_set(NULL, G_MAXUINT64, &cells[2]), 0, &cells[1]);
  guint64 key = 5;
  g_assert_true(pmap_floor(m, 0, &key) == &cells[1] && key == 0);
  g_assert_true(pmap_floor(m, G_MAXUINT64 - 1, &key) == &cells[1] && key == 0);
  g_assert_true(pmap_ceiling(m, 1, &key) == &cells[2] && key == G_MAXUINT64);
  g_assert_true(pmap_ceiling(m, G_MAXUINT64, NULL) == &cells[2]);
  g_assert_null(pmap_ceiling(pmap_remove(m, G_MAXUINT64), 1, &key));
  g_assert_null(pmap_remove(pmap_remove(m, G_MAXUINT64), 0));
  pmap_clear_all();
}

static void test_identity(void) {
  const PMap *m = NULL;
  for (guint i = 0; i < KEYS; i++) m = pmap_set(m, spread(i), &cells[1]);
  gsize before = pmap_bytes();
  for (guint t = 0; t < 100000; t++) {
    g_assert_true(pmap_set(m, spread(t % KEYS), &cells[1]) == m);
    g_assert_true(pmap_remove(m, spread(t % KEYS) + 2) == m);
  }
  g_assert_cmpuint(pmap_bytes(), ==, before);
  pmap_clear_all();
}

/* Ascending keys, the worst case of an unbalanced tree: the recursion must stay shallow and the sharing good.
 */
static void test_large(void) {
  const PMap *m = NULL;
  for (guint64 i = 0; i < 100000; i++) m = pmap_set(m, i, &cells[1 + i % VALUES]);
  g_assert_cmpuint(pmap_size(m), ==, 100000);
  for (guint64 i = 0; i < 100000; i++) g_assert_true(pmap_get(m, i) == &cells[1 + i % VALUES]);
  g_assert_cmpuint(pmap_bytes(), <, 500 * 1000 * 1000);
  pmap_clear_all();
}

typedef struct {
  guint calls;
  guint64 last_key;
  guint mode;
} Combination;

static guint combined(guint mode, guint i, guint a, guint b) {
  switch (mode) {
  case 0: return a && b ? MIN(a, b) : 0; /* intersection */
  case 1: return MAX(a, b);              /* union */
  case 2: return a;
  case 3: return b;
  default: return (a * 7 + b * 3 + i) % VALUES;
  }
}

static gconstpointer combine(guint64 key, gconstpointer a, gconstpointer b, gpointer data) {
  Combination *c = data;
  g_assert_true(a != b);
  if (c->calls++) g_assert_cmpuint(c->last_key, <, key);
  c->last_key = key;
  return as_pointer(combined(c->mode, (guint)(key % 1000), as_value(a), as_value(b)));
}

static void check_merge(const Pair *a, const Pair *b, guint mode) {
  Pair expected = {0};
  guint differences = 0;
  for (guint i = 0; i < KEYS; i++) {
    guint x = a->value[i], y = b->value[i];
    differences += x != y;
    expected.value[i] = x == y ? x : combined(mode, (guint)(spread(i) % 1000), x, y);
  }
  Combination c = {.mode = mode};
  expected.map = pmap_merge(a->map, b->map, combine, &c);
  check(&expected);
  check(a);
  check(b);
  g_assert_cmpuint(c.calls, ==, differences);
  if (!memcmp(expected.value, a->value, sizeof a->value)) g_assert_true(expected.map == a->map);
}

static void test_merge(void) {
  g_autoptr(GRand) random = g_rand_new_with_seed(2);
  Pair empty = {0}, base = {0};
  for (guint round = 0; round < 50; round++) {
    change(&base, random, round);
    Pair a = base, b = base;
    change(&a, random, round % 7);
    change(&b, random, round % 5);
    for (guint mode = 0; mode < 5; mode++) {
      check_merge(&a, &b, mode);
      check_merge(&a, &empty, mode);
      check_merge(&empty, &b, mode);
    }
  }
  pmap_clear_all();
}

/* Merging two versions that differ in one key costs a path, not the map. */
static void test_merge_shares(void) {
  const PMap *base = NULL;
  for (guint64 i = 0; i < 50000; i++) base = pmap_set(base, i * 3, &cells[1]);
  gsize before = pmap_bytes();
  for (guint64 i = 0; i < 1000; i++) {
    const PMap *a = pmap_set(base, i * 30 + 1, &cells[2]), *b = pmap_set(base, i * 60, &cells[3]);
    Combination c = {.mode = 1};
    g_assert_cmpuint(pmap_size(pmap_merge(a, b, combine, &c)), ==, 50001);
    g_assert_cmpuint(c.calls, ==, 2);
  }
  g_assert_cmpuint(pmap_bytes() - before, <, 1000 * 500 * sizeof(gpointer));
  pmap_clear_all();
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/pmap/operations", test_operations);
  g_test_add_func("/pmap/extremes", test_extremes);
  g_test_add_func("/pmap/identity", test_identity);
  g_test_add_func("/pmap/large", test_large);
  g_test_add_func("/pmap/merge", test_merge);
  g_test_add_func("/pmap/merge-shares", test_merge_shares);
  return g_test_run();
}
