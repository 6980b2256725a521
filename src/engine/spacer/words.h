/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Machine words as Z3 expressions: as bit-vectors, or as integers with some operations abstracted.
 *
 * A word is a truth value, an integer read as signed or as unsigned, or a bit-vector.  On integers, a result
 * out of the width's range is any value in it, and so is that of most bitwise operations: what is computed is
 * a superset of what the machine does.  With chc.c and spacer.c, which build clauses, this knows Z3. */
#ifndef ACF_WORDS_H
#define ACF_WORDS_H
#include "formula/term.h"
#include <z3.h>

typedef enum { WORD_BOOL, WORD_SIGNED, WORD_UNSIGNED, WORD_BITS } WordKind;

typedef __int128 Wide;

typedef struct {
  Z3_ast ast;
  WordKind kind;
  guint width;
  Wide low, high; /* integers: the value lies between them */
} Word;

/* A constant and what is known of it; the constant is free elsewhere. */
typedef struct {
  Z3_ast constant, fact;
} WordFact;

typedef struct {
  Z3_context z3;
  GArray *facts; /* WordFact: definitions of the fresh constants, each satisfiable whatever the others are */
  guint n_fresh;
  gboolean lossy; /* set when an operation was abstracted */
} Words;

void words_init(Words *w, Z3_context z3);
void words_clear(Words *w);
Z3_sort words_sort(const Words *w, WordKind kind, guint width);
Z3_ast words_number(const Words *w, Wide value); /* an Int */
/* The word that is constant c; nothing is said of its range. */
Word word_of(Z3_ast c, WordKind kind, guint width);
/* A fact that the constant is in its range; NULL: every value is. */
Z3_ast word_range_fact(const Words *w, Z3_ast c, WordKind kind, guint width);
Z3_ast words_fresh_constant(Words *w, Z3_sort sort);
Word word_fresh(Words *w, WordKind kind, guint width); /* any value; its range is a fact */
Word word_const(const Words *w, WordKind kind, guint width, guint64 bits);
void words_add_fact(Words *w, Z3_ast constant, Z3_ast fact);
/* The same bits in another form; between integers and bit-vectors everything is lost. */
Word word_convert(Words *w, Word a, WordKind kind);
/* term_make's operation, the result as `kind` (WORD_BOOL for width 1).  Arguments that are constants may have
 * any kind. */
Word word_apply(Words *w, TermOp op, guint width, guint64 param, const Word *args, guint n, WordKind kind);
/* Shorthands on truth values; NULL stands for true. */
Z3_ast words_and(const Words *w, Z3_ast a, Z3_ast b);
#endif
