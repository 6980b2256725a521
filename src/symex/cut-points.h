/* SPDX-License-Identifier: GPL-3.0-or-later */
/* States at cut points, value by value: all that later runs may depend on.
 *
 * A slot is a register that is still needed, of any activation, or a cell of memory that can be reached.  Its key
 * says which it is and does not depend on how often objects have been made: those of the stack and the heap are
 * numbered in the order in which the state leads to them. */
#ifndef ACF_CUT_POINTS_H
#define ACF_CUT_POINTS_H
#include "symex/segments.h"

typedef struct {
  const char *key;
  const char *name; /* the C variable; NULL: none that is known */
  gboolean is_signed;
} Slot;

/* What becomes of the value of a slot. */
typedef Value (*ChangeSlot)(gpointer data, const Slot *slot, Value v);

/* The state with its slots changed, and all that is not needed left out.  Variables outside of functions that are as
 * in `initial` have no slots.  digest: NULL, or a text is appended that is the same for the same states.
 * *strange becomes TRUE where the size of an object, or whether it is alive, depends on inputs. */
CutPoint cut_point_change(Executor *x, const CutPoint *p, const State *initial, ChangeSlot change, gpointer data,
                          GString *digest, gboolean *strange);
#endif
