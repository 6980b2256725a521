/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Terms as expressions of Z3; used by solver.c only.
 *
 * A Boolean term is a Bool, any other scalar a bit-vector; an array's elements are bit-vectors always.
 * Operations on floating point stay among themselves in Z3's own sort, and only what looks at the bits goes
 * through them. */
#ifndef ACF_TRANSLATE_H
#define ACF_TRANSLATE_H
#include "formula/store.h"
#include <z3.h>

typedef struct {
  Z3_context z3;
  IdMap bits;             /* term -> its expression */
  IdMap floats;           /* term -> the same as a floating-point number, where one was needed */
  GArray *trail;          /* of guint: the ids with an entry, in order of entry */
  GPtrArray *leaves;      /* the inputs and scalar havocs translated */
  GPtrArray *definitions; /* equations that give the named nodes their meaning: the caller asserts them */
  guint n_made;           /* expressions, also those forgotten since: they live as long as the context */
  gboolean failed;        /* Z3 could not make an expression: out of memory */
} Translation;

typedef struct {
  guint trail, leaves;
} TranslationMark;

void translation_init(Translation *tr, Z3_context z3);
void translation_clear(Translation *tr);
/* What was translated after the mark is forgotten by translation_return(). */
TranslationMark translation_mark(const Translation *tr);
void translation_return(Translation *tr, TranslationMark mark);

/* The expression for a term; nodes used in several places, and some on every deep path, get names.
 * NULL when Z3 failed. */
Z3_ast translate(Translation *tr, const Term *t);
/* A Bool constant that stands for a Boolean term, or the negation of one. */
Z3_ast translate_literal(Translation *tr, const Term *t);
#endif
