/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Uninitialised variables that are not read.
 *
 * A function that may end without a return statement reads an input on entry: what it would return then.
 * The value is not needed where it does return, but the readings are counted: a call that a summary replaces
 * is one reading less, and the next one is of another number. */
#ifndef ACF_UNREAD_H
#define ACF_UNREAD_H
#include "ir/cfg.h"

/* No function that the members call, themselves aside, reads what is uninitialised: neither do others read it
 * at the places of the members. */
gboolean unread_elsewhere(const Program *p, const guint *members, guint n);
gboolean reads_uninitialised(const Program *p, guint function);
#endif
