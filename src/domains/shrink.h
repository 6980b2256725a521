/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Findings made short: fewer steps, fewer variables, smaller numbers, as long as the same is found. */
#ifndef ACF_DOMAINS_SHRINK_H
#define ACF_DOMAINS_SHRINK_H
#include "domains/driver.h"

/* Does a script still show what it is to show? */
typedef gboolean (*Shows)(const Script *s, gpointer data);
/* Called with each shorter script; may be NULL. */
typedef void (*Shorter)(const Script *s, gpointer data);

/* Makes the script, which shows it, shorter; at most so many candidates, and not past the deadline (monotonic
 * microseconds). */
void shrink(Script **s, Shows shows, Shorter shorter, gpointer data, guint candidates, gint64 deadline);

/* The script of a finding, made in children.  Never NULL, but perhaps without a check. */
Script *shrink_finding(const AcfDomain *d, const SearchOptions *o, const Finding *f);
/* "rounding": the same script with exact numbers shows nothing; NULL: it does, or there are none. */
const char *shrink_cause(const Script *s, const SearchOptions *o);
#endif
