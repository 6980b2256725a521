/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points of the input space that are worth a test: inside of lower bounds, at their borders, and just outside
 * of all upper bounds. */
#ifndef ACF_POINTS_H
#define ACF_POINTS_H
#include "cfc/cfc.h"

typedef struct {
  guint partition; /* that it is in, or next to */
  gboolean fails;  /* a point of a lower bound; else of no upper bound */
  gboolean extra;  /* just another point: worth a test only if it takes a way of its own */
  char *what;      /* for people: "x is least" */
  GArray *values;  /* ClaimValue (claims.h): of every input that matters */
} TestPoint;

TestPoint *test_point_new(guint partition, gboolean fails, char *what); /* takes what */
void test_point_free(gpointer point);
/* Only inputs of sites for which settable is TRUE are not 0.  By the solver in a process of its own, within
 * about so many seconds: what was found until then (TestPoint*). */
GPtrArray *points_find(const Cfc *c, const gboolean *settable, double seconds);
#endif
