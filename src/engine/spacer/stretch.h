/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One stretch of the clauses: symbolic execution of all ways from a cut point to the next ones. Internal to
 * stretch*.c and cells.c. */
#ifndef ACF_STRETCH_H
#define ACF_STRETCH_H
#include "engine/spacer/chc.h"

/* A way into a node. */
typedef struct {
  Z3_ast guard;      /* when it is taken; NULL: always */
  const Word *state; /* places */
  const FlatEdge *edge;
  Word *moved; /* by move of the edge */
} Incoming;

/* A load from an object with cells. */
typedef struct {
  guint cell;   /* of those that it may be from, the first */
  Z3_ast held;  /* what that was then */
  Z3_ast where; /* index or offset */
  guint64 rest;
  Word value;
} CellLoad;

typedef struct {
  Chc *c;
  guint procedure, source;
  Z3_ast body;         /* the source's relation, or NULL: the procedure's entry */
  guint first;         /* variable of the procedure */
  Word *values;        /* by variable - first; ast NULL: not known yet */
  GArray **incoming;   /* by node - the procedure's first */
  GPtrArray *states;   /* to free */
  GPtrArray *failures; /* Z3_ast: guards of failing; NULL: always */
  GArray *loads;       /* CellLoad */
  Z3_ast ghost;        /* see chc_has_ghost(); else NULL */
  /* while a node is run: */
  guint place; /* of the node in the procedure's order */
  const FlatNode *node;
  Z3_ast guard;
  Word *state; /* by place; ast NULL: any value */
  gboolean ended;
} Stretch;

/* stretch.c */
Word stretch_variable(Stretch *r, guint variable);
Word stretch_place(Stretch *r, guint place);
void stretch_fail(Stretch *r, Z3_ast when);   /* those runs fail; NULL: all */
void stretch_assume(Stretch *r, Z3_ast what); /* the others go on */
Word stretch_slot(Stretch *r, guint slot);
void stretch_fail_in_measure(Stretch *r, Z3_ast guard, Z3_ast decreases);
/* stretch-measure.c: the measure of the loop whose head an edge leads to, where the program is not to end
 * else. */
Z3_ast stretch_measure_at_head(Stretch *r, const GArray *slots, const Z3_ast *values);
void stretch_check_iteration(Stretch *r, const Incoming *in);
void stretch_check_call(Stretch *r, const GArray *args);
/* stretch-instr.c */
Word stretch_number(Stretch *r, const Operand *o, guint base, WordKind kind);
Word stretch_offset(Stretch *r, const Operand *o, guint base, WordKind kind);
Word stretch_object_size(Stretch *r, guint object, WordKind kind);
Word stretch_moved(Stretch *r, guint dest, const Operand *o, guint base);
void stretch_instr(Stretch *r, const IrInstr *i);
/* stretch-start.c: what the places and the condition say when the program starts. */
void stretch_start_program(Stretch *r);
#endif
