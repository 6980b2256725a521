/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program that the options name, ready to be characterized. */
#ifndef ACF_LOAD_H
#define ACF_LOAD_H
#include "ir/ir.h"
#include "loop/options.h"

/* NULL with an error of the front end or of the property.  The property that counts where the options name
 * none is `otherwise`; NULL: unreach-call where the program calls an error function or one of SV-COMP's
 * (__VERIFIER_), else runtime-errors. */
Program *load_program(const AnalysisOptions *o, const Property *otherwise, GError **error);
#endif
