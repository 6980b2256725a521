/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The order of a race. */
#include "portfolio/order.h"
#include "base/limits.h"

/* Of those that would start at once, one after the other. */
#define TURN 0.001

struct Order {
  GArray *standings; /* Standing */
  guint settled;     /* questions that anybody settled */
};

Order *order_new(void) {
  Order *o = g_new0(Order, 1);
  o->standings = g_array_new(FALSE, TRUE, sizeof(Standing));
  return o;
}

void order_free(Order *o) {
  if (!o) return;
  g_array_unref(o->standings);
  g_free(o);
}

static Standing *find(const Order *o, const char *name) {
  for (guint i = 0; i < o->standings->len; i++) {
    Standing *s = &g_array_index(o->standings, Standing, i);
    if (g_str_equal(s->name, name)) return s;
  }
  return NULL;
}

static Standing *find_or_add(Order *o, const char *name) {
  Standing *s = find(o, name);
  if (s) return s;
  Standing fresh = {.name = g_intern_string(name)};
  g_array_append_val(o->standings, fresh);
  return &g_array_index(o->standings, Standing, o->standings->len - 1);
}

void order_record(Order *o, const char *name, double seconds, gboolean settled_it, gboolean settled) {
  if (!o) return;
  Standing *s = find_or_add(o, name);
  s->asked++;
  s->seconds += seconds;
  if (settled_it) s->settled++, s->in_vain = 0, o->settled++;
  if (settled && !settled_it) s->in_vain++;
}

void order_record_hit(Order *o, const char *name) {
  if (o) find_or_add(o, name)->cache_hits++;
}

double order_delay(const Order *o, const char *name, double usual) {
  const Standing *s = o ? find(o, name) : NULL;
  if (!s) return usual;
  if (s->settled >= limits.order_favourite_from && s->settled >= limits.order_favourite_share * o->settled)
    return -TURN;
  usual += TURN * MIN(s->asked - s->settled, 100);
  guint allowed = limits.order_grace + limits.order_credit * MIN(s->settled, 100);
  if (s->in_vain <= allowed) return usual;
  double wait = limits.order_first_wait_seconds;
  for (guint i = allowed + 1; i < s->in_vain && wait < limits.order_wait_seconds; i++) wait *= 2;
  return usual + MIN(wait, limits.order_wait_seconds);
}

GArray *order_standings(const Order *o) { return g_array_ref(o->standings); }
