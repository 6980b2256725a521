/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program that the options name, ready to be characterized. */
#ifndef ACF_LOAD_H
#define ACF_LOAD_H
#include "ir/ir.h"
#include "options.h"

/* NULL with an error of the front end or of the property: load_status() says which exit status it is.  The
 * property that counts where the options name none is `otherwise`; NULL: unreach-call. */
Program *load_program(const Options *o, const Property *otherwise, GError **error);
ExitStatus load_status(const GError *error);
#endif
