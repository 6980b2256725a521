/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A bump allocator: memory that lives as long as one analysis and is freed at once. */
#ifndef ACF_ARENA_H
#define ACF_ARENA_H
#include <glib.h>

typedef struct Arena Arena;
Arena *arena_new(void);
void arena_free(Arena *a);
gpointer arena_alloc(Arena *a, gsize size); /* 16-byte aligned, zeroed */
gsize arena_bytes(const Arena *a);          /* taken from the system so far */
#define arena_new_struct(a, type) ((type *)arena_alloc((a), sizeof(type)))
#endif
