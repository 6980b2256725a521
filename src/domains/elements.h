/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scripts from bytes: an initial pool of elements of one constraint each, operations on them, and arguments
 * of the properties. */
#ifndef ACF_DOMAINS_ELEMENTS_H
#define ACF_DOMAINS_ELEMENTS_H
#include "domains/properties.h"
#include "domains/random.h"

typedef struct {
  const char *name;
  guint pool;          /* elements to begin with, top and bottom among them */
  guint operations;    /* on them */
  gboolean predefined; /* the ends of number types are among the numbers */
  guint variables;
} Configuration;

extern const Configuration configurations[]; /* C1 to C6 */
extern const guint n_configurations;

/* The steps; the last of them are in an order that is known. */
Script *elements_decode(const AcfDomain *d, const Configuration *c, Random *r);
/* Chooses arguments of a property from the elements of a trial, as a check of its script. */
Check elements_choose(const Trial *t, const DomainProperty *p, const Configuration *c, Random *r);
#endif
