/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conditioned programs as C source, for verifiers that read C.
 *
 * The text is the user's program with a condition on its inputs embedded.  It compiles with gcc and clang, keeps
 * the line numbers of the original, and fails on exactly those points of the condition on which the program
 * does. */
#ifndef ACF_REWRITE_H
#define ACF_REWRITE_H
#include "ir/ir.h"

#define ACF_REWRITE_ERROR (rewrite_error_quark())
GQuark rewrite_error_quark(void);

/* To free; NULL with the reason when the condition cannot be embedded.  assume is over inputs of p, free of
 * havoc. */
char *condition_source(const Program *p, const Term *assume, GError **error);
#endif
