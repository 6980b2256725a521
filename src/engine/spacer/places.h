/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory as the Horn clauses see it: variables that hold an address, and places that hold values.
 *
 * A variable has a base when every value it may take points into one known object; then the clauses know it
 * as the offset from there.  A place is a scalar of an object (always accessed whole, at a known offset), or
 * all of an object that is accessed at variable offsets in units of one size.  Every other piece of memory
 * holds any value at any time.  An access through a variable without a base is never understood: clauses must
 * count it as an error, which is why no store needs to be feared to change other objects. The counters of
 * input sites and the inputs that a condition mentions are places too. */
#ifndef ACF_PLACES_H
#define ACF_PLACES_H
#include "engine/spacer/flat.h"

#define NO_PLACE G_MAXUINT
#define NO_OBJECT_KNOWN G_MAXUINT

typedef struct {
  guint object; /* NO_OBJECT_KNOWN: a number, or who knows */
  gboolean is_fixed;
  gint64 offset;    /* in bytes, when fixed */
  guint alignment;  /* the offset is a multiple of 2 to this */
  gboolean reached; /* some value arrives here */
} Base;

typedef struct {
  guint global; /* id, or G_MAXUINT: made by `maker` */
  const IrInstr *maker;
  guint node; /* where it is made */
  guint64 size;
  gboolean constant; /* must not be written */
  gboolean is_stack;
  GArray *places; /* guint */
} PlaceObject;

typedef enum { PLACE_SCALAR, PLACE_ARRAY, PLACE_COUNTER, PLACE_INPUT } PlaceKind;

typedef struct {
  PlaceKind kind;
  guint object;           /* scalars and arrays */
  guint64 offset;         /* scalars */
  guint width;            /* of the value or the elements, in bits */
  guint site, occurrence; /* counters (site) and inputs */
} Place;

typedef struct {
  const Flat *flat;
  Base *bases;       /* by variable */
  GArray *objects;   /* PlaceObject: globals first, by id */
  GArray *places;    /* Place */
  guint *made;       /* by variable: the object whose address it gets when it is defined, plus 1; else 0 */
  gboolean *counted; /* by site: occurrences are told apart by a counter */
} Places;

/* condition: inputs mentioned there become places; NULL: none. */
Places *places_new(const Flat *f, const Term *condition);
void places_free(Places *p);
static inline Place *places_get(const Places *p, guint n) { return &g_array_index(p->places, Place, n); }
static inline PlaceObject *places_object(const Places *p, guint n) {
  return &g_array_index(p->objects, PlaceObject, n);
}
Base places_base(const Places *p, const Operand *o, guint base); /* of an operand in the copy at `base` */
/* The object that the definition of a variable makes, or NO_OBJECT_KNOWN. */
guint places_made(const Places *p, guint variable);
/* The place that an access of so many bytes at a base means, or NO_PLACE: any value. */
guint places_find(const Places *p, Base b, guint bytes);
/* Whether an access of so many bytes is inside for certain. */
gboolean places_inside(const Places *p, Base b, guint64 bytes);
/* The counter of a site; the place of an input; or NO_PLACE. */
guint places_counter(const Places *p, guint site);
guint places_input(const Places *p, guint site, guint occurrence);
char *places_name(const Places *p, guint place); /* for people, to free */
#endif
