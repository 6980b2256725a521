/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Formulas of which only some inputs are given: what already decides them. */
#ifndef ACF_FORMULA_GIVEN_H
#define ACF_FORMULA_GIVEN_H
#include "formula/term.h"

/* A Boolean that says that the value of the input is given. */
typedef const Term *(*GivenInput)(gpointer data, const Term *input);

/* A formula that holds only where t, a Boolean, holds whatever the inputs are that are not given; its truth does not depend on
 * those.  It is t where all are given. */
const Term *term_when_given(const Term *t, GivenInput given, gpointer data);
#endif
