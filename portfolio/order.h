/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The order of a race, learned while one program is analysed: which analyzers settled questions so far, and
 * which ran without being needed.
 *
 * It is for external verifiers: those have long runs and few places.  (For the embedded engines it makes no
 * difference: what one of them settles is settled before the delays of the others are over.)
 *
 * A member that ran several times while others gave the answer joins later and later, so that it does not eat
 * the cores that the others need; but it does join, after a bounded time.  Each answer of its own makes up
 * for several races lost.  The member that answers most questions starts first; among equals, the one
 * that ran without an answer less often. */
#ifndef ACF_ORDER_H
#define ACF_ORDER_H
#include <glib.h>

/* What is known of a member. */
typedef struct {
  const char *name; /* interned */
  guint asked;      /* races it took part in */
  guint settled;    /* of them: its answer was the one that counted */
  guint in_vain;    /* in a row: another member settled the question */
  guint cache_hits; /* answers that were known from before */
  double seconds;   /* of wall-clock in all its races */
} Standing;

typedef struct Order Order;

Order *order_new(void);
void order_free(Order *o);
/* After a race: how long the member ran, and whether its answer, or any, settled the question. */
void order_record(Order *o, const char *name, double seconds, gboolean settled_it, gboolean settled);
void order_record_hit(Order *o, const char *name);
/* Seconds that the others get before this one joins; usual: when nothing is known.  Less than zero: before
 * those that wait for nothing. */
double order_delay(const Order *o, const char *name, double usual);
GArray *order_standings(const Order *o); /* Standing, in the order of their first race; a reference */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Order, order_free)
#endif
