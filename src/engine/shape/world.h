/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An abstract state of a run: the activations of functions, their registers, and memory. */
#ifndef ACF_SHAPE_WORLD_H
#define ACF_SHAPE_WORLD_H
#include "engine/shape/heap.h"
#include "ir/cfg.h"

typedef struct {
  guint function, block;
  guint at; /* the next instruction; in an outer activation: the one after the call */
  guint n_regs;
  Datum *regs;
} WorldFrame;

typedef struct {
  GArray *frames; /* WorldFrame, the innermost last */
  Heap *heap;
  guint *globals; /* the object of each global */
  guint n_globals;
  guint8 *reads; /* by input site: how often it was read, up to what the explorer asks */
  guint8 *made;  /* by input site (for what is in a new object): how many objects, up to those kept apart */
  guint n_sites;
  gboolean lost; /* an object of the heap may have been lost that was not freed */
  guint symbols; /* names of unknown words given so far: 1 .. symbols */
} World;

World *world_new(guint n_sites, guint n_globals);
World *world_copy(const World *w);
void world_free(World *w);
static inline WorldFrame *world_top(const World *w) {
  return &g_array_index(w->frames, WorldFrame, w->frames->len - 1);
}
void world_push(World *w, const IrFunction *f);
/* Ends the innermost activation: its variables are no more. */
void world_pop(World *w);

/* Calls visit for every datum of the state that may have a symbol; width is its width. */
typedef void (*VisitDatum)(gpointer data, Datum *a, guint width);
void world_each(const Program *p, World *w, VisitDatum visit, gpointer data);
/* Symbols that one datum has alone go; the others are numbered in order, from the first datum with each. */
void symbols_tidy(const Program *p, World *w);
/* What is now known of a datum with a symbol is known of all that have it.  FALSE: they contradict it. */
gboolean symbols_learn(const Program *p, World *w, const Datum *known);

/* Folding: brings a state into a form that is one of finitely many, by merging objects and widening numbers.
 * Single objects that a register or a variable points to stay; all others are merged with those that the same
 * instruction made and that hold the same numbers. */
typedef struct Folder Folder;
/* Objects that differ in this are not merged. */
typedef enum {
  FOLD_BY_NUMBERS = 1, /* the numbers in them */
  FOLD_BY_REACH = 2    /* the single objects with a name from which they can be reached */
} FoldBy;
Folder *folder_new(const Program *p, const Cfg *cfg, FoldBy by);
void folder_free(Folder *f);
/* The innermost activation stands at the start of a block.  widen: numbers that take many values there
 * become intervals between the constants of the program.  Returns a digest, to free: states with the same
 * digest are the same. */
char *folder_fold(Folder *f, World *w, gboolean widen);
#endif
