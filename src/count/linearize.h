/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Terms as linear expressions over the integers.
 *
 * A sum of w bits is linear modulo 2^w.  As a number it is linear once it is known how often it wrapped
 * around: how many multiples of 2^w are to be subtracted.  Where the ranges of the inputs leave several, the
 * region has to be split by them; likewise by conditions that choose between terms.  A Need says what is
 * missing, so that nothing is assumed about wrap-around. */
#ifndef ACF_LINEARIZE_H
#define ACF_LINEARIZE_H
#include "count/region.h"
#include "formula/term.h"

typedef enum {
  NEED_TRUTH, /* the truth of a Boolean term */
  NEED_WRAPS, /* the wraps of a term */
  NEED_OTHER  /* this is not linear, or the numbers get too large */
} NeedKind;

typedef struct {
  NeedKind kind;
  const Term *term;
  /* NEED_WRAPS: the low bits of the term are expr - wrap * 2^bits, which lies in values, for a wrap of wraps
   */
  guint bits;
  gboolean is_signed;
  Affine expr;
  Range values, wraps;
} Need;

/* A choice of wraps that a region was split by. */
typedef struct {
  const Term *term;
  guint bits;
  gboolean is_signed;
  Int wrap;
} Wrap;

typedef struct {
  GHashTable *inputs; /* Term* -> index + 1 */
  const Ranges *ranges;
  const GArray *wraps;                        /* Wrap */
  int (*truth)(const Term *t, gpointer data); /* 0, 1; -1: not decided */
  gpointer data;
  guint work; /* done so far; there is a limit */
  Need need;
} Linearizer;

/* t as a number: as unsigned or signed.  FALSE: l->need says what is missing. */
gboolean linearize(Linearizer *l, const Term *t, gboolean is_signed, Affine *out);
/* t modulo 2^width: any number that is congruent. */
gboolean linearize_modulo(Linearizer *l, const Term *t, Affine *out);
#endif
