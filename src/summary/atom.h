/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Simple conditions on the parameters of a function: what pieces and regions of summaries are made of. */
#ifndef ACF_ATOM_H
#define ACF_ATOM_H
#include "summary/fit.h"

typedef enum { ATOM_EQUAL, ATOM_BELOW, ATOM_LESS, ATOM_ODD } AtomKind; /* BELOW unsigned, LESS signed */

typedef struct {
  AtomKind kind;
  gboolean negated;
  guint i;          /* the parameter */
  guint j;          /* compared with that one; G_MAXUINT: with the constant */
  guint64 constant; /* of the parameter's width */
} Atom;

/* The constants near which functions may change their ways: those of their bodies, with their neighbours.
 * guint64, as if of width 64, sign-extended. */
GArray *atom_constants(const Program *p, const guint *functions, guint n);
/* Atom: all for f over such constants, each with its negation. */
GArray *atoms_of(const IrFunction *f, const GArray *constants);
gboolean atom_holds(const IrFunction *f, const Atom *a, const guint64 *args);
const Term *atom_term(const IrFunction *f, const Atom *a);
/* Which part of all arguments it leaves, about: 0 .. 1. */
double atom_share(const IrFunction *f, const Atom *a);
#endif
