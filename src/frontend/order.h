/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Orders of evaluation that C leaves open.  The operands of an operator and the arguments of a call are
 * evaluated in any order; where one writes what another reads or writes, compilers differ, or may do anything
 * (`i = i++ + 1`).  Inputs that are read in one expression at different places are no conflict: each has its
 * own name. */
#ifndef ACF_FRONTEND_ORDER_H
#define ACF_FRONTEND_ORDER_H
#include "frontend/effects.h"

typedef struct {
  const char *function; /* where it stands; interned */
  IrLoc from, to;       /* the expression, both ends included */
  gboolean sure;        /* whenever it is evaluated; else maybe */
  gboolean assigns;     /* the place of an assignment and its value */
  const char *what;     /* what is changed: interned */
} OrderConflict;

/* order-read.c: by libclang, all conflicts in functions that the file defines.  NULL: the text cannot be
 * read. */
GArray *order_read(const SourceFile *file, gboolean lp64, const ModuleEffects *effects);

/* order-suspect.c: may some expression of the text have operands that conflict?  A quick look. */
gboolean order_is_suspect(const char *text, const ModuleEffects *effects);

/* order.c: looks for conflicts, in a module that is about to be lowered; NULL: there are none */
GArray *order_find(const Lowering *l);
/* Why what is done there is not known; NULL: no sure conflict is there. */
const char *order_broken_at(const Lowering *l, IrLoc loc);
/* When all is lowered: says which orders are taken for granted. */
void order_assume(Lowering *l);
#endif
