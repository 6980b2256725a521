/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory as the Horn clauses see it: variables that hold an address, and places that hold values.
 *
 * A variable has a base when every value it may take points into one known object; then the clauses know it
 * as the offset from there.  A place is a scalar of an object (always accessed whole, at a known offset), or
 * all of an object that is accessed at variable offsets in units of one size, or a field of some of its
 * elements only: cells, see cells.h.  Every other piece of memory holds any value at any time.  An access
 * through a variable without a base is never understood: clauses must count it as an error, which is why no
 * store needs to be feared to change other objects. The counters of input sites and the inputs that a
 * condition mentions are places too. */
#ifndef ACF_PLACES_H
#define ACF_PLACES_H
#include "engine/spacer/flat.h"

#define NO_PLACE G_MAXUINT
#define NO_OBJECT_KNOWN G_MAXUINT

typedef struct {
  guint object; /* NO_OBJECT_KNOWN: a number, or not known */
  gboolean is_fixed;
  gint64 offset;   /* in bytes, when fixed */
  guint alignment; /* the offset is a multiple of 2 to this */
  guint64 step; /* the offset is `rest` more than a multiple of this, unless something wrapped; 0: exactly */
  guint64 rest;
  gboolean reached; /* some value arrives here */
} Base;

typedef struct {
  guint global; /* id, or G_MAXUINT: made by `maker` */
  const IrInstr *maker;
  guint node;        /* where it is made */
  guint64 size;      /* UNKNOWN_SIZE: the maker's argument says */
  guint64 stride;    /* bytes of an element, where there are cells; else 0 */
  gboolean constant; /* must not be written */
  gboolean is_stack;
  GArray *places; /* guint */
} PlaceObject;

typedef enum {
  PLACE_SCALAR,
  PLACE_ARRAY,
  PLACE_COUNTER,
  PLACE_INPUT,
  PLACE_CELL,
  PLACE_INDEX,     /* a ghost: an index that is the same for all of the run */
  PLACE_FLAG,      /* a ghost: whether the index is the one that it is meant to be */
  PLACE_UNWRITTEN, /* of an object with cells: its element at the index exists, and was not stored to */
  PLACE_WRITTEN    /* and: it was */
} PlaceKind;

typedef struct {
  PlaceKind kind;
  guint object;           /* scalars, arrays, cells, and what became of them */
  guint64 offset;         /* scalars; of cells in the element */
  guint width;            /* of the value or the elements, in bits */
  guint site, occurrence; /* counters (site) and inputs */
  guint ghost;            /* cells, indices and flags: the number of the index */
} Place;

#define UNKNOWN_SIZE G_MAXUINT64

/* How arrays are seen. */
typedef struct {
  guint n;        /* through so many cells of an element; 0: as a whole */
  gboolean first; /* the one cell is that of the first element */
} Ghosts;

/* Not contents: what became of an element. */
static inline gboolean place_is_history(const Place *p) {
  return p->kind == PLACE_UNWRITTEN || p->kind == PLACE_WRITTEN;
}

typedef struct {
  const Flat *flat;
  Base *bases;       /* by variable */
  GArray *objects;   /* PlaceObject: globals first, by id */
  GArray *places;    /* Place */
  guint *made;       /* by variable: the object whose address it gets when it is defined, plus 1; else 0 */
  gboolean *counted; /* by site: occurrences are told apart by a counter */
  Ghosts ghosts;
  gboolean varying; /* some object is accessed at offsets that vary */
} Places;

/* condition: inputs mentioned there become places; NULL: none. */
Places *places_new(const Flat *f, const Term *condition, Ghosts ghosts);
void places_free(Places *p);
static inline Place *places_get(const Places *p, guint n) { return &g_array_index(p->places, Place, n); }
static inline PlaceObject *places_object(const Places *p, guint n) {
  return &g_array_index(p->objects, PlaceObject, n);
}
Base places_base(const Places *p, const Operand *o, guint base); /* of an operand in the copy at `base` */
/* The object that the definition of a variable makes, or NO_OBJECT_KNOWN. */
guint places_made(const Places *p, guint variable);
/* Whether the object is const, and the instruction, which writes to it, is not part of its definition. */
gboolean places_forbids(const Places *p, guint object, const IrInstr *write);
/* Of an object of unknown size: the variable it depends on. */
const Operand *places_size_operand(const PlaceObject *o); /* calloc's other one is a constant */
guint places_size_variable(const Places *p, guint object);
/* The place that an access of so many bytes at a base means, or NO_PLACE: any value, or cells. */
guint places_find(const Places *p, Base b, guint bytes);
/* Whether an access of so many bytes is inside for certain. */
gboolean places_inside(const Places *p, Base b, guint64 bytes);
/* The object of a base where it has cells, else NO_OBJECT_KNOWN. */
guint places_cellular(const Places *p, Base b);
/* The cell is where an access of so many bytes at a base is, for some index, if nothing wrapped. */
gboolean places_is_cell_of(const Places *p, const Place *cell, Base b, guint bytes);
guint places_ghost(const Places *p, PlaceKind kind, guint ghost); /* the place of an index or a flag */
/* The operation that defines a register, where it may be done again at any time with the same result: it has
 * one argument that is a register, which is *of; NULL: none. */
const IrInstr *places_definition(const CfgInfo *info, const Operand *o, guint *of);
void places_add(Places *p, Place place);
/* layout.c: divides the objects into places. */
void places_layout(Places *p);
guint access_bytes(const IrInstr *i); /* of a load or a store */
/* The counter of a site; the place of an input; or NO_PLACE. */
guint places_counter(const Places *p, guint site);
guint places_input(const Places *p, guint site, guint occurrence);
char *places_name(const Places *p, guint place); /* for people, to free */
#endif
