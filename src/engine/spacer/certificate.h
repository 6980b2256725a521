/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Z3's proof that the clauses have no way to fail, checked by a plain solver: what it says of the relations
 * holds by every clause, and excludes the failure.
 *
 * Z3 resolves some relations away and says nothing of those; here they are resolved again, by all clauses
 * that derive them. */
#ifndef ACF_CERTIFICATE_H
#define ACF_CERTIFICATE_H
#include "engine/spacer/chc.h"

/* What Z3 says of the relations, after Z3_L_FALSE; NULL: nothing. */
Z3_ast certificate_of(const Chc *c);
/* Z3_L_FALSE: some clause breaks it.  Z3_L_UNDEF: that could not be found out in time. */
Z3_lbool certificate_check(const Chc *c, Z3_ast certificate, guint timeout_ms);
#endif
