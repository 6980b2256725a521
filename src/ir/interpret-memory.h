/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The memory of the interpreter: objects in one flat space of bytes, with gaps between them.
 * An address says which object it means; bytes that were never written get their value when first read. */
#ifndef ACF_INTERPRET_MEMORY_H
#define ACF_INTERPRET_MEMORY_H
#include "ir/ir.h"

/* What the bytes of an object are before they are written. */
typedef struct {
  enum { FILL_ZERO, FILL_INPUT, FILL_UNKNOWN } kind;
  guint site, occurrence; /* FILL_INPUT */
} Fill;

typedef guint64 (*FillInput)(gpointer data, InputKey key, guint width);
typedef guint64 (*FillUnknown)(gpointer data, guint width);

typedef struct Store Store;
Store *store_new_empty(const Program *p, FillInput input, FillUnknown unknown, gpointer data);
void store_free(Store *s);
void store_reset(Store *s); /* no objects */

/* A new object; 0: there is no room for it. */
guint64 store_new(Store *s, gboolean heap, guint64 size, Fill fill);
guint64 store_add_global(Store *s, guint64 size, Fill fill); /* the next one */
guint64 store_global(const Store *s, guint global);
void store_protect(Store *s, guint64 address, gboolean from_writes); /* a constant from now on */
/* FALSE: not the start of a live heap object. */
gboolean store_release(Store *s, guint64 address);
void store_end(Store *s, guint64 address); /* the object there is gone */

/* The bytes, ready to be read or written; NULL: not within one live object that allows it. */
guint8 *store_access(Store *s, guint64 address, guint64 bytes, gboolean write);
guint64 store_size_from(const Store *s, guint64 address); /* to the end of its object; 0: in none */
gboolean store_is_whole(const Store *s, guint64 address, guint64 bytes);
void store_forget(Store *s, guint64 address, Fill fill); /* its object is unwritten again */

/* Pointer arithmetic: `to`, or STORE_ASTRAY when the step leads from one object into another. */
#define STORE_ASTRAY G_MAXUINT64
guint64 store_step(const Store *s, guint64 from, guint64 to);
gboolean store_same_object(const Store *s, guint64 a, guint64 b); /* or one past its end; FALSE: in none */

gboolean store_is_start(const Store *s, guint64 address); /* of a live object of the heap */
gboolean store_heap_is_empty(const Store *s);             /* no object of the heap is alive */
/* Whether every live object of the heap can be reached from the globals, from the stack too if it is asked for,
 * and from some more words: along the words in objects that point into others. */
gboolean store_reaches_all(const Store *s, gboolean stack, const guint64 *words, guint n);

/* Objects of the stack made after the mark go. */
typedef struct {
  guint objects;
  guint64 top;
} StoreMark;
StoreMark store_mark(const Store *s);
void store_drop(Store *s, StoreMark mark);
#endif
