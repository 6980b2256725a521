/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The variables that distinguish the states of a loop: places that iterations change.  What one holds before
 * it is first set, often an input, counts as one value, whichever it is.  Of one that takes too many values,
 * the distance to another such place may still take few; else it is forgotten. */
#ifndef ACF_VARIABLES_H
#define ACF_VARIABLES_H
#include "symex/induct.h"

typedef struct {
  guint value; /* index among the values of the head; G_MAXUINT: a cell */
  guint object;
  guint64 offset;
  guint bytes;
  gboolean is_float;
  const Term *any; /* what start has there */
} Place;

typedef struct {
  Place place, base; /* base.any NULL: the value itself counts, else how far it is from that of the base */
  const Term *unset; /* what it holds before it is first set, where that may be anything; else NULL */
  GHashTable *seen;  /* set of guint64* */
} Variable;

typedef struct {
  GArray *list;          /* Variable */
  GHashTable *forgotten; /* `any` of places that take many values, to how many bases were tried + 1 */
} Variables;

Variables variables_new(void);
void variables_clear(Variables *v);
/* Lists those of the start of an induction. */
void variables_find(Variables *v, const Induction *d);
static inline Variable *variable_at(const Variables *v, guint i) {
  return &g_array_index(v->list, Variable, i);
}
/* From the next listing on it is no variable as it is now. */
void variable_forget(Variables *v, const Variable *one);
/* FALSE: it now has more than `most` values. */
gboolean variable_note(Variable *v, guint64 value, guint most);
/* Looks at it where the graph of states is entered. */
void variable_enter(Variable *v, Memory *m, const Pending *arrival);
/* What the variable is in a state at the head; NULL: it has not only values that can be enumerated. */
const Term *variable_value(const Variable *v, Memory *m, const Pending *p);
/* Makes it that value in a state that is otherwise start's; p->values are its own. */
void variable_set(const Variable *v, Memory *m, Pending *p, guint64 value);
/* A valuation in C, by variable: "pc == 2"; without a name it begins with UNNAMED (distinguish-states.h).  To
 * free. */
GStrv variables_text(const Variables *v, const Executor *x, const WtoElement *loop, const guint64 *values);
#endif
