/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inside of the GraphML reader. */
#ifndef ACF_GRAPHML_H
#define ACF_GRAPHML_H
#include "witness/witness.h"

typedef struct {
  char *text[2]; /* the invariant of a node and its scope; NULL: none */
} NodeText;

/* Adds to w what the texts of its nodes say of places. */
void graphml_place_invariants(Witness *w, const NodeText *texts);
#endif
