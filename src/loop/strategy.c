/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of strategies, tried in its order and timed. */
#include "loop/strategy.h"

typedef struct {
  const char *name;
  guint moments; /* of Moment */
  gboolean (*due)(const Loop *l, const Attempt *t);
  void (*run)(Loop *l, Attempt *t);
} Strategy;

static const Strategy table[] = {
#define STRATEGY(name, function, moments) {name, moments, function##_due, function##_run},
#include "loop/strategy/table.def"
#undef STRATEGY
};

GArray *strategy_times_new(void) {
  GArray *times = g_array_new(FALSE, FALSE, sizeof(StrategyTime));
  for (guint i = 0; i < G_N_ELEMENTS(table); i++) {
    const StrategyTime t = {.name = table[i].name};
    g_array_append_val(times, t);
  }
  return times;
}

static void run_timed(Loop *l, Attempt *t, guint row) {
  const double start = elapsed(l);
  table[row].run(l, t);
  StrategyTime *time = &g_array_index(l->cfc->stats.strategies, StrategyTime, row);
  time->runs++;
  time->seconds += elapsed(l) - start;
}

gboolean strategy_try_next(Loop *l, Attempt *t) {
  while (t->next < G_N_ELEMENTS(table)) {
    const guint row = t->next++;
    if (!(table[row].moments & t->moment) || !table[row].due(l, t)) continue;
    run_timed(l, t, row);
    return TRUE;
  }
  return FALSE;
}

void attempt_close(Attempt *t) {
  t->answer->kind = ANSWER_SAFE;
  t->answer->residue = term_bool(FALSE);
}
