/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariants for others. */
#include "export/correctness.h"

Witness *correctness_witness(const Cfc *c, const Source *s, double seconds, gsize memory_bytes) {
  return witness_new(WITNESS_CORRECTNESS);
}
