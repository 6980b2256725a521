/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Atoms: the abstract values of the engine shape.
 *
 * An atom stands for a set of machine words: an interval of numbers, a pointer into one abstract object, or
 * the address of a function.  Numbers are taken as signed in their width (as unsigned at width 1).  The whole
 * interval stands for every word, addresses too. */
#ifndef ACF_SHAPE_ATOM_H
#define ACF_SHAPE_ATOM_H
#include "ir/ir.h"

typedef enum { ATOM_INT, ATOM_POINTER, ATOM_FUNCTION } AtomKind;

typedef struct {
  guint8 kind;      /* AtomKind */
  gboolean nonzero; /* ATOM_INT: 0 is not meant, though it may lie between lo and hi */
  guint object;     /* ATOM_POINTER: an object of the heap; ATOM_FUNCTION: a function */
  gint64 lo, hi;    /* ATOM_INT: the values; ATOM_POINTER: the offset in bytes, which may be out of bounds */
} Atom;

typedef enum { TRUTH_NO, TRUTH_YES, TRUTH_OPEN } Truth;

Atom atom_any(guint width);
Atom atom_int(gint64 value);
Atom atom_interval(gint64 lo, gint64 hi, guint width); /* any, when it does not lie within the width */
Atom atom_word(guint64 bits, guint width);
gboolean atom_is_any(const Atom *a, guint width);
gboolean atom_same(const Atom *a, const Atom *b);
Atom atom_hull(const Atom *a, const Atom *b); /* of two ATOM_INT */
static inline gboolean atom_is_constant(const Atom *a) { return a->kind == ATOM_INT && a->lo == a->hi; }
guint64 atom_bits(const Atom *a, guint width); /* of a constant */

/* An operation on numbers: op of the IR, of a result width, from atoms of the widths given.  The result holds
 * at least every value that numbers of the arguments can give. */
Atom atom_term(const IrInstr *in, const Atom *args);

/* What is known of a comparison (EQ, ULT, ULE, SLT, SLE) of two numbers. */
Truth atom_compare(TermOp op, const Atom *a, const Atom *b, guint width);
/* Confines both numbers to where the comparison has this outcome.  FALSE: nowhere. */
gboolean atom_confine(TermOp op, gboolean outcome, Atom *a, Atom *b, guint width);
#endif
