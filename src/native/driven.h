/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program compiled natively with every input call under control: it is run at a point of the input space,
 * and says which inputs it read in which order, and by which way it went. */
#ifndef ACF_DRIVEN_H
#define ACF_DRIVEN_H
#include "native/concrete-input.h"

typedef enum {
  RUN_FAILED,    /* an error function was called, or a check of the compiler has failed */
  RUN_ENDED,     /* the run ended and did not fail */
  RUN_CUT,       /* an assumption does not hold */
  RUN_UNDECIDED, /* it takes too long or too much, or it cannot be what the claims speak of; see outcome */
  RUN_BROKEN     /* it cannot be run */
} RunResult;

typedef struct {
  guint site, occurrence; /* occurrence 0: the call is not under control, and yields 0 */
  guint64 value;
} DrivenRead;

typedef struct {
  GArray *reads;    /* DrivenRead, in order */
  guint64 path;     /* the same for runs that take the same branches */
  gboolean crashed; /* it was ended by a signal */
  int status;       /* RUN_ENDED: as a shell sees it, 128 and more for signals */
  guint failure;    /* 1 + the FailureKind that a check of the compiler has seen; 0: none */
  char *seen;       /* what AddressSanitizer calls it; NULL: nothing */
  gboolean goes_on; /* it was stopped while it ran, or has used up the stack: it may never end */
  char *outcome;    /* for people: "ended with status 0" */
} DrivenRun;

typedef struct Driven Driven;
/* The program whose text is in the file at path; NULL with error.  deadline: of this and all runs, monotonic
 * microseconds; 0: none. */
Driven *driven_new(const Cfc *c, const char *path, gint64 deadline, GError **error);
void driven_free(Driven *d);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Driven, driven_free)

/* Are the calls of the site under control? */
gboolean driven_site(const Driven *d, guint site);
/* C text: definitions of what the program leaves undefined and its characterization does not mention. */
const char *driven_unknown(const Driven *d);
/* Runs it at values (ClaimValue of claims.h); other inputs are 0.  run gets what is known, to clear. */
RunResult driven_run(const Driven *d, const GArray *values, DrivenRun *run, GError **error);
/* The same with arguments and a standard input; NULL: there are none. */
RunResult driven_run_with(const Driven *d, const GArray *values, const ConcreteInput *in, DrivenRun *run,
                          GError **error);
void driven_run_clear(DrivenRun *run);
#endif
