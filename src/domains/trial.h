/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A script that is run: the elements of its steps, and points that are known to be in each because the
 * concrete meaning of the steps leads there. */
#ifndef ACF_DOMAINS_TRIAL_H
#define ACF_DOMAINS_TRIAL_H
#include "domains/script.h"

#define TRIAL_POINTS 3 /* of an element */

typedef struct {
  void *element; /* NULL: it was refused, or an operation failed */
  AcfPoint points[TRIAL_POINTS];
  guint n_points;
} TrialElement;

typedef struct {
  const Script *script;
  GArray *elements; /* TrialElement, one for each step that was run */
  void *top, *bottom;
  gboolean failed;         /* an operation of a step did, in a domain that does not refuse any */
  struct Against *against; /* the same in other domains: see against.h */
} Trial;

Trial *trial_new(const Script *s);
void trial_free(Trial *t);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Trial, trial_free)
void trial_run(Trial *t); /* the steps that were not run yet */
static inline const TrialElement *trial_element(const Trial *t, guint i) {
  return &g_array_index(t->elements, TrialElement, i);
}
#endif
