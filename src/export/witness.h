/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a CFC claims as witnesses for other tools: a violation witness for each partition with a failing
 * input, or a correctness witness for a program that is proven safe. */
#ifndef ACF_EXPORT_WITNESS_H
#define ACF_EXPORT_WITNESS_H
#include "cfc/cfc.h"
#include "witness/witness.h"

typedef struct {
  const char *folder;               /* made when it is not there */
  gsize memory_bytes;               /* for the process that follows a run */
  gint64 deadline;                  /* monotonic microseconds; the first run gets a moment all the same */
  void (*say)(const char *message); /* called with what is not written and why */
} WitnessOptions;

/* Writes DIR/partition-N.graphml and .yml, or DIR/correctness.graphml and .yml.  FALSE: a file could not be
 * written (said); the others are there all the same.  A witness that cannot be made is said, and no failure.
 */
gboolean export_witnesses(const Cfc *c, const WitnessOptions *o);
#endif
