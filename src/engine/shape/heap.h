/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Abstract memory: objects that stand for one object of the run, or for several (a summary).
 *
 * What is stored in an object lies in cells.  A cell of a single object holds one datum; a cell of a summary
 * holds those values that the cells of its members may hold.  Bytes without a cell are all zero or anything.
 * Every access must be shown to be within a live object: else it is refused, and nothing is known any more.
 */
#ifndef ACF_SHAPE_HEAP_H
#define ACF_SHAPE_HEAP_H
#include "engine/shape/datum.h"

#define CELL_VALUES 8 /* a dimension of arrays */

typedef struct {
  guint offset, width; /* width in bits; it covers them rounded up to bytes */
  guint n;
  Datum values[CELL_VALUES];
} Cell;

typedef enum { FROM_GLOBAL, FROM_ALLOCA, FROM_HEAP } ObjectOrigin;

typedef struct {
  ObjectOrigin origin;
  gconstpointer site; /* what made it: an IrGlobal or IrInstr */
  guint frame;        /* FROM_ALLOCA: depth of the activation */
  guint serial;       /* FROM_HEAP: it is the first, second, ... of its site, and stays apart; 0: any other */
  guint64 size;       /* G_MAXUINT64: not known, no access is within it */
  gboolean summary;
  gboolean dead; /* it may be freed, or its function has returned */
  gboolean constant, fixed; /* fixed: a variable that only its definition may write */
  gboolean zero;  /* bytes without a cell are zero; else anything */
  guint64 shared; /* a set of fields: of those, several may point into one member of it (see sharing.c) */
  guint64 paired; /* links that lead back (see pairing.c) */
  GArray *cells;  /* Cell, by offset; two may overlap, then a read of either gives anything */
} ShapeObject;

typedef struct {
  GPtrArray *objects; /* ShapeObject*, by number; NULL: gone */
} Heap;

Heap *heap_new(void);
Heap *heap_copy(const Heap *h);
void heap_free(Heap *h);
/* A new single object; its number. */
guint heap_add(Heap *h, ShapeObject o);
void heap_remove(Heap *h, guint object);
static inline ShapeObject *heap_object(const Heap *h, guint n) { return (ShapeObject *)h->objects->pdata[n]; }
static inline guint cell_bytes(const Cell *c) { return (c->width + 7) / 8; }

/* Is an access of so many bytes at p within a live object, for all that p stands for? */
gboolean heap_is_valid(const Heap *h, const Datum *p, guint64 bytes, gboolean write);
/* The values that a valid access may read: up to CELL_VALUES, their number is returned. */
guint heap_load(const Heap *h, const Datum *p, guint width, Datum *values);
/* A valid write.  What a summary held it may hold still. */
void heap_store(Heap *h, const Datum *p, const Datum *value, guint width);
/* Bytes of a single place or any of several become anything, as far as a valid access may reach. */
void heap_forget(Heap *h, const Datum *p, guint64 bytes);
/* It is not accessed any more: what it holds is forgotten. */
void heap_kill(Heap *h, guint object);
/* The cell that lies just there and overlaps no other, or NULL. */
Cell *heap_cell(const ShapeObject *o, gint64 offset, guint width);
/* Adds a datum to what a cell may hold. */
void cell_add(Cell *c, const Datum *a);

/* ---- sharing ---- */

/* The fields that a cell of the heap belongs to; 0: none, of variables. */
guint64 sharing_fields(const ShapeObject *o, guint offset);
/* Before a write of a pointer to target, into a cell of a container: is it now shared? */
void sharing_note(Heap *h, const ShapeObject *container, guint offset, guint target);
/* Single objects that are seen to be pointed to once at most are not shared. */
void sharing_refresh(Heap *h);
/* The cell of a single object holds this value alone, of those that it might.  What is known of sharing rules
 * out others elsewhere.  FALSE: that cannot be. */
gboolean heap_settle(Heap *h, const Datum *p, guint width, const Datum *value);
/* A new single object that is a member of the summary; what points to the summary may point to either, which
 * the cells say.  Values outside the heap are not looked at. */
guint heap_take_out(Heap *h, guint summary);

/* ---- links that lead back ---- */

/* Bytes of an object, or of some member of it, are written. */
void pairing_written(Heap *h, guint object, gint64 from, gint64 end);
void pairing_refresh(Heap *h);
/* The cell of a single object holds one value: so does what leads back.  FALSE: that cannot be. */
gboolean pairing_settle(Heap *h, guint object, const Cell *c);

/* What is known of the equality of two values, of which one at least is no number. */
Truth heap_equal(const Heap *h, const Datum *a, const Datum *b);
#endif
