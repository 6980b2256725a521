/* SPDX-License-Identifier: GPL-3.0-or-later */
/* C text that gives the driver of an entry function (frontend/driver.h) its inputs in a native run. */
#ifndef ACF_NATIVE_DRIVER_TEXT_H
#define ACF_NATIVE_DRIVER_TEXT_H
#include "ir/ir.h"

/* Definitions of what the driver calls.  They ask acf_driver_value(site, k) for the k-th value of a site, from 1,
 * and call acf_driver_assumed() where an assumption does not hold; both are the caller's.  They need
 * `void *calloc(size, size)` alone.  Nothing where the program has no driver. */
void native_append_driver(GString *out, const Program *p);
/* Which value of its site an input is, from 1: the elements of an array are read one after the other. */
guint native_occurrence(const Program *p, const Term *input);
#endif
