/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which stores a load may read.  Stores to known places replace each other byte by byte; a store somewhere
 * into an object, or anywhere at all, is added to what is there. */
#ifndef ACF_SLICER_STORAGE_H
#define ACF_SLICER_STORAGE_H
#include "slicer/events.h"

typedef struct {
  guint origin;   /* the event that made it; NO_EVENT for globals */
  gboolean sized; /* the size is known */
  guint64 size;
  guint contents;         /* class of what it held at first; FACTS_CONSTANT: constants */
  const IrGlobal *global; /* or NULL */
} StorageObject;

typedef struct Storage Storage;
Storage *storage_new(const Program *p, EventLog *log);
void storage_free(Storage *s);
guint storage_add(Storage *s, const StorageObject *o); /* returns its id */
guint storage_of_global(guint global);                 /* the id of a global's object */
const StorageObject *storage_object(const Storage *s, guint id);

/* The events that a load of bytes (0: how many is not known) depends on are appended to from; the class of
 * the memory's first contents is returned, if it may show.  What the load gives goes to value. */
guint storage_read(Storage *s, const Known *place, guint bytes, GArray *from, Known *value);
/* The load's own event, after storage_read(). */
void storage_note_read(Storage *s, const Known *place, guint bytes, guint event);
/* An earlier event that a store must depend on, since loads will only see the store; NO_EVENT: none. */
guint storage_earlier(const Storage *s, const Known *place, guint bytes);
void storage_write(Storage *s, const Known *place, guint bytes, guint event, const Known *value);
#endif
