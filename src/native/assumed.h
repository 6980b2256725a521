/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conditions that a characterization takes for granted (--assume, requires): nothing is claimed of inputs
 * that do not satisfy them. */
#ifndef ACF_NATIVE_ASSUMED_H
#define ACF_NATIVE_ASSUMED_H
#include "native/concrete-input.h"

typedef struct Assumed Assumed;
/* Those of the assumptions of the CFC that are conditions on its inputs, as far as they are understood. */
Assumed *assumed_new(const Cfc *c);
void assumed_free(Assumed *a);

/* The first condition that the input does not satisfy, as it was given; NULL: there is none that is known. */
const char *assumed_violated(Assumed *a, const ConcreteInput *in);
#endif
