/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where in the C text the program's branches stand. */
#ifndef ACF_BRANCHES_H
#define ACF_BRANCHES_H
#include "ir/ir.h"
#include "witness/conditions.h"

typedef struct {
  guint function, block;
  gsize at;          /* what it looks at, in the text; G_MAXSIZE: not known */
  guint condition;   /* index of the condition that it belongs to; G_MAXUINT: none that was found */
  guint leaf;        /* which part of it it decides; G_MAXUINT: the whole */
  gboolean inverted; /* it looks at the negation of that part */
} BranchPlace;

typedef struct {
  const Program *program;
  Source *text; /* empty when the program's file cannot be read */
  Conditions *conditions;
  GArray *branches;   /* BranchPlace: those in the program's own file */
  GPtrArray *by_leaf; /* GArray* of guint: the branches of each leaf */
} Branches;

Branches *branches_new(const Program *p);
void branches_free(Branches *p);
static inline const BranchPlace *branches_place(const Branches *p, guint i) {
  return &g_array_index(p->branches, BranchPlace, i);
}
const IrBlock *branches_block(const Branches *p, const BranchPlace *b);
/* The edge that the branch takes where its part of the condition works towards the condition (or against
 * it). */
guint branches_successor(const Branches *p, const BranchPlace *b, gboolean towards);
/* Does an edge of a branch lead to a later part of its condition, so that nothing is decided yet? */
gboolean branches_stays(const Branches *p, const BranchPlace *b, guint successor);
#endif
