/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why a claim is weaker than it could be, as a clause for people: it may stand behind "because". */
#ifndef ACF_IR_REASON_H
#define ACF_IR_REASON_H
#include "ir/ir.h"

/* "acf could not analyse scanf (leap.c:9)": what, a noun phrase, is C that is not modelled, or whose meaning
 * C leaves open.  A place without a line or a file is left out as far as it is not known. */
char *reason_unmodelled(IrLoc loc, const char *what);
#endif
