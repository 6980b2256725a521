/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of domains. */
#include "config.h"
#include "domains/registry.h"
#include <string.h>

typedef struct {
  const AcfDomain *domains;
  const guint *n;
} Group;

static const Group groups[] = {
    {ppl_boxes, &n_ppl_boxes},         {ppl_differences, &n_ppl_differences},
    {ppl_octagons, &n_ppl_octagons},   {ppl_polyhedra, &n_ppl_polyhedra},
    {ppl_grids, &n_ppl_grids},         {own_intervals, &n_own_intervals},
    {own_floats, &n_own_floats},       {own_sets, &n_own_sets},
    {own_packs, &n_own_packs},
#ifdef HAVE_ISL
    {isl_domains, &n_isl_domains},
#endif
#ifdef HAVE_APRON
    {apron_domains, &n_apron_domains},
#endif
};

guint domains_count(void) {
  guint n = 0;
  for (guint i = 0; i < G_N_ELEMENTS(groups); i++) n += *groups[i].n;
  return n;
}

const AcfDomain *domains_get(guint i) {
  for (guint g = 0; g < G_N_ELEMENTS(groups); g++) {
    if (i < *groups[g].n) return &groups[g].domains[i];
    i -= *groups[g].n;
  }
  return NULL;
}

const AcfDomain *domains_find(const char *name) {
  const AcfDomain *d;
  for (guint i = 0; (d = domains_get(i)); i++)
    if (g_str_equal(d->name, name)) return d;
  return NULL;
}

const char *domains_absent(void) {
  static const char *const absent = ""
#ifndef HAVE_ISL
                                    "isl (libisl-dev) "
#endif
#ifndef HAVE_APRON
                                    "APRON"
#endif
      ;
  return *absent ? absent : NULL;
}
