/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Error functions for verifiers that know assertions only: whoever calls one runs into statements of ours. */
#ifndef ACF_ERROR_BODY_H
#define ACF_ERROR_BODY_H
#include <glib.h>

#define ACF_ERROR_BODY_ERROR (error_body_error_quark())
GQuark error_body_error_quark(void);

/* The C text in which each of the functions begins with the statements: put into the body where the text
 * defines it, else behind the text as a definition of its own.  No line moves.  NULL with an error when the
 * text (without what it includes) neither defines nor declares one of them: then a safe verdict would say
 * nothing. */
char *error_body_insert(const char *text, const char *const *functions, const char *statements,
                        GError **error);
#endif
