/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One finding: shown, written as a bug report, tried on another program, and reduced. */
#ifndef ACF_AUDIT_FINDING_H
#define ACF_AUDIT_FINDING_H
#include "audit/store.h"

typedef struct {
  gint64 id, program;
  char *analyzer, *conditions, *seed_path, *text, *reduced; /* reduced: NULL: it was not */
  Fault fault;
  guint delta, line;
  gboolean must, lp64;
  Ruling ruling;
  TruthFound *truth; /* NULL: nothing is known */
} Finding;

/* NULL with an error: there is none of that number. */
Finding *finding_read(Store *s, gint64 id, GError **error);
void finding_free(Finding *f);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Finding, finding_free)

/* For people: the program, what each analyzer said, the failing input, and how to see it. */
char *finding_show(Store *s, const Finding *f);
/* As a bug report, in Markdown. */
char *finding_issue(Store *s, const Finding *f);
/* The folder gets program.c, and input.c where there is a failing input. */
gboolean finding_write(const Finding *f, const char *folder, GError **error);

/* Does the program show the same?  It compiles, the analyzer says the same of it, and the truth is the same
 * again; of a finding that is open, another analyzer still says the opposite.  why: what is not so; to free.
 */
gboolean finding_holds(Store *s, const Finding *f, Registry *r, const char *text, double seconds,
                       gsize memory_bytes, char **why);
/* The smallest program that still shows it, by cvise, whose test calls the acf at `self` with the arguments;
 * it is kept. NULL with an error: cvise is not there, or fails. */
char *finding_reduce(Store *s, const Finding *f, const char *self, const char *const *arguments,
                     double seconds, GError **error);
#endif
