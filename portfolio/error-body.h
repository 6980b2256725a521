/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Error functions for verifiers that know assertions only: a call of one executes statements of ours. */
#ifndef ACF_ERROR_BODY_H
#define ACF_ERROR_BODY_H
#include <glib.h>

#define ACF_ERROR_BODY_ERROR (error_body_error_quark())
GQuark error_body_error_quark(void);

/* The C text in which each of the functions begins with the statements: put into the body where the text
 * defines it, else behind the text as a definition of its own.  What the text does not declare is looked for
 * in headers, the text as it is after preprocessing (NULL: not at all).  No line moves.  NULL with an error
 * when one of them is neither defined nor declared: then a safe verdict would say nothing. */
char *error_body_insert(const char *text, const char *headers, const char *const *functions,
                        const char *statements, GError **error);
/* The C text with a declaration of a function without arguments before everything else, in the first line
 * that has code; as it is when it declares the function already.  NULL with an error: no place is safe from
 * #if. */
char *error_body_declare(const char *text, const char *function, GError **error);
#endif
