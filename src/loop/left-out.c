/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Verifiers that are left out. */
#include "loop/loop.h"
#include "portfolio/external.h"

void say_left_out(const Loop *l) {
  const Registry *r = l->options->registry;
  for (guint i = 0; r && i < r->analyzers->len; i++) {
    const Analyzer *m = r->analyzers->pdata[i];
    const gboolean asked = m->member || g_strcmp0(m->name, l->options->engine) == 0;
    if (m->external && m->executable && asked && !external_begins(m->external, l->cfc->program))
      say_by(l, m->name, -1, "not asked: it starts all programs at main");
  }
}
