/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Markov chains with failures, in exact arithmetic: states, of which 0 is the first; in each step a chain goes on to a
 * state, fails, or ends without failing (with what probability is left). */
#ifndef ACF_COUNT_CHAIN_H
#define ACF_COUNT_CHAIN_H
#include <gmp.h>
#include <glib.h>

typedef struct {
  guint n;
  mpq_t *moves; /* from state i to state j at i * n + j */
  mpq_t *fails; /* by state */
} Chain;

Chain *chain_new(guint n); /* all probabilities are 0 */
void chain_free(Chain *c);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Chain, chain_free)
mpq_ptr chain_move(const Chain *c, guint from, guint to);

/* That it fails within so many steps.  FALSE: that takes longer than the deadline. */
gboolean chain_fails_within(const Chain *c, guint steps, gint64 deadline, mpq_t result);
/* That it fails at all; and how many steps that takes on average, of the runs that fail (0: none does).  FALSE: that
 * takes longer. */
gboolean chain_fails_ever(const Chain *c, gint64 deadline, mpq_t result, mpq_t steps);
#endif
