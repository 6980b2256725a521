/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search of the engine shape: what its parts share. */
#ifndef ACF_SHAPE_EXPLORE_H
#define ACF_SHAPE_EXPLORE_H
#include "engine/answer.h"
#include "engine/shape/world.h"

typedef struct {
  const Program *program;
  const Cfg *cfg;
  gint64 deadline;
  GHashTable *bounds; /* Term* of an input to Datum*: what the condition says of it */
  guint8 *asked;      /* by site: the last occurrence that the condition speaks of */
  guint kept_apart;   /* so many first objects of each malloc are never merged with others */
  gboolean takes_out; /* single objects are taken out of summaries that a pointer is followed into */
  Folder *folder;
  guint max_states;
  GHashTable *seen; /* char*: digests of states at joins */
  GPtrArray *open;  /* World*: to follow */
  guint64 steps;
  const char *reason; /* why nothing can be said, NULL: all was understood so far */
  IrLoc where;
} Explorer;

typedef enum { STEP_ON, STEP_END, STEP_LOST } Step; /* go on; the run ends without failing; reason is set */

Step lose(Explorer *x, IrLoc where, const char *reason); /* STEP_LOST */
Datum operand_datum(const World *w, const Operand *o);
/* The same, of which a copy is made: both are known to be the same word then. */
Datum operand_copied(World *w, const Operand *o);

/* Term*: conjunctions that are the condition when joined by `or`; at most so many. */
GPtrArray *condition_cases(const Term *condition, guint limit);

/* Where a register points into a summary, its pointee becomes an object of its own. */
void focus_operand(Explorer *x, World *w, const Operand *o);
/* What was read from a place of a single object into a register is what is there.  A pointer into a summary
 * becomes one to a single object.  FALSE: it cannot be there. */
gboolean focus_read(Explorer *x, World *w, const Datum *p, guint width, guint reg);

/* One instruction of the innermost activation, which stands behind it then.  Other outcomes of it, if there
 * are any, become open states. */
Step run_instr(Explorer *x, World *w, const IrInstr *in);
/* Confines the state to where a truth value is as it is said to be.  FALSE: there is nothing. */
gboolean confine_truth(Explorer *x, World *w, const Operand *o, gboolean outcome);
#endif
