/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Terms as C that is executed: by compilers, and by verifiers as part of a program.
 *
 * The code needs no headers and no extensions, has no undefined behaviour, and means the same in every data
 * model with 32-bit int and 64-bit long long.  Its size is linear in the DAG: what is shared is a local
 * variable; and so is, about, the time that compilers take: a long function is written in parts.  Signed
 * comparisons of inputs are written as such, since verifiers understand `x < 5` better than the same in
 * unsigned arithmetic. */
#ifndef ACF_PRINT_EXEC_C_H
#define ACF_PRINT_EXEC_C_H
#include "formula/term.h"

/* How the code gets at an input: a C expression (a name, or in brackets) without side effects, of
 * floating-point type, or of an integer type that holds the value of the input as signed or unsigned number
 * of its width. */
typedef struct {
  char *text; /* to free */
  gboolean is_signed, is_float;
} ExecLeaf;
typedef ExecLeaf (*ExecInput)(gpointer data, const Term *input);

#define ACF_EXEC_C_ERROR (exec_c_error_quark())
GQuark exec_c_error_quark(void);

/* Appends the definition of a function with the given head ("static int holds(int x)") that returns 1 where
 * t, a Boolean, holds and 0 elsewhere, with the helpers that it needs before it.  Names that it makes begin
 * with prefix.  FALSE, with out as it was, for what C has no operator for: havoc, arrays, and the functions
 * of libm. */
gboolean term_to_exec_c(const Term *t, const char *head, const char *prefix, ExecInput input, gpointer data,
                        GString *out, GError **error);
#endif
