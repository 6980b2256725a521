/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which variables are integers and which are bit-vectors (after He and Rakamaric's bit-precision selection).
 *
 * Variables and places are slots: variable v is slot v, place i is slot n_variables + i.  Slots that an
 * operation relates have one class, and a class is lifted from integers to bit-vectors as a whole: so the two
 * never meet. A finer grouping, which casts do not join, decides whether an integer is read as signed or
 * unsigned. */
#ifndef ACF_PRECISION_H
#define ACF_PRECISION_H
#include "engine/spacer/places.h"
#include "engine/spacer/words.h"

typedef struct {
  const Places *places;
  guint n_variables, n_slots;
  guint *class_of;        /* by slot: the smallest slot of its class */
  guint *reading;         /* by slot: likewise for the finer groups */
  gint *votes;            /* by reading: > 0: unsigned */
  gboolean ties_unsigned; /* how the groups without a majority are read */
  gboolean other_reading; /* groups whose sign no operation shows are read the other way */
  gboolean *lifted;       /* by class */
} Precision;

Precision *precision_new(const Places *p);
Precision *precision_copy(const Precision *p);
void precision_free(Precision *p);
guint precision_width(const Precision *p, guint slot);
WordKind precision_kind(const Precision *p, guint slot);
/* Lifts a class, given by one of its slots; FALSE: it was. */
gboolean precision_lift(Precision *p, guint slot);
void precision_lift_all(Precision *p);
guint precision_n_lifted(const Precision *p); /* slots */
guint precision_n_words(const Precision *p);  /* slots wider than a truth value */
#endif
