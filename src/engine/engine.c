/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of engines. */
#include "engine/engine.h"

const Engine engines[] = {
    {"bmc", "bounded model checking with unwinding proof", bmc_ask, TRUE, 0},
    {"kind", "k-induction on the loops of the entry function", kind_ask, TRUE, 1.5},
    {"spacer", "constrained Horn clauses, recursion by summaries", spacer_ask, TRUE, 2.0},
    {"shape", "abstract states with folded memory: lists and automata", shape_ask, TRUE, 1.0},
    {"states", "loops by enumerating the states they may be in", states_ask, TRUE, 1.5},
    {"absint", "abstract interpretation: linear relations at loops", absint_ask, TRUE, -1},
    {"symex", "symbolic execution: only failures that are certain", symex_ask, TRUE, -1},
    {"probe", "concrete runs, steered into new branches by the solver", probe_ask, FALSE, 1.5},
};
const guint n_engines = G_N_ELEMENTS(engines);

const Engine *engine_find(const char *name) {
  for (guint i = 0; i < n_engines; i++)
    if (g_str_equal(engines[i].name, name)) return &engines[i];
  return NULL;
}

char *engine_names(void) {
  GString *names = g_string_new(engines[0].name);
  for (guint i = 1; i < n_engines; i++) g_string_append_printf(names, ", %s", engines[i].name);
  return g_string_free(names, FALSE);
}
