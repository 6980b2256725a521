/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures of arguments, as numbers without sign.  There are finitely many, so each that only gets smaller
 * comes to an end. */
#ifndef ACF_SUMMARY_MEASURE_H
#define ACF_SUMMARY_MEASURE_H
#include "summary/prove.h"

typedef enum {
  MEASURE_UNSIGNED,
  MEASURE_SIGNED,
  MEASURE_ABSOLUTE,
  MEASURE_SUM,
  MEASURE_FUNCTION
} MeasureKind;

typedef struct {
  MeasureKind kind;
  gboolean inverted; /* what is larger counts as smaller */
  guint i, j;        /* parameters */
  guint64 offset;    /* subtracted from it, for MEASURE_UNSIGNED */
} Measure;

/* Measure: those that make sense for all members, the likely ones first. */
GArray *measures_of(const Component *c);
const Term *measure_term(const Measure *m, guint function, const Term *const *args);
#endif
