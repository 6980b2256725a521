/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The memory model: objects of bytes, read and written at known or symbolic offsets.
 * Callers have checked that the access lies inside the object; out of bounds never gets here. */
#ifndef ACF_MEMORY_H
#define ACF_MEMORY_H
#include "symex/state.h"

/* The offsets that a term may take: first, last, and a step that divides their distances. */
typedef struct {
  guint64 first, last, step;
} Offsets;
Offsets memory_offsets(const State *s, const Object *o, const Term *offset, guint bytes);
/* 1, 2, 4 or 8: the largest of them that divides all values of a term. */
guint memory_step(const Term *t);
static inline guint64 offsets_count(Offsets o) {
  return o.last < o.first ? 0 : (o.last - o.first) / o.step + 1;
}

const Init *memory_init(Memory *m, int kind, guint site, const Counter *occurrence);
const Contents *memory_contents(Memory *m, const Object *o, const Init *init);
/* bytes (1..8) at offset; where: the possible offsets.  Contents of INIT_LOW are never written. */
Value memory_read(Memory *m, const Contents *c, const Term *offset, Offsets where, guint bytes);
const Contents *memory_write(Memory *m, const Contents *c, const Term *offset, Offsets where, Value v,
                             gboolean is_float);
/* Copies n bytes between known offsets, cell by cell, so that pointers survive. */
const Contents *memory_copy(Memory *m, const Contents *to, guint64 to_offset, const Contents *from,
                            guint64 from_offset, guint64 n);
/* All of it unknown. */
const Contents *memory_scramble(Memory *m, const Contents *c);
/* Two versions of one object, joined: select ? b : a. */
const Contents *contents_merge(Memory *m, const Term *select, const Contents *a, const Contents *b);
/* An input as a term; a havoc when its key does not fit or the occurrence is no longer followed. */
const Term *memory_input(Memory *m, guint site, const Counter *occurrence, guint offset, guint width);
#endif
