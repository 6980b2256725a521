/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Features: terms over the inputs whose thresholds a guess may be built of.
 * Values are compared in an unsigned form that keeps their order; of floating-point numbers both zeros have
 * one such form, and NaN comes after infinity. */
#ifndef ACF_LEARN_FEATURES_H
#define ACF_LEARN_FEATURES_H
#include "formula/term.h"

#define LEARN_MAX_INPUTS 20 /* a dimension of arrays */

typedef enum { READ_UNSIGNED, READ_SIGNED, READ_FLOAT } Reading;

typedef struct {
  const Term *term;
  Reading reading;
  guint cost;     /* about the bits it takes to say it: simple ones are preferred */
  GArray *column; /* guint64: its value at each point, in an order-preserving unsigned form */
} Feature;

typedef struct {
  GPtrArray *inputs;                   /* Term*: the ones looked at, at most LEARN_MAX_INPUTS */
  gboolean is_float[LEARN_MAX_INPUTS]; /* the program takes it for a floating-point number */
  GPtrArray *list;                     /* Feature*, the plain ones first */
  guint n_plain;                 /* of the list: inputs, the program's own terms, comparisons of two inputs */
  GArray *constants;             /* gint64: of the program */
  GArray *own[LEARN_MAX_INPUTS]; /* gint64: numbers that the program holds against this input alone */
  GPtrArray *equations;          /* Term*: their zeros are where the program's conditions change */
} Features;

Features *features_new(const GPtrArray *inputs, const GPtrArray *atoms);
void features_free(Features *f);
void features_add_constant(Features *f, gint64 c);         /* a preferred bound */
void features_add_own(Features *f, guint input, gint64 c); /* as above, of one input */
/* The values of a sum of inputs, which are signed, are worth a bound. */
void features_add_sum(Features *f, const Term *sum);
/* Extends the columns of the first n features by the points they do not have yet. */
void features_fill(Features *f, guint n, const GPtrArray *models);

/* To the ordered form and back. */
guint64 feature_order(const Feature *f, guint64 raw);
guint64 feature_raw(const Feature *f, guint64 ordered);
guint64 feature_max(const Feature *f); /* in ordered form; the least is feature_min() */
guint64 feature_min(const Feature *f);
/* lo <= feature <= hi, bounds in ordered form. */
const Term *feature_between(const Feature *f, guint64 lo, guint64 hi);
#endif
