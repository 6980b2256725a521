/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scripts as text: one step a line, the check at the end.  The same text is read back by --replay. */
#ifndef ACF_DOMAINS_SHOW_H
#define ACF_DOMAINS_SHOW_H
#include "domains/properties.h"

#define REPLAY_HEADER "acf-domains 1"
extern const char *const step_names[N_STEP_KINDS];

char *show_script(const Script *s);
char *show_form(const AcfDomain *d, const AcfLinear *e, guint n);
char *show_constraint(const AcfDomain *d, const AcfConstraint *c, guint n);
char *show_number(AcfWide value);
char *show_step(const Script *s, guint i); /* without a newline */

/* The script of a text, in the domain given or in the one that the text names.  NULL: error says in which
 * line it is wrong. */
Script *replay_parse(const char *text, const AcfDomain *d, GError **error);
/* Runs it step by step and says what comes out, with the outcome. */
char *replay_run(const Script *s, Outcome *outcome);

/* A C program against the library's own interface that shows the violation; NULL: there is none for the
 * domain. */
char *program_of(const Script *s);
#endif
