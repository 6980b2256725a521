/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which conjuncts may have helped to decide a condition.
 *
 * The executor adds no conjunct for what earlier ones imply: it knows ranges of terms from them.  Such
 * knowledge only passes between conditions that have sources (inputs, unknown values) in common.  So sources
 * are put into classes: values computed from several sources join their classes, a conjunct is noted in the
 * class of its condition.  A class as it was at some time is a node: what joined later lies above it, not
 * below. */
#ifndef ACF_SLICER_FACTS_H
#define ACF_SLICER_FACTS_H
#include <glib.h>

#define FACTS_CONSTANT 0u /* the class of values that depend on no source */
#define FACTS_UNKNOWN 1u  /* the class of conditions on values that are not known */

typedef struct {
  guint up;       /* towards the class's newest node; itself: the newest */
  guint kids[2];  /* what was joined; FACTS_CONSTANT: nothing */
  guint decision; /* the conjunct noted here, as the event of its branch; 0: none */
  gboolean collected;
} FactNode;

typedef struct {
  GArray *nodes; /* FactNode */
} Facts;

Facts *facts_new(void);
void facts_free(Facts *f);
guint facts_source(Facts *f);
guint facts_join(Facts *f, guint a, guint b);
/* The class's newest node. */
guint facts_now(Facts *f, guint class);
void facts_note(Facts *f, guint class, guint decision);
/* Appends the decisions noted at or below the node that no earlier call has given. */
void facts_collect(Facts *f, guint node, GArray *decisions);
#endif
