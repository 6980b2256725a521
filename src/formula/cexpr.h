/* SPDX-License-Identifier: GPL-3.0-or-later */
/* C expressions in the texts of verifiers (assumptions, invariants, path conditions) as terms.
 *
 * Integers with C's promotions and conversions, bit-precise; what is not understood (floats, pointers, calls,
 * side effects) is an error, never a guess. */
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
GQuark cexpr_error_quark(void);

/* The points at which the expression is not zero; NULL with an error. */
const Term *cexpr_condition(const char *text, gboolean lp64, CResolve resolve, gpointer data, GError **error);
/* Its value. */
gboolean cexpr_value(const char *text, gboolean lp64, CResolve resolve, gpointer data, CValue *value,
                     GError **error);
#endif
