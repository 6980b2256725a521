/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Findings that have one cause, as far as can be seen: of one analyzer, of one kind, and with reduced
 * programs that are the same but for names and numbers.  A finding that was not reduced is grouped by the
 * expression that it checks. */
#ifndef ACF_AUDIT_GROUPS_H
#define ACF_AUDIT_GROUPS_H
#include "audit/detect.h"

/* What findings of one group have in common, to free.  reduced: "" for none. */
char *group_key(const char *analyzer, Fault fault, const char *reduced, const char *seed_path, guint line,
                const char *conditions);
/* The C text with names numbered in the order in which they appear, numbers replaced, and without blanks; to
 * free. */
char *group_shape(const char *text);
/* The conditions of a part of a check (divide.h), a line each; to free. */
char *finding_conditions(const char *all, const char *part);
#endif
