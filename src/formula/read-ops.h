/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The operations of SMT-LIB 2 on terms.  Internal to the read-*.c files. */
#ifndef ACF_READ_OPS_H
#define ACF_READ_OPS_H
#include "formula/sexpr.h"
#include "formula/term.h"

typedef enum { SMT2_BOOL, SMT2_BITS, SMT2_FLOAT, SMT2_ARRAY, SMT2_ROUNDING } Smt2Kind;

/* A float is the term of its bits.  Every NaN has the bits that terms give it. */
typedef struct {
  const Term *term; /* NULL for a rounding mode */
  Smt2Kind kind;
  TermRounding rounding;
} Smt2Value;

/* true, #x1f, #b01, RNE; FALSE: not a constant. */
gboolean smt2_read_constant(const char *atom, Smt2Value *value);
gboolean smt2_read_indexed_constant(const SExpr *s, guint node, Smt2Value *value,
                                    guint *width);                      /* (_ bv5 32) */
gboolean smt2_read_bits_sort(const SExpr *s, guint node, guint *width); /* (_ BitVec 32) */
/* The list `node` with its arguments evaluated. */
gboolean smt2_apply(const SExpr *s, guint node, const Smt2Value *args, guint n, Smt2Value *value,
                    GError **error);
#endif
