/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of engines. */
#include "engine/engine.h"

const Engine engines[] = {
#define ENGINE(name, description, proves, delay) {#name, description, name##_ask, proves, delay},
#include "engine/engines.def"
#undef ENGINE
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
