/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Proofs that summaries are true, by induction. */
#ifndef ACF_PROVE_H
#define ACF_PROVE_H
#include <time.h>
#include "summary/body.h"

/* Of this process: how much is found shall not depend on what else the machine does. */
static inline double cpu_seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }

/* Functions that call each other, and all that is needed to prove something of them. */
typedef struct {
  Known *known;         /* with the claims in question as summaries of the members */
  const guint *members; /* function ids */
  guint n;
  const GArray *constants;  /* guint64: as of atom_constants() */
  GPtrArray *const *trials; /* by member: Model*, arguments on which a claim is tried before it is proven */
  double deadline;          /* by cpu_seconds() */
} Component;

/* Each member called within its region returns the value, by calls within the regions only, if it ends. */
gboolean prove_values(const Component *c);
/* Each member called within its region ends: some lexicographic measure of the arguments gets smaller by
 * every call.  Takes prove_values() for granted; with it, the induction over the measure proves both. */
gboolean prove_termination(const Component *c);
/* A member called where its summary says it diverges never returns: it makes another such call before. */
gboolean prove_divergence(const Component *c);
#endif
