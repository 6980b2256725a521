/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where one point of the input space lies: within the lower bound, outside of the upper one, or between.
 *
 * A point may leave coordinates open: what the caller of the program does not control, or did not say.  Then
 * the class is that of all its completions, and the point may fail where they differ. */
#ifndef ACF_CFC_CLASSIFY_H
#define ACF_CFC_CLASSIFY_H
#include "cfc/cfc.h"

typedef enum { CLASS_CANNOT_FAIL, CLASS_MAY_FAIL, CLASS_FAILS } InputClass;
const char *class_name(InputClass c); /* "cannot fail" */

typedef struct {
  InputClass class;
  gint partition;     /* index in Cfc.partitions: in which it fails, or may; -1: in none, or in several */
  const char *reason; /* why it may fail, where the bounds are not why; static, or NULL */
} Classification;

typedef struct Classifier Classifier;
Classifier *classifier_new(const Cfc *c); /* which must outlive it */
void classifier_free(Classifier *k);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Classifier, classifier_free)

/* Term*: the inputs that the bounds mention, ordered by key. */
const GPtrArray *classifier_inputs(const Classifier *k);
/* Begins a point, all of whose coordinates are open; then some get values, by their index above. */
void classifier_begin(Classifier *k);
void classifier_set(Classifier *k, guint index, guint64 value);
/* The solver is asked only where coordinates that are open matter, for so many seconds.  FALSE with error:
 * the point is in a lower bound but not in the upper one, which no characterization says. */
gboolean classifier_decide(Classifier *k, double seconds, Classification *answer, GError **error);
/* The same in two steps: what the coordinates that are given decide, and, where *open, what holds of all completions. */
gboolean classifier_look(Classifier *k, Classification *answer, gboolean *open, GError **error);
Classification classifier_complete(Classifier *k, double seconds);
#endif
