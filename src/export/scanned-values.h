/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a variable holds behind a call of scanf: the number that was read, or what it held before.
 *
 * An analysis knows these as two inputs, and a third that says which it is.  People mean the variable.  Where a formula
 * depends on the number only if that was read, and on the uninitialised variable only if it was not, both may go by
 * the name of the variable: the formula is then over what it holds in either case. */
#ifndef ACF_EXPORT_SCANNED_VALUES_H
#define ACF_EXPORT_SCANNED_VALUES_H
#include "cfc/cfc.h"

typedef struct ScannedValues ScannedValues;
ScannedValues *scanned_values_new(const Cfc *c);
void scanned_values_free(ScannedValues *v);
/* A bound of the CFC, within the bounds of its inputs, over what variables hold. */
const Term *scanned_values_say(const ScannedValues *v, const Term *formula);
/* Does the number stand for an uninitialised variable, too? */
gboolean scanned_values_hold(const ScannedValues *v, const Term *number);
/* Is it such a variable, which no formula mentions any more? */
gboolean scanned_values_hide(const ScannedValues *v, const Term *input);
#endif
