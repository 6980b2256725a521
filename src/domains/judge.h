/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A check in progress: operations whose results it frees at its end, and which end it when they fail.  For
 * properties.c only. */
#ifndef ACF_DOMAINS_JUDGE_H
#define ACF_DOMAINS_JUDGE_H
#include "domains/properties.h"

struct Judge {
  const Trial *trial;
  const Check *check;
  const AcfDomain *d;
  guint n;
  const void *x, *y, *z;
  AcfPoint p;
  AcfConstraint sides[2];
  void *made[260]; /* two for each step of a chain, and some */
  guint n_made;
  gboolean failed;
};

void judge_begin(Judge *j, const Trial *t, const Check *c);
void judge_end(Judge *j);

typedef void *(*Binary)(const AcfDomain *d, const void *x, const void *y);
/* NULL, also when an argument is: something failed. */
const void *judge_binary(Judge *j, Binary f, const void *x, const void *y);
const void *judge_widening(Judge *j, const void *x, const void *y);
const void *judge_narrowing(Judge *j, const void *x, const void *y);
const void *judge_assign(Judge *j, const void *x);
const void *judge_project(Judge *j, const void *x);
const void *judge_cond(Judge *j, const void *x, const AcfConstraint *c);
const void *judge_from(Judge *j);
const void *judge_copy(Judge *j, const void *x);
const void *judge_wrap(Judge *j, const void *x);

gboolean judge_leq(Judge *j, const void *x, const void *y);
gboolean judge_equal(Judge *j, const void *x, const void *y);
gboolean judge_truth(Judge *j, int (*f)(const AcfDomain *, const void *), const void *x);
gboolean judge_has(Judge *j, const void *x); /* the point as it is now */
gboolean judge_converges(Judge *j, gboolean widening);

/* The point goes where the assignment leads; FALSE: that is too large. */
gboolean judge_image(Judge *j);
gboolean judge_wraps(Judge *j);
gboolean judge_out_of_range(Judge *j);
int judge_satisfies(Judge *j);
gboolean judge_represents(Judge *j, const AcfConstraint *c);
gboolean judge_exact(Judge *j);
gboolean judge_telling(Judge *j);    /* the assignment is exact, and says something */
gboolean judge_off_graph(Judge *j);  /* the point is none that the exact assignment leads to */
gboolean judge_invertible(Judge *j); /* exact, and one to one over all values */
gboolean judge_led_to(Judge *j);
gboolean judge_apart(Judge *j); /* sides[] become two constraints that exclude each other */

gboolean judge_finer(Judge *j);
gboolean judge_has_points_of_finer(Judge *j);
gboolean judge_finer_is_below(Judge *j);
#endif
