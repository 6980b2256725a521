/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Seeds: programs that cannot fail, because their checks were taken out, with what their syntax offers.
 *
 * The text is preprocessed first.  Calls of error functions become (void)0, bodies of __VERIFIER_assert
 * become empty, and error functions that the program defines become declarations: so the only failure of a
 * variant is the check that was put in.  No line moves. */
#ifndef ACF_AUDIT_SEED_H
#define ACF_AUDIT_SEED_H
#include "audit/syntax.h"

typedef struct {
  char *path; /* as given */
  char *text; /* with its checks taken out, and reach_error declared */
  char *hash; /* of the text, SHA-256 */
  gboolean lp64;
  Syntax *syntax;
} Seed;

/* NULL with an error: it cannot be read, does not compile, has no main, still fails (the message has the
 * input), or cannot be shown to be without failures within so many seconds. */
Seed *seed_read(const char *path, gboolean lp64, double seconds, GError **error);
void seed_free(Seed *s);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Seed, seed_free)

/* The text without its checks, to free; NULL with an error. */
char *seed_strip(const char *path, const char *text, gboolean lp64, GError **error);
#endif
