/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bump allocation in growing blocks. */
#include "base/arena.h"

#define FIRST_BLOCK (64 * 1024)
#define LARGEST_BLOCK (4 * 1024 * 1024)

struct Arena {
  GPtrArray *blocks;
  guint8 *next, *end;
  gsize block_size, bytes;
};

Arena *arena_new(void) {
  Arena *a = g_new0(Arena, 1);
  a->blocks = g_ptr_array_new_with_free_func(g_free);
  a->block_size = FIRST_BLOCK;
  return a;
}

void arena_free(Arena *a) {
  if (!a) return;
  g_ptr_array_unref(a->blocks);
  g_free(a);
}

static void add_block(Arena *a, gsize at_least) {
  gsize size = MAX(a->block_size, at_least);
  a->next = g_malloc0(size);
  a->end = a->next + size;
  a->bytes += size;
  g_ptr_array_add(a->blocks, a->next);
  a->block_size = MIN(2 * a->block_size, LARGEST_BLOCK);
}

gpointer arena_alloc(Arena *a, gsize size) {
  size = (size + 15) & ~(gsize)15;
  if ((gsize)(a->end - a->next) < size) add_block(a, size);
  gpointer p = a->next;
  a->next += size;
  return p;
}

gsize arena_bytes(const Arena *a) { return a->bytes; }
