/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CBMC's counterexamples: the values of inputs in what `cbmc --json-ui --trace` prints.  A point of the input
 * space, to be run by symex before it counts. */
#ifndef ACF_CBMC_H
#define ACF_CBMC_H
#include "ir/ir.h"

#define ACF_CBMC_ERROR (cbmc_error_quark())
typedef enum {
  CBMC_ERROR_MALFORMED, /* not JSON of that kind */
  CBMC_ERROR_TOO_LARGE,
  CBMC_ERROR_NO_TRACE /* it shows no failing run */
} CbmcErrorCode;
GQuark cbmc_error_quark(void);

/* The inputs of the first failing run: the k-th value returned by an input call on a line is its occurrence
 * k. Inputs that it does not mention are not in the model.  Any bytes will do; NULL with the reason. */
Model *cbmc_point(const Program *p, const char *bytes, gsize size, GError **error);
#endif
