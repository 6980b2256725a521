/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Data: the abstract values of the engine shape.
 *
 * A datum stands for a set of machine words: an interval of numbers, a pointer into one abstract object, or
 * the address of a function.  Numbers are taken as signed in their width (as unsigned at width 1).  The whole
 * interval stands for every word, addresses too. */
#ifndef ACF_SHAPE_DATUM_H
#define ACF_SHAPE_DATUM_H
#include "ir/ir.h"

typedef enum { DATUM_INT, DATUM_POINTER, DATUM_FUNCTION } DatumKind;

typedef struct {
  guint8 kind;      /* DatumKind */
  gboolean nonzero; /* DATUM_INT: 0 is not meant, though it may lie between lo and hi */
  guint object;     /* DATUM_POINTER: an object of the heap; DATUM_FUNCTION: a function */
  gint64 lo, hi; /* DATUM_INT: the values; DATUM_POINTER: the offset in bytes, which may be out of bounds */
  guint symbol;  /* DATUM_INT: 0, or: it is the unknown word of this name plus shift, modulo 2^width; */
  guint64 shift; /* all data of one symbol are of one width */
} Datum;

typedef enum { TRUTH_NO, TRUTH_YES, TRUTH_OPEN } Truth;

Datum datum_any(guint width);
Datum datum_int(gint64 value);
Datum datum_interval(gint64 lo, gint64 hi, guint width); /* any, when it does not lie within the width */
Datum datum_word(guint64 bits, guint width);
gboolean datum_is_any(const Datum *a, guint width); /* and has no symbol */
gboolean datum_same(const Datum *a, const Datum *b);
Datum datum_hull(const Datum *a, const Datum *b); /* of two DATUM_INT */
static inline gboolean datum_is_constant(const Datum *a) { return a->kind == DATUM_INT && a->lo == a->hi; }
static inline Datum datum_nameless(Datum a) {
  a.symbol = 0;
  a.shift = 0;
  return a;
}
guint64 datum_bits(const Datum *a, guint width); /* of a constant */

/* An operation on numbers: op of the IR, of a result width, from values of the widths given.  The result
 * holds at least every value that numbers of the arguments can give. */
Datum datum_term(const IrInstr *in, const Datum *args);

/* What is known of a comparison (EQ, ULT, ULE, SLT, SLE) of two numbers. */
Truth datum_compare(TermOp op, const Datum *a, const Datum *b, guint width);
/* Confines both numbers to where the comparison has this outcome.  FALSE: nowhere. */
gboolean datum_confine(TermOp op, gboolean outcome, Datum *a, Datum *b, guint width);
#endif
