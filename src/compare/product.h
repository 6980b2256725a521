/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two failure automata run side by side on the same inputs: which sequences of inputs, however long, fail in the one, the
 * other, or both.
 *
 * Both must read the inputs that guards of both mention at the same pace: then all that is to know of a pair of runs is the
 * pair of locations.  Where a side has come to its end, the other one goes on alone. */
#ifndef ACF_COMPARE_PRODUCT_H
#define ACF_COMPARE_PRODUCT_H
#include "ir/failure-automaton.h"

typedef struct {
  const FailureAutomaton *automaton; /* exact; runs that go on for ever do not fail */
  GHashTable *sites;                 /* site -> common site; NULL: they are the same */
} ProductSide;

typedef enum { PRODUCT_FIRST_ONLY, PRODUCT_BOTH, PRODUCT_SECOND_ONLY, PRODUCT_N } ProductCase;

typedef struct {
  Model *examples[PRODUCT_N]; /* over the common sites, occurrences from the start; NULL: none was found */
  gboolean open[PRODUCT_N];   /* the example needs more inputs: those after which the side that has not failed does not fail */
  gboolean complete;          /* where none was found, there is none */
  guint uneven;               /* a common site that is not read at the same pace; G_MAXUINT: all are */
} Product;

/* Until the deadline, with so many milliseconds for each question. */
Product *product_new(const ProductSide sides[2], gint64 deadline, guint question_ms);
void product_free(Product *p);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Product, product_free)
#endif
