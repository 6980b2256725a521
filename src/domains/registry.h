/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The domains that acf domains can test. */
#ifndef ACF_DOMAINS_REGISTRY_H
#define ACF_DOMAINS_REGISTRY_H
#include <acf/domain.h>
#include <glib.h>

guint domains_count(void);
const AcfDomain *domains_get(guint i);
const AcfDomain *domains_find(const char *name); /* NULL: there is none */

/* Libraries that this acf was built without, as a list for people; NULL: none is missing. */
const char *domains_absent(void);

/* The table that a shared object exports.  It is never unloaded. */
const AcfDomain *domains_load(const char *path, GError **error);
/* Has the table all that it must have?  FALSE with error: it is not to be called. */
gboolean domains_check(const AcfDomain *d, GError **error);

#define DOMAIN_GROUP(name)                                                                                   \
  extern const AcfDomain name[];                                                                             \
  extern const guint n_##name;
DOMAIN_GROUP(ppl_boxes)
DOMAIN_GROUP(ppl_differences)
DOMAIN_GROUP(ppl_octagons)
DOMAIN_GROUP(ppl_polyhedra)
DOMAIN_GROUP(ppl_grids)
DOMAIN_GROUP(own_intervals)
DOMAIN_GROUP(own_floats)
DOMAIN_GROUP(own_sets)
DOMAIN_GROUP(own_packs)
DOMAIN_GROUP(isl_domains)
DOMAIN_GROUP(apron_domains)
#undef DOMAIN_GROUP
#endif
