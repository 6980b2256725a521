/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A closed form in pieces that fits what was seen of a function. */
#ifndef ACF_GUESS_H
#define ACF_GUESS_H
#include "summary/atom.h"

typedef struct {
  const Term *covered; /* where it says something: the union of its pieces */
  const Term *value;   /* what; NULL: the function returns nothing */
} Guess;

/* atoms: Atom, what pieces are told apart by.  simple_first: pieces with simple forms are looked for before
 * large ones.  A guess only: true of the observations, else of nothing. */
Guess guess_pieces(const IrFunction *f, const GArray *atoms, const Observation *seen, guint n,
                   gboolean simple_first);
/* Adds to the atoms of a function of one argument the points from which on, or up to which, what was seen is
 * simple. */
void guess_breakpoints(const IrFunction *f, GArray *atoms, const Observation *seen, guint n);
#endif
