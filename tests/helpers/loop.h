/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops made of terms, for tests of what is found out about loops. */
#ifndef ACF_TESTS_LOOP_H
#define ACF_TESTS_LOOP_H
#include "symex/invariant/invariant.h"

const Term *number(guint64 value); /* of 32 bits, as all that follows */
const Term *plus(const Term *a, gint64 value);
const Term *less(const Term *a, const Term *b); /* signed */

/* The changes of a loop; havocs made before begin() are constants of its run. */
typedef struct {
  GArray *changes; /* Change; for the caller to unref */
  guint64 mark;
} Builder;

Builder begin(void);
void change(Builder *b, const Term *any, const Term *first, const Term *next);
#endif
