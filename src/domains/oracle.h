/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Concrete points: what constraints and assignments mean, computed exactly and without any domain. */
#ifndef ACF_DOMAINS_ORACLE_H
#define ACF_DOMAINS_ORACLE_H
#include <acf/domain.h>
#include <glib.h>

/* FALSE: the value is too large to be computed.  The point has n coordinates. */
gboolean oracle_assign(const AcfDomain *d, guint n, AcfPoint *p, guint v, const AcfLinear *e);
/* 1, 0; -1: too large to be decided. */
int oracle_satisfies(const AcfDomain *d, guint n, const AcfPoint *p, const AcfConstraint *c);
/* Variable v as the machine keeps it.  FALSE: it is no integer. */
gboolean oracle_wrap(AcfPoint *p, guint v, guint bits, gboolean is_signed);
AcfWide oracle_wrapped(AcfWide value, guint bits, gboolean is_signed);
/* Is it a point that the variables can be at? */
gboolean oracle_possible(const AcfDomain *d, guint n, const AcfPoint *p);
/* Does the element contain it, by the domain's own word?  Negative: that failed. */
int oracle_has(const AcfDomain *d, const void *x, guint n, const AcfPoint *p);
/* Moves the point so that it satisfies the constraint, if one coordinate can do that. */
gboolean oracle_move(const AcfDomain *d, guint n, AcfPoint *p, const AcfConstraint *c);
#endif
