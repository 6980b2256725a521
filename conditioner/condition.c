/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conditions at the top of a program. */
#include "conditioner/condition.h"

Conditioned condition_none(const Program *p, const Cfg *cfg) {
  return (Conditioned){p, cfg, term_bool(TRUE)};
}

Conditioned condition_exclude(Conditioned c, const Term *region) {
  g_assert(!region->has_havoc);
  return (Conditioned){c.program, c.cfg, term_and(c.assume, term_not(region))};
}
