/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rules: a disjunction of conjunctions of bounds on features. */
#ifndef ACF_LEARN_RULES_H
#define ACF_LEARN_RULES_H
#include "learn/learn-features.h"

typedef struct {
  guint feature;
  guint64 lo, hi;   /* in ordered form */
  gboolean outside; /* not within lo..hi */
} Literal;

typedef GPtrArray RuleSet; /* GArray* of Literal */
RuleSet *rules_new(void);
void rules_free(RuleSet *r);
void rules_add(RuleSet *r, const GArray *literals); /* copies */
/* Drops literals and rules that are not needed to cover the points of the label and not the others. */
void rules_simplify(RuleSet *r, const Features *f, const guint8 *labels, guint n_points, guint8 label);
guint rules_cost(const RuleSet *r, const Features *f);
const Term *rules_term(const RuleSet *r, const Features *f);
#endif
