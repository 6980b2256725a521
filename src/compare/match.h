/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which input of the old program is which input of the new one.
 *
 * A patch moves lines, so places do not count: only what is read into which variable by which function, and
 * the order in the source.  What remains doubtful has no partner. */
#ifndef ACF_COMPARE_MATCH_H
#define ACF_COMPARE_MATCH_H
#include "cfc/cfc.h"
#include "cfc/claims.h"

typedef enum {
  MATCH_SAME,  /* the same variable, the same input function, as often as in the other program */
  MATCH_ORDER, /* alone in its place between others that have partners, but for its name the same */
  MATCH_GIVEN  /* the user said so */
} MatchHow;

typedef struct {
  guint old_site, new_site; /* ids in their programs */
  MatchHow how;
} SitePair;

/* The inputs of a CFC, and the first of each site that its automaton mentions. */
ClaimInputs *match_inputs(const Cfc *c);
/* Pairs (SitePair) of the sites of the inputs that the CFCs list, each site in at most one.  maps is
 * NULL-terminated or NULL, "OLD=NEW" by names or symbols of inputs, "OLD=" for an input without partner. NULL
 * with a G_OPTION_ERROR that says which of these is wrong. */
GArray *match_sites(const Cfc *old, const Cfc *new, const char *const *maps, GError **error);
#endif
