/* SPDX-License-Identifier: GPL-3.0-or-later */
/* C expressions in the texts of verifiers (assumptions, invariants, path conditions) as terms.
 *
 * Integers with C's promotions and conversions, bit-precise; what is not understood (floats, pointers, calls,
 * side effects) is an error, never a guess.  Signed arithmetic wraps and >> of negative numbers keeps the
 * sign, as everywhere in acf.  A point at which C defines no value (a division by zero or of the smallest
 * number by -1, a shift by too much, where it is evaluated) is no point of a condition; so the points outside
 * a condition are not those of the negated text. */
#ifndef ACF_CEXPR_H
#define ACF_CEXPR_H
#include "formula/term.h"

typedef struct {
  const Term *term; /* of width 8, 16, 32 or 64 */
  gboolean is_signed;
} CValue;

/* What a name means; FALSE: nothing.  Names are identifiers, with `\result` as it stands. */
typedef gboolean (*CResolve)(gpointer data, const char *name, CValue *value);

#define ACF_CEXPR_ERROR (cexpr_error_quark())
typedef enum {
  CEXPR_ERROR_SYNTAX,      /* not a C expression */
  CEXPR_ERROR_UNSUPPORTED, /* one, but not of integers alone and without side effects */
  CEXPR_ERROR_NAME,        /* a name that means nothing */
  CEXPR_ERROR_TOO_LARGE,   /* nested too deeply, or too long */
  CEXPR_ERROR_UNDEFINED    /* cexpr_value(): there may be no value */
} CExprErrorCode;
GQuark cexpr_error_quark(void);

/* The points at which the expression is not zero; NULL with an error. */
const Term *cexpr_condition(const char *text, gboolean lp64, CResolve resolve, gpointer data, GError **error);
/* Its value; an error where there is a point at which it may have none. */
gboolean cexpr_value(const char *text, gboolean lp64, CResolve resolve, gpointer data, CValue *value,
                     GError **error);
/* As cexpr_condition(), with integers that have no end, ^ as the power, & and | that bind
 * tighter than comparisons, and casts without effect: a reading of
 * texts that are not about C, for candidates that are checked afterwards.  Where numbers may leave 64 bits:
 * an error. */
const Term *cexpr_mathematical(const char *text, CResolve resolve, gpointer data, GError **error);
/* The parts of "x == 5; y == 3;", without blanks around them and without empty ones, to g_strfreev(); what is
 * in parentheses or quotes is not split. */
char **cexpr_split(const char *text);
#endif
