/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Does every analyzer that is found work here?  Each is tried on two small programs, one that fails and one
 * that does not. */
#ifndef ACF_DOCTOR_H
#define ACF_DOCTOR_H
#include "portfolio/registry.h"

/* Prints a line for each to standard output.  How many do not work; -1 with an error: nothing could be tried.
 */
int doctor(const Registry *r, gboolean lp64, GError **error);
#endif
