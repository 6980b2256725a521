/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contexts of Z3 that are used again.  Making one takes longer than most checks of a solver; a few are kept at hand,
 * and children of the process have them too. */
#ifndef ACF_Z3_CONTEXT_H
#define ACF_Z3_CONTEXT_H
#include <glib.h>
#include <z3.h>

typedef struct {
  Z3_context z3;
  guint n_made; /* expressions made in it: they live as long as it does */
} Z3Context;

/* Makes as many as are kept, for the children that will be forked. */
void z3_contexts_prepare(void);
/* The caller's, until it gives it back or deletes z3. */
Z3Context z3_context_take(Z3_error_handler *handler);
/* To be used again, unless it has grown large or others are kept already.  Nothing may refer to it any more, and no
 * call may have failed in it. */
void z3_context_give(Z3Context context);
#endif
