/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Domains against each other: the same steps in a sharper domain give elements that are below. */
#ifndef ACF_DOMAINS_AGAINST_H
#define ACF_DOMAINS_AGAINST_H
#include "domains/trial.h"

/* The domains that are sharper than this one; NULL-ended. */
const AcfDomain **against_finer(const AcfDomain *d);

/* The same steps in the i-th of them; NULL: there is none.  It is kept with the trial. */
const Trial *against_trial(const Trial *t, guint i);
/* Does every step up to this one give the best element that the trial's domain has? */
gboolean against_is_best(const Trial *finer, guint element);
void against_free(struct Against *a);
#endif
