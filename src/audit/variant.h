/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variants: a seed with one check in it. */
#ifndef ACF_AUDIT_VARIANT_H
#define ACF_AUDIT_VARIANT_H
#include "audit/seed.h"

/* The seed in which a run fails that comes to the place and meets one of the n conditions there; to free.  No
 * line moves. */
char *variant_text(const Seed *s, guint place, const char *const *conditions, guint n);
/* The seed with a text in front of each of its places (char*, by place; NULL: none); to free. */
char *variant_with_texts(const Seed *s, const char *const *texts);
#endif
