/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How native runs and tests give inputs their values: one row for each kind of input. */
#ifndef ACF_EXPORT_INPUT_DRIVE_H
#define ACF_EXPORT_INPUT_DRIVE_H
#include "ctext/edit.h"
#include "ir/ir.h"

/* A test can set it from outside, if its place allows that. */
gboolean input_settable(const InputSite *s);
/* The program gets it as an argument, or reads it from its standard input. */
gboolean input_from_outside(const InputSite *s);
/* Puts the site under the control of a driver acf_site_N (see driven-build.c).  FALSE: that cannot be done at
 * its place; then the text stays as it is. */
gboolean input_drive(Edits *edits, const InputSite *s);
#endif
