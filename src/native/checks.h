/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Failures that the compiler's sanitizers see in a native run.  Their checks call functions that the harness
 * itself defines, so that no library of theirs is needed. */
#ifndef ACF_NATIVE_CHECKS_H
#define ACF_NATIVE_CHECKS_H
#include "ir/property.h"

/* The arguments of the compiler that put the checks in; none where the property needs none.  Interned. */
void native_add_checks(GPtrArray *arguments, const Property *p);
/* C text: what the checks call, and abort(), where that is an event of the property (the linker has to wrap
 * it).  Each calls `fail` with 1 + the number of its kind where it is a failure, else `end` without anything.
 */
void native_append_checks(GString *out, const Property *p, const char *fail, const char *end);
/* Of these, failures of memory: whether AddressSanitizer watches the runs.  Its library is needed. */
gboolean native_checks_addresses(const Property *p);
void native_leave_addresses(void); /* it is not there: from now on nothing watches them */
gboolean native_addresses_left(void);
/* As native_append_checks(); `acf_note`, where the text defines it, gets what the sanitizer calls the failure. */
void native_append_address_checks(GString *out, const Property *p, const char *fail, const char *end);
/* What the sanitizer calls such a failure: "signed integer overflow"; NULL: none sees it. */
const char *native_check_text(FailureKind kind);
#endif
