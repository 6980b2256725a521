/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why a program is safe, as a correctness witness. */
#ifndef ACF_CORRECTNESS_H
#define ACF_CORRECTNESS_H
#include "cfc/cfc.h"
#include "ctext/source.h"
#include "witness/witness.h"

/* The invariants of loops that can be said in C and were proven again as they are said; without metadata. The
 * program must have no failing input. */
Witness *correctness_witness(const Cfc *c, const Source *s, double seconds, gsize memory_bytes);
#endif
