/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Maps from term ids to words: open addressing, linear probing. */
#include "formula/store.h"

static guint slot_of(const IdMap *map, guint key) {
  return (guint)((key * G_GUINT64_CONSTANT(0x9e3779b97f4a7c15)) >> 32) & (map->size - 1);
}

static guint probe(const IdMap *map, guint key) {
  guint slot = slot_of(map, key);
  while (map->keys[slot] && map->keys[slot] != key) slot = (slot + 1) & (map->size - 1);
  return slot;
}

static void grow(IdMap *map) {
  IdMap old = *map;
  map->size = old.size ? 2 * old.size : 64;
  map->keys = g_new0(guint, map->size);
  map->values = g_new(guint64, map->size);
  for (guint i = 0; i < old.size; i++)
    if (old.keys[i]) {
      guint slot = probe(map, old.keys[i]);
      map->keys[slot] = old.keys[i];
      map->values[slot] = old.values[i];
    }
  g_free(old.keys);
  g_free(old.values);
}

void id_map_clear(IdMap *map) {
  g_free(map->keys);
  g_free(map->values);
  *map = (IdMap){0};
}

guint64 *id_map_find(const IdMap *map, guint id) {
  if (!map->size) return NULL;
  guint slot = probe(map, id + 1);
  return map->keys[slot] ? &map->values[slot] : NULL;
}

void id_map_set(IdMap *map, guint id, guint64 value) {
  if (3 * (map->n + 1) > 2 * (guint64)map->size) grow(map);
  guint slot = probe(map, id + 1);
  if (!map->keys[slot]) {
    map->keys[slot] = id + 1;
    map->n++;
  }
  map->values[slot] = value;
}

/* Moves the entries behind the gap forward, so that no probe stops too early. */
void id_map_remove(IdMap *map, guint id) {
  if (!map->size) return;
  guint gap = probe(map, id + 1), mask = map->size - 1;
  if (!map->keys[gap]) return;
  map->n--;
  for (guint slot = (gap + 1) & mask; map->keys[slot]; slot = (slot + 1) & mask) {
    guint home = slot_of(map, map->keys[slot]);
    if (((slot - home) & mask) >= ((slot - gap) & mask)) {
      map->keys[gap] = map->keys[slot];
      map->values[gap] = map->values[slot];
      gap = slot;
    }
  }
  map->keys[gap] = 0;
}
